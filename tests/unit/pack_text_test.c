// Texts come in the player's language; keys that are missing, unused or wrong are named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/game_world.h"

static void expect_text(const struct pack *pack, pack_text_id text, const char *english, const char *chinese)
{
    assert_string_equal(pack_text(pack, text, 0), english);
    assert_string_equal(pack_text(pack, text, 1), chinese);
}

static void texts_come_in_every_language(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    assert_int_equal(pack->language_count, 2);
    assert_string_equal(pack->languages[1], "zh");
    expect_text(pack, pack->npcs[0].name_text, "Old Ada", "阿达婆婆");
    expect_text(pack, pack->npcs[0].dialogue_text, "Well met.", "你好。");
    expect_text(pack, pack->find[0].label_text, "Fish", "鱼贩");
    expect_text(pack, 0, "", "");
    // What is written down in its place is the same in all.
    expect_text(pack, pack->npcs[1].name_text, "Bram", "Bram");
    expect_text(pack, pack->scenes[0].gates[1].closed_text, "The bridge is out.", "The bridge is out.");
    // The arrays have the first language's.
    assert_string_equal(pack->npcs[0].name, "Old Ada");
    assert_string_equal(pack->npcs[0].dialogue, "Well met.");
    assert_string_equal(pack->find[0].label, "Fish");
    pack_destroy(pack);
}

static void the_first_language_may_be_any(void **state)
{
    (void)state;
    static const struct world_change change = {"swap", WORLD_FILE, "[\"en\", \"zh\"]", "[\"zh\", \"en\"]",
                                               "",     ""};
    struct pack *pack = world_text_load_files(game_world, &change, 1);
    expect_text(pack, pack->npcs[0].name_text, "阿达婆婆", "Old Ada");
    assert_string_equal(pack->npcs[0].name, "阿达婆婆");
    pack_destroy(pack);
}

static void a_scene_without_title_is_shown_by_its_name(void **state)
{
    (void)state;
    static const struct world_change titled = {
        "title", SCENE_FILE, "\"name\": \"old-town\"", "\"name\": \"old-town\", \"title\": \"@fair\"",
        "",      ""};
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    expect_text(pack, pack->scenes[0].title, "Old town", "Old town");
    pack_destroy(pack);
    pack = world_text_load_files(game_world, &titled, 1);
    expect_text(pack, pack->scenes[0].title, "The fair", "集市");
    pack_destroy(pack);
}

static void a_world_without_languages_has_english_alone(void **state)
{
    (void)state;
    struct pack *pack = world_text_load(NULL, 0);
    assert_int_equal(pack->language_count, 1);
    assert_string_equal(pack->languages[0], "en");
    assert_string_equal(pack_text(pack, pack->npcs[1].dialogue_text, 0), "Fresh!");
    assert_string_equal(pack_text(pack, pack->scenes[0].title, 0), "First");
    pack_destroy(pack);
}

static void the_language_that_fits_best_is_chosen(void **state)
{
    (void)state;
    static const struct pack pack = {.languages = {"en", "zh", "zh-Hant", "pt-BR", "en-GB"},
                                     .language_count = 5};
    static const struct {
        const char *tag;
        size_t language;
    } cases[] = {{"en", 0}, {"zh", 1},    {"zh-CN", 1}, {"zh-Hant", 2}, {"ZH-hant-HK", 2}, {"pt-BR", 3},
                 {"pt", 3}, {"pt-PT", 3}, {"en-GB", 4}, {"en-US", 0},   {"EN-gb", 4},      {"fr", 0},
                 {"", 0},   {"e", 0},     {"eng", 0},   {"-", 0},       {"zh-Han", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (pack_language(&pack, cases[i].tag) != cases[i].language)
            fail_msg("\"%s\" got language %zu", cases[i].tag, pack_language(&pack, cases[i].tag));
    }
    static const struct pack bare = {.language_count = 0};
    assert_int_equal(pack_language(&bare, "zh"), 0);
}

// ---- many --------------------------------------------------------------------------------------

enum { KEYS = 500, MANY_MAX = WORLD_TEXT_MAX / 4 };

/// Writes a text file whose keys come in an order of their own.
static void write_many(char *text, const char *prefix, uint32_t step)
{
    size_t used = (size_t)sprintf(text, "{");
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t key = i * step % KEYS;
        used += (size_t)sprintf(text + used, "%s\"k%u\": \"%s%u\"", i ? "," : "", key, prefix, key);
    }
    sprintf(text + used, "}");
}

static void the_order_of_keys_does_not_matter(void **state)
{
    (void)state;
    static char english[MANY_MAX];
    static char chinese[MANY_MAX];
    static char scene[WORLD_TEXT_MAX];
    static char npcs[3 * MANY_MAX];
    static const char world[] =
        "{\"name\": \"W\", \"scenes\": [\"scenes/a.json\"], \"languages\": [\"en\", \"zh\"],"
        "\"find\": [], \"spawn\": {\"scene\": \"first\", \"at\": [1, 1]}}";
    write_many(english, "e", 7);
    write_many(chinese, "z", 499);
    size_t used = 0;
    for (uint32_t i = 0; i < KEYS; i++)
        used += (size_t)sprintf(
            npcs + used, "%s{\"type\": \"t\", \"name\": \"@k%u\", \"dialogue\": \"d\", \"at\": [1, 3]}",
            i ? "," : "", i);
    const char *list = strstr(scene_text, "\"npcs\"");
    sprintf(scene, "%.*s\"npcs\": [%s]}", (int)(list - scene_text), scene_text, npcs);
    const struct world_file files[] = {{WORLD_FILE, world},
                                       {SCENE_FILE, scene},
                                       {ENGLISH_FILE, english},
                                       {CHINESE_FILE, chinese},
                                       {NULL, NULL}};
    struct pack *pack = world_text_load_files(files, NULL, 0);
    for (uint32_t i = 0; i < KEYS; i++) {
        char first[16];
        char second[16];
        snprintf(first, sizeof first, "e%u", i);
        snprintf(second, sizeof second, "z%u", i);
        expect_text(pack, pack->npcs[i].name_text, first, second);
    }
    pack_destroy(pack);
}

// ---- mistakes ----------------------------------------------------------------------------------

#define LONG_TEXT "0123456789012345678901234567890123456789012345678901234567890123456789"

static const struct world_change changes[] = {
    {"key unknown", SCENE_FILE, "@elder.name", "@elder.nmae", "$.npcs[0].name",
     "text/en.json has no key \"elder.nmae\"; add it there"},
    {"key blank", SCENE_FILE, "\"@elder.name\"", "\"@\"", "$.npcs[0].name", "has no key \"\""},
    {"key missing in the second language", CHINESE_FILE, "\"sage\": \"鼠尾草\", ", "", "$",
     "\"sage\" is missing, which text/en.json has; add it"},
    {"key in the second language alone", CHINESE_FILE, "\"sage\"", "\"rue\": \"芸香\", \"sage\"", "$.rue",
     "text/en.json has no such key; add it there"},
    {"key twice", ENGLISH_FILE, "\"sage\"", "\"sage\": \"Rue\", \"sage\"", "$.sage", "twice; remove one"},
    {"key twice in the second language", CHINESE_FILE, "\"sage\"", "\"sage\": \"a\", \"sage\"", "$.sage",
     "remove one"},
    {"key with capitals", ENGLISH_FILE, "\"sage\"", "\"Sage\"", "$.Sage",
     "is no key of a text; write up to 63"},
    {"key of digits", ENGLISH_FILE, "\"sage\"", "\"1\"", "$.1", "a letter first"},
    {"key empty", ENGLISH_FILE, "\"sage\"", "\"\"", "$.", "a letter first"},
    {"key too long", ENGLISH_FILE, "\"sage\"", "\"k" LONG_TEXT "\"", "$.k", "up to 63"},
    {"text a number", CHINESE_FILE, "\"鼠尾草\"", "7", "$.sage", "write a string"},
    {"text blank", ENGLISH_FILE, "\"Sage\"", "\" \"", "$.sage", "write one line of text"},
    {"text too long", ENGLISH_FILE, "\"Sage\"", "\"" LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT "\"", "$.sage",
     "shorten it to 255"},
    {"tag no language", WORLD_FILE, "\"zh\"", "\"z\"", "$.languages[1]",
     "is not a language's tag; write one such as"},
    {"tag with a capital first", WORLD_FILE, "\"zh\"", "\"ZH\"", "$.languages[1]", "not a language's tag"},
    {"tag of a path", WORLD_FILE, "\"zh\"", "\"../zh\"", "$.languages[1]", "not a language's tag"},
    {"tag ends in a hyphen", WORLD_FILE, "\"zh\"", "\"zh-\"", "$.languages[1]", "not a language's tag"},
    {"tag twice", WORLD_FILE, "\"zh\"", "\"en\"", "$.languages[1]", "is there twice; remove one"},
    {"tag too long", WORLD_FILE, "\"zh\"", "\"zh-Hans-CN\"", "$.languages[1]", "shorten it to 7"},
    {"no languages", WORLD_FILE, "[\"en\", \"zh\"]", "[]", "$.languages", "write 1 to 8"},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused_files(game_world, changes, sizeof changes / sizeof changes[0]);
}

/// Expects one problem, in a file at a place.
static void expect_problem(const struct world_change *change, const char *file, const char *place,
                           const char *text)
{
    struct report report;
    struct pack *pack = world_text_parse_changed(game_world, change, 1, &report);
    assert_null(pack);
    assert_int_equal(report.count, 1);
    if (!world_text_is_named(&report, file, place, text))
        fail_msg("%s: %s: %s", report.problems[0].file, report.problems[0].place, report.problems[0].text);
}

static void a_text_has_to_be_short_in_every_language(void **state)
{
    (void)state;
    static const struct world_change change = {"long", CHINESE_FILE, "阿达婆婆", LONG_TEXT, "", ""};
    expect_problem(&change, SCENE_FILE, "$.npcs[0].name", "in text/zh.json has 70 bytes; shorten it to 63");
}

static void a_text_that_nothing_shows_is_named(void **state)
{
    (void)state;
    static const struct world_change change = {"unused", SCENE_FILE, "@elder.hello", "Hello", "", ""};
    expect_problem(&change, ENGLISH_FILE, "$.elder.hello", "nothing shows this text; remove it");
}

static void a_language_without_file_is_named_once(void **state)
{
    (void)state;
    static const struct world_change change = {"file", WORLD_FILE, "\"zh\"", "\"zh\", \"de\"", "", ""};
    expect_problem(&change, "text/de.json", "", "cannot open");
}

static void keys_without_languages_are_named(void **state)
{
    (void)state;
    static const struct world_change change = {
        "key",       SCENE_FILE,       "\"Bram\"",
        "\"@bram\"", "$.npcs[0].name", "no text files; name their \"languages\" in world.json"};
    world_text_expect_refused(&change, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_in_every_language),
        cmocka_unit_test(the_first_language_may_be_any),
        cmocka_unit_test(a_scene_without_title_is_shown_by_its_name),
        cmocka_unit_test(a_world_without_languages_has_english_alone),
        cmocka_unit_test(the_language_that_fits_best_is_chosen),
        cmocka_unit_test(the_order_of_keys_does_not_matter),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
        cmocka_unit_test(a_text_has_to_be_short_in_every_language),
        cmocka_unit_test(a_text_that_nothing_shows_is_named),
        cmocka_unit_test(a_language_without_file_is_named_once),
        cmocka_unit_test(keys_without_languages_are_named),
    };
    return cmocka_run_group_tests_name("pack_text", tests, NULL, NULL);
}
