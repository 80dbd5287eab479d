// Doors and bridges are read with their places; wrong ones are named.
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

#include "nav/pack_gate.h"

static void a_door_and_a_bridge_are_read(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    const struct pack_scene *scene = &pack->scenes[0];
    assert_int_equal(scene->gate_count, 2);
    const struct pack_gate *door = &scene->gates[0];
    assert_int_equal(door->kind, PACK_GATE_DOOR);
    assert_string_equal(door->name, "portal");
    assert_string_equal(door->chunk, "gate");
    assert_int_equal(door->line[1].x, 21000);
    assert_int_equal(door->line[1].z, 12000);
    assert_int_equal(door->width_mm, 300);
    assert_int_equal(door->height_mm, 2500);
    assert_false(door->is_open);
    assert_false(door->has_hours);
    assert_string_equal(pack_text(pack, door->closed_text, 1), "大门锁着。");
    const struct pack_gate *bridge = &scene->gates[1];
    assert_int_equal(bridge->kind, PACK_GATE_BRIDGE);
    assert_int_equal(bridge->width_mm, 1500);
    assert_true(bridge->has_hours);
    assert_true(bridge->hours.from == 6 && bridge->hours.until == 22);
    // One end lies on a road of the ground, the other one on the yard.
    assert_int_equal(bridge->heights_mm[0], 0);
    assert_int_equal(bridge->heights_mm[1], 200);
    assert_int_equal(bridge->regions[0], 0);
    assert_int_equal(bridge->regions[1], 2);
    pack_destroy(pack);
}

static void a_bridge_is_as_high_as_the_road_that_it_continues(void **state)
{
    (void)state;
    static const struct world_change change = {
        "height", SCENE_FILE, "\"width\": 2}", "\"width\": 2, \"height\": 0.1}", "", ""};
    struct pack *pack = world_text_load_files(game_world, &change, 1);
    assert_int_equal(pack->scenes[0].gates[1].heights_mm[0], 100);
    pack_destroy(pack);
}

static void ground_of_doors_is_told(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    size_t gate = 9;
    assert_true(pack_gate_is_door(&pack->scenes[0], 1, &gate));
    assert_int_equal(gate, 0);
    assert_false(pack_gate_is_door(&pack->scenes[0], 0, &gate));
    assert_false(pack_gate_is_door(&pack->scenes[0], 2, &gate));
    pack_destroy(pack);
}

/// A door's leaves may end at an obstacle instead of the edge of the ground.
static void a_door_stands_from_wall_to_wall(void **state)
{
    (void)state;
    static const struct world_change changes[] = {
        {"short", SCENE_FILE, "[[21, 8], [21, 12]]", "[[21, 8], [21, 10.9]]", "", ""},
        {"wall", SCENE_FILE, "\"obstacles\": [",
         "\"obstacles\": [{\"kind\": \"wall\", \"line\": [[20.5, 11.4], [21.5, 11.4]], \"width\": 0.2, "
         "\"height\": 2}, ",
         "", ""}};
    struct pack *pack = world_text_load_files(game_world, changes, 2);
    assert_int_equal(pack->scenes[0].gates[0].line[1].z, 10900);
    pack_destroy(pack);
}

#define PORTAL      "\"name\": \"portal\", \"kind\": \"door\", \"chunk\": \"gate\","
#define BRIDGE_LINE "[[18, 4], [24, 4]]"

static const struct world_change changes[] = {
    {"no name", SCENE_FILE, "\"name\": \"portal\", ", "", "$.gates[0]", "\"name\" is missing; add it"},
    {"name twice", SCENE_FILE, "\"plank\"", "\"portal\"", "$.gates[1].name",
     "gate 0 of scenes/a.json has the name \"portal\" too; rename one"},
    {"kind unknown", SCENE_FILE, "\"bridge\"", "\"ferry\"", "$.gates[1].kind", "write one of door, bridge"},
    {"kind missing", SCENE_FILE, "\"kind\": \"door\", ", "", "$.gates[0]", "\"kind\" is missing"},
    {"gate no object", SCENE_FILE, "\"gates\": [", "\"gates\": [7, ", "$.gates[0]", ""},
    {"gates no array", SCENE_FILE, "\"gates\": [", "\"gates\": 7, \"x\": [", "$.gates", "write an array"},
    {"chunk missing", SCENE_FILE, PORTAL, "\"name\": \"portal\", \"kind\": \"door\",", "$.gates[0]",
     "\"chunk\" is missing"},
    {"chunk unknown", SCENE_FILE, PORTAL, "\"name\": \"portal\", \"kind\": \"door\", \"chunk\": \"gaet\",",
     "$.gates[0].chunk", "no region has the \"chunk\" \"gaet\"; correct it"},
    {"chunk the main one", SCENE_FILE, PORTAL, "\"name\": \"portal\", \"kind\": \"door\", \"chunk\": \"\",",
     "$.gates[0].chunk", "write one line"},
    {"chunk of two doors", SCENE_FILE, "\"gates\": [",
     "\"gates\": [{\"name\": \"p\", \"kind\": \"door\", \"chunk\": \"gate\", \"line\": [[21, 8], [21, 12]], "
     "\"width\": 1, \"height\": 2}, ",
     "$.gates[1].chunk", "the chunk of gate \"p\" too; give each door its own"},
    {"chunk of a bridge", SCENE_FILE, "\"width\": 1.5", "\"width\": 1.5, \"chunk\": \"gate\"", "$.gates[1]",
     "\"chunk\" is not a key"},
    {"door without height", SCENE_FILE, "\"height\": 2.5, ", "", "$.gates[0]", "\"height\" is missing"},
    {"door too low", SCENE_FILE, "\"height\": 2.5", "\"height\": 0", "$.gates[0].height",
     "write 0.05 to 200"},
    {"width missing", SCENE_FILE, "\"width\": 1.5,", "", "$.gates[1]", "\"width\" is missing"},
    {"line missing", SCENE_FILE, "\"line\": " BRIDGE_LINE ",", "", "$.gates[1]", "\"line\" is missing"},
    {"line of three", SCENE_FILE, BRIDGE_LINE, "[[18, 4], [21, 4], [24, 4]]", "$.gates[1].line",
     "write 2 to 2"},
    {"line of one place", SCENE_FILE, BRIDGE_LINE, "[[18, 4], [18, 4]]", "$.gates[1].line[1]",
     "the same place; move one"},
    {"line no place", SCENE_FILE, BRIDGE_LINE, "[[18, 4], [24]]", "$.gates[1].line[1]", "write two numbers"},
    {"bridge to nowhere", SCENE_FILE, BRIDGE_LINE, "[[18, 4], [21, 4]]", "$.gates[1].line[1]",
     "outside every region, or on a border; move it inside"},
    {"bridge into a rock", SCENE_FILE, BRIDGE_LINE, "[[10, 15], [24, 4]]", "$.gates[1].line[0]",
     "whoever comes to the bridge here stands inside obstacle 0 of scenes/a.json; move it"},
    {"bridge onto a door", SCENE_FILE, BRIDGE_LINE, "[[18, 4], [21, 10]]", "$.gates[1].line[1]",
     "gone while door \"portal\" of scenes/a.json is shut; move it off"},
    {"bridge of an unknown region", SCENE_FILE, "\"width\": 1.5",
     "\"width\": 1.5, \"regions\": [\"ground\", \"yrad\"]", "$.gates[1].regions[1]",
     "no region has the name \"yrad\""},
    {"bridge of another region", SCENE_FILE, "\"width\": 1.5",
     "\"width\": 1.5, \"regions\": [\"yard\", \"yard\"]", "$.gates[1].line[0]",
     "not inside region \"yard\"; move it there"},
    {"bridge of one region", SCENE_FILE, "\"width\": 1.5", "\"width\": 1.5, \"regions\": [\"yard\"]",
     "$.gates[1].regions", "write 2 to 2"},
    {"door beside its ground", SCENE_FILE, "[[21, 8], [21, 12]]", "[[19, 8], [19, 12]]", "$.gates[0].line",
     "not on the ground of chunk \"gate\"; lay it across"},
    {"door that leaves a gap", SCENE_FILE, "[[21, 8], [21, 12]]", "[[21, 8], [21, 11.2]]",
     "$.gates[0].line[1]", "pass beside the door here; lengthen the line"},
    {"open a number", SCENE_FILE, "\"height\": 2.5", "\"height\": 2.5, \"open\": 1", "$.gates[0].open",
     "write true or false"},
    {"open and hours", SCENE_FILE, "\"hours\": [6, 22]", "\"hours\": [6, 22], \"open\": true",
     "$.gates[1].open", "say when it is open; remove one"},
    {"hours wrong", SCENE_FILE, "\"hours\": [6, 22]", "\"hours\": [6]", "$.gates[1].hours",
     "write two from 0 to 24"},
    {"closed without text", SCENE_FILE, "\"The bridge is out.\"", "[]", "$.gates[1].closed",
     "write a string"},
    {"NPC on a door", SCENE_FILE, "\"at\": [2, 3]", "\"at\": [21, 9]", "$.npcs[0].at",
     "this NPC stands on ground that is gone while door \"portal\""},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused_files(game_world, changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_and_a_bridge_are_read),
        cmocka_unit_test(a_bridge_is_as_high_as_the_road_that_it_continues),
        cmocka_unit_test(ground_of_doors_is_told),
        cmocka_unit_test(a_door_stands_from_wall_to_wall),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_gate", tests, NULL, NULL);
}
