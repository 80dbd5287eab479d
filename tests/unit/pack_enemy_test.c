// Enemies' grounds are read, with what is usual for their kind; wrong ones are named.
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

#include "nav/pack_enemy.h"

static void grounds_are_read_with_what_is_usual(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    assert_int_equal(pack->enemies_count, 2);
    const struct pack_enemies *wolves = &pack->enemies[0];
    assert_int_equal(wolves->kind, PACK_WOLF);
    assert_int_equal(wolves->name, 0);
    assert_int_equal(wolves->scene, 0);
    assert_int_equal(wolves->region, 2);
    assert_int_equal(wolves->at.x, 26000);
    assert_int_equal(wolves->radius_mm, 3000);
    assert_int_equal(wolves->count, 3);
    assert_int_equal(wolves->health, 40);
    assert_int_equal(wolves->strength, 6);
    const struct pack_enemies *crabs = &pack->enemies[1];
    assert_int_equal(crabs->kind, PACK_CRAB);
    assert_string_equal(pack_text(pack, crabs->name, 0), "Pincher");
    assert_int_equal(crabs->health, 7);
    assert_int_equal(crabs->strength, 1);
    pack_destroy(pack);
}

static void enemies_are_counted_by_kind(void **state)
{
    (void)state;
    static const struct world_change change = {
        "more",
        SCENE_FILE,
        "\"enemies\": [",
        "\"enemies\": [{\"kind\": \"wolf\", \"at\": [5, 5], \"radius\": 1, \"count\": 64}, ",
        "",
        ""};
    struct pack *pack = world_text_load_files(game_world, &change, 1);
    assert_int_equal(pack_enemy_count(pack, PACK_WOLF), 67);
    assert_int_equal(pack_enemy_count(pack, PACK_CRAB), 2);
    assert_int_equal(pack_enemy_count(pack, PACK_BOAR), 0);
    pack_destroy(pack);
}

static const struct world_change changes[] = {
    {"kind unknown", SCENE_FILE, "\"crab\"", "\"krab\"", "$.enemies[1].kind",
     "write one of wolf, boar, crab, skeleton"},
    {"kind missing", SCENE_FILE, "\"kind\": \"crab\", ", "", "$.enemies[1]", "\"kind\" is missing"},
    {"key misspelt", SCENE_FILE, "\"health\"", "\"heatlh\"", "$.enemies[1]", "\"heatlh\" is not a key"},
    {"radius missing", SCENE_FILE, "\"radius\": 2.5, ", "", "$.enemies[1]", "\"radius\" is missing; add it"},
    {"radius too small", SCENE_FILE, "\"radius\": 2.5", "\"radius\": 0.5", "$.enemies[1].radius",
     "write 1 to 100"},
    {"radius too large", SCENE_FILE, "\"radius\": 2.5", "\"radius\": 101", "$.enemies[1].radius",
     "write 1 to 100"},
    {"count none", SCENE_FILE, "\"count\": 2", "\"count\": 0", "$.enemies[1].count", "write 1 to 64"},
    {"count too large", SCENE_FILE, "\"count\": 2", "\"count\": 65", "$.enemies[1].count", "write 1 to 64"},
    {"count in parts", SCENE_FILE, "\"count\": 2", "\"count\": 1.5", "$.enemies[1].count",
     "write one without decimals"},
    {"count missing", SCENE_FILE, "\"count\": 2, ", "", "$.enemies[1]", "\"count\" is missing"},
    {"health none", SCENE_FILE, "\"health\": 7", "\"health\": 0", "$.enemies[1].health", "write 1 to 10000"},
    {"strength too large", SCENE_FILE, "\"strength\": 1", "\"strength\": 101", "$.enemies[1].strength",
     "write 1 to 100"},
    {"off the ground", SCENE_FILE, "\"at\": [15, 15]", "\"at\": [21, 15]", "$.enemies[1].at",
     "outside every region"},
    {"in a rock", SCENE_FILE, "\"at\": [15, 15]", "\"at\": [10, 15]", "$.enemies[1].at",
     "whoever lives here stands inside obstacle 0"},
    {"on a door", SCENE_FILE, "\"at\": [26, 8]", "\"at\": [21, 10]", "$.enemies[0].at",
     "while door \"portal\""},
    {"unknown region", SCENE_FILE, "\"radius\": 2.5", "\"radius\": 2.5, \"region\": \"sea\"",
     "$.enemies[1].region", "no region has the name \"sea\""},
    {"no array", SCENE_FILE, "\"enemies\": [", "\"enemies\": {}, \"x\": [", "$.enemies", "write an array"},
};

/// Writes a list of grounds.
static void write_grounds(char *text, size_t count)
{
    size_t used = (size_t)sprintf(text, "\"enemies\": [");
    for (size_t i = 0; i < count; i++)
        used += (size_t)sprintf(text + used,
                                "%s{\"kind\": \"boar\", \"at\": [1, 5], \"radius\": 1, \"count\": 1}",
                                i ? ", " : "");
    sprintf(text + used, "], \"npcs\": [");
}

static void a_world_has_room_for_256_grounds(void **state)
{
    (void)state;
    static char text[WORLD_TEXT_MAX];
    static const struct world_change change = {"many", SCENE_FILE,  "\"npcs\": [",
                                               text,   "$.enemies", "write 0 to 256"};
    write_grounds(text, 256);
    struct pack *pack = world_text_load(&change, 1);
    assert_int_equal(pack->enemies_count, 256);
    pack_destroy(pack);
    write_grounds(text, 257);
    world_text_expect_refused(&change, 1);
}

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused_files(game_world, changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grounds_are_read_with_what_is_usual),
        cmocka_unit_test(enemies_are_counted_by_kind),
        cmocka_unit_test(a_world_has_room_for_256_grounds),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_enemy", tests, NULL, NULL);
}
