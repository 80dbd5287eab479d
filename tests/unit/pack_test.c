// Right worlds are read as they are written; wrong ones are refused with file, JSON path and remedy.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/world_text.h"

enum { PATH_SIZE_MAX = 256 };

// ---- folders -----------------------------------------------------------------------------------

/// A folder of its own for each test.
struct folder {
    char path[PATH_SIZE_MAX];
};

static void write_file(const struct folder *folder, const char *file, const char *text, size_t size)
{
    char path[2 * PATH_SIZE_MAX];
    snprintf(path, sizeof path, "%s/%s", folder->path, file);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    fclose(out);
}

static void remove_file(const struct folder *folder, const char *file)
{
    char path[2 * PATH_SIZE_MAX];
    snprintf(path, sizeof path, "%s/%s", folder->path, file);
    remove(path);
}

static int make_folder(void **state)
{
    struct folder *folder = calloc(1, sizeof *folder);
    char path[2 * PATH_SIZE_MAX];
    assert_non_null(folder);
    snprintf(folder->path, sizeof folder->path, "/tmp/pack_test_XXXXXX");
    assert_non_null(mkdtemp(folder->path));
    snprintf(path, sizeof path, "%s/scenes", folder->path);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file(folder, "world.json", world_file_text, strlen(world_file_text));
    write_file(folder, "scenes/a.json", scene_text, strlen(scene_text));
    *state = folder;
    return 0;
}

static int remove_folder(void **state)
{
    struct folder *folder = *state;
    remove_file(folder, "world.json");
    remove_file(folder, "scenes/a.json");
    remove_file(folder, "scenes/b.json");
    remove_file(folder, "scenes");
    remove(folder->path);
    free(folder);
    return 0;
}

// ---- right worlds ------------------------------------------------------------------------------

/// Loads a pack that is right, for pack_destroy().
static struct pack *load(const char *path)
{
    static struct report report;
    report = (struct report){0};
    struct pack *pack = pack_load(path, &report);
    report_print(&report, stderr);
    assert_non_null(pack);
    return pack;
}

static void a_folder_is_read(void **state)
{
    const struct folder *folder = *state;
    struct pack *pack = load(folder->path);
    assert_string_equal(pack->name, "Test world");
    assert_int_equal(pack->scene_count, 1);
    pack_destroy(pack);
}

static void the_plain_world_is_right(void **state)
{
    (void)state;
    struct pack *pack = load("cloudsvc/worlds/plain");
    assert_true(pack->npc_count >= 4);
    assert_true(pack->find_count >= 4);
    pack_destroy(pack);
}

// ---- wrong worlds ------------------------------------------------------------------------------

static const struct world_change changes[] = {
    {"find unknown type", WORLD_FILE, "\"type\": \"smith\"", "\"type\": \"smth\"", "$.find[0].type",
     "no NPC of type \"smth\""},
    {"find unknown subtype", WORLD_FILE, "\"subtype\": \"fish\"", "\"subtype\": \"bread\"", "$.find[1].type",
     "type \"merchant/bread\""},
    {"find without label", WORLD_FILE, "\"label\": \"Smith\", ", "", "$.find[0]",
     "\"label\" is missing; add it"},
    {"find no array", WORLD_FILE, "\"find\": [", "\"find\": 3, \"find2\": [", "$.find", "write an array"},
    {"unknown key in world", WORLD_FILE, "\"name\"", "\"nmae\"", "$", "\"nmae\" is not a key"},
    {"key twice", WORLD_FILE, "\"name\": \"Test world\"", "\"name\": \"A\", \"name\": \"B\"", "$",
     "is there twice; remove one"},
    {"name too long", WORLD_FILE, "Test world",
     "0123456789012345678901234567890123456789012345678901234567890123456789", "$.name", "shorten it to 63"},
    {"no scenes", WORLD_FILE, "[\"scenes/a.json\"]", "[]", "$.scenes", "write 1 to 1024"},
    {"scene twice", WORLD_FILE, "[\"scenes/a.json\"]", "[\"scenes/a.json\", \"scenes/a.json\"]",
     "$.scenes[1]", "remove one"},
    {"scene outside the pack", WORLD_FILE, "scenes/a.json", "scenes/../../a.json", "$.scenes[0]",
     "write scenes/NAME.json"},
    {"scene of another folder", WORLD_FILE, "scenes/a.json", "/etc/a.json", "$.scenes[0]",
     "write scenes/NAME.json"},
    {"spawn missing", WORLD_FILE, "\"spawn\": {\"scene\": \"first\", \"at\": [1, 1]},", "", "$",
     "\"spawn\" is missing"},
    {"spawn in no scene", WORLD_FILE, "\"scene\": \"first\"", "\"scene\": \"second\"", "$.spawn.scene",
     "add the scene"},
    {"spawn off the ground", WORLD_FILE, "[1, 1]", "[-1, 1]", "$.spawn.at", "move it inside one"},
    {"spawn no place", WORLD_FILE, "[1, 1]", "[1, true]", "$.spawn.at[1]", "write a number"},
};

/// Expects that loading fails and names the mistake.
static void expect_refused(const struct folder *folder, const char *name, const char *file, const char *place,
                           const char *text)
{
    static struct report report;
    report = (struct report){0};
    struct pack *pack = pack_load(folder->path, &report);
    if (!pack && world_text_is_named(&report, file, place, text))
        return;
    report_print(&report, stderr);
    fail_msg("%s: %s", name, pack ? "was taken" : "was not named");
}

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused(changes, sizeof changes / sizeof changes[0]);
}

/// Gives the right world, but only the first bytes of the scene.
static char *read_cut(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    (void)report;
    bool is_world = strcmp(file, WORLD_FILE) == 0;
    *size_bytes = is_world ? strlen(world_file_text) : *(const size_t *)context;
    return strndup(is_world ? world_file_text : scene_text, *size_bytes);
}

static void a_file_cut_off_anywhere_is_refused(void **state)
{
    (void)state;
    static struct report report;
    for (size_t size = 0; size + 2 < strlen(scene_text); size++) {
        report = (struct report){0};
        if (pack_parse(read_cut, &size, &report))
            fail_msg("the scene's first %zu bytes were taken", size);
        if (report.count != 1 || strcmp(report.problems[0].file, SCENE_FILE) != 0)
            fail_msg("the scene's first %zu bytes: %zu problems", size, report.count);
    }
    size_t size = strlen(scene_text);
    struct pack *pack = pack_parse(read_cut, &size, &report);
    assert_non_null(pack);
    pack_destroy(pack);
}

static void files_that_are_no_json_are_refused(void **state)
{
    const struct folder *folder = *state;
    static const char binary[] = "\x7F"
                                 "ELF\x02\x01\x01\x00\xFF\xFE";
    static char nested[4000];
    memset(nested, '[', sizeof nested);
    write_file(folder, SCENE_FILE, binary, sizeof binary);
    expect_refused(folder, "binary", SCENE_FILE, "line 1, column 5", "save the file as plain UTF-8");
    write_file(folder, SCENE_FILE, nested, sizeof nested);
    expect_refused(folder, "deep nesting", SCENE_FILE, "line 1, column 17",
                   "nest the values as the schema shows");
    write_file(folder, SCENE_FILE, "", 0);
    expect_refused(folder, "empty", SCENE_FILE, "", "the file is empty; write");
    write_file(folder, SCENE_FILE, "17", 2);
    expect_refused(folder, "a number", SCENE_FILE, "$", "this is a number; write an object");
    remove_file(folder, SCENE_FILE);
    expect_refused(folder, "missing", SCENE_FILE, "", "No such file or directory; check the name");
}

static void a_folder_without_a_world_is_refused(void **state)
{
    const struct folder *folder = *state;
    remove_file(folder, WORLD_FILE);
    expect_refused(folder, "missing", WORLD_FILE, "", "No such file or directory; check the name");
}

static void all_mistakes_are_reported_together(void **state)
{
    const struct folder *folder = *state;
    static const char text[] =
        "{\"name\": 1, \"scenes\": [\"scenes/a.json\", \"scenes/b.json\"], \"extra\": 1}";
    static struct report report;
    report = (struct report){0};
    write_file(folder, WORLD_FILE, text, strlen(text));
    write_file(folder, "scenes/b.json", "[", 1);
    assert_null(pack_load(folder->path, &report));
    assert_true(world_text_is_named(&report, WORLD_FILE, "$", "\"extra\" is not a key"));
    assert_true(world_text_is_named(&report, WORLD_FILE, "$.name", "write a string"));
    assert_true(world_text_is_named(&report, "scenes/b.json", "line 1", "cut off"));
}

static void two_scenes_of_one_name_are_refused(void **state)
{
    const struct folder *folder = *state;
    static const struct world_change two = {
        "two scenes", WORLD_FILE, "[\"scenes/a.json\"]", "[\"scenes/a.json\", \"scenes/b.json\"]", "", ""};
    static char text[WORLD_TEXT_MAX];
    world_text_change(world_file_text, &two, text);
    write_file(folder, WORLD_FILE, text, strlen(text));
    write_file(folder, "scenes/b.json", scene_text, strlen(scene_text));
    expect_refused(folder, "two scenes of one name", "scenes/b.json", "$.name",
                   "scenes/a.json has the name \"first\"");
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    pack_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_folder_is_read, make_folder, remove_folder),
        cmocka_unit_test(the_plain_world_is_right),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
        cmocka_unit_test(a_file_cut_off_anywhere_is_refused),
        cmocka_unit_test_setup_teardown(files_that_are_no_json_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_folder_without_a_world_is_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(all_mistakes_are_reported_together, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(two_scenes_of_one_name_are_refused, make_folder, remove_folder),
        cmocka_unit_test(destroying_nothing_is_allowed),
    };
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
