// The shapes of people and animals.
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
        float reach = look < ACTOR_PEOPLE_COUNT ? 0.35f : 1.2f; // animals are longer than high, crabs broader
        for (int is_coarse = 0; is_coarse < 2; is_coarse++) {
            size_t count = actor_model_build((enum actor_look)look, is_coarse, vertices);
            float lowest = 1;
            float highest = 0;
            assert_int_equal(count % 3, 0);
            for (size_t i = 0; i < count; i++) {
                lowest = fminf(lowest, vertices[i].y);
                highest = fmaxf(highest, vertices[i].y);
                assert_true(fabsf(vertices[i].x) < reach);
                assert_true(fabsf(vertices[i].z) < reach);
            }
            assert_float_equal(lowest, 0, 0.06);
            assert_float_equal(highest, 1, 0.13);
        }
    }
}

static void a_coarse_model_has_fewer_triangles(void **state)
{
    (void)state;
    for (int look = 0; look < ACTOR_LOOK_COUNT; look++) {
        size_t fine = actor_model_build((enum actor_look)look, false, vertices);
        size_t coarse = actor_model_build((enum actor_look)look, true, vertices);
        assert_true(coarse < fine);
        assert_in_range(coarse / 3, 60, 200);
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

// Where a limb's corner is after it has turned about its joint by an angle.
static void turn(const struct actor_vertex *vertex, float angle_r, float *y, float *z)
{
    float up = vertex->y - vertex->pivot_y;
    float ahead = vertex->z - vertex->pivot_z;
    *y = vertex->pivot_y + up * cosf(angle_r) - ahead * sinf(angle_r);
    *z = vertex->pivot_z + up * sinf(angle_r) + ahead * cosf(angle_r);
}

static void legs_swing_about_their_own_joints(void **state)
{
    (void)state;
    for (int look = ACTOR_WOLF; look <= ACTOR_CRAB; look++) {
        size_t count = actor_model_build((enum actor_look)look, false, vertices);
        int feet[2] = {0, 0};
        for (size_t i = 0; i < count; i++) {
            if (vertices[i].y > 0.06f) {
                continue;
            }
            float y;
            float z;
            turn(&vertices[i], 0.6f, &y, &z);
            assert_true(fabsf(z - vertices[i].z) < 0.5f); // not about the middle of the animal
            assert_true(vertices[i].swing != 0);
            feet[vertices[i].swing > 0]++;
        }
        assert_int_equal(feet[0], feet[1]);
    }
}

static void everyone_strikes_with_something(void **state)
{
    (void)state;
    for (int look = 0; look < ACTOR_LOOK_COUNT; look++) {
        size_t count = actor_model_build((enum actor_look)look, true, vertices);
        size_t striking = 0;
        float raised = 0;
        for (size_t i = 0; i < count; i++) {
            if (vertices[i].strike > 0) {
                float y;
                float z;
                turn(&vertices[i], -2.7f * vertices[i].strike, &y, &z);
                raised = fmaxf(raised, y - vertices[i].y);
                striking++;
                assert_true(look >= ACTOR_PEOPLE_COUNT || vertices[i].x > 0); // the right arm
            }
        }
        assert_true(striking > 0);
        assert_true(striking < count);
        assert_true(raised > 0.1f);
    }
}

static void the_mark_of_a_quest_is_higher_than_that_of_talk(void **state)
{
    (void)state;
    float highest[2] = {0, 0};
    for (int is_quest = 0; is_quest < 2; is_quest++) {
        size_t count = is_quest ? actor_model_build_quest_mark(vertices) : actor_model_build_mark(vertices);
        for (size_t i = 0; i < count; i++) {
            highest[is_quest] = fmaxf(highest[is_quest], vertices[i].y);
        }
    }
    assert_true(highest[1] > highest[0]);
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
        cmocka_unit_test(a_coarse_model_has_fewer_triangles),
        cmocka_unit_test(normals_are_of_unit_length),
        cmocka_unit_test(limbs_swing_against_each_other_and_the_trunk_does_not),
        cmocka_unit_test(legs_swing_about_their_own_joints),
        cmocka_unit_test(everyone_strikes_with_something),
        cmocka_unit_test(the_mark_of_a_quest_is_higher_than_that_of_talk),
        cmocka_unit_test(a_mark_is_a_closed_body_around_the_origin),
    };
    return cmocka_run_group_tests_name("actor_model", tests, NULL, NULL);
}
