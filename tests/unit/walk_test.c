// Walking along corners in the plain world: speed, arrival, ground under the feet.
#include "cloudsvc/game/walk.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/plain_world.h"

static struct plain_world world;

static int set_up(void **state)
{
    (void)state;
    world = plain_world_create(1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plain_world_destroy(&world);
    return 0;
}

static struct body standing_at(double x, double z)
{
    struct direction north = {0.0, 1.0};
    struct nav_position ground;
    assert_true(nav_nearest(world.nav, (struct nav_position){x, 0.0, z, 0}, 0.1, &ground));
    return (struct body){.position = ground, .facing = north, .wanted = north};
}

static void a_straight_walk_takes_its_time(void **state)
{
    (void)state;
    static struct walk walk;
    struct body body = standing_at(0, -24);
    struct nav_position corners[2] = {body.position, {0, 0, -8, 0}};
    walk_begin(&walk, corners, 2);
    assert_true(fabs(walk_remaining_m(&walk, &body.position) - 16.0) < 1e-9);
    int ticks = 1;
    while (!walk_step(&walk, &body) && ticks < 1000)
        ticks++;
    assert_in_range(ticks, 300, 340); // 16 m at 3.2 m/s, a start and a stop
    assert_true(fabs(body.position.x) < 1e-9);
    assert_true(fabs(body.position.z + 8.0) < 1e-9);
    assert_false(walk_is_under_way(&walk));
    assert_true(walk_remaining_m(&walk, &body.position) == 0.0);
}

static void no_tick_leaps_and_the_body_comes_to_rest(void **state)
{
    (void)state;
    static struct walk walk;
    struct body body = standing_at(0, -24);
    struct nav_position corners[4] = {body.position, {0, 0, -20, 0}, {1, 0, -20, 0}, {0, 0, -19, 0}};
    walk_begin(&walk, corners, 4);
    for (int tick = 0; tick < 600; tick++) {
        struct nav_position before = body.position;
        walk_step(&walk, &body);
        double moved = hypot(body.position.x - before.x, body.position.z - before.z);
        assert_true(moved <= 3.2 / 60.0 + 1e-9);
        assert_true(body.stride >= 0.0 && body.stride < 1.0);
        assert_true(fabs(hypot(body.facing.x, body.facing.z) - 1.0) < 1e-9);
    }
    assert_true(body.pace == 0.0);
}

static void feet_follow_the_steps_to_the_terrace(void **state)
{
    (void)state;
    static struct walk walk;
    struct body body = standing_at(-7, 9);
    static struct nav_position points[NAV_POINTS_MAX];
    static struct nav_trip trip = {.points = points, .points_max = NAV_POINTS_MAX};
    struct nav_query *query = nav_query_create(world.nav, 0);
    assert_non_null(query);
    enum nav_status status =
        nav_query_place(query, body.position, (struct nav_position){-7, 1.2, 14, 0}, &trip);
    nav_query_destroy(query);
    assert_int_equal(status, NAV_FOUND);
    walk_begin(&walk, points, trip.point_count);
    do {
        struct nav_position ground;
        assert_true(nav_nearest(world.nav, body.position, 0.05, &ground));
        if (fabs(ground.y - body.position.y) > 0.31) // never more than one step off
            fail_msg("at z %g: feet at %g, ground at %g", body.position.z, body.position.y, ground.y);
    } while (!walk_step(&walk, &body));
    assert_true(fabs(body.position.y - 1.2) < 1e-9);
}

static void steps_are_climbed_smoothly_and_completely(void **state)
{
    (void)state;
    static struct walk walk;
    struct body body = standing_at(-7, 9);
    struct nav_position corners[4] = {body.position, {-7, 0, 10, 0}, {-7, 0.3, 10, 0}, {-7, 0.3, 10.25, 0}};
    walk_begin(&walk, corners, 4);
    double drawn_m = body.position.y;
    for (int tick = 0; tick < 100; tick++) {
        walk_step(&walk, &body);
        double now_m = body.position.y + body.climb_m;
        assert_true(now_m >= drawn_m - 1e-9);
        assert_true(now_m < drawn_m + 0.1);
        drawn_m = now_m;
    }
    assert_true(fabs(drawn_m - 0.3) < 1e-6);
}

static void a_shortened_walk_ends_before_its_goal(void **state)
{
    (void)state;
    static struct walk walk;
    struct body body = standing_at(0, -24);
    struct nav_position corners[3] = {body.position, {0, 0, -20, 0}, {0.5, 0, -20, 0}};
    walk_begin(&walk, corners, 3);
    walk_shorten(&walk, &body.position, 1.5); // round the corner
    assert_true(fabs(walk_remaining_m(&walk, &body.position) - 3.0) < 1e-9);
    while (!walk_step(&walk, &body))
        continue;
    assert_true(fabs(body.position.z + 21.0) < 1e-6);
    walk_begin(&walk, corners, 3);
    walk_shorten(&walk, &body.position, 100.0);
    assert_false(walk_is_under_way(&walk));
}

static void a_walk_of_too_many_corners_is_cut(void **state)
{
    (void)state;
    static struct walk walk;
    static struct nav_position corners[2 * WALK_POINTS_MAX];
    struct body body = standing_at(0, -24);
    for (size_t i = 0; i < 2 * WALK_POINTS_MAX; i++)
        corners[i] = (struct nav_position){i % 2 ? 0.5 : 0.0, 0, -24, 0};
    walk_begin(&walk, corners, 2 * WALK_POINTS_MAX);
    assert_true(walk.is_cut);
    assert_int_equal(walk.point_count, WALK_POINTS_MAX);
    walk_begin(&walk, corners, 3);
    assert_false(walk.is_cut);
    walk_end(&walk);
    assert_false(walk_is_under_way(&walk));
    assert_false(walk_step(&walk, &body));
}

static void one_faces_where_one_goes(void **state)
{
    (void)state;
    static struct walk walk;
    struct body body = standing_at(0, -24);
    struct nav_position corners[2] = {body.position, {1, 0, -24, 0}};
    walk_begin(&walk, corners, 2);
    walk_step(&walk, &body);
    assert_true(body.facing.x > 0.0);
    assert_true(body.facing.x < 0.5); // eased
    while (!walk_step(&walk, &body))
        continue;
    for (int i = 0; i < 30; i++)
        body_turn(&body);
    assert_true(body.facing.x > 0.99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_walk_takes_its_time),
        cmocka_unit_test(no_tick_leaps_and_the_body_comes_to_rest),
        cmocka_unit_test(feet_follow_the_steps_to_the_terrace),
        cmocka_unit_test(steps_are_climbed_smoothly_and_completely),
        cmocka_unit_test(a_shortened_walk_ends_before_its_goal),
        cmocka_unit_test(a_walk_of_too_many_corners_is_cut),
        cmocka_unit_test(one_faces_where_one_goes),
    };
    return cmocka_run_group_tests_name("walk", tests, set_up, tear_down);
}
