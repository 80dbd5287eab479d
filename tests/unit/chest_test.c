// Rewards, from the last task to the treasurer's hand.
#include "cloudsvc/game/chest.h"

#include <setjmp.h>
#include <stdarg.h>

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

static void talk(uint32_t npc)
{
    assert_true(put(GAME_TALK, world.game->npcs[npc].id));
    assert_true(quest_world_meet(&world, npc));
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

static void rewards_wait_for_the_treasurer(void **state)
{
    (void)state;
    has(QUEST_WORLD_MESSAGE);
    assert_int_equal(quest_chest_count(world.game, 0), 0);
    assert_false(put(GAME_CHEST, 0));
    talk(QUEST_WORLD_SMITH);
    assert_int_equal(quest_chest_count(world.game, 0), 1);
    assert_int_equal(quest_strength(world.game, world.player, PACK_ITEM_WEAPON), 0);
    uint64_t before = requests();
    assert_true(put(GAME_CHEST, 0));
    assert_true(quest_world_meet(&world, QUEST_WORLD_BANKER));
    assert_int_equal(requests(), before + 1);
    assert_string_equal(world.player->dialogue.line, "Your rewards: 10 points, Sword");
    assert_int_equal(quest_chest_count(world.game, 0), 0);
    assert_int_equal(world.player->vitals.score, 10);
    assert_int_equal(quest_strength(world.game, world.player, PACK_ITEM_WEAPON), 7);
    assert_int_equal(quest_strength(world.game, world.player, PACK_ITEM_CHARM), 0);
    talk(QUEST_WORLD_BANKER);
    assert_string_equal(world.player->dialogue.line, "Coins?");
}

static void without_a_treasurer_rewards_come_at_once(void **state)
{
    (void)state;
    world.pack->treasurer.type[0] = '\0';
    has(QUEST_WORLD_MESSAGE);
    talk(QUEST_WORLD_SMITH);
    assert_int_equal(quest_chest_count(world.game, 0), 0);
    assert_int_equal(world.player->vitals.score, 10);
    assert_string_equal(world.player->message, "Quest done: A message");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rewards_wait_for_the_treasurer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_a_treasurer_rewards_come_at_once, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("chest", tests, NULL, NULL);
}
