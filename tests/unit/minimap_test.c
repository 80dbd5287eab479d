// The minimap as it comes out in the picture: ground, way, people, and nothing beyond its frame.
#include "render/minimap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/picture.h"

enum { WIDTH = 320, HEIGHT = 240, LEFT = 100, TOP = 60, SIDE = 106, MIDDLE_X = 153, MIDDLE_Y = 113 };

static const struct view_color background = {120, 140, 100, 255};

struct fixture {
    struct renderer *renderer;
    struct view *view;
};

// Grass in the south, water in the north. The camera sees neither.
static int set_up(void **state)
{
    struct view_triangle triangles[4] = {
        {{{-50, 0, -50}, {50, 0, -50}, {50, 0, 0}}, VIEW_GRASS},
        {{{-50, 0, -50}, {50, 0, 0}, {-50, 0, 0}}, VIEW_GRASS},
        {{{-50, 0, 0}, {50, 0, 0}, {50, 0, 50}}, VIEW_WATER},
        {{{-50, 0, 0}, {50, 0, 50}, {-50, 0, 50}}, VIEW_WATER},
    };
    struct view_scene scene = {
        .triangles = triangles, .triangle_count = 4, .sky = background, .sun = {255, 255, 255, 255}};
    struct view_world world = {&scene, 1};
    char error[RENDERER_ERROR_MAX] = "";
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->renderer = renderer_create(RENDERER_GL, &world, error);
    fixture->view = calloc(1, sizeof *fixture->view);
    assert_non_null(fixture->renderer);
    assert_non_null(fixture->view);
    fixture->view->width_px = WIDTH;
    fixture->view->height_px = HEIGHT;
    fixture->view->density = 1;
    fixture->view->camera = (struct view_camera){
        .eye = {0, 900, 0}, .target = {0, 1000, 50}, .tan_half_fov_y = 0.3f, .near_m = 1, .far_m = 100};
    fixture->view->map = (struct view_map){0, 0, 50};
    fixture->view->elements[fixture->view->element_count++] = (struct view_element){
        .kind = VIEW_MINIMAP, .x_px = LEFT, .y_px = TOP, .width_px = SIDE, .height_px = SIDE};
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    renderer_destroy(fixture->renderer);
    free(fixture->view);
    free(fixture);
    return 0;
}

static struct picture *draw(struct fixture *fixture)
{
    struct picture *picture = picture_create(WIDTH, HEIGHT);
    struct renderer_times times;
    assert_non_null(picture);
    assert_true(renderer_draw(fixture->renderer, fixture->view, &picture->target, &times));
    return picture;
}

static void add_actor(struct fixture *fixture, enum view_actor_kind kind, float x, float z,
                      enum view_actor_mark mark)
{
    fixture->view->actors[fixture->view->actor_count++] = (struct view_actor){
        .kind = kind, .position = {x, 0, z}, .facing_z = 1, .height_m = 1.6f, .mark = mark};
}

static void the_ground_is_seen_within_a_round_frame(void **state)
{
    struct fixture *fixture = *state;
    struct picture *picture = draw(fixture);
    struct view_color north = picture_color(picture, MIDDLE_X, TOP + 20);
    struct view_color south = picture_color(picture, MIDDLE_X, TOP + SIDE - 20);
    assert_true(north.b > north.r + 30);                 // water
    assert_true(south.g > south.r && south.r > south.b); // grass
    struct view_color frame = picture_color(picture, LEFT + 1, MIDDLE_Y);
    assert_true(frame.r + frame.g + frame.b < 200);
    struct view_color corner = picture_color(picture, LEFT + 1, TOP + 1);
    assert_in_range(corner.g, 130, 150);
    struct view_color beside = picture_color(picture, LEFT - 3, MIDDLE_Y);
    assert_in_range(beside.g, 135, 145);
    picture_destroy(picture);
}

static void the_map_moves_with_its_middle(void **state)
{
    struct fixture *fixture = *state;
    fixture->view->map.center_z = 25;
    struct picture *picture = draw(fixture);
    struct view_color south = picture_color(picture, MIDDLE_X, TOP + SIDE - 20);
    assert_true(south.b > south.r + 30); // water all over
    picture_destroy(picture);
}

static void the_player_is_a_pale_arrow_in_the_middle(void **state)
{
    struct fixture *fixture = *state;
    add_actor(fixture, VIEW_PLAYER, 0, 0, VIEW_MARK_NONE);
    struct picture *picture = draw(fixture);
    struct view_color tip = picture_color(picture, MIDDLE_X, MIDDLE_Y - 4);
    assert_true(tip.r > 200 && tip.g > 200 && tip.b > 190);
    picture_destroy(picture);
}

// How much a place of the map changes when somebody is added.
static int change_at(struct fixture *fixture, uint32_t x, uint32_t y, enum view_actor_kind kind,
                     enum view_actor_mark mark, float east, float north)
{
    fixture->view->actor_count = 0;
    struct picture *without = draw(fixture);
    add_actor(fixture, kind, east, north, mark);
    struct picture *with = draw(fixture);
    struct view_color a = picture_color(without, x, y);
    struct view_color b = picture_color(with, x, y);
    picture_destroy(without);
    picture_destroy(with);
    return abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b);
}

static void people_with_a_mark_players_and_enemies_are_on_the_map(void **state)
{
    struct fixture *fixture = *state;
    const uint32_t x = MIDDLE_X + 20; // 10 m east,
    const uint32_t y = MIDDLE_Y + 20; // 10 m south
    assert_true(change_at(fixture, x, y, VIEW_NPC, VIEW_MARK_QUEST, 10, -10) > 100);
    assert_true(change_at(fixture, x, y, VIEW_NPC, VIEW_MARK_TALK, 10, -10) > 100);
    assert_true(change_at(fixture, x, y, VIEW_ENEMY, VIEW_MARK_NONE, 10, -10) > 100);
    assert_true(change_at(fixture, x, y, VIEW_OTHER_PLAYER, VIEW_MARK_NONE, 10, -10) > 100);
    assert_int_equal(change_at(fixture, x, y, VIEW_NPC, VIEW_MARK_NONE, 10, -10), 0);
}

static void who_is_beyond_the_edge_is_not_on_the_map(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(change_at(fixture, LEFT + SIDE + 10, MIDDLE_Y, VIEW_ENEMY, VIEW_MARK_NONE, 32, 0), 0);
    assert_int_equal(change_at(fixture, LEFT + SIDE - 2, MIDDLE_Y, VIEW_ENEMY, VIEW_MARK_NONE, 25, 0), 0);
}

static void the_way_leads_to_the_edge_of_the_map_and_no_further(void **state)
{
    struct fixture *fixture = *state;
    struct picture *without = draw(fixture);
    fixture->view->route_count = 2;
    fixture->view->route[1] = (struct view_vec3){0, 0, -200};
    fixture->view->has_destination = true;
    fixture->view->destination = fixture->view->route[1];
    struct picture *with = draw(fixture);
    size_t dots = 0;
    for (uint32_t y = MIDDLE_Y; y < TOP + SIDE - 12; y++) {
        struct view_color color = picture_color(with, MIDDLE_X, y);
        dots += color.r > 200 && color.b < 150;
    }
    assert_in_range(dots, 8, 32);
    struct view_color goal = picture_color(with, MIDDLE_X, TOP + SIDE - 3 - 5);
    assert_true(goal.r > 220 && goal.g > 150 && goal.b < 130);
    for (uint32_t y = TOP + SIDE + 1; y < HEIGHT; y++) {
        assert_memory_equal(with->target.planes[0] + with->target.strides[0] * (int)y,
                            without->target.planes[0] + without->target.strides[0] * (int)y, WIDTH);
    }
    picture_destroy(with);
    picture_destroy(without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_ground_is_seen_within_a_round_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_map_moves_with_its_middle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_player_is_a_pale_arrow_in_the_middle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(people_with_a_mark_players_and_enemies_are_on_the_map, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(who_is_beyond_the_edge_is_not_on_the_map, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_way_leads_to_the_edge_of_the_map_and_no_further, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("minimap", tests, NULL, NULL);
}
