// Bridged rings are one polygon that has every corner of theirs and nothing of the holes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "nav/bridge.h"
#include "nav/polygon.h"
#include "tests/data/random_region.h"

enum { CORNERS_MAX = RANDOM_POINTS_MAX + 2 * RANDOM_RINGS_MAX };

static bool do_cross(struct geo_point a, struct geo_point b, struct geo_point c, struct geo_point d)
{
    int64_t c_off = geo_cross(a, b, c);
    int64_t d_off = geo_cross(a, b, d);
    int64_t a_off = geo_cross(c, d, a);
    int64_t b_off = geo_cross(c, d, b);
    return ((c_off > 0 && d_off < 0) || (c_off < 0 && d_off > 0)) &&
           ((a_off > 0 && b_off < 0) || (a_off < 0 && b_off > 0));
}

static bool is_crossed(const struct geo_point *polygon, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (do_cross(polygon[i], polygon[(i + 1) % count], polygon[k], polygon[(k + 1) % count]))
                return true;
        }
    }
    return false;
}

static void the_joined_polygon_has_the_regions_area_and_crosses_nowhere(void **state)
{
    (void)state;
    static struct random_region region;
    static uint32_t corners[CORNERS_MAX];
    static struct geo_point polygon[CORNERS_MAX];
    for (uint64_t seed = 2; seed <= 1000; seed += 2) {
        random_region_make(seed, 3 + (int)(seed % 10), seed % 4 ? 1000 : 4, &region);
        struct region_rings rings = random_region_rings(&region);
        if (!bridge_join(&rings, corners))
            fail_msg("seed %lu: not joined", seed);
        size_t count = bridge_corner_count(&rings);
        for (size_t i = 0; i < count; i++)
            polygon[i] = region.points[corners[i]];
        if (polygon_area_twice(polygon, count) != random_region_area_twice(&region))
            fail_msg("seed %lu: the area is not the region's", seed);
        if (is_crossed(polygon, count))
            fail_msg("seed %lu: sides cross", seed);
    }
}

static void rings_may_run_either_way(void **state)
{
    (void)state;
    static const struct geo_point points[] = {{0, 0}, {0, 9}, {9, 9}, {9, 0}, {3, 3}, {6, 3}, {6, 6}, {3, 6}};
    static const uint32_t ends[] = {4, 8};
    struct region_rings rings = {points, 8, ends, 2};
    uint32_t corners[10];
    struct geo_point polygon[10];
    assert_true(bridge_join(&rings, corners));
    for (size_t i = 0; i < 10; i++)
        polygon[i] = points[corners[i]];
    assert_int_equal(polygon_area_twice(polygon, 10), 2 * (81 - 9));
}

static void a_hole_outside_is_refused(void **state)
{
    (void)state;
    static const struct geo_point points[] = {{0, 0}, {9, 0}, {9, 9}, {-20, 3}, {-21, 3}, {-20, 4}};
    static const uint32_t ends[] = {3, 6};
    struct region_rings rings = {points, 6, ends, 2};
    uint32_t corners[8];
    assert_false(bridge_join(&rings, corners));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_joined_polygon_has_the_regions_area_and_crosses_nowhere),
        cmocka_unit_test(rings_may_run_either_way),
        cmocka_unit_test(a_hole_outside_is_refused),
    };
    return cmocka_run_group_tests_name("bridge", tests, NULL, NULL);
}
