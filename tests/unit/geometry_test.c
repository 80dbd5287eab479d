// The tests on points are exact, also where differences are as large as they get.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/geometry.h"
#include "tests/data/random_region.h"

#define FAR GEO_COORDINATE_MAX

static void far_points_off_a_line_by_one_millimetre_are_off_it(void **state)
{
    (void)state;
    struct geo_point a = {-FAR, -FAR};
    struct geo_point b = {FAR, FAR};
    assert_true(geo_cross(a, b, (struct geo_point){0, 0}) == 0);
    assert_true(geo_cross(a, b, (struct geo_point){0, 1}) > 0);
    assert_true(geo_cross(a, b, (struct geo_point){1, 0}) < 0);
    assert_true(geo_distance_squared(a, b) == INT64_C(1) << 61);
}

static void a_segment_holds_its_ends_and_what_is_exactly_between(void **state)
{
    (void)state;
    struct geo_point a = {-3, 0};
    struct geo_point b = {3, 2};
    assert_true(geo_on_segment(a, b, a));
    assert_true(geo_on_segment(a, b, b));
    assert_true(geo_on_segment(a, b, (struct geo_point){0, 1}));
    assert_false(geo_on_segment(a, b, (struct geo_point){6, 3}));
    assert_false(geo_on_segment(a, b, (struct geo_point){1, 1}));
}

static void a_triangle_holds_its_border(void **state)
{
    (void)state;
    struct geo_point a = {0, 0};
    struct geo_point b = {4, 0};
    struct geo_point c = {0, 4};
    assert_true(geo_in_triangle(a, b, c, a));
    assert_true(geo_in_triangle(a, b, c, (struct geo_point){2, 2}));
    assert_true(geo_in_triangle(a, b, c, (struct geo_point){1, 1}));
    assert_false(geo_in_triangle(a, b, c, (struct geo_point){3, 2}));
}

static void corners_know_what_lies_inside_them(void **state)
{
    (void)state;
    static const struct {
        struct geo_point previous, next, target;
        bool is_inside;
    } cases[] = {
        {{0, 9}, {9, 0}, {1, 1}, true},                                     // convex
        {{0, 9}, {9, 0}, {-1, -1}, false}, {{0, 9}, {9, 0}, {5, 0}, false}, // along a side
        {{9, 0}, {0, 9}, {-1, -1}, true},                                   // reflex
        {{9, 0}, {0, 9}, {1, 1}, false},   {{9, 0}, {0, 9}, {5, 0}, false}, // along a side
        {{-9, 0}, {9, 0}, {0, 1}, true},                                    // flat
        {{-9, 0}, {9, 0}, {0, -1}, false}, {{-9, 0}, {9, 0}, {-5, 0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_inside =
            geo_in_corner(cases[i].previous, (struct geo_point){0, 0}, cases[i].next, cases[i].target);
        if (is_inside != cases[i].is_inside)
            fail_msg("case %zu", i);
    }
}

static void a_height_is_the_same_from_either_end(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 10000; i++) {
        int32_t low = seed_between(&seed, -2000000, 2000000);
        int32_t high = seed_between(&seed, -2000000, 2000000);
        int64_t whole = seed_between(&seed, 1, INT32_MAX);
        int64_t part = (int64_t)(seed_next(&seed) % (uint64_t)whole);
        assert_int_equal(geo_mix_rounded(low, high, part, whole),
                         geo_mix_rounded(high, low, whole - part, whole));
    }
    assert_int_equal(geo_mix_rounded(0, 1, 1, 2), 1);
    assert_int_equal(geo_mix_rounded(0, -1, 1, 2), 0);
    assert_int_equal(geo_mix_rounded(-10, -20, 1, 4), -12);
}

static void the_nearest_place_of_a_segment_never_leaves_it(void **state)
{
    (void)state;
    struct geo_place a = {0, 0};
    struct geo_place b = {10, 0};
    assert_true(geo_place_project(a, b, (struct geo_place){-5, 3}) == 0);
    assert_true(geo_place_project(a, b, (struct geo_place){15, 3}) == 1);
    assert_true(geo_place_project(a, b, (struct geo_place){5, 3}) == 0.5);
    assert_true(geo_place_project(a, a, b) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_points_off_a_line_by_one_millimetre_are_off_it),
        cmocka_unit_test(a_segment_holds_its_ends_and_what_is_exactly_between),
        cmocka_unit_test(a_triangle_holds_its_border),
        cmocka_unit_test(corners_know_what_lies_inside_them),
        cmocka_unit_test(a_height_is_the_same_from_either_end),
        cmocka_unit_test(the_nearest_place_of_a_segment_never_leaves_it),
    };
    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
