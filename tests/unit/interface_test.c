// Panels, buttons, labels and names as they come out in the picture.
#include "render/interface.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/picture.h"

enum { WIDTH = 320, HEIGHT = 240 };

static const struct view_color background = {120, 140, 100, 255};

struct fixture {
    struct renderer *renderer;
    struct view *view;
};

static int set_up(void **state)
{
    struct view_scene scene = {.sky = background, .sun = {255, 255, 255, 255}};
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
    fixture->view->camera = (struct view_camera){
        .eye = {0, 10, -10}, .target = {0, 0, 0}, .tan_half_fov_y = 0.3f, .near_m = 1, .far_m = 100};
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

static struct view_element *add(struct view *view, enum view_element_kind kind, const char *text)
{
    struct view_element *element = &view->elements[view->element_count++];
    *element = (struct view_element){
        .kind = kind, .x_px = 60, .y_px = 50, .width_px = 160, .height_px = 60, .text_px = 20};
    snprintf(element->text, sizeof element->text, "%s", text);
    return element;
}

static struct picture *draw(struct fixture *fixture)
{
    struct picture *picture = picture_create(WIDTH, HEIGHT);
    struct renderer_times times;
    assert_non_null(picture);
    assert_true(renderer_draw(fixture->renderer, fixture->view, &picture->target, &times));
    return picture;
}

static bool is_background(const struct picture *picture, uint32_t x, uint32_t y)
{
    struct view_color color = picture_color(picture, x, y);
    return abs(color.r - background.r) <= 3 && abs(color.g - background.g) <= 3 &&
           abs(color.b - background.b) <= 3;
}

struct bounds {
    uint32_t left, top, right, bottom;
    size_t count;
};

// Where the picture is not background.
static struct bounds changed_bounds(const struct picture *picture)
{
    struct bounds bounds = {WIDTH, HEIGHT, 0, 0, 0};
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            if (!is_background(picture, x, y)) {
                bounds.left = x < bounds.left ? x : bounds.left;
                bounds.top = y < bounds.top ? y : bounds.top;
                bounds.right = x + 1 > bounds.right ? x + 1 : bounds.right;
                bounds.bottom = y + 1 > bounds.bottom ? y + 1 : bounds.bottom;
                bounds.count++;
            }
        }
    }
    return bounds;
}

static void a_panel_fills_its_rectangle_but_for_round_corners(void **state)
{
    struct fixture *fixture = *state;
    add(fixture->view, VIEW_PANEL, "");
    struct picture *picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    assert_int_equal(bounds.left, 60);
    assert_int_equal(bounds.top, 50);
    assert_int_equal(bounds.right, 220);
    assert_int_equal(bounds.bottom, 110);
    static const uint32_t corners[4][2] = {{60, 50}, {219, 50}, {60, 109}, {219, 109}};
    for (size_t i = 0; i < 4; i++) {
        assert_true(is_background(picture, corners[i][0], corners[i][1]));
    }
    // Translucent, of one shade all over.
    struct view_color middle = picture_color(picture, 140, 80);
    struct view_color edge = picture_color(picture, 62, 80);
    assert_int_equal(middle.g, edge.g);
    assert_in_range(middle.g, 20, 90);
    picture_destroy(picture);
}

static void an_accented_button_stands_out(void **state)
{
    struct fixture *fixture = *state;
    add(fixture->view, VIEW_BUTTON, "")->is_accented = true;
    struct picture *picture = draw(fixture);
    struct view_color color = picture_color(picture, 80, 80);
    assert_true(color.r > 220 && color.g > 150 && color.b < 140);
    picture_destroy(picture);
}

static int brightness(const struct picture *picture, uint32_t x, uint32_t y)
{
    struct view_color color = picture_color(picture, x, y);
    return color.r + color.g + color.b;
}

static struct view_element *add_skill(struct fixture *fixture, float fill, bool is_muted)
{
    struct view_element *skill = add(fixture->view, VIEW_SKILL, "");
    skill->width_px = skill->height_px = 100;
    skill->x_px = 60;
    skill->fill = fill;
    skill->is_muted = is_muted;
    return skill;
}

static void a_skill_is_round_and_has_a_ring_while_it_is_ready(void **state)
{
    struct fixture *fixture = *state;
    add_skill(fixture, 1, false);
    struct picture *picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    assert_in_range(bounds.left, 60, 61);
    assert_in_range(bounds.right, 159, 160);
    assert_true(is_background(picture, 65, 55));
    struct view_color ring = picture_color(picture, 61, 100);
    assert_true(ring.r > ring.b + 40);
    picture_destroy(picture);
}

static void a_skill_shows_how_much_of_its_cooldown_is_over(void **state)
{
    struct fixture *fixture = *state;
    // Up right, down right, down left, up left of the middle: the turn goes clockwise from the top.
    static const uint32_t places[4][2] = {{130, 80}, {130, 120}, {90, 120}, {90, 80}};
    for (uint32_t quarters = 0; quarters <= 3; quarters++) {
        fixture->view->element_count = 0;
        add_skill(fixture, (float)quarters / 4, false);
        struct picture *picture = draw(fixture);
        for (uint32_t i = 0; i < 4; i++) {
            bool is_over = brightness(picture, places[i][0], places[i][1]) > 210;
            assert_int_equal(is_over, i < quarters);
        }
        picture_destroy(picture);
    }
}

static size_t bright_pixels(const struct picture *picture)
{
    size_t count = 0;
    for (uint32_t y = 70; y < 130; y++) {
        for (uint32_t x = 80; x < 140; x++) {
            count += brightness(picture, x, y) > 560;
        }
    }
    return count;
}

static void a_skill_that_cannot_be_used_is_dim(void **state)
{
    struct fixture *fixture = *state;
    add_skill(fixture, 1, false)->icon = VIEW_ICON_STRIKE;
    struct picture *picture = draw(fixture);
    assert_true(bright_pixels(picture) > 200);
    picture_destroy(picture);
    fixture->view->elements[0].is_muted = true;
    picture = draw(fixture);
    assert_int_equal(bright_pixels(picture), 0);
    picture_destroy(picture);
}

static void a_meter_is_filled_from_the_left(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *meter = add(fixture->view, VIEW_METER, "");
    meter->color = (struct view_color){220, 40, 40, 255};
    static const float fills[] = {0, 0.25f, 0.5f, 1, 7, -1};
    for (size_t i = 0; i < sizeof fills / sizeof fills[0]; i++) {
        meter->fill = fills[i];
        struct picture *picture = draw(fixture);
        for (uint32_t x = 90; x < 190; x += 10) {
            struct view_color color = picture_color(picture, x, 80);
            float filled_to = 60 + 160 * fminf(fmaxf(fills[i], 0), 1);
            if (fabsf((float)x - filled_to) > 31) { // beside its round end
                assert_int_equal(color.r > 150, (float)x < filled_to);
            }
        }
        picture_destroy(picture);
    }
}

static void an_icon_stands_left_of_the_words(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *label = add(fixture->view, VIEW_LABEL, "mmm");
    struct picture *picture = draw(fixture);
    struct bounds without = changed_bounds(picture);
    picture_destroy(picture);
    label->icon = VIEW_ICON_FIND;
    picture = draw(fixture);
    struct bounds with = changed_bounds(picture);
    assert_in_range(with.left, 59, 66);
    assert_true(with.right > without.right + 20);
    picture_destroy(picture);
}

static void an_icon_alone_stands_in_the_middle(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *button = add(fixture->view, VIEW_BUTTON, "");
    button->icon = VIEW_ICON_CHEST;
    struct picture *picture = draw(fixture);
    uint32_t left = WIDTH;
    uint32_t right = 0;
    for (uint32_t x = 60; x < 220; x++) {
        for (uint32_t y = 50; y < 110; y++) {
            struct view_color color = picture_color(picture, x, y);
            if (color.r > 200 && color.b < 150) {
                left = x < left ? x : left;
                right = x > right ? x : right;
            }
        }
    }
    assert_in_range(left + right, 277, 283);
    picture_destroy(picture);
}

static void text_stays_within_its_rectangle(void **state)
{
    struct fixture *fixture = *state;
    static const char *const texts[] = {
        "x",
        "Find: blacksmith",
        "A rather longer text that needs several lines to fit",
        "Donaudampfschifffahrtsgesellschaft",
        "欢迎来到铁匠铺，市场的老板娘",
        "two\nlines",
        "so very much text that it cannot possibly fit into what is given, however it is broken, and is cut"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (int align = VIEW_ALIGN_LEFT; align <= VIEW_ALIGN_CENTER; align++) {
            fixture->view->element_count = 0;
            add(fixture->view, VIEW_LABEL, texts[i])->align = (enum view_align)align;
            struct picture *picture = draw(fixture);
            struct bounds bounds = changed_bounds(picture);
            assert_true(bounds.count > 10);
            assert_in_range(bounds.left, 59, 220);
            assert_in_range(bounds.right, 60, 221);
            assert_in_range(bounds.top, 49, 110);
            assert_in_range(bounds.bottom, 50, 111);
            picture_destroy(picture);
        }
    }
}

static size_t ink_right_of(const struct picture *picture, uint32_t x)
{
    size_t count = 0;
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t column = x; column < WIDTH; column++) {
            count += !is_background(picture, column, y);
        }
    }
    return count;
}

static void centred_text_is_in_the_middle_and_other_text_to_the_left(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *label = add(fixture->view, VIEW_LABEL, "mmm");
    struct picture *picture = draw(fixture);
    assert_int_equal(ink_right_of(picture, 140), 0);
    picture_destroy(picture);
    label->align = VIEW_ALIGN_CENTER;
    picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    assert_in_range((bounds.left + bounds.right) / 2, 137, 143);
    picture_destroy(picture);
}

static void a_word_too_wide_for_its_button_is_drawn_smaller(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *button = add(fixture->view, VIEW_LABEL, "Fishmonger");
    button->width_px = 100;
    button->height_px = 20;
    button->align = VIEW_ALIGN_CENTER;
    struct picture *picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    // On one line, with room for the whole word: no second line, no ellipsis at the foot of the right end.
    assert_in_range(bounds.right - bounds.left, 80, 101);
    assert_in_range(bounds.bottom, 60, 72);
    picture_destroy(picture);
}

static void chinese_names_are_drawn(void **state)
{
    struct fixture *fixture = *state;
    add(fixture->view, VIEW_LABEL, "市场")->text_px = 40;
    struct picture *picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    assert_in_range(bounds.right - bounds.left, 50, 80);
    assert_true(bounds.count > 400);
    picture_destroy(picture);
}

// Actors are far below the picture's lower edge; their names are looked at by drawing none but one.
static void place_actor(struct view *view, float x, float z, const char *name)
{
    struct view_actor *actor = &view->actors[view->actor_count++];
    *actor = (struct view_actor){.id = (uint32_t)view->actor_count,
                                 .kind = VIEW_NPC,
                                 .position = {x, 0, z},
                                 .facing_z = 1,
                                 .height_m = 0.01f,
                                 .clothes = background};
    snprintf(actor->name, sizeof actor->name, "%s", name);
}

static void a_name_stands_over_its_actor(void **state)
{
    struct fixture *fixture = *state;
    place_actor(fixture->view, 0, 0, "Ivy");
    struct picture *picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    assert_in_range((bounds.left + bounds.right) / 2, WIDTH / 2 - 3, WIDTH / 2 + 3);
    assert_in_range(bounds.bottom, HEIGHT / 2 - 8, HEIGHT / 2 + 6);
    picture_destroy(picture);
}

static void names_of_people_close_together_do_not_cover_one_another(void **state)
{
    struct fixture *fixture = *state;
    place_actor(fixture->view, 0, 0, "mmmmmm");
    struct picture *picture = draw(fixture);
    size_t alone = changed_bounds(picture).count;
    picture_destroy(picture);
    place_actor(fixture->view, 0.05f, 0, "mmmmmm");
    picture = draw(fixture);
    size_t both = changed_bounds(picture).count;
    // Chroma is halved, so that the same name differs a little from row to row.
    assert_in_range(both, 2 * alone - alone / 5, 2 * alone + alone / 5);
    picture_destroy(picture);
}

static uint32_t height_at_density(struct fixture *fixture, float density)
{
    fixture->view->density = density;
    struct picture *picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    picture_destroy(picture);
    return bounds.bottom - bounds.top;
}

static void names_are_as_large_to_the_eye_on_every_screen(void **state)
{
    struct fixture *fixture = *state;
    place_actor(fixture->view, 0, 0, "Hg");
    static const float densities[] = {1, 1.5f, 1.67f, 2, 3};
    for (size_t i = 0; i < sizeof densities / sizeof densities[0]; i++) {
        float height_px = (float)height_at_density(fixture, densities[i]);
        // From the top of a capital to the foot of a g it is nearly the em: 12 CSS pixels at least.
        assert_in_range(height_px, 12 * densities[i], 20 * densities[i] + 4);
    }
}

static void a_name_at_the_edge_is_drawn_whole(void **state)
{
    struct fixture *fixture = *state;
    place_actor(fixture->view, 0, 0, "mmmmmm");
    struct picture *picture = draw(fixture);
    struct bounds middle = changed_bounds(picture);
    picture_destroy(picture);
    for (int side = -1; side <= 1; side += 2) {
        fixture->view->actors[0].position.x = 5.5f * (float)side;
        picture = draw(fixture);
        struct bounds edge = changed_bounds(picture);
        assert_in_range(edge.right - edge.left, middle.right - middle.left - 3,
                        middle.right - middle.left + 3);
        assert_true(side < 0 ? edge.left < 10 : edge.right > WIDTH - 10);
        picture_destroy(picture);
    }
}

static void a_name_is_not_drawn_under_a_panel(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *panel = add(fixture->view, VIEW_PANEL, "");
    panel->x_px = panel->y_px = 0;
    panel->width_px = WIDTH;
    panel->height_px = HEIGHT;
    struct picture *without = draw(fixture);
    place_actor(fixture->view, 0, 0, "Ivy");
    struct picture *with = draw(fixture);
    for (uint32_t y = 0; y < HEIGHT; y++) {
        assert_memory_equal(with->target.planes[0] + with->target.strides[0] * (int)y,
                            without->target.planes[0] + without->target.strides[0] * (int)y, WIDTH);
    }
    picture_destroy(with);
    picture_destroy(without);
}

// Where a panel leaves less than a line above it, names below must not be pushed out there.
static void a_name_is_not_cut_by_the_upper_edge(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *panel = add(fixture->view, VIEW_PANEL, "");
    panel->x_px = 0;
    panel->y_px = 8;
    panel->width_px = WIDTH;
    panel->height_px = HEIGHT - 8;
    struct picture *without = draw(fixture);
    place_actor(fixture->view, 0, 0, "Ivy");
    for (int i = 0; i < 40; i++) {
        fixture->view->actors[0].position.z = 0.25f * (float)i;
        struct picture *with = draw(fixture);
        assert_memory_equal(with->target.planes[0], without->target.planes[0], WIDTH);
        assert_memory_equal(with->target.planes[0] + 6 * with->target.strides[0],
                            without->target.planes[0] + 6 * without->target.strides[0], WIDTH);
        picture_destroy(with);
    }
    picture_destroy(without);
}

static void names_behind_the_camera_are_not_drawn(void **state)
{
    struct fixture *fixture = *state;
    place_actor(fixture->view, 0, -60, "Ivy");
    place_actor(fixture->view, 300, 0, "Ivy");
    struct picture *picture = draw(fixture);
    assert_int_equal(changed_bounds(picture).count, 0);
    picture_destroy(picture);
}

static void a_portrait_shows_a_face_within_its_frame(void **state)
{
    struct fixture *fixture = *state;
    struct view_element *portrait = add(fixture->view, VIEW_PORTRAIT, "");
    portrait->width_px = portrait->height_px = 100;
    portrait->color = (struct view_color){200, 40, 40, 255};
    struct picture *picture = draw(fixture);
    struct bounds bounds = changed_bounds(picture);
    assert_int_equal(bounds.left, 60);
    assert_int_equal(bounds.right, 160);
    struct view_color face = picture_color(picture, 96, 108);
    assert_true(face.r > face.g && face.g > face.b); // skin, whatever its shade
    struct view_color clothes = picture_color(picture, 110, 140);
    assert_true(clothes.r > 2 * clothes.g);
    picture_destroy(picture);
}

static void elements_without_size_or_far_outside_do_no_harm(void **state)
{
    struct fixture *fixture = *state;
    for (int kind = VIEW_PANEL; kind <= VIEW_MINIMAP; kind++) {
        struct view_element *element = add(fixture->view, (enum view_element_kind)kind, "text");
        element->width_px = element->height_px = 0;
        element = add(fixture->view, (enum view_element_kind)kind, "text");
        element->x_px = -5000;
        element = add(fixture->view, (enum view_element_kind)kind, "");
        element->x_px = 5000;
        element->text_px = 0;
    }
    picture_destroy(draw(fixture));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_panel_fills_its_rectangle_but_for_round_corners, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_accented_button_stands_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_skill_is_round_and_has_a_ring_while_it_is_ready, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_skill_shows_how_much_of_its_cooldown_is_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_skill_that_cannot_be_used_is_dim, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_meter_is_filled_from_the_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_icon_stands_left_of_the_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_icon_alone_stands_in_the_middle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_stays_within_its_rectangle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(centred_text_is_in_the_middle_and_other_text_to_the_left, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_word_too_wide_for_its_button_is_drawn_smaller, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chinese_names_are_drawn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_stands_over_its_actor, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_of_people_close_together_do_not_cover_one_another, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(names_are_as_large_to_the_eye_on_every_screen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_at_the_edge_is_drawn_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_is_not_drawn_under_a_panel, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_is_not_cut_by_the_upper_edge, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_behind_the_camera_are_not_drawn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_portrait_shows_a_face_within_its_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(elements_without_size_or_far_outside_do_no_harm, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("interface", tests, NULL, NULL);
}
