// Shots: how far they fly, and what ends their flight.
#include "cloudsvc/game/shot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/data/arena.h"

static struct plain_world arena;
static struct player *player;

static int set_up(void **state)
{
    (void)state;
    arena = arena_create(1);
    player = arena_join(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plain_world_destroy(&arena);
    return 0;
}

static struct shot shot_from(double x, double z)
{
    return (struct shot){.at = {x, 0, z, 0},
                         .along = {1, 0},
                         .left_m = 12,
                         .player = world_player_id(arena.game, 0),
                         .damage = 5};
}

// Where the shot is when it ends.
static double fly(double x, double z)
{
    shot_begin(arena.game, shot_from(x, z));
    int ticks = 0;
    double last_x = x;
    for (; arena.game->shots.count > 0 && ticks < 100; ticks++) {
        last_x = arena.game->shots.all[0].at.x;
        shot_step(arena.game);
    }
    assert_true(ticks < 100);
    return last_x;
}

static void a_shot_is_spent_after_its_length_or_at_a_wall(void **state)
{
    (void)state;
    assert_true(fabs(fly(11, 4) - 23) < 0.3);
    assert_true(fabs(fly(2, 8) - 9.8) < 0.3);
    assert_true(fabs(fly(2, 12) - 14) < 0.3); // ravines stop nobody who flies
}

static void a_shot_hits_the_first_enemy(void **state)
{
    (void)state;
    struct enemy *near = &arena.game->enemies.all[0];
    struct enemy *far = &arena.game->enemies.all[1];
    near->body.position = (struct nav_position){18, 0, 4.3, 0};
    far->body.position = (struct nav_position){20, 0, 4, 0};
    uint32_t before = near->health;
    assert_true(fly(11, 4) < 18);
    assert_int_equal(near->health, before - 5);
    assert_int_equal(far->health, before);
    near->body.position.z = 5; // aside
    assert_true(fly(11, 4) > 19);
    assert_int_equal(far->health, before - 5);
}

static void the_shots_of_those_who_left_are_gone(void **state)
{
    (void)state;
    struct enemy *wolf = &arena.game->enemies.all[0];
    wolf->body.position = (struct nav_position){14, 0, 4, 0};
    uint32_t before = wolf->health;
    shot_begin(arena.game, shot_from(11, 4));
    assert_true(arena_ask(&arena, player, GAME_LEAVE, 0));
    for (int i = 0; i < 20; i++)
        shot_step(arena.game);
    assert_int_equal(arena.game->shots.count, 0);
    assert_int_equal(wolf->health, before);
}

static void too_many_shots_are_not_shot(void **state)
{
    (void)state;
    for (int i = 0; i < SHOTS_MAX + 3; i++)
        shot_begin(arena.game, shot_from(11, 4));
    assert_int_equal(arena.game->shots.count, SHOTS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_shot_is_spent_after_its_length_or_at_a_wall, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shot_hits_the_first_enemy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_shots_of_those_who_left_are_gone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_shots_are_not_shot, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("shot", tests, NULL, NULL);
}
