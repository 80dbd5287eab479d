// The shape of people.
#include "render/actor_model.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct actor_vertex vertices[ACTOR_MODEL_VERTICES_MAX];

static void every_look_is_one_unit_high_and_stands_on_the_ground(void **state)
{
    (void)state;
    for (int look = 0; look < ACTOR_LOOK_COUNT; look++) {
        for (int is_coarse = 0; is_coarse < 2; is_coarse++) {
            size_t count = actor_model_build((enum actor_look)look, is_coarse, vertices);
            float lowest = 1;
            float highest = 0;
            assert_int_equal(count % 3, 0);
            for (size_t i = 0; i < count; i++) {
                lowest = fminf(lowest, vertices[i].y);
                highest = fmaxf(highest, vertices[i].y);
                assert_true(fabsf(vertices[i].x) < 0.35f);
                assert_true(fabsf(vertices[i].z) < 0.35f);
            }
            assert_float_equal(lowest, 0, 0.01);
            assert_float_equal(highest, 1, 0.06);
        }
    }
}

static void a_coarse_person_has_fewer_triangles(void **state)
{
    (void)state;
    for (int look = 0; look < ACTOR_LOOK_COUNT; look++) {
        size_t fine = actor_model_build((enum actor_look)look, false, vertices);
        size_t coarse = actor_model_build((enum actor_look)look, true, vertices);
        assert_true(coarse < fine);
        assert_in_range(coarse / 3, 60, 180);
    }
}

static void normals_are_of_unit_length(void **state)
{
    (void)state;
    size_t count = actor_model_build(ACTOR_HAT, false, vertices);
    for (size_t i = 0; i < count; i++) {
        const int8_t *normal = vertices[i].normal;
        assert_float_equal(
            sqrtf((float)(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2])), 127, 3);
    }
}

static void limbs_swing_against_each_other_and_the_trunk_does_not(void **state)
{
    (void)state;
    size_t count = actor_model_build(ACTOR_SHORT_HAIR, false, vertices);
    for (size_t i = 0; i < count; i++) {
        bool is_leg = vertices[i].y < 0.2f;
        bool is_arm = fabsf(vertices[i].x) > 0.185f && vertices[i].y > 0.3f && vertices[i].y < 0.6f;
        if (is_leg) {
            assert_true(vertices[i].x < 0 ? vertices[i].swing > 0 : vertices[i].swing < 0);
        } else if (is_arm) {
            assert_true(vertices[i].x < 0 ? vertices[i].swing < 0 : vertices[i].swing > 0);
        } else if (vertices[i].y > 0.68f) {
            assert_int_equal(vertices[i].swing, 0);
        }
    }
}

static void a_mark_is_a_closed_body_around_the_origin(void **state)
{
    (void)state;
    assert_int_equal(actor_model_build_mark(vertices), 24);
    float volume = 0;
    for (size_t i = 0; i < 24; i += 3) {
        const struct actor_vertex *a = &vertices[i];
        const struct actor_vertex *b = &vertices[i + 1];
        const struct actor_vertex *c = &vertices[i + 2];
        volume += (a->x * (c->y * b->z - c->z * b->y) + a->y * (c->z * b->x - c->x * b->z) +
                   a->z * (c->x * b->y - c->y * b->x)) /
                  6;
    }
    assert_true(volume > 0.005f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_look_is_one_unit_high_and_stands_on_the_ground),
        cmocka_unit_test(a_coarse_person_has_fewer_triangles),
        cmocka_unit_test(normals_are_of_unit_length),
        cmocka_unit_test(limbs_swing_against_each_other_and_the_trunk_does_not),
        cmocka_unit_test(a_mark_is_a_closed_body_around_the_origin),
    };
    return cmocka_run_group_tests_name("actor_model", tests, NULL, NULL);
}
