// Bodies that models are made of.
#include "render/sculptor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct actor_vertex vertices[ACTOR_MODEL_VERTICES_MAX];

static void check_outward(const struct sculptor *sculptor, struct view_vec3 middle)
{
    assert_true(sculptor->count > 0);
    assert_int_equal(sculptor->count % 3, 0);
    for (size_t i = 0; i < sculptor->count; i += 3) {
        const struct actor_vertex *corners = &vertices[i];
        float x = (corners[0].x + corners[1].x + corners[2].x) / 3 - middle.x;
        float y = (corners[0].y + corners[1].y + corners[2].y) / 3 - middle.y;
        float z = (corners[0].z + corners[1].z + corners[2].z) / 3 - middle.z;
        assert_true(x * corners->normal[0] + y * corners->normal[1] + z * corners->normal[2] > 0);
    }
}

static void tubes_face_outwards_in_every_direction(void **state)
{
    (void)state;
    static const struct view_vec3 ends[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0},        {-1, 0, 0},
                                            {0, 0, 1}, {0, 0, -1}, {0.4f, -1, 0.7f}, {-1, 0.9f, -0.2f}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        for (int is_spike = 0; is_spike < 2; is_spike++) {
            struct sculptor sculptor = {.vertices = vertices};
            struct tube tube = {{0, 0, 0}, ends[i], 0.1f, is_spike ? 0 : 0.1f};
            sculptor_tube(&sculptor, &tube, 4);
            assert_int_equal(sculptor.count, is_spike ? 12 : 24);
            check_outward(&sculptor,
                          (struct view_vec3){0.4f * ends[i].x, 0.4f * ends[i].y, 0.4f * ends[i].z});
        }
    }
}

static void bodies_and_lofts_face_outwards(void **state)
{
    (void)state;
    const struct ring level[3] = {{{0, 0, 0}, 0.3f, 0.2f}, {{0, 0.5f, 0}, 0.4f, 0.3f}, {{0, 1, 0}, 0, 0}};
    const struct ring upright[3] = {
        {{0, 0, -0.5f}, 0, 0}, {{0, 0, 0}, 0.3f, 0.2f}, {{0, 0, 0.5f}, 0.2f, 0.2f}};
    struct sculptor sculptor = {.vertices = vertices};
    sculptor_body(&sculptor, level, 3, 6);
    check_outward(&sculptor, (struct view_vec3){0, 0.4f, 0});
    sculptor.count = 0;
    sculptor_loft(&sculptor, upright, 3, 5);
    check_outward(&sculptor, (struct view_vec3){0, 0, 0.1f});
}

static void a_corner_bears_what_the_part_in_work_is_made_of(void **state)
{
    (void)state;
    struct sculptor sculptor = {.vertices = vertices,
                                .pivot_y = 0.5f,
                                .pivot_z = -0.2f,
                                .strike = 0.3f,
                                .swing = 100,
                                .paint = {.hair = 9}};
    sculptor_triangle(&sculptor, (struct view_vec3){0, 0, 0}, (struct view_vec3){1, 0, 0},
                      (struct view_vec3){0, 1, 0});
    assert_int_equal(sculptor.count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_float_equal(vertices[i].pivot_y, 0.5, 0);
        assert_float_equal(vertices[i].pivot_z, -0.2f, 0);
        assert_float_equal(vertices[i].strike, 0.3f, 0);
        assert_int_equal(vertices[i].swing, 100);
        assert_int_equal(vertices[i].paint.hair, 9);
    }
}

static void a_triangle_without_area_is_left_out(void **state)
{
    (void)state;
    struct sculptor sculptor = {.vertices = vertices};
    sculptor_triangle(&sculptor, (struct view_vec3){0, 0, 0}, (struct view_vec3){1, 1, 1},
                      (struct view_vec3){2, 2, 2});
    assert_int_equal(sculptor.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tubes_face_outwards_in_every_direction),
        cmocka_unit_test(bodies_and_lofts_face_outwards),
        cmocka_unit_test(a_corner_bears_what_the_part_in_work_is_made_of),
        cmocka_unit_test(a_triangle_without_area_is_left_out),
    };
    return cmocka_run_group_tests_name("sculptor", tests, NULL, NULL);
}
