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

enum { TEXT_MAX = 1 << 16, PATH_SIZE_MAX = 256 };

static const char world_text[] = "{\n"
                                 "  \"name\": \"Test world\", \"scenes\": [\"scenes/a.json\"],\n"
                                 "  \"spawn\": {\"scene\": \"first\", \"at\": [1, 1]},\n"
                                 "  \"find\": [{\"label\": \"Smith\", \"type\": \"smith\"},\n"
                                 "    {\"label\": \"Fish\", \"type\": \"merchant\", \"subtype\": \"fish\"}]\n"
                                 "}\n";

static const char scene_text[] =
    "{\n"
    "  \"name\": \"first\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},\n"
    "  \"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"},\n"
    "  \"regions\": [\n"
    "    {\"name\": \"ground\", \"surface\": \"grass\", \"height\": [0, 0, 0.5, 0.5],\n"
    "      \"outline\": [[0, 0], [20, 0], [20, 20], [0, 20]],\n"
    "      \"holes\": [[[12, 12], [18, 12], [18, 18], [12, 18]]],\n"
    "      \"hole_heights\": [[0.3, 0.3, 0.45, 0.45]]},\n"
    "    {\"name\": \"floor\", \"surface\": \"stone\", \"height\": 0.3,\n"
    "      \"outline\": [[12, 18], [18, 18], [18, 12], [12, 12]]}\n"
    "  ],\n"
    "  \"obstacles\": [\n"
    "    {\"kind\": \"house\", \"outline\": [[4, 4], [8, 4], [8, 8], [4, 8]], \"height\": 5, \"color\": "
    "\"#b5503a\"},\n"
    "    {\"kind\": \"tree\", \"center\": [10, 3], \"radius\": 0.5, \"height\": 4},\n"
    "    {\"kind\": \"fence\", \"line\": [[2, 14], [6, 14]], \"width\": 0.2, \"height\": 1},\n"
    "    {\"kind\": \"pond\", \"center\": [13.5, 13.5], \"radius\": 1}\n"
    "  ],\n"
    "  \"npcs\": [\n"
    "    {\"type\": \"smith\", \"name\": \"Bram\", \"dialogue\": \"Hello.\", \"at\": [2, 10]},\n"
    "    {\"type\": \"merchant\", \"subtype\": \"fish\", \"name\": \"Finn\", \"dialogue\": \"Fresh!\",\n"
    "      \"at\": [16, 16], \"facing\": [-1, 0.5]}\n"
    "  ]\n"
    "}\n";

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
    write_file(folder, "world.json", world_text, strlen(world_text));
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

static void expect_point(struct geo_point point, int32_t x, int32_t z)
{
    assert_int_equal(point.x, x);
    assert_int_equal(point.z, z);
}

static void expect_regions(const struct pack_scene *scene)
{
    assert_int_equal(scene->region_count, 2);
    const struct pack_region *ground = &scene->regions[0];
    assert_string_equal(ground->name, "ground");
    assert_int_equal(ground->surface, PACK_GRASS);
    assert_int_equal(ground->outline.count, 4);
    assert_int_equal(ground->heights_mm[2], 500);
    assert_int_equal(ground->hole_count, 1);
    expect_point(ground->holes[0].points[2], 18000, 18000);
    assert_int_equal(ground->hole_heights_mm[0][2], 450);
    // Written clockwise: the reader has turned it around.
    expect_point(scene->regions[1].outline.points[0], 12000, 12000);
    expect_point(scene->regions[1].outline.points[1], 18000, 12000);
    assert_int_equal(scene->regions[1].heights_mm[3], 300);
}

static void expect_obstacles(const struct pack_scene *scene)
{
    assert_int_equal(scene->obstacle_count, 4);
    const struct pack_obstacle *house = &scene->obstacles[0];
    assert_int_equal(house->kind, PACK_HOUSE);
    assert_int_equal(house->height_mm, 5000);
    assert_int_equal(house->color_rgb, 0xb5503a);
    assert_int_equal(house->region, 0);
    assert_int_equal(scene->obstacles[1].outline.count, 8);
    assert_int_equal(scene->obstacles[1].color_rgb, 0);
    assert_int_equal(scene->obstacles[2].outline.count, 4);
    expect_point(scene->obstacles[2].outline.points[0], 2000, 13900);
    assert_int_equal(scene->obstacles[3].height_mm, 0);
    assert_int_equal(scene->obstacles[3].region, 1);
}

static void expect_npcs(const struct pack *pack)
{
    assert_int_equal(pack->npc_count, 2);
    assert_string_equal(pack->npcs[0].type, "smith");
    assert_string_equal(pack->npcs[0].subtype, "");
    assert_int_equal(pack->npcs[0].region, 0);
    expect_point(pack->npcs[0].facing, 0, -1000);
    assert_string_equal(pack->npcs[1].subtype, "fish");
    assert_string_equal(pack->npcs[1].dialogue, "Fresh!");
    assert_int_equal(pack->npcs[1].region, 1);
    expect_point(pack->npcs[1].at, 16000, 16000);
    expect_point(pack->npcs[1].facing, -1000, 500);
}

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

static void a_right_world_is_read_as_written(void **state)
{
    const struct folder *folder = *state;
    struct pack *pack = load(folder->path);
    assert_string_equal(pack->name, "Test world");
    assert_int_equal(pack->scene_count, 1);
    const struct pack_scene *scene = &pack->scenes[0];
    assert_string_equal(scene->name, "first");
    assert_string_equal(scene->file, "scenes/a.json");
    assert_int_equal(scene->step_height_mm, 350);
    assert_int_equal(scene->agent_radius_mm, 350);
    assert_int_equal(scene->agent_height_mm, 1800);
    assert_int_equal(scene->merge_tolerance_mm, 50);
    assert_int_equal(scene->sky_rgb, 0x102030);
    assert_int_equal(scene->sun_rgb, 0xffeedd);
    expect_regions(scene);
    expect_obstacles(scene);
    expect_npcs(pack);
    assert_int_equal(pack->find_count, 2);
    assert_string_equal(pack->find[1].subtype, "fish");
    expect_point(pack->spawn, 1000, 1000);
    assert_int_equal(pack->spawn_region, 0);
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

/// A world with one mistake: `from`, which stands once in the file, became `to`.
struct wrong_case {
    const char *name;
    const char *file;
    const char *from;
    const char *to;
    const char *place; // beginning of the JSON path
    const char *text;  // part of what the problem says
};

#define WORLD  "world.json"
#define SCENE  "scenes/a.json"
#define HOUSE  "[[4, 4], [8, 4], [8, 8], [4, 8]]"
#define GROUND "[[0, 0], [20, 0], [20, 20], [0, 20]]"
#define HOLE   "[[12, 12], [18, 12], [18, 18], [12, 18]]"
#define FLOOR  "[[12, 18], [18, 18], [18, 12], [12, 12]]"

static const struct wrong_case wrong_cases[] = {
    // world.json
    {"find unknown type", WORLD, "\"type\": \"smith\"", "\"type\": \"smth\"", "$.find[0].type",
     "no NPC of type \"smth\""},
    {"find unknown subtype", WORLD, "\"subtype\": \"fish\"", "\"subtype\": \"bread\"", "$.find[1].type",
     "type \"merchant/bread\""},
    {"find without label", WORLD, "\"label\": \"Smith\", ", "", "$.find[0]", "\"label\" is missing; add it"},
    {"find no array", WORLD, "\"find\": [", "\"find\": 3, \"find2\": [", "$.find", "write an array"},
    {"unknown key in world", WORLD, "\"name\"", "\"nmae\"", "$", "\"nmae\" is not a key"},
    {"key twice", WORLD, "\"name\": \"Test world\"", "\"name\": \"A\", \"name\": \"B\"", "$",
     "is there twice; remove one"},
    {"name too long", WORLD, "Test world",
     "0123456789012345678901234567890123456789012345678901234567890123456789", "$.name", "shorten it to 63"},
    {"no scenes", WORLD, "[\"scenes/a.json\"]", "[]", "$.scenes", "write 1 to 1024"},
    {"scene twice", WORLD, "[\"scenes/a.json\"]", "[\"scenes/a.json\", \"scenes/a.json\"]", "$.scenes[1]",
     "remove one"},
    {"scene outside the pack", WORLD, "scenes/a.json", "scenes/../../a.json", "$.scenes[0]",
     "write scenes/NAME.json"},
    {"scene of another folder", WORLD, "scenes/a.json", "/etc/a.json", "$.scenes[0]",
     "write scenes/NAME.json"},
    {"spawn missing", WORLD, "\"spawn\": {\"scene\": \"first\", \"at\": [1, 1]},", "", "$",
     "\"spawn\" is missing"},
    {"spawn in no scene", WORLD, "\"scene\": \"first\"", "\"scene\": \"second\"", "$.spawn.scene",
     "add the scene"},
    {"spawn off the ground", WORLD, "[1, 1]", "[-1, 1]", "$.spawn.at", "move it inside one"},
    {"spawn in a house", WORLD, "[1, 1]", "[5, 5]", "$.spawn.at", "stands inside obstacle 0"},
    {"spawn no place", WORLD, "[1, 1]", "[1, true]", "$.spawn.at[1]", "write a number"},
    // a scene's own values
    {"step no number", SCENE, "0.35, \"agent\"", "\"high\", \"agent\"", "$.step_height", "write a number"},
    {"step absurd", SCENE, "0.35, \"agent\"", "50, \"agent\"", "$.step_height", "write 0 to 5"},
    {"agent without radius", SCENE, "\"radius\": 0.35, ", "", "$.agent", "\"radius\" is missing"},
    {"agent too wide", SCENE, "\"radius\": 0.35", "\"radius\": 1e9", "$.agent.radius", "out of range"},
    {"colour wrong", SCENE, "#102030", "blue", "$.light.sky", "write \"#rrggbb\""},
    {"unknown key in scene", SCENE, "\"step_height\"", "\"step\": 1, \"step_height\"", "$",
     "\"step\" is not a key"},
    {"no regions", SCENE, "\"regions\": [", "\"regions\": [], \"more\": [", "$.regions", "write 1 to 4096"},
    // regions
    {"surface unknown", SCENE, "\"grass\"", "\"lava\"", "$.regions[0].surface", "write one of grass, stone"},
    {"region self-crossing", SCENE, GROUND, "[[0, 0], [20, 20], [20, 0], [0, 20]]", "$.regions[0].outline[2]",
     "sides 0 and 2 cross or touch; move"},
    {"region repeated point", SCENE, GROUND, "[[0, 0], [20, 0], [20, 0], [0, 20]]", "$.regions[0].outline[2]",
     "corners 1 and 2 are the same place; remove"},
    {"region without area", SCENE, GROUND, "[[0, 0], [20, 0], [10, 0], [5, 0]]", "$.regions[0].outline",
     "no area; move one off"},
    {"region of two corners", SCENE, GROUND, "[[0, 0], [20, 0]]", "$.regions[0].outline", "write 3 to"},
    {"corner not a pair", SCENE, GROUND, "[[0, 0], [20, 0, 1], [20, 20], [0, 20]]", "$.regions[0].outline[1]",
     "write two numbers"},
    {"corner absurd", SCENE, GROUND, "[[0, 0], [2e7, 0], [20, 20], [0, 20]]", "$.regions[0].outline[1][0]",
     "out of range"},
    {"corner infinite", SCENE, GROUND, "[[0, 0], [1e999, 0], [20, 20], [0, 20]]",
     "$.regions[0].outline[1][0]", "out of range"},
    {"corner NaN", SCENE, GROUND, "[[0, 0], [NaN, 0], [20, 20], [0, 20]]", "line 6, column 28", "NaN"},
    {"corner too fine", SCENE, GROUND, "[[0, 0], [20.00001, 0], [20, 20], [0, 20]]",
     "$.regions[0].outline[1][0]", "at most three decimals"},
    {"heights too few", SCENE, "[0, 0, 0.5, 0.5]", "[0, 0, 0.5]", "$.regions[0].height",
     "3 heights for 4 corners"},
    {"heights too many", SCENE, "[0, 0, 0.5, 0.5]", "[0, 0, 0.5, 0.5, 1]", "$.regions[0].height",
     "5 heights for 4 corners"},
    {"height no number", SCENE, "[0, 0, 0.5, 0.5]", "[0, 0, null, 0.5]", "$.regions[0].height[2]",
     "write a number"},
    {"height absurd", SCENE, "\"height\": 0.3", "\"height\": 1e6", "$.regions[1].height", "out of range"},
    {"hole heights missing", SCENE, ",\n      \"hole_heights\": [[0.3, 0.3, 0.45, 0.45]]", "", "$.regions[0]",
     "\"hole_heights\" is missing"},
    {"hole heights too few", SCENE, "[[0.3, 0.3, 0.45, 0.45]]", "[]", "$.regions[0].hole_heights",
     "write 1 to 1"},
    {"hole heights not wanted", SCENE, "[0, 0, 0.5, 0.5]", "0", "$.regions[0].hole_heights", "remove this"},
    {"hole heights without holes", SCENE, "\"holes\": [" HOLE "],", "", "$.regions[0].hole_heights",
     "no \"holes\"; remove this"},
    {"hole outside", SCENE, HOLE, "[[32, 12], [38, 12], [38, 18], [32, 18]]", "$.regions[0].holes[0]",
     "lies outside the outline of $.regions[0]; move it inside"},
    {"hole touching", SCENE, HOLE, "[[12, 12], [20, 12], [18, 18], [12, 18]]", "$.regions[0].holes[0]",
     "crosses or touches the outline of $.regions[0]; move"},
    {"hole self-crossing", SCENE, HOLE, "[[12, 12], [18, 18], [18, 12], [12, 18]]",
     "$.regions[0].holes[0][2]", "cross or touch"},
    {"regions overlapping", SCENE, FLOOR, "[[11, 18], [18, 18], [18, 12], [11, 12]]", "$.regions[1]",
     "overlaps $.regions[0] (ground) at the same height; cut a hole"},
    {"regions with a crack", SCENE, FLOOR, "[[12.005, 18], [18, 18], [18, 12], [12.005, 12]]", "$.regions[1]",
     "misses a side of $.regions[0] (ground) by less than 10 mm; put it on"},
    {"regions of one name", SCENE, "\"floor\"", "\"ground\"", "$.regions[1].name", "rename one"},
    // obstacles
    {"kind unknown", SCENE, "\"tree\"", "\"bush\"", "$.obstacles[1].kind", "write one of house"},
    {"obstacle without shape", SCENE, "\"outline\": " HOUSE ", ", "", "$.obstacles[0]",
     "write one of \"outline\""},
    {"obstacle with two shapes", SCENE, "\"outline\": " HOUSE, "\"center\": [1, 1], \"outline\": " HOUSE,
     "$.obstacles[0]", "write one of \"outline\""},
    {"obstacle self-crossing", SCENE, HOUSE, "[[4, 4], [8, 8], [8, 4], [4, 8]]", "$.obstacles[0].outline[2]",
     "cross or touch"},
    {"obstacle outside", SCENE, HOUSE, "[[44, 4], [48, 4], [48, 8], [44, 8]]", "$.obstacles[0]",
     "outside every region"},
    {"obstacle touching its region", SCENE, HOUSE, "[[4, 4], [20, 4], [8, 8], [4, 8]]", "$.obstacles[0]",
     "crosses or touches the outline of $.regions[0]; move"},
    {"obstacle crossing a hole", SCENE, HOUSE, "[[4, 4], [8, 4], [15, 15], [4, 8]]", "$.obstacles[0]",
     "crosses or touches $.regions[0].holes[0]; move"},
    {"obstacle around a hole", SCENE, HOUSE, "[[11, 11], [19, 11], [19, 19], [11, 19]]",
     "$.regions[0].holes[0]", "lies inside $.obstacles[0]"},
    {"obstacles touching", SCENE, "\"center\": [10, 3]", "\"center\": [8, 6]", "$.obstacles[1]",
     "crosses or touches $.obstacles[0]; move"},
    {"obstacle in another", SCENE, "\"center\": [10, 3]", "\"center\": [6, 6]", "$.obstacles[1]",
     "lies inside $.obstacles[0]"},
    {"outline with radius", SCENE, "\"outline\": " HOUSE, "\"radius\": 1, \"outline\": " HOUSE,
     "$.obstacles[0]", "\"center\" with \"radius\""},
    {"outline with width", SCENE, "\"outline\": " HOUSE, "\"width\": 1, \"outline\": " HOUSE,
     "$.obstacles[0]", "\"line\" with \"width\""},
    {"circle without radius", SCENE, "\"radius\": 0.5, ", "", "$.obstacles[1]", "\"radius\" is missing"},
    {"radius negative", SCENE, "\"radius\": 0.5", "\"radius\": -0.5", "$.obstacles[1].radius",
     "out of range"},
    {"line of one point", SCENE, "[[2, 14], [6, 14]]", "[[2, 14]]", "$.obstacles[2].line", "write 2 to 4096"},
    {"line repeating a point", SCENE, "[[2, 14], [6, 14]]", "[[2, 14], [2, 14]]", "$.obstacles[2].line[1]",
     "same place; remove one"},
    {"line folding back", SCENE, "[[2, 14], [6, 14]]", "[[2, 14], [6, 14], [3, 14]]", "$.obstacles[2].line",
     "turns too sharply"},
    {"line crossing itself", SCENE, "[[2, 14], [6, 14]]", "[[2, 14], [6, 14], [6, 17], [4, 17], [4, 12]]",
     "$.obstacles[2].line", "crosses itself"},
    {"house without height", SCENE, "\"height\": 5, ", "", "$.obstacles[0]", "\"height\" is missing"},
    {"pond with height", SCENE, "\"radius\": 1}", "\"radius\": 1, \"height\": 1}", "$.obstacles[3].height",
     "remove it"},
    {"obstacle in unknown region", SCENE, "\"radius\": 1}", "\"radius\": 1, \"region\": \"sea\"}",
     "$.obstacles[3].region", "no region has the name \"sea\""},
    {"obstacle in another region", SCENE, "\"radius\": 1}", "\"radius\": 1, \"region\": \"ground\"}",
     "$.obstacles[3]", "not inside region \"ground\""},
    // NPCs
    {"npc off the ground", SCENE, "[2, 10]", "[2, 21]", "$.npcs[0].at", "outside every region"},
    {"npc on a border", SCENE, "[2, 10]", "[12, 15]", "$.npcs[0].at", "or on a border; move it"},
    {"npc in an obstacle", SCENE, "[2, 10]", "[5, 5]", "$.npcs[0].at", "stands inside obstacle 0"},
    {"npc too near", SCENE, "[2, 10]", "[3.7, 5]", "$.npcs[0].at",
     "too near to obstacle 0 of scenes/a.json; move"},
    {"npc in a pond of the other region", SCENE, "[16, 16]", "[13.5, 13.5]", "$.npcs[1].at",
     "inside obstacle 3"},
    {"npc without type", SCENE, "\"type\": \"smith\", ", "", "$.npcs[0]", "\"type\" is missing"},
    {"npc type not plain", SCENE, "\"smith\"", "\"Black Smith\"", "$.npcs[0].type", "lower-case letters"},
    {"npc name no string", SCENE, "\"Bram\"", "7", "$.npcs[0].name", "write a string"},
    {"npc facing nowhere", SCENE, "[-1, 0.5]", "[0, 0]", "$.npcs[1].facing", "write one such as"},
    {"npc no object", SCENE, "\"npcs\": [", "\"npcs\": [[],", "$.npcs[0]", "write an object"},
};

/// Copies `text` with its one `from` replaced.
static void replace(const char *text, const struct wrong_case *test, char out[TEXT_MAX])
{
    const char *at = strstr(text, test->from);
    if (!at || strstr(at + 1, test->from))
        fail_msg("%s: what to replace does not stand once in the file", test->name);
    snprintf(out, TEXT_MAX, "%.*s%s%s", (int)(at - text), text, test->to, at + strlen(test->from));
}

static bool is_named(const struct report *report, const char *file, const char *place, const char *text)
{
    for (size_t i = 0; i < report->count && i < REPORT_PROBLEMS_MAX; i++) {
        const struct report_problem *problem = &report->problems[i];
        if (strcmp(problem->file, file) == 0 && strncmp(problem->place, place, strlen(place)) == 0 &&
            strstr(problem->text, text))
            return true;
    }
    return false;
}

/// Expects that loading fails and names the mistake.
static void expect_refused(const struct folder *folder, const char *name, const char *file, const char *place,
                           const char *text)
{
    static struct report report;
    report = (struct report){0};
    struct pack *pack = pack_load(folder->path, &report);
    if (!pack && is_named(&report, file, place, text))
        return;
    report_print(&report, stderr);
    fail_msg("%s: %s", name, pack ? "was taken" : "was not named");
}

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    const struct folder *folder = *state;
    static char text[TEXT_MAX];
    for (size_t i = 0; i < sizeof wrong_cases / sizeof wrong_cases[0]; i++) {
        const struct wrong_case *test = &wrong_cases[i];
        const char *original = strcmp(test->file, WORLD) == 0 ? world_text : scene_text;
        replace(original, test, text);
        write_file(folder, test->file, text, strlen(text));
        expect_refused(folder, test->name, test->file, test->place, test->text);
        write_file(folder, test->file, original, strlen(original));
    }
}

/// Gives the right world, but only the first bytes of the scene.
static char *read_cut(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    (void)report;
    bool is_world = strcmp(file, WORLD) == 0;
    *size_bytes = is_world ? strlen(world_text) : *(const size_t *)context;
    return strndup(is_world ? world_text : scene_text, *size_bytes);
}

static void a_file_cut_off_anywhere_is_refused(void **state)
{
    (void)state;
    static struct report report;
    for (size_t size = 0; size + 2 < strlen(scene_text); size++) {
        report = (struct report){0};
        if (pack_parse(read_cut, &size, &report))
            fail_msg("the scene's first %zu bytes were taken", size);
        if (report.count != 1 || strcmp(report.problems[0].file, SCENE) != 0)
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
    write_file(folder, SCENE, binary, sizeof binary);
    expect_refused(folder, "binary", SCENE, "line 1, column 5", "save the file as plain UTF-8");
    write_file(folder, SCENE, nested, sizeof nested);
    expect_refused(folder, "deep nesting", SCENE, "line 1, column 17", "nest the values as the schema shows");
    write_file(folder, SCENE, "", 0);
    expect_refused(folder, "empty", SCENE, "", "the file is empty; write");
    write_file(folder, SCENE, "17", 2);
    expect_refused(folder, "a number", SCENE, "$", "this is a number; write an object");
    remove_file(folder, SCENE);
    expect_refused(folder, "missing", SCENE, "", "No such file or directory; check the name");
}

static void a_folder_without_a_world_is_refused(void **state)
{
    const struct folder *folder = *state;
    remove_file(folder, WORLD);
    expect_refused(folder, "missing", WORLD, "", "No such file or directory; check the name");
}

static void all_mistakes_are_reported_together(void **state)
{
    const struct folder *folder = *state;
    static const char text[] =
        "{\"name\": 1, \"scenes\": [\"scenes/a.json\", \"scenes/b.json\"], \"extra\": 1}";
    static struct report report;
    report = (struct report){0};
    write_file(folder, WORLD, text, strlen(text));
    write_file(folder, "scenes/b.json", "[", 1);
    assert_null(pack_load(folder->path, &report));
    assert_true(is_named(&report, WORLD, "$", "\"extra\" is not a key"));
    assert_true(is_named(&report, WORLD, "$.name", "write a string"));
    assert_true(is_named(&report, "scenes/b.json", "line 1", "cut off"));
}

static void two_scenes_of_one_name_are_refused(void **state)
{
    const struct folder *folder = *state;
    static const struct wrong_case two = {
        "two scenes", WORLD, "[\"scenes/a.json\"]", "[\"scenes/a.json\", \"scenes/b.json\"]", "", ""};
    static char text[TEXT_MAX];
    replace(world_text, &two, text);
    write_file(folder, WORLD, text, strlen(text));
    write_file(folder, "scenes/b.json", scene_text, strlen(scene_text));
    expect_refused(folder, "two scenes of one name", "scenes/b.json", "$.name",
                   "scenes/a.json has the name \"first\"");
}

static void floors_over_one_another_need_a_name_and_headroom(void **state)
{
    const struct folder *folder = *state;
    static const struct wrong_case above = {
        "above",
        SCENE,
        "    {\"name\": \"floor\"",
        "    {\"name\": \"gallery\", \"surface\": \"wood\", \"height\": 2.3,\n"
        "      \"outline\": [[1, 9], [3, 9], [3, 11], [1, 11]]},\n    {\"name\": \"floor\"",
        "",
        ""};
    static const struct wrong_case named = {
        "named", SCENE, "\"at\": [2, 10]", "\"at\": [2, 10], \"region\": \"gallery\"", "", ""};
    static const struct wrong_case low = {"low", SCENE, "2.3", "2.29", "", ""};
    static char text[TEXT_MAX];
    static char named_text[TEXT_MAX];
    replace(scene_text, &above, text);
    write_file(folder, SCENE, text, strlen(text));
    expect_refused(folder, "two floors", SCENE, "$.npcs[0].at", "say which one with \"region\"");
    replace(text, &named, named_text);
    write_file(folder, SCENE, named_text, strlen(named_text));
    struct pack *pack = load(folder->path);
    assert_int_equal(pack->npcs[0].region, 1);
    pack_destroy(pack);
    replace(named_text, &low, text);
    write_file(folder, SCENE, text, strlen(text));
    expect_refused(folder, "low floor", SCENE, "$.regions[1]",
                   "overlaps $.regions[0] (ground) at the same height");
}

static void a_region_contains_its_inside_only(void **state)
{
    const struct folder *folder = *state;
    struct pack *pack = load(folder->path);
    const struct pack_region *ground = &pack->scenes[0].regions[0];
    assert_true(pack_region_contains(ground, (struct geo_point){1, 1}));
    assert_false(pack_region_contains(ground, (struct geo_point){0, 1}));
    assert_false(pack_region_contains(ground, (struct geo_point){-1, 1}));
    assert_false(pack_region_contains(ground, (struct geo_point){15000, 15000}));
    assert_false(pack_region_contains(ground, (struct geo_point){12000, 15000}));
    assert_true(pack_region_contains(ground, (struct geo_point){11999, 15000}));
    pack_destroy(pack);
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    pack_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_right_world_is_read_as_written, make_folder, remove_folder),
        cmocka_unit_test(the_plain_world_is_right),
        cmocka_unit_test_setup_teardown(every_mistake_is_named_with_file_place_and_remedy, make_folder,
                                        remove_folder),
        cmocka_unit_test(a_file_cut_off_anywhere_is_refused),
        cmocka_unit_test_setup_teardown(files_that_are_no_json_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_folder_without_a_world_is_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(all_mistakes_are_reported_together, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(two_scenes_of_one_name_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(floors_over_one_another_need_a_name_and_headroom, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_region_contains_its_inside_only, make_folder, remove_folder),
        cmocka_unit_test(destroying_nothing_is_allowed),
    };
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
