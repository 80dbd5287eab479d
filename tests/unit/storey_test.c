// Which ground lies over other ground, and when it is left out of the picture.
#include "cloudsvc/game/storey.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cloudsvc/game/raycast.h"

// A floor of 40 m, over a corner of it a gallery 4 m up with a wall on it, beside it a ramp up to the gallery
// and a pond below a bridge.
//
//     z 10 ┌────────┐
//          │gallery │ x 0 to 10
//        0 └────────┘═══ ramp, x 10 to 18
struct fixture {
    struct view_triangle triangles[12];
    struct view_vec3 wall[4];
    struct view_solid solids[2];
    struct view_riser risers[2];
    struct view_scene scene;
};

static void add_square(struct view_scene *scene, struct view_vec3 low, struct view_vec3 high,
                       enum view_surface surface)
{
    // The height goes from the low x to the high x.
    struct view_vec3 b = {high.x, high.y, low.z};
    struct view_vec3 d = {low.x, low.y, high.z};
    scene->triangles[scene->triangle_count++] = (struct view_triangle){{low, b, high}, surface};
    scene->triangles[scene->triangle_count++] = (struct view_triangle){{low, high, d}, surface};
}

static void init(struct fixture *fixture)
{
    *fixture = (struct fixture){
        .wall = {{4, 4, 8}, {6, 4, 8}, {6, 4, 9}, {4, 4, 9}},
        .risers = {{{0, 4, 0}, {10, 4, 0}, 3, 3, VIEW_STONE},
                   {{-20, 0, -20}, {20, 0, -20}, -1, -1, VIEW_GRASS}},
    };
    for (int i = 0; i < 2; i++)
        fixture->solids[i] = (struct view_solid){
            .kind = VIEW_WALL, .footprint = fixture->wall, .footprint_count = 4, .height_m = 1.0f};
    struct view_scene *scene = &fixture->scene;
    *scene = (struct view_scene){.triangles = fixture->triangles,
                                 .solids = fixture->solids,
                                 .solid_count = 1,
                                 .risers = fixture->risers,
                                 .riser_count = 2};
    add_square(scene, (struct view_vec3){-20, 0, -20}, (struct view_vec3){10, 0, 20}, VIEW_GRASS);
    add_square(scene, (struct view_vec3){0, 4, 0}, (struct view_vec3){10, 4, 10}, VIEW_STONE);
    add_square(scene, (struct view_vec3){10, 4, 0}, (struct view_vec3){18, 0, 2}, VIEW_STONE); // the ramp
    add_square(scene, (struct view_vec3){30, -3, 0}, (struct view_vec3){40, -3, 10}, VIEW_WATER);
    add_square(scene, (struct view_vec3){30, 0, 4}, (struct view_vec3){40, 0, 6}, VIEW_WOOD); // the bridge
}

static void finish(struct fixture *fixture)
{
    free(fixture->scene.triangle_storeys);
    free(fixture->scene.solid_storeys);
    free(fixture->scene.riser_storeys);
}

static void only_what_lies_over_other_ground_is_a_storey(void **state)
{
    (void)state;
    static const uint8_t expected[] = {0, 0, 1, 1, 0, 0, 0, 0, 0, 0};
    struct fixture fixture;
    init(&fixture);
    assert_true(storeys_find(&fixture.scene));
    assert_int_equal(fixture.scene.triangle_count, 10);
    assert_memory_equal(fixture.scene.triangle_storeys, expected, sizeof expected);
    finish(&fixture);
}

static void what_stands_on_a_storey_and_its_edge_belong_to_it(void **state)
{
    (void)state;
    struct fixture fixture;
    init(&fixture);
    assert_true(storeys_find(&fixture.scene));
    assert_int_equal(fixture.scene.solid_storeys[0], 1);
    assert_int_equal(fixture.scene.riser_storeys[0], 1);
    assert_int_equal(fixture.scene.riser_storeys[1], 0);
    finish(&fixture);
}

static void a_scene_of_one_floor_has_no_storeys(void **state)
{
    (void)state;
    struct fixture fixture;
    init(&fixture);
    fixture.scene.triangle_count = 2;
    assert_true(storeys_find(&fixture.scene));
    assert_null(fixture.scene.triangle_storeys);
    assert_int_equal(
        storeys_hiding(&fixture.scene, (struct view_vec3){0, 20, 0}, (struct view_vec3){0, 0, 0}), 0);
}

static void two_galleries_that_do_not_touch_are_two_storeys(void **state)
{
    (void)state;
    struct fixture fixture;
    init(&fixture);
    fixture.scene.triangle_count = 4;
    add_square(&fixture.scene, (struct view_vec3){-15, 5, 0}, (struct view_vec3){-5, 5, 10}, VIEW_STONE);
    assert_true(storeys_find(&fixture.scene));
    assert_int_equal(fixture.scene.triangle_storeys[3], 1);
    assert_int_equal(fixture.scene.triangle_storeys[4], 2);
    finish(&fixture);
}

static void a_storey_is_left_out_while_it_hides_the_avatar(void **state)
{
    (void)state;
    static const struct {
        struct view_vec3 avatar;
        uint64_t hidden;
    } cases[] = {
        {{5, 0, 5}, 2},                      // below it
        {{5, 0, 12}, 2},                     // behind it
        {{5, 4, 5}, 0},                      // on it
        {{14, 2, 1}, 0},                     // on the ramp up to it
        {{11, 3.6f, 1}, 0}, {{5, 0, -6}, 0}, // in front of it
        {{-12, 0, 5}, 0},                    // beside it
    };
    struct fixture fixture;
    init(&fixture);
    assert_true(storeys_find(&fixture.scene));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct view_vec3 at = cases[i].avatar;
        struct view_vec3 eye = {at.x, at.y + 18, at.z - 15};
        uint64_t hidden = storeys_hiding(&fixture.scene, eye, at);
        if (hidden != cases[i].hidden)
            fail_msg("case %zu: hidden are %#llx", i, (unsigned long long)hidden);
    }
    finish(&fixture);
}

static void a_narrow_strip_beside_a_storey_goes_with_it_and_wide_ground_does_not(void **state)
{
    (void)state;
    struct fixture fixture;
    init(&fixture);
    fixture.scene.triangle_count = 2;
    fixture.triangles[0].corners[1].x = fixture.triangles[0].corners[2].x = 7; // the floor below ends at x 7
    fixture.triangles[1].corners[1].x = 7;
    add_square(&fixture.scene, (struct view_vec3){0, 4, 0}, (struct view_vec3){7, 4, 10}, VIEW_STONE);
    add_square(&fixture.scene, (struct view_vec3){7, 4, 0}, (struct view_vec3){7.6f, 4, 10}, VIEW_STONE);
    add_square(&fixture.scene, (struct view_vec3){-3, 4, 10}, (struct view_vec3){0, 4, 13}, VIEW_STONE);
    fixture.triangles[6].surface = fixture.triangles[7].surface = VIEW_STONE;
    for (int i = 6; i < 8; i++) // beyond the floor below
        for (int corner = 0; corner < 3; corner++)
            fixture.triangles[i].corners[corner].z += 10;
    assert_true(storeys_find(&fixture.scene));
    static const uint8_t expected[] = {0, 0, 1, 1, 1, 1, 0, 0};
    assert_memory_equal(fixture.scene.triangle_storeys, expected, sizeof expected);
    finish(&fixture);
}

static void one_stands_on_a_storey_or_below_it(void **state)
{
    (void)state;
    struct fixture fixture;
    init(&fixture);
    assert_true(storeys_find(&fixture.scene));
    assert_true(storeys_hold(&fixture.scene, 2, (struct view_vec3){5, 4, 5}));
    assert_false(storeys_hold(&fixture.scene, 4, (struct view_vec3){5, 4, 5}));
    assert_false(storeys_hold(&fixture.scene, 2, (struct view_vec3){5, 0, 5}));
    assert_false(storeys_hold(&fixture.scene, 2, (struct view_vec3){-5, 0, 5}));
    finish(&fixture);
}

static void a_tap_goes_through_what_is_left_out(void **state)
{
    (void)state;
    struct fixture fixture;
    init(&fixture);
    assert_true(storeys_find(&fixture.scene));
    struct view view = {.hidden_storeys = 0};
    struct vector eye = {5, 20, 8.5}, down = {0, -1, 0};
    assert_int_equal(raycast_view(&fixture.scene, &view, eye, down).kind, RAYCAST_SOLID);
    view.hidden_storeys = 2;
    struct raycast_hit hit = raycast_view(&fixture.scene, &view, eye, down);
    assert_int_equal(hit.kind, RAYCAST_GROUND);
    assert_true(hit.ground_m == 0.0);
    finish(&fixture);
}

static void a_tap_goes_through_an_open_door_and_onto_planks_that_lie(void **state)
{
    (void)state;
    static const struct {
        uint64_t open_gates;
        enum view_solid_kind kind;
        enum raycast_kind hit;
    } cases[] = {{0, VIEW_DOOR, RAYCAST_SOLID},
                 {4, VIEW_DOOR, RAYCAST_GROUND},
                 {0, VIEW_PLANK, RAYCAST_GROUND},
                 {4, VIEW_PLANK, RAYCAST_SOLID}};
    for (size_t i = 0; i < 4; i++) {
        struct fixture fixture;
        init(&fixture);
        fixture.solids[0].kind = cases[i].kind;
        fixture.solids[0].gate = 3;
        struct view view = {.open_gates = cases[i].open_gates};
        struct vector eye = {5, 20, 8.5}, down = {0, -1, 0};
        assert_int_equal(raycast_view(&fixture.scene, &view, eye, down).kind, cases[i].hit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_lies_over_other_ground_is_a_storey),
        cmocka_unit_test(what_stands_on_a_storey_and_its_edge_belong_to_it),
        cmocka_unit_test(a_scene_of_one_floor_has_no_storeys),
        cmocka_unit_test(two_galleries_that_do_not_touch_are_two_storeys),
        cmocka_unit_test(a_storey_is_left_out_while_it_hides_the_avatar),
        cmocka_unit_test(a_narrow_strip_beside_a_storey_goes_with_it_and_wide_ground_does_not),
        cmocka_unit_test(one_stands_on_a_storey_or_below_it),
        cmocka_unit_test(a_tap_goes_through_what_is_left_out),
        cmocka_unit_test(a_tap_goes_through_an_open_door_and_onto_planks_that_lie),
    };
    return cmocka_run_group_tests_name("storey", tests, NULL, NULL);
}
