// Things and the spots where they lie are read; wrong ones are named.
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

#include "nav/pack_item.h"

static void things_and_spots_are_read(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    assert_int_equal(pack->item_count, 2);
    assert_string_equal(pack->items[0].name, "sage");
    assert_string_equal(pack_text(pack, pack->items[0].title, 1), "鼠尾草");
    assert_int_equal(pack->items[0].kind, PACK_ITEM_THING);
    assert_int_equal(pack->items[0].look, 2);
    assert_int_equal(pack->items[0].strength, 0);
    assert_int_equal(pack->items[1].kind, PACK_ITEM_WEAPON);
    assert_int_equal(pack->items[1].look, 0);
    assert_int_equal(pack->items[1].strength, 5);
    assert_int_equal(pack->spot_count, 2);
    assert_int_equal(pack->spots[0].item, 0);
    assert_int_equal(pack->spots[0].region, 0);
    assert_int_equal(pack->spots[1].region, 2);
    assert_int_equal(pack->spots[1].at.x, 25000);
    assert_int_equal(pack_item_spot_count(pack, 0), 2);
    assert_int_equal(pack_item_spot_count(pack, 1), 0);
    pack_destroy(pack);
}

#define SWORD "\"kind\": \"weapon\""

static const struct world_change changes[] = {
    {"name twice", QUESTS_FILE, "\"name\": \"sword\"", "\"name\": \"sage\"", "$.items[1].name",
     "item 0 has the name \"sage\" too; rename one"},
    {"name missing", QUESTS_FILE, "\"name\": \"sword\", ", "", "$.items[1]", "\"name\" is missing"},
    {"title missing", QUESTS_FILE, "\"title\": \"A sword\", ", "", "$.items[1]", "\"title\" is missing"},
    {"title of an unknown key", QUESTS_FILE, "\"A sword\"", "\"@sword\"", "$.items[1].title",
     "no key \"sword\"; add it"},
    {"kind unknown", QUESTS_FILE, SWORD, "\"kind\": \"toy\"", "$.items[1].kind",
     "write one of thing, weapon, charm"},
    {"look unknown", QUESTS_FILE, "\"bundle\"", "\"sword\"", "$.items[1].look",
     "write one of bundle, lamp, herb, chest"},
    {"weapon without strength", QUESTS_FILE, ", \"strength\": 5", "", "$.items[1]",
     "\"strength\" is missing; add it"},
    {"weapon too strong", QUESTS_FILE, "\"strength\": 5", "\"strength\": 101", "$.items[1].strength",
     "write 1 to 100"},
    {"thing with strength", QUESTS_FILE, SWORD, "\"kind\": \"thing\"", "$.items[1].strength",
     "adds nothing; remove this"},
    {"key misspelt", QUESTS_FILE, "\"look\": \"bundle\"", "\"loook\": \"bundle\"", "$.items[1]",
     "\"loook\" is not a key"},
    {"items no array", QUESTS_FILE, "\"items\": [", "\"items\": 1, \"x\": [", "$.items", "write an array"},
    {"spot of nothing", SCENE_FILE, "{\"item\": \"sage\", \"at\": [5, 15]}", "{\"at\": [5, 15]}",
     "$.items[0]", "\"item\" is missing"},
    {"spot of an unknown thing", SCENE_FILE, "{\"item\": \"sage\", \"at\": [5, 15]}",
     "{\"item\": \"rue\", \"at\": [5, 15]}", "$.items[0].item",
     "no item has the name \"rue\"; correct it, or add it to the items of quests.json"},
    {"spot off the ground", SCENE_FILE, "\"at\": [5, 15]", "\"at\": [5, 25]", "$.items[0].at",
     "outside every region"},
    {"spot in a rock", SCENE_FILE, "\"at\": [5, 15]", "\"at\": [10, 16]", "$.items[0].at",
     "whoever takes this stands"},
    {"spot on a door", SCENE_FILE, "\"at\": [5, 15]", "\"at\": [21, 10]", "$.items[0].at",
     "while door \"portal\""},
};

static void a_spot_in_a_world_without_things_is_named(void **state)
{
    (void)state;
    static const struct world_change change = {
        "spot",
        SCENE_FILE,
        "\"npcs\": [",
        "\"items\": [{\"item\": \"sage\", \"at\": [1, 3]}], \"npcs\": [",
        "$.items[0].item",
        "no item has the name \"sage\""};
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
        cmocka_unit_test(things_and_spots_are_read),
        cmocka_unit_test(a_spot_in_a_world_without_things_is_named),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_item", tests, NULL, NULL);
}
