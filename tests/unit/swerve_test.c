// A walked line keeps the agent's radius from walls where there is room.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/swerve.h"
#include "tests/data/test_way.h"

/// The least distance of a line from a wall.
static double clearance_of(const struct test_way *way, const struct funnel_point *points, size_t count)
{
    enum { SAMPLES = 24 };
    double least = INFINITY;
    for (size_t i = 1; i < count; i++) {
        for (int k = 0; k <= SAMPLES; k++) {
            struct geo_place at = geo_place_mix(points[i - 1].at, points[i].at, k / (double)SAMPLES);
            least = fmin(least, test_way_wall_distance(way, at));
        }
    }
    return least;
}

static void a_line_around_a_house_keeps_from_its_corners(void **state)
{
    (void)state;
    static struct test_way way;
    const struct funnel_point *points;
    test_scene_begin(&way.test, 350);
    test_scene_add_floor(&way.test, 0, 0, 10000, 10000, 0);
    test_scene_add_box(&way.test, 4000, 2000, 6000, 8000, 0);
    test_way_open(&way);
    for (int32_t z = 1000; z < 9500; z += 500) {
        size_t count = test_way_find(&way, (struct geo_place){1000, z}, (struct geo_place){9000, z}, &points);
        assert_true(count >= 2);
        if (clearance_of(&way, points, count) < 350 * 0.994)
            fail_msg("from z %d: %.1f mm from the house", z, clearance_of(&way, points, count));
        assert_true(test_way_length(points, count) < 8000 + 2 * 4500);
    }
    test_way_close(&way);
}

static void somebody_of_no_width_walks_straight_along_walls(void **state)
{
    (void)state;
    static struct test_way way;
    const struct funnel_point *points;
    test_scene_begin(&way.test, 0);
    test_scene_add_floor(&way.test, 0, 0, 10000, 10000, 0);
    test_scene_add_box(&way.test, 4000, 2000, 6000, 8000, 0);
    test_way_open(&way);
    assert_int_equal(
        test_way_find(&way, (struct geo_place){1000, 5100}, (struct geo_place){9000, 5100}, &points), 4);
    assert_true(points[1].at.x == 4000 && points[1].at.z == 8000);
    assert_true(points[2].at.x == 6000 && points[2].at.z == 8000);
    test_way_close(&way);
}

static struct geo_place place_with_room(const struct test_way *way, const struct random_region *region,
                                        uint64_t *seed, double room_mm)
{
    for (int tries = 0; tries < 2000; tries++) {
        struct geo_point at = {seed_between(seed, 0, 22000), seed_between(seed, 0, 22000)};
        if (random_region_contains(region, at) && test_way_wall_distance(way, geo_place_of(at)) >= room_mm)
            return geo_place_of(at);
    }
    return (struct geo_place){NAN, NAN};
}

static void lines_in_random_regions_keep_from_walls(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        static struct test_way way;
        static struct random_region whole;
        uint64_t random = seed;
        int32_t radius_mm = 100 + (int32_t)(seed % 3) * 150;
        // Jittered squares of 2 m leave at least 1 m between walls: room enough for all of these.
        test_way_open_random(&way, seed, 2 + (int)(seed % 8), 2000, radius_mm, &whole);
        for (int i = 0; i < 12; i++) {
            const struct funnel_point *points;
            struct geo_place from = place_with_room(&way, &whole, &random, radius_mm);
            struct geo_place to = place_with_room(&way, &whole, &random, radius_mm);
            if (isnan(from.x) || isnan(to.x))
                continue;
            size_t count = test_way_find(&way, from, to, &points);
            double clearance = clearance_of(&way, points, count);
            if (clearance < radius_mm * 0.98)
                fail_msg("seed %lu: %.1f mm from a wall, not %d", seed, clearance, radius_mm);
        }
        test_way_close(&way);
    }
}

static void swerves_without_room_are_left_out(void **state)
{
    (void)state;
    static struct test_way way;
    const struct funnel_point *points;
    struct funnel_point swerved[2];
    test_scene_begin(&way.test, 350);
    test_scene_add_floor(&way.test, 0, 0, 10000, 10000, 0);
    test_scene_add_box(&way.test, 4000, 2000, 6000, 8000, 0);
    test_way_open(&way);
    size_t count =
        test_way_find(&way, (struct geo_place){3900, 1000}, (struct geo_place){3000, 9000}, &points);
    assert_true(count > 2);
    struct swerve_line line = {.mesh = way.mesh, .radius_mm = 350, .points = points, .point_count = 2};
    line.sides = corridor_sides(way.corridor, &line.side_count);
    struct funnel_point straight[2] = {points[0], points[count - 1]};
    line.points = straight;
    line.end_cell = test_way_locate(&way, straight[1].at).cell;
    assert_int_equal(swerve(&line, swerved, 2), 2);
    assert_true(swerved[1].at.x == 3000 && swerved[1].at.z == 9000);
    test_way_close(&way);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_around_a_house_keeps_from_its_corners),
        cmocka_unit_test(somebody_of_no_width_walks_straight_along_walls),
        cmocka_unit_test(lines_in_random_regions_keep_from_walls),
        cmocka_unit_test(swerves_without_room_are_left_out),
    };
    return cmocka_run_group_tests_name("swerve", tests, NULL, NULL);
}
