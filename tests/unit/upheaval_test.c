// Gates open and shut under people and in their way.
#include "cloudsvc/game/upheaval.h"

#include <math.h>
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

static bool go_to(double x, double z)
{
    return quest_world_put(&world, (struct game_input){.kind = GAME_WALK, .position = {x, 0, z, 0}});
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

static bool stands_at(double x, double z)
{
    const struct nav_position *at = &world.player->body.position;
    return at->scene == 0 && hypot(at->x - x, at->z - z) < 0.1;
}

// Until the walk is over.
static void walk_out(void)
{
    for (int i = 0; i < 3600 && world.player->errand.kind != ERRAND_NONE; i++)
        quest_world_tick(&world, 1);
}

static void a_bridge_laid_shortens_the_way(void **state)
{
    (void)state;
    quest_world_place(&world, 20, 3);
    assert_true(go_to(31, 3));
    double around_m = walk_remaining_m(&world.player->walk, &world.player->body.position);
    assert_true(around_m > 25.0);
    turn(QUEST_WORLD_BRIDGE, true);
    assert_true(world.player->errand.is_stale);
    quest_world_tick(&world, 16);
    double over_m = walk_remaining_m(&world.player->walk, &world.player->body.position);
    assert_true(over_m < 13.0);
    walk_out();
    assert_true(stands_at(31, 3));
}

static void a_bridge_removed_makes_people_go_around(void **state)
{
    (void)state;
    turn(QUEST_WORLD_BRIDGE, true);
    quest_world_place(&world, 20, 3);
    assert_true(go_to(31, 3));
    quest_world_tick(&world, 30);
    turn(QUEST_WORLD_BRIDGE, false);
    assert_true(walk_remaining_m(&world.player->walk, &world.player->body.position) > 25.0);
    walk_out();
    assert_true(stands_at(31, 3));
}

static void a_gate_that_shuts_makes_people_go_another_way(void **state)
{
    (void)state;
    assert_true(put(GAME_FIND, 0)); // the smith, in the east
    uint64_t requests = world.game->counters.wayfinding_requests;
    assert_false(world.player->errand.has_jump);
    quest_world_tick(&world, 30);
    turn(QUEST_WORLD_GATEWAY, false);
    assert_true(world.player->errand.has_jump); // down to the cellar, at once
    assert_true(quest_world_meet(&world, QUEST_WORLD_SMITH));
    assert_int_equal(world.game->counters.wayfinding_requests, requests);
}

static void a_gate_that_opens_under_way_shortens_it(void **state)
{
    (void)state;
    turn(QUEST_WORLD_GATEWAY, false);
    assert_true(put(GAME_FIND, 0));
    assert_true(world.player->errand.has_jump);
    quest_world_tick(&world, 30);
    turn(QUEST_WORLD_GATEWAY, true);
    quest_world_tick(&world, 16);
    assert_false(world.player->errand.has_jump);
    assert_true(quest_world_meet(&world, QUEST_WORLD_SMITH));
}

static void where_there_is_no_other_way_people_stop_and_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *language, *text;
    } cases[] = {{"en", "The vault is locked."}, {"zh", "金库锁着。"}};
    for (size_t i = 0; i < 2; i++) {
        world.player = quest_world_join(&world, cases[i].language);
        turn(QUEST_WORLD_VAULT, true);
        quest_world_place(&world, 5, 10);
        assert_true(go_to(8, 25));
        quest_world_tick(&world, 60);
        turn(QUEST_WORLD_VAULT, false);
        assert_false(walk_is_under_way(&world.player->walk));
        assert_int_equal(world.player->errand.kind, ERRAND_NONE);
        assert_string_equal(world.player->message, cases[i].text);
    }
}

static void nobody_is_left_in_a_door_that_shuts(void **state)
{
    (void)state;
    static const double places[][2] = {{11, 10}, {10.4, 9.5}, {11.8, 10.2}};
    for (size_t i = 0; i < 3; i++) {
        turn(QUEST_WORLD_GATEWAY, true);
        quest_world_place(&world, places[i][0], places[i][1]);
        turn(QUEST_WORLD_GATEWAY, false);
        const struct nav_position *at = &world.player->body.position;
        assert_true(is_ground(at->x, at->z));
        assert_true(hypot(at->x - places[i][0], at->z - places[i][1]) < 1.6);
    }
}

static void nobody_is_left_in_the_air(void **state)
{
    (void)state;
    turn(QUEST_WORLD_BRIDGE, true);
    quest_world_place(&world, 25.0, 3.3);
    assert_true(go_to(31, 3)); // from the bridge
    quest_world_tick(&world, 10);
    turn(QUEST_WORLD_BRIDGE, false);
    const struct nav_position *at = &world.player->body.position;
    assert_true(is_ground(at->x, at->z));
    assert_true(at->x < 24.1 || at->x > 26.9);
    walk_out();
    assert_true(stands_at(31, 3));
}

static void ways_from_a_bridge_lead_along_it(void **state)
{
    (void)state;
    static const struct {
        double x, end_x;
    } cases[] = {{25.0, 23.0}, {25.8, 28.0}};
    turn(QUEST_WORLD_BRIDGE, true);
    for (size_t i = 0; i < 2; i++) {
        quest_world_place(&world, cases[i].x, 3.6);
        assert_true(go_to(31, 6));
        struct walk_point first = world.player->walk.points[0];
        assert_true(hypot(first.x - cases[i].end_x, first.z - 3.0) < 0.01);
    }
    struct nav_position place = {25.0, 0.0, 4.0, 0};
    assert_false(barrier_leave(world.game, &place)); // beside it
    place = (struct nav_position){25.0, 3.0, 3.0, 0};
    assert_false(barrier_leave(world.game, &place)); // above it
    turn(QUEST_WORLD_BRIDGE, false);
    place = (struct nav_position){25.0, 0.0, 3.0, 0};
    assert_false(barrier_leave(world.game, &place)); // it is not laid
}

static void nobody_turns_around_on_a_bridge(void **state)
{
    (void)state;
    turn(QUEST_WORLD_BRIDGE, true);
    quest_world_place(&world, 22, 3);
    assert_true(go_to(31, 3));
    while (world.player->body.position.x < 24.5)
        quest_world_tick(&world, 1);
    turn(QUEST_WORLD_VAULT, true); // all look for their ways anew
    for (double before = 0; world.player->errand.is_stale; quest_world_tick(&world, 1)) {
        assert_true(world.player->body.position.x > before);
        before = world.player->body.position.x;
    }
    assert_true(world.player->body.position.x > 27.9);
    walk_out();
    assert_true(stands_at(31, 3));
}

static void those_beside_a_gate_stay_where_they_are(void **state)
{
    (void)state;
    static const double places[][2] = {{9.5, 10}, {12.5, 10}, {8, 3}, {22, 3}};
    turn(QUEST_WORLD_BRIDGE, true);
    for (size_t i = 0; i < 4; i++) {
        turn(QUEST_WORLD_GATEWAY, true);
        quest_world_place(&world, places[i][0], places[i][1]);
        turn(QUEST_WORLD_GATEWAY, false);
        assert_true(stands_at(places[i][0], places[i][1]));
    }
    turn(QUEST_WORLD_BRIDGE, false);
    assert_true(stands_at(22, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_bridge_laid_shortens_the_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bridge_removed_makes_people_go_around, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_gate_that_shuts_makes_people_go_another_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_gate_that_opens_under_way_shortens_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(where_there_is_no_other_way_people_stop_and_are_told, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(nobody_is_left_in_a_door_that_shuts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_is_left_in_the_air, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ways_from_a_bridge_lead_along_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_turns_around_on_a_bridge, set_up, tear_down),
        cmocka_unit_test_setup_teardown(those_beside_a_gate_stay_where_they_are, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("upheaval", tests, NULL, NULL);
}
