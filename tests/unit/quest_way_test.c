// One tap leads to tasks and to the festival.
#include "cloudsvc/game/quest_way.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/data/quest_world.h"

static struct quest_world world;

static int set_up(void **state)
{
    (void)state;
    world = quest_world_create();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    quest_world_destroy(&world);
    return 0;
}

static bool put(enum game_input_kind kind, uint32_t number)
{
    struct game_input input = {.kind = kind};
    input.number = number;
    return quest_world_put(&world, input);
}

static uint64_t requests(void)
{
    return world.game->counters.wayfinding_requests;
}

// Takes on a quest as if the giver had been asked, with nothing to be done before.
static void has(uint32_t quest)
{
    for (size_t i = 0; i < world.pack->quests[quest].after_count; i++)
        world.player->quests.finished |= UINT64_C(1) << world.pack->quests[quest].after[i];
    quest_accept(world.game, world.player, quest);
}

static void the_tracker_leads_where_the_task_does(void **state)
{
    (void)state;
    assert_false(put(GAME_TRACK, QUEST_WORLD_HERBS)); // comes after another
    assert_false(put(GAME_TRACK, 77));
    has(QUEST_WORLD_MESSAGE);
    has(QUEST_WORLD_HERBS);
    has(QUEST_WORLD_WOLVES);
    uint64_t before = requests();
    assert_true(put(GAME_TRACK, QUEST_WORLD_MESSAGE));
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_SMITH);
    assert_true(put(GAME_TRACK, QUEST_WORLD_HERBS));
    assert_true(world.player->errand.goal.x == 7.0 && world.player->errand.goal.z == 2.0); // the nearest
    assert_true(put(GAME_TRACK, QUEST_WORLD_WOLVES));
    assert_true(world.player->errand.goal.x == 33.0 && world.player->errand.goal.z == 12.0);
    assert_int_equal(requests(), before + 3);
    assert_string_equal(world.player->errand.label, "Drive off wolves");
}

static void a_quest_on_offer_leads_to_its_giver(void **state)
{
    (void)state;
    uint64_t before = requests();
    assert_true(put(GAME_TRACK, QUEST_WORLD_WOLVES));
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_SMITH);
    assert_string_equal(world.player->errand.label, "Wolves");
    assert_int_equal(requests(), before + 1);
    world.player->quests.finished = 1 << QUEST_WORLD_WOLVES;
    assert_false(put(GAME_TRACK, QUEST_WORLD_WOLVES));
}

static void the_banner_leads_to_the_festival_while_it_is_on(void **state)
{
    (void)state;
    assert_false(put(GAME_FESTIVAL, 0));
    quest_world_tick(&world, QUEST_WORLD_HOUR_TICKS);
    uint64_t before = requests();
    assert_true(put(GAME_FESTIVAL, 0));
    assert_int_equal(requests(), before + 1);
    assert_string_equal(world.player->errand.label, "Fair");
    assert_true(quest_world_meet(&world, QUEST_WORLD_JUGGLER));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_tracker_leads_where_the_task_does, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quest_on_offer_leads_to_its_giver, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_banner_leads_to_the_festival_while_it_is_on, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("quest way", tests, NULL, NULL);
}
