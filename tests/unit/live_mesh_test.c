// Items, effects and bars of health as geometry.
#include "render/live_mesh.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "render/effects.h"
#include "render/items.h"
#include "tests/data/allocations.h"

struct fixture {
    struct live_mesh *live;
    struct view *view;
    struct frustum frustum;
    struct light light;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    const struct view_scene scene = {.sun = {255, 220, 170, 255}, .sky = {180, 200, 220, 255}};
    fixture->live = live_mesh_create();
    fixture->view = calloc(1, sizeof *fixture->view);
    assert_non_null(fixture->live);
    assert_non_null(fixture->view);
    fixture->view->time_s = 3;
    fixture->view->camera = (struct view_camera){
        .eye = {0, 20, -20}, .target = {0, 0, 0}, .tan_half_fov_y = 0.6f, .near_m = 1, .far_m = 100};
    fixture->frustum = frustum_init(&fixture->view->camera, 640, 360);
    fixture->light = light_of_scene(&scene);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    live_mesh_destroy(fixture->live);
    free(fixture->view);
    free(fixture);
    return 0;
}

static void build(struct fixture *fixture)
{
    live_mesh_build(fixture->live, fixture->view, &fixture->frustum, &fixture->light);
}

static float distance_m(const struct mesh_vertex *vertex, struct view_vec3 at)
{
    return hypotf(vertex->x - at.x, vertex->z - at.z);
}

static void an_empty_view_has_nothing(void **state)
{
    struct fixture *fixture = *state;
    build(fixture);
    assert_int_equal(live_mesh_triangle_count(fixture->live), 0);
}

static void an_item_floats_over_its_place_and_its_ring_lies_on_the_ground(void **state)
{
    struct fixture *fixture = *state;
    for (int kind = 0; kind < VIEW_ITEM_KIND_COUNT; kind++) {
        struct view_item item = {(enum view_item_kind)kind, {1, 2, 1.5f}};
        fixture->view->items[0] = item;
        fixture->view->item_count = 1;
        build(fixture);
        const struct mesh *solid = live_mesh_solid(fixture->live);
        const struct mesh *glow = live_mesh_glow(fixture->live);
        assert_in_range(solid->vertex_count, 12, ITEM_VERTICES_MAX);
        assert_in_range(glow->vertex_count, 12, ITEM_GLOW_VERTICES_MAX);
        assert_true(solid->index_count <= 2 * ITEM_VERTICES_MAX);
        for (size_t i = 0; i < solid->vertex_count; i++) {
            assert_true(distance_m(&solid->vertices[i], item.position) < 0.6f);
            assert_true(solid->vertices[i].y > 2.05f);
            assert_true(solid->vertices[i].y < 3.2f);
        }
        for (size_t i = 0; i < glow->vertex_count; i++) {
            assert_true(distance_m(&glow->vertices[i], item.position) < 1.1f);
        }
    }
}

static void an_item_turns(void **state)
{
    struct fixture *fixture = *state;
    fixture->view->items[fixture->view->item_count++] = (struct view_item){VIEW_ITEM_CHEST, {0, 0, 0}};
    build(fixture);
    struct mesh_vertex before = live_mesh_solid(fixture->live)->vertices[0];
    fixture->view->time_s += 0.5f;
    build(fixture);
    struct mesh_vertex after = live_mesh_solid(fixture->live)->vertices[0];
    assert_true(hypotf(after.x - before.x, after.z - before.z) > 0.05f);
}

static float strongest(const struct mesh *mesh)
{
    float alpha = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        alpha = fmaxf(alpha, mesh->vertices[i].color.a);
    }
    return alpha;
}

static void every_effect_is_seen_near_its_place_and_fades(void **state)
{
    struct fixture *fixture = *state;
    for (int kind = 0; kind < VIEW_EFFECT_KIND_COUNT; kind++) {
        struct view_effect effect = {(enum view_effect_kind)kind, {1, 0, 1}, {3, 0, 1}, 0.3f};
        fixture->view->effects[0] = effect;
        fixture->view->effect_count = 1;
        build(fixture);
        const struct mesh *glow = live_mesh_glow(fixture->live);
        assert_in_range(glow->vertex_count, 3, EFFECT_VERTICES_MAX);
        assert_true(glow->index_count <= 2 * EFFECT_VERTICES_MAX);
        assert_true(strongest(glow) > 60);
        for (size_t i = 0; i < glow->vertex_count; i++) {
            assert_true(isfinite(glow->vertices[i].x + glow->vertices[i].y + glow->vertices[i].z));
            assert_true(distance_m(&glow->vertices[i], effect.at) < 3.1f);
            assert_true(glow->vertices[i].y > -0.7f);
        }
        fixture->view->effects[0].age = 1;
        build(fixture);
        if (kind != VIEW_EFFECT_SHOT) { // which ends where it hits
            assert_float_equal(strongest(glow), 0, 0);
        }
    }
}

static void a_strike_lies_on_the_side_that_it_goes_to(void **state)
{
    struct fixture *fixture = *state;
    fixture->view->effects[fixture->view->effect_count++] =
        (struct view_effect){VIEW_EFFECT_STRIKE, {0, 0, 0}, {0, 0, 2}, 0.45f};
    build(fixture);
    const struct mesh *glow = live_mesh_glow(fixture->live);
    for (size_t i = 0; i < glow->vertex_count; i++) {
        assert_true(glow->vertices[i].z > 0);
    }
}

static void effects_without_a_direction_are_drawn_all_the_same(void **state)
{
    struct fixture *fixture = *state;
    for (int kind = 0; kind < VIEW_EFFECT_KIND_COUNT; kind++) {
        fixture->view->effects[0] =
            (struct view_effect){(enum view_effect_kind)kind, {0, 0, 0}, {0, 0, 0}, 0};
        fixture->view->effect_count = 1;
        build(fixture);
        const struct mesh *glow = live_mesh_glow(fixture->live);
        for (size_t i = 0; i < glow->vertex_count; i++) {
            assert_true(isfinite(glow->vertices[i].x + glow->vertices[i].y + glow->vertices[i].z));
        }
    }
}

// The width of the part that is neither the bar's back nor its frame.
static float filled_m(const struct mesh *glow)
{
    float low = INFINITY;
    float high = -INFINITY;
    for (size_t i = 4; i < glow->vertex_count; i++) {
        low = fminf(low, glow->vertices[i].x);
        high = fmaxf(high, glow->vertices[i].x);
    }
    return high - low;
}

static void a_bar_shows_the_health_that_is_left_and_only_while_hurt(void **state)
{
    struct fixture *fixture = *state;
    static const float damages[] = {0.01f, 0.3f, 0.5f, 0.9f, 1, 7};
    fixture->view->actors[0] = (struct view_actor){.height_m = 1};
    fixture->view->actor_count = 1;
    build(fixture);
    assert_int_equal(live_mesh_triangle_count(fixture->live), 0);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        fixture->view->actors[0].damage = damages[i];
        build(fixture);
        assert_float_equal(filled_m(live_mesh_glow(fixture->live)), 0.9f * (1 - fminf(damages[i], 1)), 0.01);
    }
}

static void a_full_view_fits_and_takes_no_memory(void **state)
{
    struct fixture *fixture = *state;
    struct view *view = fixture->view;
    view->actor_count = VIEW_ACTORS_MAX;
    for (size_t i = 0; i < VIEW_ACTORS_MAX; i++) {
        view->actors[i] = (struct view_actor){.damage = 0.5f, .height_m = 1};
    }
    view->effect_count = VIEW_EFFECTS_MAX;
    for (size_t i = 0; i < VIEW_EFFECTS_MAX; i++) {
        view->effects[i] = (struct view_effect){VIEW_EFFECT_LEVEL, {0, 0, 0}, {1, 0, 0}, 0.5f};
    }
    view->item_count = VIEW_ITEMS_MAX;
    for (size_t i = 0; i < VIEW_ITEMS_MAX; i++) {
        view->items[i] = (struct view_item){VIEW_ITEM_CHEST, {0, 0, 0}};
    }
    size_t before = allocations_count();
    build(fixture);
    assert_int_equal(allocations_count(), before);
    size_t all = live_mesh_triangle_count(fixture->live);
    view->effect_count--;
    build(fixture);
    assert_true(live_mesh_triangle_count(fixture->live) < all); // the last one had room as well
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_empty_view_has_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_item_floats_over_its_place_and_its_ring_lies_on_the_ground, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_item_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_effect_is_seen_near_its_place_and_fades, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_strike_lies_on_the_side_that_it_goes_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(effects_without_a_direction_are_drawn_all_the_same, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_bar_shows_the_health_that_is_left_and_only_while_hurt, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_full_view_fits_and_takes_no_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("live_mesh", tests, NULL, NULL);
}
