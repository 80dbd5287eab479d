// What must keep apart, and who must stand clear, is told when they do not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/world_text.h"

#define HOUSE  "[[4, 4], [8, 4], [8, 8], [4, 8]]"
#define GROUND "[[0, 0], [20, 0], [20, 20], [0, 20]]"
#define HOLE   "[[12, 12], [18, 12], [18, 18], [12, 18]]"
#define FLOOR  "[[12, 18], [18, 18], [18, 12], [12, 12]]"

static const struct world_change changes[] = {
    {"hole outside", SCENE_FILE, HOLE, "[[32, 12], [38, 12], [38, 18], [32, 18]]", "$.regions[0].holes[0]",
     "lies outside the outline of $.regions[0]; move it inside"},
    {"hole touching", SCENE_FILE, HOLE, "[[12, 12], [20, 12], [18, 18], [12, 18]]", "$.regions[0].holes[0]",
     "crosses or touches the outline of $.regions[0]; move"},
    {"regions overlapping", SCENE_FILE, FLOOR, "[[11, 18], [18, 18], [18, 12], [11, 12]]", "$.regions[1]",
     "overlaps $.regions[0] (ground) at the same height; cut a hole"},
    {"regions with a crack", SCENE_FILE, FLOOR, "[[12.005, 18], [18, 18], [18, 12], [12.005, 12]]",
     "$.regions[1]", "misses a side of $.regions[0] (ground) by less than 10 mm; put it on"},
    {"regions of one name", SCENE_FILE, "\"floor\"", "\"ground\"", "$.regions[1].name", "rename one"},
    {"npc under an obstacle of the region around", SCENE_FILE, HOUSE,
     "[[11, 11], [19, 11], [19, 19], [11, 19]]", "$.npcs[1].at", "stands inside obstacle 0"},
    {"npc in an obstacle", SCENE_FILE, "[2, 10]", "[5, 5]", "$.npcs[0].at", "stands inside obstacle 0"},
    {"npc too near", SCENE_FILE, "[2, 10]", "[3.7, 5]", "$.npcs[0].at",
     "too near to obstacle 0 of scenes/a.json; move"},
    {"npc in a pond of the other region", SCENE_FILE, "[16, 16]", "[13.5, 13.5]", "$.npcs[1].at",
     "inside obstacle 3"},
    {"spawn in a house", WORLD_FILE, "[1, 1]", "[5, 5]", "$.spawn.at", "stands inside obstacle 0"},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused(changes, sizeof changes / sizeof changes[0]);
}

#define GALLERY(height)                                                                                      \
    "    {\"name\": \"gallery\", \"surface\": \"wood\", \"height\": " height ",\n"                           \
    "      \"outline\": [[1, 9], [3, 9], [3, 11], [1, 11]]},\n    {\"name\": \"floor\""

static void floors_over_one_another_need_a_name_and_headroom(void **state)
{
    (void)state;
    static const struct world_change named[] = {
        {"above", SCENE_FILE, "    {\"name\": \"floor\"", GALLERY("2.3"), "$.npcs[0].at",
         "say which one with \"region\""},
        {"named", SCENE_FILE, "\"at\": [2, 10]", "\"at\": [2, 10], \"region\": \"gallery\"", "", ""},
    };
    static const struct world_change low = {
        "low floor",     SCENE_FILE,     "    {\"name\": \"floor\"",
        GALLERY("2.29"), "$.regions[1]", "overlaps $.regions[0] (ground) at the same height"};
    struct pack *pack = world_text_load(named, 2);
    assert_int_equal(pack->npcs[0].region, 1);
    pack_destroy(pack);
    world_text_expect_refused(named, 1);
    world_text_expect_refused(&low, 1);
}

static void obstacles_may_cross_borders_and_one_another(void **state)
{
    (void)state;
    static const struct world_change crossing[] = {
        {"obstacle touching its region", SCENE_FILE, HOUSE, "[[4, 4], [20, 4], [8, 8], [4, 8]]", "", ""},
        {"obstacle crossing a hole", SCENE_FILE, HOUSE, "[[4, 4], [8, 4], [15, 15], [4, 8]]", "", ""},
        {"obstacles touching", SCENE_FILE, "\"center\": [10, 3]", "\"center\": [8, 6]", "", ""},
        {"obstacle in another", SCENE_FILE, "\"center\": [10, 3]", "\"center\": [6, 6]", "", ""},
        {"obstacle over the border of two regions", SCENE_FILE, HOUSE,
         "[[16, 14], [19, 14], [19, 15], [17, 15]]", "", ""},
        {"obstacle that only crosses a region", SCENE_FILE, "\"outline\": " HOUSE,
         "\"region\": \"ground\", \"outline\": [[-2, 4], [22, 4], [22, 5], [-2, 5]]", "", ""},
    };
    for (size_t i = 0; i < sizeof crossing / sizeof crossing[0]; i++) {
        struct pack *pack = world_text_load(&crossing[i], 1);
        assert_int_equal(pack->scenes[0].obstacles[0].region, strstr(crossing[i].to, "16, 14") ? 1 : 0);
        pack_destroy(pack);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
        cmocka_unit_test(obstacles_may_cross_borders_and_one_another),
        cmocka_unit_test(floors_over_one_another_need_a_name_and_headroom),
    };
    return cmocka_run_group_tests_name("pack_check", tests, NULL, NULL);
}
