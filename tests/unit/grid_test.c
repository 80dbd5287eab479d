// The grid misses nothing that a triangle touches.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/grid.h"
#include "tests/data/random_region.h"

enum { POINTS = 300, SPAN_MM = 5000 };

static struct geo_point random_point(uint64_t *seed)
{
    return (struct geo_point){seed_between(seed, 0, SPAN_MM), seed_between(seed, 0, SPAN_MM)};
}

static bool is_given(const struct grid *grid, const struct geo_point corners[3], uint32_t wanted)
{
    struct grid_walk walk;
    uint32_t item;
    grid_walk_begin(&walk, grid, corners[0], corners[1], corners[2]);
    while (grid_walk_next(&walk, &item)) {
        if (item == wanted)
            return true;
    }
    return false;
}

static void a_walk_gives_every_point_of_a_triangle(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t random = seed;
        struct geo_point points[POINTS];
        struct grid grid;
        assert_true(grid_init(&grid, (struct geo_box){{0, 0}, {SPAN_MM, SPAN_MM}}, POINTS));
        for (uint32_t i = 0; i < POINTS; i++) {
            points[i] = random_point(&random);
            assert_true(grid_insert(&grid, i, points[i]));
        }
        for (int tries = 0; tries < 50; tries++) {
            struct geo_point corners[3] = {random_point(&random), random_point(&random),
                                           random_point(&random)};
            if (geo_cross(corners[0], corners[1], corners[2]) < 0) {
                struct geo_point swapped = corners[1];
                corners[1] = corners[2];
                corners[2] = swapped;
            }
            for (uint32_t i = 0; i < POINTS; i++) {
                if (geo_in_triangle(corners[0], corners[1], corners[2], points[i]) &&
                    !is_given(&grid, corners, i))
                    fail_msg("seed %lu: point %u is missing", seed, i);
            }
        }
        grid_finish(&grid);
    }
}

static void a_triangle_is_found_from_every_point_in_it(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        uint64_t random = seed;
        struct grid grid;
        struct geo_point a = random_point(&random);
        struct geo_point b = random_point(&random);
        struct geo_point c = {a.x / 2 + b.x / 2, a.z / 2 + b.z / 2};
        assert_true(grid_init(&grid, (struct geo_box){{0, 0}, {SPAN_MM, SPAN_MM}}, POINTS));
        assert_true(grid_insert_triangle(&grid, 7, a, b, b));
        struct geo_point at[3] = {c, c, c};
        if (!is_given(&grid, at, 7))
            fail_msg("seed %lu: the middle of a segment does not know it", seed);
        grid_finish(&grid);
    }
}

static void removed_points_are_gone_and_their_room_is_used_again(void **state)
{
    (void)state;
    struct grid grid;
    struct geo_point at = {5, 5};
    struct geo_point corners[3] = {at, at, at};
    assert_true(grid_init(&grid, (struct geo_box){{0, 0}, {10, 10}}, 2));
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(grid_insert(&grid, i, at));
        assert_true(is_given(&grid, corners, i));
        grid_remove(&grid, i, at);
        assert_false(is_given(&grid, corners, i));
    }
    assert_int_equal(grid.count, 1);
    grid_remove(&grid, 3, at);
    grid_finish(&grid);
    grid_finish(&grid);
}

static void a_grid_as_wide_as_a_scene_works(void **state)
{
    (void)state;
    struct grid grid;
    struct geo_point low = {-GEO_COORDINATE_MAX, -GEO_COORDINATE_MAX};
    struct geo_point high = {GEO_COORDINATE_MAX, GEO_COORDINATE_MAX};
    struct geo_point ends[3] = {high, high, high};
    assert_true(grid_init(&grid, (struct geo_box){low, high}, 100));
    assert_true(grid_insert_triangle(&grid, 1, low, high, high));
    assert_true(is_given(&grid, ends, 1));
    grid_finish(&grid);
    assert_true(grid_init(&grid, (struct geo_box){low, {high.x, low.z}}, 1000000));
    assert_true((size_t)grid.columns * grid.rows < 4000000);
    grid_finish(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_gives_every_point_of_a_triangle),
        cmocka_unit_test(a_triangle_is_found_from_every_point_in_it),
        cmocka_unit_test(removed_points_are_gone_and_their_room_is_used_again),
        cmocka_unit_test(a_grid_as_wide_as_a_scene_works),
    };
    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
