// From the world to the picture and back.
#include "cloudsvc/game/projection.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

static struct projection looking_from(float x, float y, float z)
{
    struct view view = {.width_px = 640, .height_px = 480};
    view.camera = (struct view_camera){
        .eye = {x, y, z}, .target = {0, 0, 0}, .tan_half_fov_y = 0.3f, .near_m = 0.5f, .far_m = 100};
    struct projection projection;
    projection_init(&projection, &view);
    return projection;
}

static void the_target_is_in_the_middle(void **state)
{
    (void)state;
    struct projection projection = looking_from(3, 8, -7);
    double x_px, y_px;
    double depth_m = projection_point(&projection, (struct vector){0, 0, 0}, &x_px, &y_px);
    assert_true(fabs(depth_m - sqrt(9.0 + 64.0 + 49.0)) < 1e-4);
    assert_true(fabs(x_px - 320.0) < 1e-3);
    assert_true(fabs(y_px - 240.0) < 1e-3);
}

static void looking_along_z_sees_x_to_the_right_and_y_up(void **state)
{
    (void)state;
    struct projection projection = looking_from(0, 0, -10);
    double x_px, y_px;
    projection_point(&projection, (struct vector){1, 1, 0}, &x_px, &y_px);
    assert_true(fabs(x_px - (320.0 + 240.0 / 3.0)) < 1e-3);
    assert_true(fabs(y_px - (240.0 - 240.0 / 3.0)) < 1e-3);
}

static void rays_pass_through_the_points_that_are_seen_there(void **state)
{
    (void)state;
    struct random_generator random;
    random_seed(&random, 2);
    for (int i = 0; i < 1000; i++) {
        struct projection projection = looking_from((float)random_below(&random, 20) - 10.0f, 9.0f,
                                                    (float)random_below(&random, 20) - 10.5f);
        struct vector point = {random_below(&random, 400) / 100.0 - 2.0, random_below(&random, 300) / 100.0,
                               random_below(&random, 400) / 100.0 - 2.0};
        double x_px, y_px;
        assert_true(projection_point(&projection, point, &x_px, &y_px) > 0.5);
        struct vector ray = projection_ray(&projection, x_px, y_px);
        struct vector to = {point.x - projection.eye.x, point.y - projection.eye.y,
                            point.z - projection.eye.z};
        double along = vector_dot(to, ray);
        if (fabs(along - sqrt(vector_dot(to, to))) > 1e-6)
            fail_msg("point %d: the ray passes beside it", i);
    }
}

static void what_is_behind_the_eye_has_no_place_in_the_picture(void **state)
{
    (void)state;
    struct projection projection = looking_from(0, 0, -10);
    double x_px = -1.0, y_px = -1.0;
    assert_true(projection_point(&projection, (struct vector){0, 0, -11}, &x_px, &y_px) < 0.0);
    assert_true(x_px == -1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_is_in_the_middle),
        cmocka_unit_test(looking_along_z_sees_x_to_the_right_and_y_up),
        cmocka_unit_test(rays_pass_through_the_points_that_are_seen_there),
        cmocka_unit_test(what_is_behind_the_eye_has_no_place_in_the_picture),
    };
    return cmocka_run_group_tests_name("projection", tests, NULL, NULL);
}
