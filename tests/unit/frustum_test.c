// Where points of a scene land in the picture.
#include "render/frustum.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Looks north along +z, with a right angle from top to bottom.
static const struct view_camera north = {
    .eye = {0, 5, -10}, .target = {0, 5, 0}, .tan_half_fov_y = 1, .near_m = 1, .far_m = 100};

static void points_land_where_geometry_says(void **state)
{
    (void)state;
    static const struct {
        struct view_vec3 point;
        float x_px, y_px;
    } cases[] = {
        {{0, 5, 0}, 400, 300},                           // the middle
        {{10, 5, 0}, 700, 300},                          // +x is to the right
        {{0, 15, 0}, 400, 0},                            // +y is up
        {{0, -5, 0}, 400, 600}, {{10, 5, 10}, 550, 300}, // half as far from the middle at twice the distance
    };
    struct frustum frustum = frustum_init(&north, 800, 600);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float x = 0;
        float y = 0;
        float depth = 0;
        assert_true(frustum_project(&frustum, cases[i].point, &x, &y, &depth));
        assert_float_equal(x, cases[i].x_px, 0.01);
        assert_float_equal(y, cases[i].y_px, 0.01);
        assert_float_equal(depth, cases[i].point.z + 10, 0.01);
    }
}

static void points_behind_the_eye_land_nowhere(void **state)
{
    (void)state;
    struct frustum frustum = frustum_init(&north, 800, 600);
    float x = 0;
    float y = 0;
    float depth = 0;
    assert_false(frustum_project(&frustum, (struct view_vec3){0, 5, -11}, &x, &y, &depth));
}

static void what_is_out_of_the_picture_is_culled(void **state)
{
    (void)state;
    struct frustum frustum = frustum_init(&north, 600, 600);
    assert_true(frustum_sees_ball(&frustum, (struct view_vec3){0, 5, 0}, 1));
    assert_true(frustum_sees_ball(&frustum, (struct view_vec3){10.5f, 5, 0}, 1));
    assert_false(frustum_sees_ball(&frustum, (struct view_vec3){14, 5, 0}, 1));
    assert_false(frustum_sees_ball(&frustum, (struct view_vec3){0, 5, -20}, 1));
    assert_false(frustum_sees_ball(&frustum, (struct view_vec3){0, 5, 120}, 1));
    assert_true(frustum_sees_box(&frustum, (struct view_vec3){-50, 0, -50}, (struct view_vec3){50, 1, 50}));
    assert_false(frustum_sees_box(&frustum, (struct view_vec3){-50, 0, -50}, (struct view_vec3){-40, 1, 10}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_land_where_geometry_says),
        cmocka_unit_test(points_behind_the_eye_land_nowhere),
        cmocka_unit_test(what_is_out_of_the_picture_is_culled),
    };
    return cmocka_run_group_tests_name("frustum", tests, NULL, NULL);
}
