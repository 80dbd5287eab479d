// `waynav check` answers with its exit status and one line a problem.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/data/waynav.h"

enum { PATH_SIZE_MAX = 128 };

/// Two fields with a way between them that is `step_m` high, an NPC in the farther one.
static const char scene_format[] =
    "{\"name\": \"a\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},"
    " \"light\": {\"sky\": \"#ffffff\", \"sun\": \"#ffffff\"}, \"regions\": ["
    "{\"name\": \"low\", \"surface\": \"grass\", \"height\": 0, \"outline\": [[0, 0], [9, 0], [9, 9], [0, "
    "9]]},"
    "{\"name\": \"high\", \"surface\": \"stone\", \"height\": %s, \"outline\": [[9, 0], [18, 0], [18, 9], "
    "[9, 9]]}],"
    " \"npcs\": [{\"type\": \"smith\", \"name\": \"Bram\", \"dialogue\": \"Hello.\", \"at\": [14, 5]}]}";

static const char world_text[] = "{\"name\": \"Steps\", \"scenes\": [\"scenes/a.json\"],"
                                 " \"find\": [{\"label\": \"Smith\", \"type\": \"smith\"}],"
                                 " \"spawn\": {\"scene\": \"a\", \"at\": [2, 5]}}";

static void write_text(const char *folder, const char *file, const char *text)
{
    char path[2 * PATH_SIZE_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void make_world(const char *folder, const char *step_m)
{
    char text[2048];
    char path[2 * PATH_SIZE_MAX];
    snprintf(path, sizeof path, "%s/scenes", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(text, sizeof text, scene_format, step_m);
    write_text(folder, "scenes/a.json", text);
    write_text(folder, "world.json", world_text);
}

static void remove_world(const char *folder)
{
    static const char *const files[] = {"world.json", "scenes/a.json", "scenes", ""};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[2 * PATH_SIZE_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        remove(path);
    }
}

/// Runs waynav with these words; expects its exit status and a part of what it prints.
static void expect_answer(const char *const *words, int status, const char *text)
{
    const char *printed = waynav_run(words, status);
    if (!strstr(printed, text))
        fail_msg("printed: %s", printed);
}

static void the_worlds_that_ship_are_right(void **state)
{
    (void)state;
    const char *const plain[] = {"check", "cloudsvc/worlds/plain", NULL};
    const char *const harbor[] = {"check", "cloudsvc/worlds/harbor", NULL};
    expect_answer(plain, 0, "ok: Plain village: scenes 1, ");
    expect_answer(harbor, 0, "ok: Harbor: scenes 6, ");
}

static void a_world_that_is_not_there_is_a_problem(void **state)
{
    (void)state;
    const char *const words[] = {"check", "/nowhere", NULL};
    expect_answer(words, 1, "world.json: cannot open /nowhere/world.json: No such file or directory");
}

static void a_find_entry_without_a_way_says_why(void **state)
{
    (void)state;
    char folder[PATH_SIZE_MAX] = "/tmp/waynav_check_XXXXXX";
    assert_non_null(mkdtemp(folder));
    make_world(folder, "0.36");
    const char *const words[] = {"check", folder, NULL};
    expect_answer(words, 1,
                  "world.json: $.find[0]: from the spawn there is no way to any \"smith\": unreachable, "
                  "step; open one near (9.000, 5.000) of scenes/a.json");
    remove_world(folder);
}

static void a_step_as_high_as_allowed_is_right(void **state)
{
    (void)state;
    char folder[PATH_SIZE_MAX] = "/tmp/waynav_check_XXXXXX";
    assert_non_null(mkdtemp(folder));
    make_world(folder, "0.35");
    const char *const words[] = {"check", folder, NULL};
    expect_answer(
        words, 0,
        "ok: Steps: scenes 1, regions 2, obstacles 0, roads 0, jumps 0, gates 0, NPCs 1, enemies 0, items 0, "
        "quests 0, languages 1, Find entries 1");
    remove_world(folder);
}

/// Makes the world and gives its scene some roads.
static void expect_road_answer(const char *roads, int status, const char *text)
{
    char folder[PATH_SIZE_MAX] = "/tmp/waynav_check_XXXXXX";
    char scene[2048];
    char with_roads[4096];
    assert_non_null(mkdtemp(folder));
    make_world(folder, "0");
    snprintf(scene, sizeof scene, scene_format, "0");
    snprintf(with_roads, sizeof with_roads, "{\"roads\": [%s], %s", roads, scene + 1);
    write_text(folder, "scenes/a.json", with_roads);
    const char *const words[] = {"check", folder, NULL};
    expect_answer(words, status, text);
    remove_world(folder);
}

static void a_road_that_ends_in_the_air_is_named(void **state)
{
    (void)state;
    expect_road_answer("{\"name\": \"r\", \"line\": [[1, 1], [8, 1]], \"width\": 1}", 0, "roads 1, jumps 0");
    expect_road_answer(
        "{\"name\": \"low\", \"line\": [[1, 1], [8, 1]], \"width\": 1}, {\"name\": \"r\", \"line\": [[4, 1], "
        "[4, 5], "
        "[4, 20]], \"width\": 1, \"height\": [0, 1, 2]}",
        1,
        "scenes/a.json: $.roads[1]: it ends at (4.000, 20.000), height 2.000, where nobody can stand; lead");
}

static void wrong_usage_is_told_apart(void **state)
{
    (void)state;
    const char *const nothing[] = {NULL};
    const char *const unknown[] = {"chekc", NULL};
    const char *const no_world[] = {"check", NULL};
    const char *const two_worlds[] = {"check", "a", "b", NULL};
    const char *const help[] = {"--help", NULL};
    const char *const verb_help[] = {"check", "--help", NULL};
    expect_answer(nothing, 2, "usage: waynav VERB");
    expect_answer(unknown, 2, "no verb \"chekc\"");
    expect_answer(no_world, 2, "usage: waynav check WORLD");
    expect_answer(two_worlds, 2, "usage: waynav check WORLD");
    expect_answer(help, 0, "waynav check WORLD");
    expect_answer(verb_help, 0, "usage: waynav check WORLD");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worlds_that_ship_are_right),
        cmocka_unit_test(a_world_that_is_not_there_is_a_problem),
        cmocka_unit_test(a_find_entry_without_a_way_says_why),
        cmocka_unit_test(a_step_as_high_as_allowed_is_right),
        cmocka_unit_test(a_road_that_ends_in_the_air_is_named),
        cmocka_unit_test(wrong_usage_is_told_apart),
    };
    return cmocka_run_group_tests_name("waynav_check", tests, NULL, NULL);
}
