// Sides of regions have corners where other regions' corners lie on them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/seams.h"
#include "tests/data/test_scene.h"

static void a_corner_on_a_side_is_a_corner_of_both(void **state)
{
    (void)state;
    static const struct geo_point wide[] = {{0, 0}, {10000, 3000}, {10000, 12000}, {0, 12000}};
    static const struct geo_point below[] = {{5000, -5000}, {10000, -5000}, {10000, 3000}, {5000, 1500}};
    static struct test_scene test;
    struct seams seams;
    test_scene_begin(&test, 0);
    test_scene_add_region(&test, wide, 4, 0);
    test_scene_add_region(&test, below, 4, 0);
    assert_true(seams_make(&test.scene, &seams));
    assert_int_equal(seams.first_rings[1], 1);
    assert_int_equal(seams.first_rings[2], 2);
    assert_int_equal(seams_ring_start(&seams, 0), 0);
    assert_int_equal(seams_ring_start(&seams, 1), 5);
    assert_int_equal(seams_ring_start(&seams, 2), 9);
    struct geo_point joint = seams_point(&seams, 1);
    assert_int_equal(joint.x, 5000);
    assert_int_equal(joint.z, 1500);
    seams_finish(&seams);
    seams_finish(&seams);
    test_scene_finish(&test);
}

static void holes_come_behind_their_outline(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct random_region random;
    struct seams seams;
    test_scene_begin(&test, 0);
    random_region_make(2, 8, 1000, &random);
    test_scene_add_random(&test, &random, (struct geo_point){0, 0}, 0);
    assert_true(seams_make(&test.scene, &seams));
    assert_int_equal(seams.first_rings[1], random.ring_count);
    for (uint32_t i = 0; i < random.point_count; i++)
        assert_true(geo_equal(seams_point(&seams, i), random.points[i]));
    seams_finish(&seams);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_on_a_side_is_a_corner_of_both),
        cmocka_unit_test(holes_come_behind_their_outline),
    };
    return cmocka_run_group_tests_name("seams", tests, NULL, NULL);
}
