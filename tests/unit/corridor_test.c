// Tight lines bend at wall corners only, whatever cells the search went through.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/polygon.h"
#include "tests/data/test_way.h"
#include "tests/data/visibility.h"

static void a_line_is_led_around_open_corners(void **state)
{
    (void)state;
    static struct test_way way;
    const struct funnel_point *points;
    test_scene_begin(&way.test, 0);
    // Tiles all over the floor, laid so that no two rows agree.
    for (int32_t z = 0; z < 7; z++) {
        for (int32_t x = 0; x < 7; x++)
            test_scene_add_floor(&way.test, 3000 * x + 500 * (z % 3), 1000 * z,
                                 3000 * x + 3000 + 500 * (z % 3), 1000 * z + 1000, 0)
                ->surface = (enum pack_surface)((x + z) % 2);
    }
    test_way_open(&way);
    for (int32_t x = 1000; x < 21000; x += 700) {
        struct geo_place from = {x, 10};
        struct geo_place to = {22000 - x, 6990};
        size_t count = test_way_find(&way, from, to, &points);
        if (count != 2)
            fail_msg("%zu points from %d on", count, x);
    }
    test_way_close(&way);
}

static struct geo_place random_place(const struct random_region *region, uint64_t *seed, int32_t span_mm)
{
    struct geo_point at;
    do {
        at = (struct geo_point){seed_between(seed, 0, span_mm), seed_between(seed, 0, span_mm)};
    } while (!random_region_contains(region, at));
    return geo_place_of(at);
}

/// Whether the place is on the border of the region.
static bool is_at_wall(const struct random_region *region, struct geo_place at)
{
    struct geo_point point = {(int32_t)at.x, (int32_t)at.z};
    uint32_t first = 0;
    for (size_t ring = 0; ring < region->ring_count; ring++) {
        if (polygon_locate(region->points + first, region->ends[ring] - first, point) == POLYGON_BORDER)
            return true;
        first = region->ends[ring];
    }
    return false;
}

static void lines_over_many_regions_are_as_short_as_over_one(void **state)
{
    (void)state;
    double sum = 0;
    size_t lines = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        static struct test_way way;
        static struct random_region whole;
        uint64_t random = seed;
        test_way_open_random(&way, seed, 2 + (int)(seed % 8), 1000, 0, &whole);
        struct visibility *visibility = visibility_create(&whole);
        for (int i = 0; i < 12; i++) {
            const struct funnel_point *points;
            struct geo_place from = random_place(&whole, &random, 11000);
            struct geo_place to = random_place(&whole, &random, 11000);
            size_t count = test_way_find(&way, from, to, &points);
            double length = test_way_length(points, count);
            double shortest =
                visibility_shortest(visibility, (struct geo_point){(int32_t)from.x, (int32_t)from.z},
                                    (struct geo_point){(int32_t)to.x, (int32_t)to.z});
            if (length < shortest * (1 - 1e-9))
                fail_msg("seed %lu: shorter than the shortest", seed);
            for (size_t k = 1; k + 1 < count; k++) {
                double detour = test_way_length(points + k - 1, 3) -
                                geo_place_distance(points[k - 1].at, points[k + 1].at);
                // A bend that costs no more than a hundredth of a millimetre may stay.
                if (detour > 0.02 && !is_at_wall(&whole, points[k].at))
                    fail_msg("seed %lu: the line bends in the open at %.1f, %.1f", seed, points[k].at.x,
                             points[k].at.z);
            }
            sum += shortest > 0 ? length / shortest : 1;
            lines++;
        }
        visibility_destroy(visibility);
        test_way_close(&way);
    }
    if (sum / (double)lines > 1.0005)
        fail_msg("mean ratio %.6f", sum / (double)lines);
}

static void the_points_know_how_many_sides_are_crossed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        static struct test_way way;
        static struct random_region whole;
        uint64_t random = seed;
        test_way_open_random(&way, seed, 2 + (int)(seed % 8), 2000, seed % 2 ? 0 : 300, &whole);
        for (int i = 0; i < 10; i++) {
            const struct funnel_point *points;
            struct geo_place from = random_place(&whole, &random, 22000);
            struct geo_place to = random_place(&whole, &random, 22000);
            size_t count = test_way_find(&way, from, to, &points);
            size_t side_count;
            const uint32_t *sides = corridor_sides(way.corridor, &side_count);
            for (size_t k = 0; k < count; k++) {
                uint32_t cell = points[k].portal < side_count ? way.mesh->sides[sides[points[k].portal]].cell
                                                              : test_way_locate(&way, to).cell;
                bool is_in_order = k == 0 || points[k].portal >= points[k - 1].portal;
                if (!is_in_order || mesh_cell_distance(way.mesh, cell, points[k].at) > 0.01)
                    fail_msg("seed %lu: point %zu is not where it says", seed, k);
            }
            if (count > 0)
                assert_int_equal(points[count - 1].portal, side_count);
        }
        test_way_close(&way);
    }
    corridor_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_led_around_open_corners),
        cmocka_unit_test(lines_over_many_regions_are_as_short_as_over_one),
        cmocka_unit_test(the_points_know_how_many_sides_are_crossed),
    };
    return cmocka_run_group_tests_name("corridor", tests, NULL, NULL);
}
