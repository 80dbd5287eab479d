// Rays into a hand-made scene.
#include "cloudsvc/game/raycast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/data/toy_scene.h"

static struct raycast_hit cast(struct vector from, struct vector to)
{
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct vector way = {to.x - from.x, to.y - from.y, to.z - from.z};
    double length = sqrt(vector_dot(way, way));
    return raycast_scene(&toy.scene, from, (struct vector){way.x / length, way.y / length, way.z / length});
}

static void assert_hit(struct raycast_hit hit, enum raycast_kind kind, double distance_m, double ground_m)
{
    assert_int_equal(hit.kind, kind);
    if (fabs(hit.distance_m - distance_m) > 1e-6 || fabs(hit.ground_m - ground_m) > 1e-6)
        fail_msg("%g m away at height %g", hit.distance_m, hit.ground_m);
}

static void a_ray_down_meets_the_floor_below(void **state)
{
    (void)state;
    assert_hit(cast((struct vector){0, 5, 0}, (struct vector){0, 0, 0}), RAYCAST_GROUND, 5.0, 0.0);
}

static void of_two_floors_the_upper_one_is_met(void **state)
{
    (void)state;
    assert_hit(cast((struct vector){8, 5, 8}, (struct vector){8, 0, 8}), RAYCAST_GROUND, 3.0, 2.0);
}

static void the_front_of_a_terrace_stops_a_ray(void **state)
{
    (void)state;
    assert_hit(cast((struct vector){8, 1, 0}, (struct vector){8, 1, 8}), RAYCAST_RISER, 4.0, 1.0);
    assert_int_equal(cast((struct vector){8, 2.5, 0}, (struct vector){8, 2.5, 8}).kind, RAYCAST_NOTHING);
}

static void walls_and_roofs_stop_a_ray(void **state)
{
    (void)state;
    assert_hit(cast((struct vector){-6, 3, 0}, (struct vector){-6, 3, 8}), RAYCAST_SOLID, 2.0, 0.0);
    assert_hit(cast((struct vector){-6, 9, 4}, (struct vector){-6, 0, 4}), RAYCAST_SOLID, 5.0, 0.0);
    assert_int_equal(cast((struct vector){-6, 4.5, 0}, (struct vector){-6, 4.5, 8}).kind, RAYCAST_NOTHING);
}

static void what_lies_behind_is_not_met(void **state)
{
    (void)state;
    assert_int_equal(cast((struct vector){0, 5, 0}, (struct vector){0, 9, 0}).kind, RAYCAST_NOTHING);
    assert_int_equal(cast((struct vector){30, 5, 0}, (struct vector){30, 0, 0}).kind, RAYCAST_NOTHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_down_meets_the_floor_below),
        cmocka_unit_test(of_two_floors_the_upper_one_is_met),
        cmocka_unit_test(the_front_of_a_terrace_stops_a_ray),
        cmocka_unit_test(walls_and_roofs_stop_a_ray),
        cmocka_unit_test(what_lies_behind_is_not_met),
    };
    return cmocka_run_group_tests_name("raycast", tests, NULL, NULL);
}
