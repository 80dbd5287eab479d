// The Find list, the festival and the treasurer are read; wrong ones are named.
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

static void banners_are_read(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    assert_int_equal(pack->find_count, 1);
    assert_string_equal(pack->find[0].type, "merchant");
    assert_string_equal(pack->find[0].subtype, "fish");
    assert_string_equal(pack_text(pack, pack->find[0].label_text, 1), "鱼贩");
    assert_string_equal(pack_text(pack, pack->festival.title, 0), "The fair");
    assert_true(pack->festival.hours.from == 18 && pack->festival.hours.until == 23.5f);
    assert_string_equal(pack->festival.person.type, "smith");
    assert_string_equal(pack->festival.person.subtype, "");
    assert_string_equal(pack->treasurer.type, "elder");
    pack_destroy(pack);
}

static void a_world_may_have_neither_festival_nor_treasurer(void **state)
{
    (void)state;
    struct pack *pack = world_text_load(NULL, 0);
    assert_int_equal(pack->festival.title, 0);
    assert_string_equal(pack->treasurer.type, "");
    pack_destroy(pack);
}

static const struct world_change changes[] = {
    {"label missing", WORLD_FILE, "\"label\": \"@find.fish\", ", "", "$.find[0]",
     "\"label\" is missing; add it"},
    {"entry of a stranger", WORLD_FILE, "\"merchant\"", "\"mrechant\"", "$.find[0].type",
     "no NPC of type \"mrechant/fish\" is in this world; add one"},
    {"entry no object", WORLD_FILE, "\"find\": [", "\"find\": [1, ", "$.find[0]", "write an object"},
    {"festival without hours", WORLD_FILE, "\"hours\": [18, 23.5], ", "", "$.festival",
     "\"hours\" is missing; add it"},
    {"festival without title", WORLD_FILE, "\"title\": \"@fair\", ", "", "$.festival",
     "\"title\" is missing; add it"},
    {"festival of a stranger", WORLD_FILE, "\"smith\"", "\"smyth\"", "$.festival.type",
     "no NPC of type \"smyth\""},
    {"festival of nobody", WORLD_FILE, ", \"type\": \"smith\"", "", "$.festival", "\"type\" is missing"},
    {"festival no object", WORLD_FILE, "\"festival\": {", "\"festival\": 1, \"x\": {", "$.festival",
     "write an object"},
    {"treasurer of a stranger", WORLD_FILE, "\"elder\"", "\"edler\"", "$.treasurer.type",
     "no NPC of type \"edler\""},
    {"treasurer with a name", WORLD_FILE, "\"elder\"", "\"elder\", \"name\": \"A\"", "$.treasurer",
     "\"name\" is not a key"},
    {"treasurer a word", WORLD_FILE, "{\"type\": \"elder\"}", "\"elder\"", "$.treasurer", "write an object"},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused_files(game_world, changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(banners_are_read),
        cmocka_unit_test(a_world_may_have_neither_festival_nor_treasurer),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_find", tests, NULL, NULL);
}
