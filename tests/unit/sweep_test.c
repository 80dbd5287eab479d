// The sweep finds two sides that touch exactly when looking at all pairs does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/sweep.h"
#include "tests/data/random_region.h"

enum { RINGS_MAX = 4, POINTS_MAX = 12 };

struct rings {
    struct sweep_ring rings[RINGS_MAX];
    struct geo_point points[RINGS_MAX][POINTS_MAX];
    size_t count;
};

struct segment {
    struct geo_point from;
    struct geo_point to;
};

static struct segment segment_of(const struct sweep_ring *ring, size_t side)
{
    return (struct segment){ring->points[side], ring->points[(side + 1) % ring->count]};
}

static bool do_segments_touch(struct segment a, struct segment b)
{
    int64_t b_from = geo_cross(a.from, a.to, b.from);
    int64_t b_to = geo_cross(a.from, a.to, b.to);
    int64_t a_from = geo_cross(b.from, b.to, a.from);
    int64_t a_to = geo_cross(b.from, b.to, a.to);
    bool do_cross = ((b_from < 0 && b_to > 0) || (b_from > 0 && b_to < 0)) &&
                    ((a_from < 0 && a_to > 0) || (a_from > 0 && a_to < 0));
    return do_cross || geo_on_segment(a.from, a.to, b.from) || geo_on_segment(a.from, a.to, b.to) ||
           geo_on_segment(b.from, b.to, a.from) || geo_on_segment(b.from, b.to, a.to);
}

/// Sides that follow one another touch when one folds back over the other.
static bool do_sides_touch(const struct sweep_ring *ring_a, size_t a, const struct sweep_ring *ring_b,
                           size_t b)
{
    struct segment first = segment_of(ring_a, a);
    struct segment second = segment_of(ring_b, b);
    if (ring_a == ring_b && (a + 1) % ring_a->count == b)
        return geo_on_segment(first.from, first.to, second.to) ||
               geo_on_segment(second.from, second.to, first.from);
    if (ring_a == ring_b && (b + 1) % ring_a->count == a)
        return do_sides_touch(ring_a, b, ring_a, a);
    return do_segments_touch(first, second);
}

static bool does_any_pair_touch(const struct rings *rings)
{
    for (size_t i = 0; i < rings->count; i++) {
        for (size_t k = i; k < rings->count; k++) {
            for (size_t a = 0; a < rings->rings[i].count; a++) {
                for (size_t b = i == k ? a + 1 : 0; b < rings->rings[k].count; b++) {
                    if (do_sides_touch(&rings->rings[i], a, &rings->rings[k], b))
                        return true;
                }
            }
        }
    }
    return false;
}

static void make_rings(uint64_t seed, struct rings *rings)
{
    int32_t size = seed_between(&seed, 2, 30);
    rings->count = (size_t)seed_between(&seed, 1, RINGS_MAX);
    for (size_t i = 0; i < rings->count; i++) {
        rings->rings[i].points = rings->points[i];
        rings->rings[i].count = (size_t)seed_between(&seed, 3, rings->count == 1 ? 7 : 4);
        int32_t x = seed_between(&seed, 0, rings->count == 1 ? 0 : 40);
        int32_t z = seed_between(&seed, 0, rings->count == 1 ? 0 : 40);
        for (size_t k = 0; k < rings->rings[i].count; k++)
            rings->points[i][k] =
                (struct geo_point){x + seed_between(&seed, 0, size), z + seed_between(&seed, 0, size)};
    }
}

static bool is_answer_right(const struct rings *rings, enum sweep_status status, struct sweep_side first,
                            struct sweep_side second)
{
    if (status == SWEEP_CLEAR)
        return !does_any_pair_touch(rings);
    const struct sweep_ring *a = &rings->rings[first.ring];
    const struct sweep_ring *b = &rings->rings[second.ring];
    bool is_in_order = first.ring < second.ring || (first.ring == second.ring && first.side < second.side);
    if (!is_in_order || !geo_equal(second.corner, b->points[second.side]))
        return false;
    if (status == SWEEP_SAME_PLACE)
        return geo_equal(a->points[first.side], b->points[second.side]);
    return do_sides_touch(a, first.side, b, second.side);
}

static void the_answer_is_that_of_all_pairs(void **state)
{
    (void)state;
    size_t clear_count = 0;
    for (uint64_t seed = 1; seed <= 60000; seed++) {
        struct rings rings;
        struct sweep_side first = {0};
        struct sweep_side second = {0};
        make_rings(seed * 1000, &rings);
        enum sweep_status status = sweep_rings(rings.rings, rings.count, &first, &second);
        if (!is_answer_right(&rings, status, first, second))
            fail_msg("seed %lu: status %d is wrong", (unsigned long)seed, status);
        clear_count += status == SWEEP_CLEAR;
    }
    assert_in_range(clear_count, 5000, 55000);
}

static void no_rings_are_clear(void **state)
{
    (void)state;
    struct sweep_side first;
    struct sweep_side second;
    assert_int_equal(sweep_rings(NULL, 0, &first, &second), SWEEP_CLEAR);
}

static void corners_at_the_ends_of_the_plan_are_exact(void **state)
{
    (void)state;
    const int32_t far = GEO_COORDINATE_MAX;
    // The last corner lies one millimetre off the diagonal, on either side of it.
    struct geo_point points[4] = {{-far, -far}, {far, far}, {far, far - 1}, {1, 0}};
    struct sweep_ring ring = {.points = points, .count = 4};
    struct sweep_side first;
    struct sweep_side second;
    assert_int_equal(sweep_rings(&ring, 1, &first, &second), SWEEP_CLEAR);
    points[3] = (struct geo_point){0, 1};
    assert_int_equal(sweep_rings(&ring, 1, &first, &second), SWEEP_TOUCH);
    points[3] = (struct geo_point){0, 0};
    assert_int_equal(sweep_rings(&ring, 1, &first, &second), SWEEP_TOUCH);
}

/// A comb of long slanted teeth: boxes of its sides all overlap, and so would cells of a grid fill.
static void a_comb_of_100000_corners_takes_no_quadratic_time(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    struct geo_point *points = calloc(COUNT, sizeof *points);
    assert_non_null(points);
    for (int32_t i = 0; i < COUNT - 1; i++)
        points[i] = (struct geo_point){(i % 2) * 10000000 + i * 4, (i % 2) * 10000000 - i * 4};
    points[COUNT - 1] = (struct geo_point){-1, -1};
    struct sweep_ring ring = {.points = points, .count = COUNT};
    struct sweep_side first = {0};
    struct sweep_side second = {0};
    assert_int_equal(sweep_rings(&ring, 1, &first, &second), SWEEP_CLEAR);
    points[COUNT - 3] = (struct geo_point){points[COUNT - 7].x + 1, points[COUNT - 7].z + 1};
    assert_int_equal(sweep_rings(&ring, 1, &first, &second), SWEEP_TOUCH);
    free(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_is_that_of_all_pairs),
        cmocka_unit_test(no_rings_are_clear),
        cmocka_unit_test(corners_at_the_ends_of_the_plan_are_exact),
        cmocka_unit_test(a_comb_of_100000_corners_takes_no_quadratic_time),
    };
    return cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
}
