// Every region is cut into as many triangles as it must have, none flat, none over another.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "nav/polygon.h"
#include "nav/triangulate.h"
#include "tests/data/random_region.h"

enum { TRIANGLES_MAX = RANDOM_POINTS_MAX + 2 * RANDOM_RINGS_MAX };

static int64_t area_twice(const struct region_rings *rings, const struct triangle *triangle)
{
    const uint32_t *corners = triangle->points;
    return geo_cross(rings->points[corners[0]], rings->points[corners[1]], rings->points[corners[2]]);
}

/// Cuts the region; the sum of the triangles' areas, or -1 when one of them is flat or turned.
static int64_t cut_area(const struct region_rings *rings, struct triangle *triangles)
{
    if (!triangulate(rings, triangles))
        return -1;
    int64_t sum = 0;
    for (size_t i = 0; i < triangulate_count(rings); i++) {
        int64_t area = area_twice(rings, &triangles[i]);
        if (area <= 0)
            return -1;
        sum += area;
    }
    return sum;
}

static bool is_apart(const struct region_rings *rings, const struct triangle *a, const struct triangle *b)
{
    for (int side = 0; side < 3; side++) {
        struct geo_point from = rings->points[a->points[side]];
        struct geo_point to = rings->points[a->points[(side + 1) % 3]];
        bool is_right = true;
        for (int corner = 0; corner < 3; corner++)
            is_right = is_right && geo_cross(from, to, rings->points[b->points[corner]]) <= 0;
        if (is_right)
            return true;
    }
    return false;
}

static bool are_apart(const struct region_rings *rings, const struct triangle *triangles)
{
    size_t count = triangulate_count(rings);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            if (!is_apart(rings, &triangles[i], &triangles[k]) &&
                !is_apart(rings, &triangles[k], &triangles[i]))
                return false;
        }
    }
    return true;
}

static void triangles_fill_the_region_exactly(void **state)
{
    (void)state;
    static struct random_region region;
    static struct triangle triangles[TRIANGLES_MAX];
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        random_region_make(seed, 1 + (int)(seed % 12), 1000, &region);
        struct region_rings rings = random_region_rings(&region);
        if (cut_area(&rings, triangles) != random_region_area_twice(&region))
            fail_msg("seed %lu: the triangles' area is not the region's", seed);
        if (seed % 8 == 0 && !are_apart(&rings, triangles))
            fail_msg("seed %lu: triangles overlap", seed);
    }
}

static void tiny_cells_with_touching_roundings_work(void **state)
{
    (void)state;
    static struct random_region region;
    static struct triangle triangles[TRIANGLES_MAX];
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        random_region_make(seed, 1 + (int)(seed % 12), 4, &region);
        struct region_rings rings = random_region_rings(&region);
        if (cut_area(&rings, triangles) != random_region_area_twice(&region))
            fail_msg("seed %lu: the triangles' area is not the region's", seed);
    }
}

static void a_moved_region_is_cut_the_same_way(void **state)
{
    (void)state;
    static struct random_region region;
    static struct triangle before[TRIANGLES_MAX];
    static struct triangle after[TRIANGLES_MAX];
    for (uint64_t seed = 1; seed <= 500; seed++) {
        random_region_make(seed, 8, 1000, &region);
        struct region_rings rings = random_region_rings(&region);
        assert_true(triangulate(&rings, before));
        uint64_t moves = seed;
        int32_t x = seed_between(&moves, -GEO_COORDINATE_MAX + 1000, GEO_COORDINATE_MAX - 20000);
        int32_t z = seed % 2 ? GEO_COORDINATE_MAX - 20000 : -GEO_COORDINATE_MAX + 1000;
        for (size_t i = 0; i < region.point_count; i++) {
            region.points[i].x += x;
            region.points[i].z += z;
        }
        assert_true(triangulate(&rings, after));
        if (memcmp(before, after, triangulate_count(&rings) * sizeof *before) != 0)
            fail_msg("seed %lu: cut another way when moved by %d, %d", seed, x, z);
    }
}

static void collinear_points_are_legal(void **state)
{
    (void)state;
    static const struct geo_point points[] = {{0, 0},   {10, 0},  {20, 0}, {30, 0}, {30, 30}, {20, 30},
                                              {10, 30}, {0, 30},  {0, 20}, {0, 10}, {5, 5},   {5, 25},
                                              {25, 25}, {25, 15}, {25, 5}, {15, 5}};
    static const uint32_t ends[] = {10, 16};
    struct triangle triangles[18];
    struct region_rings rings = {points, 16, ends, 2};
    assert_int_equal(triangulate_count(&rings), 16);
    assert_int_equal(cut_area(&rings, triangles), 2 * (900 - 400));
}

static void holes_in_line_with_each_other_and_the_outline_work(void **state)
{
    (void)state;
    // Points of holes and outline share their z, and two holes share their leftmost x.
    static const struct geo_point points[] = {{0, 0},   {90, 0},  {90, 90}, {0, 90},  {0, 30},  {10, 30},
                                              {20, 40}, {30, 30}, {20, 20}, {40, 30}, {50, 40}, {60, 30},
                                              {50, 20}, {10, 60}, {20, 70}, {30, 60}, {20, 50}};
    static const uint32_t ends[] = {5, 9, 13, 17};
    struct triangle triangles[32];
    struct region_rings rings = {points, 17, ends, 4};
    assert_int_equal(cut_area(&rings, triangles), 2 * (8100 - 3 * 200));
}

static void a_crossing_outline_is_refused(void **state)
{
    (void)state;
    static const struct geo_point points[] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}};
    static const uint32_t ends[] = {4};
    struct triangle triangles[2];
    struct region_rings rings = {points, 4, ends, 1};
    assert_int_equal(cut_area(&rings, triangles), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_fill_the_region_exactly),
        cmocka_unit_test(tiny_cells_with_touching_roundings_work),
        cmocka_unit_test(a_moved_region_is_cut_the_same_way),
        cmocka_unit_test(collinear_points_are_legal),
        cmocka_unit_test(holes_in_line_with_each_other_and_the_outline_work),
        cmocka_unit_test(a_crossing_outline_is_refused),
    };
    return cmocka_run_group_tests_name("triangulate", tests, NULL, NULL);
}
