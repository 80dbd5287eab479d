// What one is told, and offered, where there is no way.
#include "cloudsvc/game/refusal.h"

#include <math.h>
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

static bool go_to(double x, double z)
{
    return quest_world_put(&world, (struct game_input){.kind = GAME_WALK, .position = {x, 0, z, 0}});
}

// Until the walk is over.
static void walk_out(void)
{
    for (int i = 0; i < 3600 && world.player->errand.kind != ERRAND_NONE; i++)
        quest_world_tick(&world, 1);
}

static void the_gate_in_the_way_is_named(void **state)
{
    (void)state;
    assert_true(put(GAME_FIND, 1));
    assert_string_equal(world.player->message, "The vault is locked.");
    assert_true(put(GAME_TALK, world.game->npcs[QUEST_WORLD_SAGE].id));
    assert_string_equal(world.player->message, "The vault is locked.");
    assert_true(go_to(8, 25));
    assert_string_equal(world.player->message, "The vault is locked.");
    quest_world_place(&world, 8, 25); // from inside
    assert_true(put(GAME_FIND, 0));
    assert_string_equal(world.player->message, "The vault is locked.");
}

static void of_several_gates_in_a_row_the_first_is_named(void **state)
{
    (void)state;
    quest_world_turn(&world, QUEST_WORLD_GATEWAY, false);
    quest_world_place(&world, 20, 10); // in the east, from where jumps lead nowhere
    quest_world_tick(&world, 1);
    assert_true(put(GAME_FIND, 1));
    assert_string_equal(world.player->message, "The gate is shut.");
    assert_true(world.player->refusal.nearest.x > 12.0 && world.player->refusal.nearest.x < 13.0);
}

static void message_and_offer_stay_equally_long(void **state)
{
    (void)state;
    assert_true(put(GAME_FIND, 1));
    assert_int_equal(world.player->message_end_tick, world.player->refusal.end_tick);
}

static void who_asks_goes_as_near_as_one_gets(void **state)
{
    (void)state;
    assert_false(put(GAME_GO_NEAR, 0));
    uint64_t requests = world.game->counters.wayfinding_requests;
    assert_true(put(GAME_FIND, 1));
    quest_world_tick(&world, 60);
    assert_false(walk_is_under_way(&world.player->walk));
    assert_true(refusal_offers_nearest(world.game, world.player));
    assert_true(put(GAME_GO_NEAR, 0));
    assert_false(refusal_offers_nearest(world.game, world.player));
    walk_out();
    assert_true(world.player->body.position.z > 19.0);
    assert_true(fabs(world.player->body.position.x - 5.0) < 0.1); // before the middle of the door
    assert_int_equal(world.game->counters.wayfinding_requests, requests + 1);
    assert_true(put(GAME_FIND, 1));
    quest_world_tick(&world, 8 * GAME_TICK_HZ);
    assert_false(put(GAME_GO_NEAR, 0)); // it has been forgotten
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_gate_in_the_way_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(of_several_gates_in_a_row_the_first_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(message_and_offer_stay_equally_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_asks_goes_as_near_as_one_gets, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("refusal", tests, NULL, NULL);
}
