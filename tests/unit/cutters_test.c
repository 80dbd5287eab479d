// Obstacles and roads cut the regions of their floor, and no others.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/crossings.h"
#include "nav/disjoint.h"
#include "tests/data/test_scene.h"

/// A floor, a second one beside it, and a gallery over both.
static void make(struct test_scene *test)
{
    test_scene_begin(test, 300);
    test_scene_add_floor(test, 0, 0, 10000, 10000, 0);
    test_scene_add_floor(test, 10000, 0, 20000, 10000, 200);
    test_scene_add_floor(test, 5000, 5000, 15000, 15000, 3000);
}

static bool has_cut(const struct cutters *cutters, uint32_t region, uint32_t cutter, bool is_at_border)
{
    for (size_t i = 0; i < cutters->cut_count; i++) {
        const struct cut *cut = &cutters->cuts[i];
        if (cut->region == region && cut->cutter == cutter)
            return cut->is_at_border == is_at_border;
    }
    return false;
}

static void obstacles_cut_what_they_cross_on_their_floor(void **state)
{
    (void)state;
    static struct test_scene test;
    struct cutters cutters;
    make(&test);
    test_scene_add_box(&test, 1000, 1000, 2000, 2000, 0);
    test_scene_add_box(&test, 8000, 6000, 12000, 8000, 0);
    test_scene_add_box(&test, 6000, 6000, 7000, 7000, 2);
    test_scene_add_box(&test, 12000, 4000, 13000, 6000, 2);
    struct floors *floors = floors_create(&test.scene);
    assert_true(cutters_find(floors, &cutters));
    assert_int_equal(cutters.count, 4);
    assert_int_equal(cutters.cut_count, 5);
    assert_true(has_cut(&cutters, 0, 0, false));
    assert_true(has_cut(&cutters, 0, 1, true));
    assert_true(has_cut(&cutters, 1, 1, true));
    assert_true(has_cut(&cutters, 2, 2, false));
    assert_true(has_cut(&cutters, 2, 3, true));
    cutters_finish(&cutters);
    floors_destroy(floors);
    test_scene_finish(&test);
}

static void roads_cut_the_ground_that_they_lie_on(void **state)
{
    (void)state;
    static struct test_scene test;
    struct cutters cutters;
    static int32_t heights_mm[2] = {3000, 3000};
    make(&test);
    test_scene_add_road(&test, (struct geo_point){1000, 1000}, (struct geo_point){19000, 1000}, 1000);
    test_scene_add_road(&test, (struct geo_point){9000, 1000}, (struct geo_point){9000, 14000}, 1000);
    test.roads[1].heights_mm = heights_mm;
    struct floors *floors = floors_create(&test.scene);
    assert_true(cutters_find(floors, &cutters));
    assert_true(has_cut(&cutters, 0, 0, true));
    assert_true(has_cut(&cutters, 1, 0, true));
    assert_true(has_cut(&cutters, 2, 1, true));
    assert_int_equal(cutters.cut_count, 3);
    struct cutters_cover cover = cutters_look(&cutters, 0, (struct geo_place){9000, 1200});
    assert_true(cover.is_road);
    assert_false(cover.is_obstacle);
    assert_int_equal(cover.road, 0);
    assert_false(cutters_look(&cutters, 0, (struct geo_place){9000, 6000}).is_road);
    assert_int_equal(cutters_look(&cutters, 2, (struct geo_place){9000, 6000}).road, 1);
    cutters_finish(&cutters);
    floors_destroy(floors);
    test_scene_finish(&test);
}

static void only_crossed_regions_are_snapped_and_with_their_neighbours(void **state)
{
    (void)state;
    static struct test_scene test;
    struct crossings crossings;
    make(&test);
    test_scene_add_box(&test, 6000, 6000, 7000, 7000, 2);
    test_scene_add_box(&test, 9000, 1000, 11000, 2000, 0);
    struct floors *floors = floors_create(&test.scene);
    assert_true(crossings_find(floors, &crossings));
    assert_true(crossings.are_crossed[0]);
    assert_true(crossings.are_crossed[1]);
    assert_false(crossings.are_crossed[2]);
    assert_int_equal(disjoint_find(crossings.groups, 0), disjoint_find(crossings.groups, 1));
    assert_int_not_equal(disjoint_find(crossings.groups, 0), disjoint_find(crossings.groups, 2));
    crossings_finish(&crossings);
    floors_destroy(floors);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacles_cut_what_they_cross_on_their_floor),
        cmocka_unit_test(roads_cut_the_ground_that_they_lie_on),
        cmocka_unit_test(only_crossed_regions_are_snapped_and_with_their_neighbours),
    };
    return cmocka_run_group_tests_name("cutters", tests, NULL, NULL);
}
