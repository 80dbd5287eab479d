// People are known by a type and, if one is given, a subtype.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack_person.h"

static struct pack_npc npcs[] = {{.type = "smith"}, {.type = "merchant", .subtype = "fish"}};
static const struct pack pack = {.npcs = npcs, .npc_count = 2};

/// Reads a person from text.
static bool read_text(const char *text, bool is_alone, struct pack_person *person, struct report *report)
{
    struct json_document document = {.file = "a.json", .report = report};
    cJSON *tree = json_parse(&document, text, strlen(text));
    struct json root = json_root(&document, tree);
    *person = (struct pack_person){.type = ""};
    assert_non_null(tree);
    bool is_right =
        is_alone ? pack_person_read_alone(&root, &pack, person) : pack_person_read(&root, &pack, person);
    cJSON_Delete(tree);
    return is_right;
}

static void people_are_known_by_type_and_subtype(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_right;
        bool is_right_alone;
        const char *problem; // of reading it alone
    } cases[] = {
        {"{\"type\": \"smith\"}", true, true, ""},
        {"{\"type\": \"merchant\"}", true, true, ""},
        {"{\"type\": \"merchant\", \"subtype\": \"fish\"}", true, true, ""},
        {"{\"type\": \"smith\", \"extra\": 1}", true, false, "\"extra\" is not a key"},
        {"{\"type\": \"smith\", \"subtype\": \"fish\"}", false, false,
         "no NPC of type \"smith/fish\" is in this world; add"},
        {"{\"type\": \"merchant\", \"subtype\": \"bread\"}", false, false,
         "no NPC of type \"merchant/bread\""},
        {"{\"type\": \"fish\"}", false, false, "no NPC of type \"fish\""},
        {"{\"type\": \"Smith\"}", false, false, "\"Smith\" is not a plain name"},
        {"{\"type\": \"smith\", \"subtype\": 1}", false, false, "write a string"},
        {"{}", false, false, "\"type\" is missing; add it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct report report = {0};
        struct pack_person person;
        if (read_text(cases[i].text, false, &person, &report) != cases[i].is_right)
            fail_msg("%s", cases[i].text);
        assert_int_equal(report.count == 0, cases[i].is_right);
        report = (struct report){0};
        if (read_text(cases[i].text, true, &person, &report) != cases[i].is_right_alone)
            fail_msg("alone: %s", cases[i].text);
        if (!cases[i].is_right_alone && !strstr(report.problems[0].text, cases[i].problem))
            fail_msg("%s: %s", cases[i].text, report.problems[0].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(people_are_known_by_type_and_subtype)};
    return cmocka_run_group_tests_name("pack_person", tests, NULL, NULL);
}
