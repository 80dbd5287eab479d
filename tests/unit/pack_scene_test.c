// A scene is read as it is written; a wrong value is refused with its place and what to do.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/world_text.h"

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

static void a_right_world_is_read_as_written(void **state)
{
    (void)state;
    struct pack *pack = world_text_load(NULL, 0);
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

static void a_region_contains_its_inside_only(void **state)
{
    (void)state;
    struct pack *pack = world_text_load(NULL, 0);
    const struct pack_region *ground = &pack->scenes[0].regions[0];
    assert_true(pack_region_contains(ground, (struct geo_point){1, 1}));
    assert_false(pack_region_contains(ground, (struct geo_point){0, 1}));
    assert_false(pack_region_contains(ground, (struct geo_point){-1, 1}));
    assert_false(pack_region_contains(ground, (struct geo_point){15000, 15000}));
    assert_false(pack_region_contains(ground, (struct geo_point){12000, 15000}));
    assert_true(pack_region_contains(ground, (struct geo_point){11999, 15000}));
    pack_destroy(pack);
}

static void further_agents_chunks_and_ceilings_are_read(void **state)
{
    (void)state;
    static const struct world_change changes[] = {
        {"agents", SCENE_FILE, "\"light\": ",
         "\"agents\": [{\"name\": \"cart\", \"radius\": 0.8, \"height\": 2.5}], \"light\": ", "", ""},
        {"chunk", SCENE_FILE, "\"grass\"", "\"grass\", \"chunk\": \"east\", \"ceiling\": [3, 3, 4, 4]", "",
         ""},
        {"ceiling", SCENE_FILE, "\"stone\"", "\"stone\", \"ceiling\": 2", "", ""},
        {"ravine", SCENE_FILE, "\"pond\"", "\"ravine\"", "", ""},
    };
    struct pack *pack = world_text_load(changes, 4);
    const struct pack_scene *scene = &pack->scenes[0];
    assert_int_equal(scene->agent_count, 1);
    assert_string_equal(scene->agents[0].name, "cart");
    assert_int_equal(scene->agents[0].radius_mm, 800);
    assert_int_equal(scene->agents[0].height_mm, 2500);
    assert_string_equal(scene->regions[0].chunk, "east");
    assert_string_equal(scene->regions[1].chunk, "");
    assert_int_equal(scene->regions[0].ceilings_mm[1], 3000);
    assert_int_equal(pack_region_ceiling(&scene->regions[0], (struct geo_point){15000, 15000}), 3750);
    assert_int_equal(pack_region_ceiling(&scene->regions[1], (struct geo_point){15000, 15000}), 2000);
    assert_int_equal(scene->obstacles[3].kind, PACK_RAVINE);
    pack_destroy(pack);
}

#define HOUSE  "[[4, 4], [8, 4], [8, 8], [4, 8]]"
#define GROUND "[[0, 0], [20, 0], [20, 20], [0, 20]]"
#define HOLE   "[[12, 12], [18, 12], [18, 18], [12, 18]]"
#define FLOOR  "[[12, 18], [18, 18], [18, 12], [12, 12]]"

static const struct world_change changes[] = {
    {"step no number", SCENE_FILE, "0.35, \"agent\"", "\"high\", \"agent\"", "$.step_height",
     "write a number"},
    {"step absurd", SCENE_FILE, "0.35, \"agent\"", "50, \"agent\"", "$.step_height", "write 0 to 5"},
    {"agent without radius", SCENE_FILE, "\"radius\": 0.35, ", "", "$.agent", "\"radius\" is missing"},
    {"agent too wide", SCENE_FILE, "\"radius\": 0.35", "\"radius\": 1e9", "$.agent.radius", "out of range"},
    {"colour wrong", SCENE_FILE, "#102030", "blue", "$.light.sky", "write \"#rrggbb\""},
    {"unknown key in scene", SCENE_FILE, "\"step_height\"", "\"step\": 1, \"step_height\"", "$",
     "\"step\" is not a key"},
    {"no regions", SCENE_FILE, "\"regions\": [", "\"regions\": [], \"more\": [", "$.regions",
     "write 1 to 4096"},
    {"agents of one name", SCENE_FILE, "\"light\": ",
     "\"agents\": [{\"name\": \"a\", \"radius\": 1, \"height\": 2}, {\"name\": \"a\", \"radius\": 1, "
     "\"height\": 2}], "
     "\"light\": ",
     "$.agents[1].name", "rename one"},
    {"agent without name", SCENE_FILE, "\"light\": ",
     "\"agents\": [{\"radius\": 1, \"height\": 2}], \"light\": ", "$.agents[0]", "\"name\" is missing"},
    {"too many agents", SCENE_FILE,
     "\"light\": ", "\"agents\": [1, 2, 3, 4, 5, 6, 7, 8], \"light\": ", "$.agents", "write 0 to 7"},
    {"surface unknown", SCENE_FILE, "\"grass\"", "\"lava\"", "$.regions[0].surface",
     "write one of grass, stone"},
    {"region self-crossing", SCENE_FILE, GROUND, "[[0, 0], [20, 20], [20, 0], [0, 20]]",
     "$.regions[0].outline[2]", "sides 0 and 2 cross or touch; move"},
    {"region repeated point", SCENE_FILE, GROUND, "[[0, 0], [20, 0], [20, 0], [0, 20]]",
     "$.regions[0].outline[2]", "corners 1 and 2 are the same place; remove"},
    {"region without area", SCENE_FILE, GROUND, "[[0, 0], [20, 0], [10, 0], [5, 0]]", "$.regions[0].outline",
     "no area; move one off"},
    {"region of two corners", SCENE_FILE, GROUND, "[[0, 0], [20, 0]]", "$.regions[0].outline", "write 3 to"},
    {"corner not a pair", SCENE_FILE, GROUND, "[[0, 0], [20, 0, 1], [20, 20], [0, 20]]",
     "$.regions[0].outline[1]", "write two numbers"},
    {"corner absurd", SCENE_FILE, GROUND, "[[0, 0], [2e7, 0], [20, 20], [0, 20]]",
     "$.regions[0].outline[1][0]", "out of range"},
    {"corner infinite", SCENE_FILE, GROUND, "[[0, 0], [1e999, 0], [20, 20], [0, 20]]",
     "$.regions[0].outline[1][0]", "out of range"},
    {"corner NaN", SCENE_FILE, GROUND, "[[0, 0], [NaN, 0], [20, 20], [0, 20]]", "line 6, column 28", "NaN"},
    {"corner too fine", SCENE_FILE, GROUND, "[[0, 0], [20.00001, 0], [20, 20], [0, 20]]",
     "$.regions[0].outline[1][0]", "at most three decimals"},
    {"heights too few", SCENE_FILE, "[0, 0, 0.5, 0.5]", "[0, 0, 0.5]", "$.regions[0].height",
     "3 heights for 4 corners"},
    {"heights too many", SCENE_FILE, "[0, 0, 0.5, 0.5]", "[0, 0, 0.5, 0.5, 1]", "$.regions[0].height",
     "5 heights for 4 corners"},
    {"height no number", SCENE_FILE, "[0, 0, 0.5, 0.5]", "[0, 0, null, 0.5]", "$.regions[0].height[2]",
     "write a number"},
    {"height absurd", SCENE_FILE, "\"height\": 0.3", "\"height\": 1e6", "$.regions[1].height",
     "out of range"},
    {"hole heights missing", SCENE_FILE, ",\n      \"hole_heights\": [[0.3, 0.3, 0.45, 0.45]]", "",
     "$.regions[0]", "\"hole_heights\" is missing"},
    {"hole heights too few", SCENE_FILE, "[[0.3, 0.3, 0.45, 0.45]]", "[]", "$.regions[0].hole_heights",
     "write 1 to 1"},
    {"hole heights not wanted", SCENE_FILE, "[0, 0, 0.5, 0.5]", "0", "$.regions[0].hole_heights",
     "remove this"},
    {"hole heights without holes", SCENE_FILE, "\"holes\": [" HOLE "],", "", "$.regions[0].hole_heights",
     "no \"holes\"; remove this"},
    {"hole self-crossing", SCENE_FILE, HOLE, "[[12, 12], [18, 18], [18, 12], [12, 18]]",
     "$.regions[0].holes[0][2]", "cross or touch"},
    {"chunk no word", SCENE_FILE, "\"grass\"", "\"grass\", \"chunk\": \"The East\"", "$.regions[0].chunk",
     "lower-case letters"},
    {"ceiling below the ground", SCENE_FILE, "\"grass\"", "\"grass\", \"ceiling\": 0.5",
     "$.regions[0].ceiling", "not above the ground; raise"},
    {"ceiling bent", SCENE_FILE, "\"grass\"", "\"grass\", \"ceiling\": [3, 3, 3, 3.011]",
     "$.regions[0].ceiling", "at (0.000, 20.000) the ceiling leaves the plane"},
    {"ceilings too few", SCENE_FILE, "\"grass\"", "\"grass\", \"ceiling\": [3, 3, 3]", "$.regions[0].ceiling",
     "3 heights for 4 corners"},
    {"kind unknown", SCENE_FILE, "\"tree\"", "\"bush\"", "$.obstacles[1].kind", "write one of house"},
    {"obstacle without shape", SCENE_FILE, "\"outline\": " HOUSE ", ", "", "$.obstacles[0]",
     "write one of \"outline\""},
    {"obstacle with two shapes", SCENE_FILE, "\"outline\": " HOUSE, "\"center\": [1, 1], \"outline\": " HOUSE,
     "$.obstacles[0]", "write one of \"outline\""},
    {"obstacle self-crossing", SCENE_FILE, HOUSE, "[[4, 4], [8, 8], [8, 4], [4, 8]]",
     "$.obstacles[0].outline[2]", "cross or touch"},
    {"obstacle outside", SCENE_FILE, HOUSE, "[[44, 4], [48, 4], [48, 8], [44, 8]]", "$.obstacles[0]",
     "no corner of this lies inside a region"},
    {"outline with radius", SCENE_FILE, "\"outline\": " HOUSE, "\"radius\": 1, \"outline\": " HOUSE,
     "$.obstacles[0]", "\"center\" with \"radius\""},
    {"outline with width", SCENE_FILE, "\"outline\": " HOUSE, "\"width\": 1, \"outline\": " HOUSE,
     "$.obstacles[0]", "\"line\" with \"width\""},
    {"circle without radius", SCENE_FILE, "\"radius\": 0.5, ", "", "$.obstacles[1]", "\"radius\" is missing"},
    {"radius negative", SCENE_FILE, "\"radius\": 0.5", "\"radius\": -0.5", "$.obstacles[1].radius",
     "out of range"},
    {"line of one point", SCENE_FILE, "[[2, 14], [6, 14]]", "[[2, 14]]", "$.obstacles[2].line",
     "write 2 to 4096"},
    {"line repeating a point", SCENE_FILE, "[[2, 14], [6, 14]]", "[[2, 14], [2, 14]]",
     "$.obstacles[2].line[1]", "same place; remove one"},
    {"line folding back", SCENE_FILE, "[[2, 14], [6, 14]]", "[[2, 14], [6, 14], [3, 14]]",
     "$.obstacles[2].line", "turns too sharply"},
    {"line crossing itself", SCENE_FILE, "[[2, 14], [6, 14]]",
     "[[2, 14], [6, 14], [6, 17], [4, 17], [4, 12]]", "$.obstacles[2].line", "crosses itself"},
    {"line coming back", SCENE_FILE, "[[2, 14], [6, 14]]", "[[2, 14], [6, 14], [6, 17], [2, 14]]",
     "$.obstacles[2].line", "make a ring of two lines"},
    {"house without height", SCENE_FILE, "\"height\": 5, ", "", "$.obstacles[0]", "\"height\" is missing"},
    {"pond with height", SCENE_FILE, "\"radius\": 1}", "\"radius\": 1, \"height\": 1}",
     "$.obstacles[3].height", "remove it"},
    {"obstacle in unknown region", SCENE_FILE, "\"radius\": 1}", "\"radius\": 1, \"region\": \"sea\"}",
     "$.obstacles[3].region", "no region has the name \"sea\""},
    {"obstacle in another region", SCENE_FILE, "\"radius\": 1}", "\"radius\": 1, \"region\": \"ground\"}",
     "$.obstacles[3]", "not inside region \"ground\""},
    {"ravine with height", SCENE_FILE, "\"house\"", "\"ravine\"", "$.obstacles[0].height",
     "a ravine has no height"},
    {"npc off the ground", SCENE_FILE, "[2, 10]", "[2, 21]", "$.npcs[0].at", "outside every region"},
    {"npc on a border", SCENE_FILE, "[2, 10]", "[12, 15]", "$.npcs[0].at", "or on a border; move it"},
    {"npc without type", SCENE_FILE, "\"type\": \"smith\", ", "", "$.npcs[0]", "\"type\" is missing"},
    {"npc type not plain", SCENE_FILE, "\"smith\"", "\"Black Smith\"", "$.npcs[0].type",
     "lower-case letters"},
    {"npc name no string", SCENE_FILE, "\"Bram\"", "7", "$.npcs[0].name", "write a string"},
    {"npc facing nowhere", SCENE_FILE, "[-1, 0.5]", "[0, 0]", "$.npcs[1].facing", "write one such as"},
    {"npc no object", SCENE_FILE, "\"npcs\": [", "\"npcs\": [[],", "$.npcs[0]", "write an object"},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused(changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_world_is_read_as_written),
        cmocka_unit_test(a_region_contains_its_inside_only),
        cmocka_unit_test(further_agents_chunks_and_ceilings_are_read),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_scene", tests, NULL, NULL);
}
