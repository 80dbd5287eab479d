// Lines on the ground keep to it with as few points as that takes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/profile.h"
#include "tests/data/random_region.h"

enum { POINTS_MAX = 64 };

struct line {
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
    struct profile profile;
};

static struct profile_point point(double x, double height_mm)
{
    return (struct profile_point){{x, 0}, height_mm};
}

static void begin(struct line *line)
{
    line->trip = (struct nav_trip){.points = line->points, .points_max = POINTS_MAX};
    profile_begin(&line->profile, &line->trip, 7, point(0, 0));
}

static void even_ground_needs_two_points(void **state)
{
    (void)state;
    static struct line line;
    begin(&line);
    for (int x = 100; x < 5000; x += 100)
        profile_pass(&line.profile, point(x, 0.3 * x));
    profile_turn(&line.profile, point(5000, 1500));
    assert_int_equal(line.trip.point_count, 2);
    assert_true(line.points[1].x == 5 && line.points[1].y == 1.5 && line.points[1].z == 0);
    assert_int_equal(line.points[1].scene, 7);
}

static void the_ground_bends_where_a_point_stands(void **state)
{
    (void)state;
    static struct line line;
    begin(&line);
    profile_pass(&line.profile, point(1000, 0));
    profile_pass(&line.profile, point(2000, 500));
    profile_turn(&line.profile, point(3000, 500));
    assert_int_equal(line.trip.point_count, 4);
    assert_true(line.points[1].x == 1 && line.points[2].x == 2);
}

static void a_step_is_its_foot_and_its_top(void **state)
{
    (void)state;
    static struct line line;
    begin(&line);
    profile_pass(&line.profile, point(1000, 0));
    profile_pass(&line.profile, point(1000, 300));
    profile_pass(&line.profile, point(1500, 300));
    profile_pass(&line.profile, point(1500, 600));
    profile_turn(&line.profile, point(2500, 600));
    assert_int_equal(line.trip.point_count, 6);
    static const double expected[][2] = {{0, 0}, {1, 0}, {1, 0.3}, {1.5, 0.3}, {1.5, 0.6}, {2.5, 0.6}};
    for (int i = 0; i < 6; i++)
        assert_true(line.points[i].x == expected[i][0] && line.points[i].y == expected[i][1]);
}

static void a_step_at_the_very_start_and_end_is_kept(void **state)
{
    (void)state;
    static struct line line;
    begin(&line);
    profile_pass(&line.profile, point(0, 200));
    profile_pass(&line.profile, point(1000, 200));
    profile_turn(&line.profile, point(1000, 0));
    assert_int_equal(line.trip.point_count, 4);
    assert_true(line.points[1].y == 0.2 && line.points[2].y == 0.2 && line.points[3].y == 0);
}

static void walking_straight_between_points_stays_on_the_ground(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        static struct line line;
        uint64_t random = seed;
        double heights[40];
        double height = 0;
        begin(&line);
        for (int i = 0; i < 40; i++) {
            height += seed_between(&random, -12, 12);
            heights[i] = height;
            (i < 39 ? profile_pass : profile_turn)(&line.profile, point(100.0 * (i + 1), height));
        }
        size_t next = 1;
        for (int i = 0; i < 40; i++) {
            double x = 0.1 * (i + 1);
            while (next + 1 < line.trip.point_count && line.points[next].x < x - 1e-9)
                next++;
            struct nav_position a = line.points[next - 1];
            struct nav_position b = line.points[next];
            double walked = a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
            if (fabs(walked * 1000 - heights[i]) > 10.001)
                fail_msg("seed %lu: %.1f mm off the ground at %.1f m", seed, walked * 1000 - heights[i], x);
        }
        assert_true(line.trip.point_count < 40);
    }
}

static void points_without_room_are_reported(void **state)
{
    (void)state;
    static struct line line;
    begin(&line);
    line.trip.points_max = 2;
    profile_turn(&line.profile, point(1000, 0));
    assert_false(line.profile.is_full);
    profile_turn(&line.profile, point(2000, 0));
    assert_true(line.profile.is_full);
    assert_int_equal(line.trip.point_count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_ground_needs_two_points),
        cmocka_unit_test(the_ground_bends_where_a_point_stands),
        cmocka_unit_test(a_step_is_its_foot_and_its_top),
        cmocka_unit_test(a_step_at_the_very_start_and_end_is_kept),
        cmocka_unit_test(walking_straight_between_points_stays_on_the_ground),
        cmocka_unit_test(points_without_room_are_reported),
    };
    return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
