// Footprints in plan: what is inside, where a line enters.
#include "cloudsvc/game/solids.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// An L: the square of 4 m without its upper right quarter, on sloping ground.
static struct view_vec3 corners[] = {{0, 0, 0}, {4, 1, 0}, {4, 1, 2}, {2, 0.5f, 2}, {2, 0.5f, 4}, {0, 0, 4}};
static const struct view_solid house = {.footprint = corners, .footprint_count = 6, .height_m = 3.0f};

static void the_box_goes_from_the_lowest_ground_to_the_flat_top(void **state)
{
    (void)state;
    struct solid_box box = solid_box(&house);
    assert_true(box.bottom_m == 0.0);
    assert_true(box.top_m == 4.0); // above the highest ground
    assert_true(box.low_x == 0.0 && box.high_x == 4.0);
    assert_true(box.low_z == 0.0 && box.high_z == 4.0);
}

static void the_inside_follows_the_outline(void **state)
{
    (void)state;
    assert_true(solid_holds(&house, 1, 1));
    assert_true(solid_holds(&house, 3, 1));
    assert_true(solid_holds(&house, 1, 3));
    assert_false(solid_holds(&house, 3, 3));
    assert_false(solid_holds(&house, -0.1, 1));
    assert_false(solid_holds(&house, 1, 4.1));
}

static void a_line_enters_at_the_first_side_it_meets(void **state)
{
    (void)state;
    double share;
    assert_true(solid_entry(&house, -2, 1, 10, 0, &share));
    assert_true(fabs(share - 0.2) < 1e-9);
    assert_true(solid_entry(&house, 3, 6, 0, -8, &share)); // through the missing quarter
    assert_true(fabs(share - 0.5) < 1e-9);
}

static void a_line_that_ends_before_the_wall_does_not_enter(void **state)
{
    (void)state;
    double share;
    assert_false(solid_entry(&house, -2, 1, 1.9, 0, &share));
    assert_false(solid_entry(&house, -2, 1, -10, 0, &share));
    assert_false(solid_entry(&house, -2, 5, 10, 0, &share));
}

static void a_line_from_within_has_entered_already(void **state)
{
    (void)state;
    double share;
    assert_true(solid_entry(&house, 1, 1, 10, 0, &share));
    assert_true(share == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_goes_from_the_lowest_ground_to_the_flat_top),
        cmocka_unit_test(the_inside_follows_the_outline),
        cmocka_unit_test(a_line_enters_at_the_first_side_it_meets),
        cmocka_unit_test(a_line_that_ends_before_the_wall_does_not_enter),
        cmocka_unit_test(a_line_from_within_has_entered_already),
    };
    return cmocka_run_group_tests_name("solids", tests, NULL, NULL);
}
