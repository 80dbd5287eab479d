// Gates: ways open and shut while people walk.
#include "cloudsvc/game/barrier.h"

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

static void turn(uint32_t gate, bool is_open)
{
    quest_world_turn(&world, gate, is_open);
    quest_world_tick(&world, 1);
}

static bool is_ground(double x, double z)
{
    struct nav_position found;
    return nav_nearest(world.nav, (struct nav_position){x, 0, z, 0}, 0.05, &found);
}

// ---- what is open ----------------------------------------------------------------------------------

static void the_world_begins_with_gates_as_they_should_be(void **state)
{
    (void)state;
    assert_int_equal(barrier_open_gates(world.game, 0), 1 << QUEST_WORLD_GATEWAY | 1 << QUEST_WORLD_WICKET);
    assert_int_equal(barrier_open_gates(world.game, 1), 0);
    assert_true(is_ground(11, 10));
    assert_false(is_ground(5, 21));
    static struct view view;
    assert_true(game_view(world.game, world_player_id(world.game, 0), &view));
    assert_int_equal(view.open_gates, barrier_open_gates(world.game, 0));
}

static void doors_are_ground_while_they_are_open(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        turn(QUEST_WORLD_GATEWAY, false);
        assert_false(is_ground(11, 10));
        turn(QUEST_WORLD_GATEWAY, true);
        assert_true(is_ground(11, 10));
    }
}

static void gates_keep_their_hours(void **state)
{
    (void)state;
    quest_world_tick(&world, 2 * QUEST_WORLD_HOUR_TICKS - 1);
    assert_true(barrier_open_gates(world.game, 0) & 1 << QUEST_WORLD_WICKET);
    assert_true(is_ground(5, -1));
    quest_world_tick(&world, 1);
    assert_false(barrier_open_gates(world.game, 0) & 1 << QUEST_WORLD_WICKET);
    assert_false(is_ground(5, -1));
    quest_world_tick(&world, 22 * QUEST_WORLD_HOUR_TICKS);
    assert_true(barrier_open_gates(world.game, 0) & 1 << QUEST_WORLD_WICKET);
    assert_true(is_ground(5, -1));
}

static void a_gate_opened_for_good_has_no_hours(void **state)
{
    (void)state;
    barrier_open_for_good(world.game, 0, QUEST_WORLD_WICKET);
    barrier_open_for_good(world.game, 0, QUEST_WORLD_VAULT);
    quest_world_tick(&world, 5 * QUEST_WORLD_HOUR_TICKS);
    assert_true(barrier_open_gates(world.game, 0) & 1 << QUEST_WORLD_WICKET);
    assert_true(is_ground(5, 21));
}

// ---- several games ---------------------------------------------------------------------------------

// A walk through gates; what comes of it is known by the hash.
static uint64_t play(void)
{
    world.pack->scenes[0].gates[QUEST_WORLD_GATEWAY].is_open = true;
    world.pack->scenes[0].gates[QUEST_WORLD_BRIDGE].is_open = false;
    world.game = game_create(world.pack, world.nav, 5);
    assert_non_null(world.game);
    world.player = quest_world_join(&world, "en");
    assert_true(put(GAME_FIND, 0));
    quest_world_tick(&world, 40);
    quest_world_turn(&world, QUEST_WORLD_GATEWAY, false);
    quest_world_turn(&world, QUEST_WORLD_BRIDGE, true);
    quest_world_tick(&world, 3 * QUEST_WORLD_HOUR_TICKS);
    assert_int_equal(world.player->dialogue.npc, QUEST_WORLD_SMITH);
    return game_hash(world.game);
}

static void a_game_begins_alike_however_the_last_one_left_the_world(void **state)
{
    (void)state;
    game_destroy(world.game);
    uint64_t first = play();
    game_destroy(world.game); // with the gateway shut, the bridge laid, the fisher gone
    assert_true(play() == first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_world_begins_with_gates_as_they_should_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(doors_are_ground_while_they_are_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gates_keep_their_hours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_gate_opened_for_good_has_no_hours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_game_begins_alike_however_the_last_one_left_the_world, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("barrier", tests, NULL, NULL);
}
