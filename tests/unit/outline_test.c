// Cutting, hulls and triangulation of plan outlines.
#include "render/outline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

static const struct outline square = {{{0, 1, 0}, {4, 1, 0}, {4, 3, 4}, {0, 3, 4}}, 4};

static float between(struct random_generator *random, float least, float most)
{
    return least + (most - least) * (float)random_below(random, 100001) / 100000;
}

static struct outline random_triangle(struct random_generator *random)
{
    struct outline triangle = {.count = 3};
    do {
        for (int i = 0; i < 3; i++) {
            triangle.points[i] = (struct view_vec3){between(random, -9, 9), 0, between(random, -9, 9)};
        }
    } while (outline_area(triangle.points, 3) < 0.5f);
    return triangle;
}

static void a_cut_keeps_what_lies_to_the_left(void **state)
{
    (void)state;
    struct view_vec3 from = {1, 0, 0};
    struct view_vec3 to = {1, 0, 4};
    struct outline left = outline_cut(&square, outline_left_of(from, to));
    struct outline right = outline_cut(&square, outline_half_flip(outline_left_of(from, to)));
    assert_float_equal(outline_area(left.points, left.count), 4, 1e-4);
    assert_float_equal(outline_area(right.points, right.count), 12, 1e-4);
}

static void a_cut_carries_heights_along(void **state)
{
    (void)state;
    struct outline upper = outline_cut(&square, (struct outline_half){0, 1, 2});
    for (size_t i = 0; i < upper.count; i++) {
        assert_float_equal(upper.points[i].y, 1 + upper.points[i].z / 2, 1e-5);
    }
}

static void both_halves_of_a_cut_make_up_the_whole(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        struct outline whole = random_triangle(&random);
        struct view_vec3 from = {between(&random, -9, 9), 0, between(&random, -9, 9)};
        struct view_vec3 to = {between(&random, -9, 9), 0, between(&random, -9, 9)};
        struct outline left = outline_cut(&whole, outline_left_of(from, to));
        struct outline right = outline_cut(&whole, outline_half_flip(outline_left_of(from, to)));
        float sum = outline_area(left.points, left.count) + outline_area(right.points, right.count);
        if (fabsf(sum - outline_area(whole.points, whole.count)) > 0.01f) {
            fail_msg("seed %llu: %f", (unsigned long long)seed, (double)sum);
        }
    }
}

// To the last bit: where they differ, the background would shine through.
static bool is_same(struct view_vec3 a, struct view_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void neighbours_get_the_same_corner_on_their_common_side(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        struct view_vec3 a = {between(&random, -9, -1), 0.3f, between(&random, -9, 9)};
        struct view_vec3 b = {between(&random, 1, 9), 0.7f, between(&random, -9, 9)};
        struct outline here = {{a, b, {0, 0, 30}}, 3};
        struct outline there = {{b, a, {0, 0, -30}}, 3};
        struct outline_half half = {1, 0, 0};
        here = outline_cut(&here, half);
        there = outline_cut(&there, half);
        bool is_shared = false;
        for (size_t i = 0; i < here.count; i++) {
            for (size_t j = 0; j < there.count; j++) {
                bool is_old = is_same(here.points[i], b);
                is_shared |= !is_old && is_same(here.points[i], there.points[j]);
            }
        }
        if (!is_shared) {
            fail_msg("seed %llu", (unsigned long long)seed);
        }
    }
}

static void cuts_through_corners_leave_no_sides_without_length(void **state)
{
    (void)state;
    struct outline cut = outline_cut(&square, outline_left_of(square.points[0], square.points[2]));
    assert_int_equal(cut.count, 3);
    cut = outline_cut(&square, outline_left_of(square.points[0], square.points[1]));
    assert_int_equal(cut.count, 4);
}

static void a_hull_holds_all_its_points(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        struct view_vec3 points[18];
        for (size_t i = 0; i < 18; i++) {
            points[i] = (struct view_vec3){between(&random, -5, 5), 0, between(&random, -5, 5)};
        }
        struct outline hull = outline_hull(points, 18);
        assert_true(outline_is_convex(hull.points, hull.count));
        for (size_t side = 0; side < hull.count; side++) {
            struct outline_half half =
                outline_left_of(hull.points[side], hull.points[(side + 1) % hull.count]);
            for (size_t i = 0; i < 18; i++) {
                if (points[i].x * half.nx + points[i].z * half.nz < half.d - 1e-4f) {
                    fail_msg("seed %llu", (unsigned long long)seed);
                }
            }
        }
    }
}

static void outlines_that_touch_are_apart_and_those_that_overlap_are_not(void **state)
{
    (void)state;
    struct outline beside = {{{4, 0, 0}, {8, 0, 0}, {8, 0, 4}, {4, 0, 4}}, 4};
    struct outline over = {{{3.9f, 0, 1}, {8, 0, 1}, {8, 0, 3}, {3.9f, 0, 3}}, 4};
    assert_true(outline_is_apart(&square, &beside));
    assert_false(outline_is_apart(&square, &over));
    assert_false(outline_is_apart(&over, &square));
}

static void corners_move_outwards_by_the_distance_of_their_sides(void **state)
{
    (void)state;
    struct view_vec3 moved = outline_offset_corner(square.points, 4, 0, 0.5f);
    assert_float_equal(moved.x, -0.5, 1e-5);
    assert_float_equal(moved.z, -0.5, 1e-5);
    assert_float_equal(moved.y, 1, 1e-5);
}

static void triangles_fill_a_simple_outline(void **state)
{
    (void)state;
    static const struct view_vec3 comb[] = {{0, 0, 0}, {7, 0, 0}, {7, 0, 5}, {6, 0, 5}, {6, 0, 1}, {4, 0, 1},
                                            {4, 0, 5}, {3, 0, 5}, {3, 0, 1}, {1, 0, 1}, {1, 0, 5}, {0, 0, 5}};
    enum { COUNT = sizeof comb / sizeof comb[0] };
    uint32_t indices[3 * COUNT];
    uint32_t scratch[COUNT];
    size_t written = outline_triangulate(comb, COUNT, indices, scratch);
    assert_int_equal(written, 3 * (COUNT - 2));
    float sum = 0;
    for (size_t i = 0; i < written; i += 3) {
        const struct view_vec3 triangle[3] = {comb[indices[i]], comb[indices[i + 1]], comb[indices[i + 2]]};
        assert_true(outline_area(triangle, 3) >= 0);
        sum += outline_area(triangle, 3);
    }
    assert_float_equal(sum, outline_area(comb, COUNT), 1e-4);
    assert_false(outline_is_convex(comb, COUNT));
}

static void an_outline_that_crosses_itself_is_given_up(void **state)
{
    (void)state;
    static const struct view_vec3 bow[] = {{0, 0, 0}, {4, 0, 4}, {4, 0, 0}, {0, 0, 4}};
    uint32_t indices[12];
    uint32_t scratch[4];
    assert_in_range(outline_triangulate(bow, 4, indices, scratch), 0, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_keeps_what_lies_to_the_left),
        cmocka_unit_test(a_cut_carries_heights_along),
        cmocka_unit_test(both_halves_of_a_cut_make_up_the_whole),
        cmocka_unit_test(neighbours_get_the_same_corner_on_their_common_side),
        cmocka_unit_test(cuts_through_corners_leave_no_sides_without_length),
        cmocka_unit_test(a_hull_holds_all_its_points),
        cmocka_unit_test(outlines_that_touch_are_apart_and_those_that_overlap_are_not),
        cmocka_unit_test(corners_move_outwards_by_the_distance_of_their_sides),
        cmocka_unit_test(triangles_fill_a_simple_outline),
        cmocka_unit_test(an_outline_that_crosses_itself_is_given_up),
    };
    return cmocka_run_group_tests_name("outline", tests, NULL, NULL);
}
