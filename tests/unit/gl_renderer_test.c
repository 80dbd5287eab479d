// What of a world the picture shows: people and animals, effects, things, gates, storeys.
#include "render/gl_renderer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/renderer.h"
#include "tests/data/fixture_scene.h"
#include "tests/data/picture.h"

struct fixture {
    struct view_world *world;
    struct renderer *renderer;
    struct view *view;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    char error[RENDERER_ERROR_MAX] = "";
    assert_non_null(fixture);
    fixture->world = fixture_world_create();
    fixture->view = calloc(1, sizeof *fixture->view);
    assert_non_null(fixture->world);
    assert_non_null(fixture->view);
    fixture->renderer = renderer_create(RENDERER_GL, fixture->world, error);
    if (!fixture->renderer) {
        fail_msg("%s", error);
    }
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    renderer_destroy(fixture->renderer);
    fixture_world_destroy(fixture->world);
    free(fixture->view);
    free(fixture);
    return 0;
}

static struct picture *draw(struct renderer *renderer, const struct view *view)
{
    struct picture *picture = picture_create(view->width_px, view->height_px);
    struct renderer_times times;
    assert_non_null(picture);
    assert_true(renderer_draw(renderer, view, &picture->target, &times));
    return picture;
}

static int difference(struct view_color a, struct view_color b)
{
    int red = abs(a.r - b.r);
    int green = abs(a.g - b.g);
    int blue = abs(a.b - b.b);
    int larger = red > green ? red : green;
    return larger > blue ? larger : blue;
}

// Pixels of a picture that differ from another one's by more than coding does.
static size_t count_changed(const struct picture *a, const struct picture *b, uint32_t width_px,
                            uint32_t height_px)
{
    size_t changed = 0;
    for (uint32_t y = 0; y < height_px; y++) {
        for (uint32_t x = 0; x < width_px; x++) {
            changed += difference(picture_color(a, x, y), picture_color(b, x, y)) > 14;
        }
    }
    return changed;
}

static void whoever_is_gone_to_or_speaks_shows_through_the_crown_of_a_tree(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 640, 360, FIXTURE_BARE);
    struct view_actor npc = fixture->view->actors[1];
    fixture->view->route_count = 0;
    fixture->view->has_destination = false;
    fixture->view->actor_count = 0;
    fixture->view->camera.eye.x = fixture->view->camera.target.x = 6.5f;
    struct picture *without = draw(fixture->renderer, fixture->view);
    npc.position = (struct view_vec3){6.5f, 0, 9.2f}; // behind the crown of the tree at 6.5, 7.5
    npc.name[0] = '\0';
    size_t changed[3]; // nobody, the goal, the speaker
    for (int i = 0; i < 3; i++) {
        npc.mark = i == 1 ? VIEW_MARK_GOAL : VIEW_MARK_NONE;
        npc.is_speaker = i == 2;
        fixture->view->actors[0] = npc;
        fixture->view->actor_count = 1;
        struct picture *with = draw(fixture->renderer, fixture->view);
        changed[i] = count_changed(with, without, 640, 360);
        picture_destroy(with);
    }
    assert_true(changed[1] > changed[0] + 150);
    assert_true(changed[2] > changed[0] + 150);
    picture_destroy(without);
}

static void effects_items_and_bars_leave_pixels(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 640, 360, FIXTURE_BARE);
    struct picture *without = draw(fixture->renderer, fixture->view);
    for (int kind = 0; kind < VIEW_EFFECT_KIND_COUNT; kind++) {
        fixture->view->effects[0] =
            (struct view_effect){(enum view_effect_kind)kind, {0, 0, 0}, {1.5f, 0, 0}, 0.4f};
        fixture->view->effect_count = 1;
        struct picture *with = draw(fixture->renderer, fixture->view);
        assert_in_range(count_changed(with, without, 640, 360), 20, 6000);
        picture_destroy(with);
    }
    fixture->view->effect_count = 0;
    for (int kind = 0; kind < VIEW_ITEM_KIND_COUNT; kind++) {
        fixture->view->items[0] = (struct view_item){(enum view_item_kind)kind, {1, 0, -1}};
        fixture->view->item_count = 1;
        struct picture *with = draw(fixture->renderer, fixture->view);
        assert_in_range(count_changed(with, without, 640, 360), 60, 3000);
        picture_destroy(with);
    }
    fixture->view->item_count = 0;
    fixture->view->actors[0].damage = 0.5f;
    struct picture *hurt = draw(fixture->renderer, fixture->view);
    assert_in_range(count_changed(hurt, without, 640, 360), 20, 1000);
    picture_destroy(hurt);
    picture_destroy(without);
}

static void every_shape_is_drawn_and_flashes_when_hurt(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 640, 360, FIXTURE_BARE);
    struct view_actor *actor = &fixture->view->actors[1];
    fixture->view->actor_count = 1;
    struct picture *without = draw(fixture->renderer, fixture->view);
    fixture->view->actor_count = 2;
    for (int shape = 0; shape < VIEW_SHAPE_COUNT; shape++) {
        *actor = (struct view_actor){.id = 50,
                                     .kind = VIEW_ENEMY,
                                     .position = {2, 0, -2},
                                     .facing_z = -1,
                                     .height_m = 1.2f,
                                     .shape = (enum view_shape)shape,
                                     .clothes = {60, 60, 70, 255}};
        struct picture *calm = draw(fixture->renderer, fixture->view);
        actor->hurt = 1;
        struct picture *hurt = draw(fixture->renderer, fixture->view);
        assert_in_range(count_changed(calm, without, 640, 360), 100, 4000);
        assert_true(count_changed(hurt, calm, 640, 360) > 60);
        picture_destroy(calm);
        picture_destroy(hurt);
    }
    picture_destroy(without);
}

// ---- what comes and goes -------------------------------------------------------------------------

// A level floor of 20 m with a second one 4 m above its far half, and before that a door, seen from the
// south.
struct gate_world {
    struct view_triangle ground[4];
    uint8_t storeys[4];
    struct view_vec3 foot[4];
    struct view_solid door;
    struct view_scene scene;
    struct view_world world;
};

static void init_gate_world(struct gate_world *gate)
{
    *gate = (struct gate_world){
        .ground = {{{{-10, 0, -10}, {10, 0, -10}, {10, 0, 10}}, VIEW_GRASS},
                   {{{-10, 0, -10}, {10, 0, 10}, {-10, 0, 10}}, VIEW_GRASS},
                   {{{-10, 4, 2}, {10, 4, 2}, {10, 4, 10}}, VIEW_STONE},
                   {{{-10, 4, 2}, {10, 4, 10}, {-10, 4, 10}}, VIEW_STONE}},
        .storeys = {0, 0, 5, 5},
        .foot = {{-2, 0, 0}, {2, 0, 0}, {2, 0, 0.3f}, {-2, 0, 0.3f}},
        .door = {.kind = VIEW_DOOR, .footprint_count = 4, .height_m = 3, .gate = 2},
    };
    gate->door.footprint = gate->foot;
    gate->scene = (struct view_scene){.triangles = gate->ground,
                                      .triangle_count = 4,
                                      .triangle_storeys = gate->storeys,
                                      .solids = &gate->door,
                                      .solid_count = 1,
                                      .sky = {180, 204, 214, 255},
                                      .sun = {255, 218, 160, 255}};
    gate->world = (struct view_world){&gate->scene, 1};
}

static struct view_color seen_at(struct renderer *renderer, const struct view *view, uint32_t x, uint32_t y)
{
    struct picture *picture = draw(renderer, view);
    struct view_color color = picture_color(picture, x, y);
    picture_destroy(picture);
    return color;
}

static void a_shut_door_hides_what_is_behind_and_an_open_one_does_not(void **state)
{
    struct fixture *fixture = *state;
    struct gate_world gate;
    char error[RENDERER_ERROR_MAX];
    init_gate_world(&gate);
    struct renderer *renderer = renderer_create(RENDERER_GL, &gate.world, error);
    assert_non_null(renderer);
    struct view *view = fixture->view;
    memset(view, 0, sizeof *view);
    view->width_px = 320;
    view->height_px = 180;
    view->density = 1;
    view->camera = (struct view_camera){
        .eye = {0.4f, 3, -9}, .target = {0.4f, 1.2f, 0}, .tan_half_fov_y = 0.27f, .near_m = 1, .far_m = 60};
    struct view_color shut = seen_at(renderer, view, 160, 90);
    view->open_gates = 2; // gate number 1, as its solids say 2
    struct view_color open = seen_at(renderer, view, 160, 90);
    view->open_gates = 1; // another gate
    struct view_color other = seen_at(renderer, view, 160, 90);
    assert_true(shut.r > shut.g); // wood
    assert_true(open.g > open.r); // the meadow behind
    assert_int_equal(difference(shut, other), 0);
    renderer_destroy(renderer);
}

static void a_hidden_storey_is_not_drawn(void **state)
{
    struct fixture *fixture = *state;
    struct gate_world gate;
    char error[RENDERER_ERROR_MAX];
    init_gate_world(&gate);
    struct renderer *renderer = renderer_create(RENDERER_GL, &gate.world, error);
    assert_non_null(renderer);
    struct view *view = fixture->view;
    memset(view, 0, sizeof *view);
    view->width_px = 320;
    view->height_px = 180;
    view->density = 1;
    view->camera = (struct view_camera){
        .eye = {0, 25, 0}, .target = {0, 4, 6}, .tan_half_fov_y = 0.27f, .near_m = 1, .far_m = 60};
    struct view_color above = seen_at(renderer, view, 160, 90);
    view->hidden_storeys = UINT64_C(1) << 4;
    struct view_color still = seen_at(renderer, view, 160, 90);
    view->hidden_storeys = UINT64_C(1) << 5;
    struct view_color below = seen_at(renderer, view, 160, 90);
    assert_int_equal(difference(above, still), 0);
    assert_true(abs(above.r - above.g) < 40); // stone
    assert_true(below.g > below.r + 10);      // the meadow below, in the shade
    renderer_destroy(renderer);
}

static void triangles_are_counted(void **state)
{
    struct fixture *fixture = *state;
    struct renderer_times times;
    fixture_view(fixture->view, 640, 360, FIXTURE_FIND);
    struct picture *picture = picture_create(640, 360);
    assert_non_null(picture);
    assert_true(renderer_draw(fixture->renderer, fixture->view, &picture->target, &times));
    uint32_t with_people = times.triangles;
    assert_in_range(with_people, 500, 8000);
    fixture->view->actor_count = 0;
    assert_true(renderer_draw(fixture->renderer, fixture->view, &picture->target, &times));
    assert_true(times.triangles + 300 < with_people);
    picture_destroy(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whoever_is_gone_to_or_speaks_shows_through_the_crown_of_a_tree,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(effects_items_and_bars_leave_pixels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_shape_is_drawn_and_flashes_when_hurt, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shut_door_hides_what_is_behind_and_an_open_one_does_not, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_hidden_storey_is_not_drawn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(triangles_are_counted, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gl_renderer", tests, NULL, NULL);
}
