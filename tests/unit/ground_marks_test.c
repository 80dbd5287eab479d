// Shadows under people, routes and destinations.
#include "render/ground_marks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/data/allocations.h"

struct fixture {
    struct ground_marks *marks;
    struct view *view;
    struct frustum frustum;
    struct light light;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    const struct view_camera above = {
        .eye = {0, 60, -1}, .target = {0, 0, 0}, .tan_half_fov_y = 1, .near_m = 1, .far_m = 100};
    const struct view_scene scene = {.sun = {255, 220, 170, 255}, .sky = {180, 200, 220, 255}};
    fixture->marks = ground_marks_create();
    fixture->view = calloc(1, sizeof *fixture->view);
    fixture->frustum = frustum_init(&above, 640, 360);
    fixture->light = light_of_scene(&scene);
    assert_non_null(fixture->marks);
    assert_non_null(fixture->view);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    ground_marks_destroy(fixture->marks);
    free(fixture->view);
    free(fixture);
    return 0;
}

static const struct mesh *build(struct fixture *fixture)
{
    return ground_marks_build(fixture->marks, fixture->view, &fixture->frustum, &fixture->light);
}

static void add_point(struct view *view, float x, float z)
{
    view->route[view->route_count++] = (struct view_vec3){x, 0, z};
}

static void an_empty_view_has_no_marks(void **state)
{
    assert_int_equal(build(*state)->index_count, 0);
}

static void the_ribbon_follows_the_route(void **state)
{
    struct fixture *fixture = *state;
    add_point(fixture->view, 0, -10);
    add_point(fixture->view, 0, 10);
    const struct mesh *mesh = build(fixture);
    float lowest = 0;
    float highest = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        assert_true(fabsf(mesh->vertices[i].x) < 0.5f);
        assert_true(mesh->vertices[i].y > 0);
        lowest = fminf(lowest, mesh->vertices[i].z);
        highest = fmaxf(highest, mesh->vertices[i].z);
    }
    assert_float_equal(lowest, -10, 0.25);
    assert_float_equal(highest, 10, 0.01);
}

static void corners_of_the_ribbon_are_rounded_inside_the_way(void **state)
{
    struct fixture *fixture = *state;
    add_point(fixture->view, -8, 0);
    add_point(fixture->view, 0, 0);
    add_point(fixture->view, 0, 8);
    const struct mesh *mesh = build(fixture);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        bool is_near_corner = mesh->vertices[i].x > 0.5f || mesh->vertices[i].z < -0.5f;
        assert_false(is_near_corner);
    }
}

// The tip of a chevron, a vertex in the middle of the ribbon, that comes next after `z`.
static float next_tip(const struct mesh *mesh, float z)
{
    float nearest = INFINITY;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        if (mesh->vertices[i].x == 0 && mesh->vertices[i].z > z) {
            nearest = fminf(nearest, mesh->vertices[i].z);
        }
    }
    return nearest;
}

static void chevrons_move_towards_the_goal(void **state)
{
    struct fixture *fixture = *state;
    add_point(fixture->view, 0, -10);
    add_point(fixture->view, 0, 10);
    fixture->view->time_s = 0.1f;
    float before = next_tip(build(fixture), 0);
    fixture->view->time_s = 0.15f;
    float after = next_tip(build(fixture), before - 0.01f);
    assert_true(after > before + 0.03f);
    assert_true(after < before + 0.12f);
}

static void every_person_in_sight_has_a_shadow(void **state)
{
    struct fixture *fixture = *state;
    size_t counts[3];
    fixture->view->actors[0] = (struct view_actor){.position = {1, 0, 1}, .height_m = 1.7f};
    fixture->view->actors[1] = (struct view_actor){.position = {2, 0, 1}, .height_m = 1.7f};
    fixture->view->actors[2] = (struct view_actor){.position = {900, 0, 1}, .height_m = 1.7f};
    for (size_t i = 0; i < 3; i++) {
        fixture->view->actor_count = i + 1;
        counts[i] = build(fixture)->index_count;
    }
    assert_true(counts[0] > 0);
    assert_int_equal(counts[1], 2 * counts[0]);
    assert_int_equal(counts[2], counts[1]);
}

static void the_fullest_view_takes_no_memory(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < VIEW_ROUTE_MAX; i++) {
        size_t row = i / 40;
        add_point(fixture->view, (float)(i % 40) - 20, (float)row + (i % 2 ? 0.8f : 0));
    }
    fixture->view->has_destination = true;
    fixture->view->actor_count = VIEW_ACTORS_MAX;
    for (size_t i = 0; i < VIEW_ACTORS_MAX; i++) {
        fixture->view->actors[i] = (struct view_actor){.position = {(float)(i % 10), 0, 0}, .height_m = 1.7f};
    }
    size_t before = allocations_count();
    const struct mesh *mesh = build(fixture);
    assert_int_equal(allocations_count(), before);
    assert_false(mesh->has_failed);
    assert_true(mesh->index_count > 3000);
}

static void routes_without_length_are_drawn_as_nothing(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 5; i++) {
        add_point(fixture->view, 3, 3);
    }
    const struct mesh *mesh = build(fixture);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        assert_true(isfinite(mesh->vertices[i].x + mesh->vertices[i].z));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_empty_view_has_no_marks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_ribbon_follows_the_route, set_up, tear_down),
        cmocka_unit_test_setup_teardown(corners_of_the_ribbon_are_rounded_inside_the_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chevrons_move_towards_the_goal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_person_in_sight_has_a_shadow, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_fullest_view_takes_no_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(routes_without_length_are_drawn_as_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("ground_marks", tests, NULL, NULL);
}
