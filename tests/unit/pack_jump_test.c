// Jumps lead to places of other scenes; wrong ones are named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/world_text.h"

#define JUMPS(jumps) SCENE_FILE, "\"npcs\": [", "\"jumps\": [" jumps "], \"npcs\": ["

static void jumps_are_read_with_their_ends(void **state)
{
    (void)state;
    static const struct world_change change = {
        "jumps",
        JUMPS("{\"name\": \"door\", \"at\": [1, 3], \"to\": [{\"scene\": \"first\", \"at\": [16, 16]}, "
              "{\"scene\": "
              "\"first\", \"at\": [1, 19], \"region\": \"ground\"}], \"cost\": 2.5}, "
              "{\"name\": \"back\", \"at\": [16, 16], \"to\": [{\"scene\": \"first\", \"at\": [1, 1]}]}"),
        "", ""};
    struct pack *pack = world_text_load(&change, 1);
    assert_int_equal(pack->jump_count, 2);
    const struct pack_jump *door = &pack->jumps[0];
    assert_string_equal(door->name, "door");
    assert_int_equal(door->scene, 0);
    assert_int_equal(door->region, 0);
    assert_int_equal(door->at.z, 3000);
    assert_int_equal(door->end_count, 2);
    assert_int_equal(door->ends[0].region, 1);
    assert_int_equal(door->ends[1].region, 0);
    assert_int_equal(door->ends[1].at.z, 19000);
    assert_true(door->cost_m == 2.5);
    assert_int_equal(pack->jumps[1].region, 1);
    assert_true(pack->jumps[1].cost_m == 0);
    pack_destroy(pack);
}

#define TO "\"to\": [{\"scene\": \"first\", \"at\": [1, 1]}]"

static const struct world_change changes[] = {
    {"no name", JUMPS("{\"at\": [1, 1], " TO "}"), "$.jumps[0]", "\"name\" is missing"},
    {"two of one name",
     JUMPS("{\"name\": \"a\", \"at\": [1, 1], " TO "}, {\"name\": \"a\", \"at\": [1, 2], " TO "}"),
     "$.jumps[1].name", "jump 0 has the name \"a\" too"},
    {"nowhere to go", JUMPS("{\"name\": \"a\", \"at\": [1, 1], \"to\": []}"), "$.jumps[0].to",
     "write 1 to 64"},
    {"without to", JUMPS("{\"name\": \"a\", \"at\": [1, 1]}"), "$.jumps[0]", "\"to\" is missing"},
    {"unknown scene",
     JUMPS("{\"name\": \"a\", \"at\": [1, 1], \"to\": [{\"scene\": \"moon\", \"at\": [1, 1]}]}"),
     "$.jumps[0].to[0].scene", "no scene has the name \"moon\""},
    {"end off the ground",
     JUMPS("{\"name\": \"a\", \"at\": [1, 1], \"to\": [{\"scene\": \"first\", \"at\": [-1, 1]}]}"),
     "$.jumps[0].to[0].at", "outside every region"},
    {"end in a house",
     JUMPS("{\"name\": \"a\", \"at\": [1, 1], \"to\": [{\"scene\": \"first\", \"at\": [5, 5]}]}"),
     "$.jumps[0].to[0].at", "whoever arrives here stands inside obstacle 0"},
    {"off the ground", JUMPS("{\"name\": \"a\", \"at\": [-1, 1], " TO "}"), "$.jumps[0].at",
     "outside every region"},
    {"in a house",
     JUMPS("{\"name\": \"b\", \"at\": [1, 1], " TO "}, {\"name\": \"a\", \"at\": [5, 5], " TO "}"),
     "$.jumps[1].at", "whoever takes this jump stands inside obstacle 0"},
    {"cost negative", JUMPS("{\"name\": \"a\", \"at\": [1, 1], \"cost\": -1, " TO "}"), "$.jumps[0].cost",
     "out of range"},
    {"jumps no array", SCENE_FILE, "\"npcs\": [", "\"jumps\": {}, \"npcs\": [", "$.jumps", "write an array"},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused(changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_are_read_with_their_ends),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_jump", tests, NULL, NULL);
}
