// Obstacles that stand by themselves are found, and no others.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/apart.h"
#include "nav/pieces.h"
#include "tests/data/test_scene.h"

enum { OBSTACLES_MAX = 8 };

/// A floor of 10 m by 10 m, and boxes on it.
static void begin(struct test_scene *test)
{
    test_scene_begin(test, 0);
    test_scene_add_floor(test, 0, 0, 10000, 10000, 0);
}

static void find(const struct test_scene *test, bool *are_apart)
{
    struct floors *floors = floors_create(&test->scene);
    struct crossings crossings;
    struct seams seams;
    assert_non_null(floors);
    assert_true(crossings_find(floors, &crossings));
    assert_true(seams_make(&test->scene, &seams));
    assert_true(apart_find(&crossings, &seams));
    for (size_t i = 0; i < crossings.cutters.count; i++)
        are_apart[i] = crossings.cutters.cutters[i].is_apart;
    seams_finish(&seams);
    crossings_finish(&crossings);
    floors_destroy(floors);
}

static void one_in_the_open_is_apart(void **state)
{
    (void)state;
    static struct test_scene test;
    bool are_apart[OBSTACLES_MAX] = {0};
    begin(&test);
    test_scene_add_box(&test, 2000, 2000, 4000, 4000, 0);
    find(&test, are_apart);
    assert_true(are_apart[0]);
    test_scene_finish(&test);
}

static void two_that_nearly_touch_are_not_and_a_little_farther_they_are(void **state)
{
    (void)state;
    static const struct {
        int32_t gap_mm;
        bool are_apart;
    } CASES[] = {{-500, false}, {0, false}, {1, false}, {3, false}, {4, true}, {500, true}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        static struct test_scene test;
        bool are_apart[OBSTACLES_MAX] = {0};
        begin(&test);
        test_scene_add_box(&test, 2000, 2000, 4000, 4000, 0);
        test_scene_add_box(&test, 4000 + CASES[i].gap_mm, 3000, 6000, 5000, 0);
        find(&test, are_apart);
        assert_int_equal(are_apart[0], CASES[i].are_apart);
        assert_int_equal(are_apart[1], CASES[i].are_apart);
        test_scene_finish(&test);
    }
}

static void one_around_another_is_not_but_the_one_inside_is(void **state)
{
    (void)state;
    static struct test_scene test;
    bool are_apart[OBSTACLES_MAX] = {0};
    begin(&test);
    test_scene_add_box(&test, 2000, 2000, 8000, 8000, 0);
    test_scene_add_box(&test, 4000, 4000, 5000, 5000, 0);
    find(&test, are_apart);
    assert_false(are_apart[0]);
    assert_true(are_apart[1]);
    test_scene_finish(&test);
}

static void one_on_a_border_is_not(void **state)
{
    (void)state;
    static struct test_scene test;
    bool are_apart[OBSTACLES_MAX] = {0};
    begin(&test);
    test_scene_add_floor(&test, 10000, 0, 20000, 10000, 0);
    test_scene_add_box(&test, 9000, 2000, 11000, 4000, 0);
    test_scene_add_box(&test, 0, 6000, 1000, 7000, 0);
    test_scene_add_box(&test, 12000, 6000, 13000, 7000, 0);
    find(&test, are_apart);
    assert_false(are_apart[0]);
    assert_false(are_apart[1]);
    assert_true(are_apart[2]);
    test_scene_finish(&test);
}

/// One obstacle crosses the border, so the region is cut; the others are holes of it, but for the one inside
/// another.
static void those_apart_are_holes_in_a_region_that_others_cross(void **state)
{
    (void)state;
    static struct test_scene test;
    struct pieces pieces;
    begin(&test);
    test_scene_add_box(&test, -1000, 1000, 1000, 2000, 0);
    test_scene_add_box(&test, 3000, 3000, 4000, 4000, 0);
    test_scene_add_box(&test, 5000, 5000, 9000, 9000, 0);
    test_scene_add_box(&test, 6000, 6000, 7000, 7000, 0);
    assert_true(pieces_make(&test.scene, &pieces));
    assert_int_equal(pieces.count, 1);
    assert_int_equal(pieces.ring_count, 3);
    assert_int_equal(pieces.ends[0], 8);
    assert_int_equal(pieces.ends[2], 16);
    pieces_finish(&pieces);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_in_the_open_is_apart),
        cmocka_unit_test(two_that_nearly_touch_are_not_and_a_little_farther_they_are),
        cmocka_unit_test(one_around_another_is_not_but_the_one_inside_is),
        cmocka_unit_test(one_on_a_border_is_not),
        cmocka_unit_test(those_apart_are_holes_in_a_region_that_others_cross),
    };
    return cmocka_run_group_tests_name("apart", tests, NULL, NULL);
}
