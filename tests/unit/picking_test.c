// Taps against a hand-made scene: what is seen under the thumb is what is picked.
#include "cloudsvc/game/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/projection.h"
#include "tests/data/toy_scene.h"

static struct view view_over(float x, float z)
{
    struct view view = {.width_px = 1280, .height_px = 720, .density = 1.0f};
    view.camera = (struct view_camera){.eye = {x, 13.0f, z - 10.0f},
                                       .target = {x, 1.0f, z},
                                       .tan_half_fov_y = 0.26f,
                                       .near_m = 0.5f,
                                       .far_m = 80.0f};
    view.actors[0] =
        (struct view_actor){.kind = VIEW_PLAYER, .id = 1, .position = {x, 0, z}, .height_m = 1.6f};
    view.actor_count = 1;
    return view;
}

static void point_in_picture(const struct view *view, float x, float y, float z, double *x_px, double *y_px)
{
    struct projection projection;
    projection_init(&projection, view);
    assert_true(projection_point(&projection, (struct vector){x, y, z}, x_px, y_px) > 0.0);
}

static struct pick pick_at(const struct view *view, const struct toy_scene *toy, float x, float y, float z)
{
    double x_px, y_px;
    point_in_picture(view, x, y, z, &x_px, &y_px);
    return picking_pick(view, &toy->scene, x_px, y_px);
}

static void assert_place(struct pick pick, double x, double y, double z)
{
    assert_int_equal(pick.kind, PICK_GROUND);
    if (fabs(pick.position.x - x) > 0.01 || fabs(pick.position.y - y) > 0.01 ||
        fabs(pick.position.z - z) > 0.01)
        fail_msg("(%g, %g, %g) instead of (%g, %g, %g)", pick.position.x, pick.position.y, pick.position.z, x,
                 y, z);
}

static void east_is_to_the_right_when_looking_north(void **state)
{
    (void)state;
    struct view view = view_over(0, 0);
    double left_px, right_px, low_px, high_px;
    point_in_picture(&view, -1, 0, 0, &left_px, &low_px);
    point_in_picture(&view, 1, 0, 2, &right_px, &high_px);
    assert_true(left_px < 640.0);
    assert_true(right_px > 640.0);
    assert_true(high_px < low_px);
}

static void every_open_place_in_the_picture_is_picked_where_it_is(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(0, -8);
    struct random_generator random;
    random_seed(&random, 3);
    for (int i = 0; i < 500; i++) {
        float x = (float)random_below(&random, 1000) / 100.0f - 5.0f;
        float z = (float)random_below(&random, 600) / 100.0f - 11.0f;
        assert_place(pick_at(&view, &toy, x, 0, z), x, 0, z);
    }
}

static void a_tap_on_the_terrace_means_the_terrace(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(6, 2);
    assert_place(pick_at(&view, &toy, 7, 2, 6), 7, 2, 6);
    assert_place(pick_at(&view, &toy, 6, 1, 4), 6, 1, 4); // its front
    assert_place(pick_at(&view, &toy, 6, 0, 2), 6, 0, 2);
}

static void a_tap_on_a_house_front_does_not_reach_behind_the_house(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(-6, 0);
    assert_place(pick_at(&view, &toy, -6, 1.5f, 2), -6, 0, 2);
    assert_place(pick_at(&view, &toy, -6, 4, 3), -6, 0, 3); // its roof
}

static void the_actor_nearest_to_the_thumb_is_picked(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(0, -8);
    view.actors[1] =
        (struct view_actor){.kind = VIEW_NPC, .id = 11, .position = {1, 0, -6}, .height_m = 1.6f};
    view.actors[2] =
        (struct view_actor){.kind = VIEW_NPC, .id = 12, .position = {1.6f, 0, -6}, .height_m = 1.6f};
    view.actor_count = 3;
    struct pick pick = pick_at(&view, &toy, 0.9f, 1, -6);
    assert_int_equal(pick.kind, PICK_NPC);
    assert_int_equal(pick.npc, 11);
    pick = pick_at(&view, &toy, 1.5f, 1, -6);
    assert_int_equal(pick.npc, 12);
    assert_int_equal(pick_at(&view, &toy, 3, 0, -6).kind, PICK_GROUND);
}

static void players_and_oneself_let_taps_through(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(0, -8);
    view.actors[1] =
        (struct view_actor){.kind = VIEW_OTHER_PLAYER, .id = 2, .position = {1, 0, -8}, .height_m = 1.6f};
    view.actor_count = 2;
    assert_int_equal(pick_at(&view, &toy, 0, 1, -8).kind, PICK_GROUND);
    assert_int_equal(pick_at(&view, &toy, 1, 1, -8).kind, PICK_GROUND);
}

static void enemies_are_picked_while_they_live(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(0, -8);
    view.actors[1] =
        (struct view_actor){.kind = VIEW_ENEMY, .id = 31, .position = {1, 0, -6}, .height_m = 0.9f};
    view.actors[2] =
        (struct view_actor){.kind = VIEW_NPC, .id = 12, .position = {3, 0, -6}, .height_m = 1.6f};
    view.actor_count = 3;
    struct pick pick = pick_at(&view, &toy, 1.1f, 0.5f, -6);
    assert_int_equal(pick.kind, PICK_ENEMY);
    assert_int_equal(pick.enemy, 31);
    assert_int_equal(pick_at(&view, &toy, 2.9f, 1, -6).kind, PICK_NPC);
    view.actors[1].damage = 1.0f;
    assert_int_equal(pick_at(&view, &toy, 1.1f, 0.5f, -6).kind, PICK_GROUND);
}

static void an_npc_behind_a_house_is_not_picked_through_it(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(-6, 0);
    view.actors[1] =
        (struct view_actor){.kind = VIEW_NPC, .id = 11, .position = {-6, 0, 7}, .height_m = 1.6f};
    view.actor_count = 2;
    assert_int_equal(pick_at(&view, &toy, -6, 0.8f, 7).kind, PICK_GROUND);
    view.actors[1].position.z = 1.0f; // in front of it
    assert_int_equal(pick_at(&view, &toy, -6, 0.8f, 1).kind, PICK_NPC);
}

static void a_small_person_is_as_large_as_a_thumb(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(0, -8);
    view.density = 2.0f;
    view.actors[1] =
        (struct view_actor){.kind = VIEW_NPC, .id = 11, .position = {1, 0, -6}, .height_m = 1.6f};
    view.actor_count = 2;
    double x_px, y_px;
    point_in_picture(&view, 1, 0.8f, -6, &x_px, &y_px);
    assert_int_equal(picking_pick(&view, &toy.scene, x_px + 43.0, y_px).kind, PICK_NPC);
    assert_int_equal(picking_pick(&view, &toy.scene, x_px + 60.0, y_px).kind, PICK_GROUND);
}

static void the_topmost_element_catches_the_tap(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(0, -8);
    view.elements[0] = (struct view_element){.kind = VIEW_PANEL, .width_px = 300, .height_px = 300};
    view.elements[1] = (struct view_element){
        .kind = VIEW_BUTTON, .x_px = 10, .y_px = 10, .width_px = 100, .height_px = 44, .action = 5};
    view.element_count = 2;
    struct pick pick = picking_pick(&view, &toy.scene, 20, 20);
    assert_int_equal(pick.kind, PICK_ELEMENT);
    assert_int_equal(pick.action, 5);
    pick = picking_pick(&view, &toy.scene, 200, 200); // the panel has no action, but is in the way
    assert_int_equal(pick.kind, PICK_ELEMENT);
    assert_int_equal(pick.action, 0);
    assert_int_equal(picking_pick(&view, &toy.scene, 300, 200).kind, PICK_GROUND);
}

static void a_tap_beside_the_land_means_its_height(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(18, -8);
    assert_place(pick_at(&view, &toy, 22, 0, -7), 22, 0, -7);
}

static void a_tap_into_the_sky_means_nothing(void **state)
{
    (void)state;
    struct toy_scene toy;
    toy_scene_init(&toy);
    struct view view = view_over(0, -8);
    view.camera.target = (struct view_vec3){0, 14, 20}; // looks up
    assert_int_equal(picking_pick(&view, &toy.scene, 640, 100).kind, PICK_NOTHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(east_is_to_the_right_when_looking_north),
        cmocka_unit_test(every_open_place_in_the_picture_is_picked_where_it_is),
        cmocka_unit_test(a_tap_on_the_terrace_means_the_terrace),
        cmocka_unit_test(a_tap_on_a_house_front_does_not_reach_behind_the_house),
        cmocka_unit_test(the_actor_nearest_to_the_thumb_is_picked),
        cmocka_unit_test(players_and_oneself_let_taps_through),
        cmocka_unit_test(enemies_are_picked_while_they_live),
        cmocka_unit_test(an_npc_behind_a_house_is_not_picked_through_it),
        cmocka_unit_test(a_small_person_is_as_large_as_a_thumb),
        cmocka_unit_test(the_topmost_element_catches_the_tap),
        cmocka_unit_test(a_tap_beside_the_land_means_its_height),
        cmocka_unit_test(a_tap_into_the_sky_means_nothing),
    };
    return cmocka_run_group_tests_name("picking", tests, NULL, NULL);
}
