// Rings that share sides in part meet at vertices afterwards, by number.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/arrange.h"

static void a_vertex_on_a_side_is_inserted_with_the_sides_height(void **state)
{
    (void)state;
    // A slope, and beside it two floors: the corner between them lies on the slope's side.
    static const struct arrange_point points[] = {
        {{0, 0}, 0},      {{1000, 0}, 0},   {{1000, 900}, 300}, {{0, 900}, 300},
        {{1000, 0}, 0},   {{2000, 0}, 0},   {{2000, 300}, 0},   {{1000, 300}, 0},
        {{1000, 300}, 7}, {{2000, 300}, 7}, {{2000, 900}, 7},   {{1000, 900}, 7},
    };
    static const uint32_t ends[] = {4, 8, 12};
    struct arrange_input input = {points, 12, ends, 3};
    struct arrangement arrangement;
    assert_true(arrange(&input, &arrangement));
    assert_int_equal(arrangement.ends[0], 5);
    assert_int_equal(arrangement.ends[2], 13);
    assert_int_equal(arrangement.vertex_count, 8);
    const struct mesh_corner *inserted = &arrangement.corners[arrangement.points[2]];
    const struct mesh_corner *floor = &arrangement.corners[arrangement.points[8]];
    assert_true(geo_equal(inserted->at, (struct geo_point){1000, 300}));
    assert_int_equal(inserted->height_mm, 100);
    assert_true(geo_equal(inserted->at, floor->at));
    assert_true(arrangement.points[2] != arrangement.points[8]);
    // Where heights agree the corner is one.
    assert_int_equal(arrangement.points[1], arrangement.points[5]);
    arrange_finish(&arrangement);
}

static void vertices_on_a_side_come_in_its_direction(void **state)
{
    (void)state;
    static const struct arrange_point points[] = {{{0, 0}, 0}, {{9, 9}, 0}, {{0, 9}, 0}, {{0, 0}, 0},
                                                  {{6, 0}, 0}, {{6, 6}, 0}, {{3, 3}, 0}, {{5, 5}, 0},
                                                  {{9, 0}, 0}, {{9, 9}, 0}};
    static const uint32_t ends[] = {3, 7, 10};
    static const int32_t expected[] = {0, 3, 5, 6, 9};
    struct arrange_input input = {points, 10, ends, 3};
    struct arrangement arrangement;
    assert_true(arrange(&input, &arrangement));
    assert_int_equal(arrangement.ends[0], 6);
    for (int i = 0; i < 5; i++)
        assert_int_equal(arrangement.corners[arrangement.points[i]].at.x, expected[i]);
    arrange_finish(&arrangement);
    arrange_finish(&arrangement);
}

static void a_vertex_beside_a_side_stays_off_it(void **state)
{
    (void)state;
    static const struct arrange_point points[] = {{{0, 0}, 0},         {{536870912, 1}, 0},
                                                  {{0, 9}, 0},         {{268435456, 0}, 0},
                                                  {{268435457, 1}, 0}, {{268435456, 2}, 0}};
    static const uint32_t ends[] = {3, 6};
    struct arrange_input input = {points, 6, ends, 2};
    struct arrangement arrangement;
    assert_true(arrange(&input, &arrangement));
    assert_int_equal(arrangement.point_count, 6);
    assert_int_equal(arrangement.vertex_count, 6);
    arrange_finish(&arrangement);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_on_a_side_is_inserted_with_the_sides_height),
        cmocka_unit_test(vertices_on_a_side_come_in_its_direction),
        cmocka_unit_test(a_vertex_beside_a_side_stays_off_it),
    };
    return cmocka_run_group_tests_name("arrange", tests, NULL, NULL);
}
