// `waynav index` tells how a world's keys fare under each scheme of the NPC index.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/data/waynav.h"

enum { PATH_SIZE_MAX = 128, NPCS = 150 };

static void expect_text(const char *printed, const char *text)
{
    if (!strstr(printed, text))
        fail_msg("no \"%s\" in: %s", text, printed);
}

static void both_schemes_are_told_one_after_the_other(void **state)
{
    (void)state;
    const char *const words[] = {"index", "cloudsvc/worlds/plain", NULL};
    const char *printed = waynav_run(words, 0);
    const char *a = strstr(printed, "A, tuned: NPCs ");
    const char *b = strstr(printed, "B, two choices: NPCs ");
    assert_non_null(a);
    assert_non_null(b);
    assert_true(a < b);
    expect_text(printed, "y 0, p 0.0000 %, tries 1, fill ");
    expect_text(printed, "width 20, seed ");
    expect_text(printed, "limit reached");
}

static void one_scheme_can_be_asked_for(void **state)
{
    (void)state;
    const char *const words[] = {"index", "cloudsvc/worlds/plain", "--scheme", "B", NULL};
    const char *printed = waynav_run(words, 0);
    expect_text(printed, "B, two choices");
    assert_null(strstr(printed, "A, tuned"));
}

/// A field full of NPCs, every one with a subtype of its own.
static void make_world(const char *folder)
{
    char path[2 * PATH_SIZE_MAX];
    (void)snprintf(path, sizeof path, "%s/scenes", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    (void)snprintf(path, sizeof path, "%s/world.json", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs("{\"name\": \"Fair\", \"scenes\": [\"scenes/a.json\"], \"find\": [],"
          " \"spawn\": {\"scene\": \"a\", \"at\": [2, 2]}}",
          out);
    assert_int_equal(fclose(out), 0);
    (void)snprintf(path, sizeof path, "%s/scenes/a.json", folder);
    out = fopen(path, "w");
    assert_non_null(out);
    fputs("{\"name\": \"a\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},"
          " \"light\": {\"sky\": \"#ffffff\", \"sun\": \"#ffffff\"}, \"regions\": ["
          "{\"name\": \"field\", \"surface\": \"grass\", \"height\": 0, \"outline\": [[0, 0], [400, 0], "
          "[400, 9], [0, 9]]}], \"npcs\": [",
          out);
    for (int i = 0; i < NPCS; i++)
        (void)fprintf(out,
                      "%s{\"type\": \"merchant\", \"subtype\": \"fish-%04d\", \"name\": \"Bram\","
                      " \"dialogue\": \"Hello.\", \"at\": [%d, 5]}",
                      i ? ", " : "", i, 2 * i + 2);
    fputs("]}", out);
    assert_int_equal(fclose(out), 0);
}

static void remove_world(const char *folder)
{
    static const char *const files[] = {"world.json", "scenes/a.json", "scenes", ""};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[2 * PATH_SIZE_MAX];
        (void)snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        (void)remove(path);
    }
}

static double number(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static void json_has_the_same_keys_under_both_schemes(void **state)
{
    (void)state;
    char folder[PATH_SIZE_MAX] = "/tmp/waynav_index_XXXXXX";
    assert_non_null(mkdtemp(folder));
    make_world(folder);
    const char *const words[] = {"index", folder, "--json", NULL};
    const char *printed = waynav_run(words, 0);
    remove_world(folder);
    cJSON *json = cJSON_Parse(printed);
    const cJSON *schemes = cJSON_GetObjectItemCaseSensitive(json, "schemes");
    assert_int_equal(cJSON_GetArraySize(schemes), 2);
    for (int i = 0; i < 2; i++) {
        const cJSON *scheme = cJSON_GetArrayItem(schemes, i);
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(scheme, "scheme");
        assert_string_equal(cJSON_GetStringValue(name), i == 0 ? "A" : "B");
        assert_true(number(scheme, "npcs") == NPCS);
        assert_true(number(scheme, "x") == NPCS + 1); // "merchant", and each with its subtype
        assert_true(number(scheme, "p") == number(scheme, "y") / number(scheme, "x"));
        assert_true(number(scheme, "p") < 0.001);
        assert_true(number(scheme, "tries") >= 1);
        assert_true(number(scheme, "fill") > 0.3);
        assert_true(number(scheme, "fill") < 1);
        const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(scheme, "parameters");
        assert_true(number(parameters, "buckets") >= 16);
    }
    const cJSON *tuned = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(schemes, 0), "parameters");
    assert_in_range((int)number(tuned, "width"), 20, 40);
    assert_in_range((int)number(tuned, "tree_height"), 8, 14); // log2(152) to twice that
    cJSON_Delete(json);
}

static void wrong_usage_and_wrong_worlds_are_told_apart(void **state)
{
    (void)state;
    const char *const no_world[] = {"index", NULL};
    const char *const no_scheme[] = {"index", "cloudsvc/worlds/plain", "--scheme", "C", NULL};
    const char *const no_value[] = {"index", "cloudsvc/worlds/plain", "--scheme", NULL};
    const char *const nowhere[] = {"index", "/nowhere", NULL};
    expect_text(waynav_run(no_world, 2), "usage: waynav index WORLD [--scheme A|B] [--json]");
    expect_text(waynav_run(no_scheme, 2), "expected scheme A or B, not \"C\"");
    expect_text(waynav_run(no_value, 2), "a value is missing after \"--scheme\"");
    expect_text(waynav_run(nowhere, 1), "cannot open /nowhere/world.json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_schemes_are_told_one_after_the_other),
        cmocka_unit_test(one_scheme_can_be_asked_for),
        cmocka_unit_test(json_has_the_same_keys_under_both_schemes),
        cmocka_unit_test(wrong_usage_and_wrong_worlds_are_told_apart),
    };
    return cmocka_run_group_tests_name("waynav_index", tests, NULL, NULL);
}
