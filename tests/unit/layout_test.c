// Controls on every kind of screen: nothing overlaps, nothing is cut, everything is as large as a thumb.
#include "cloudsvc/game/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const long_line =
    "Good day to you! Mind the step by the well, it is higher than it looks. If you need a horse shod or a "
    "gate mended, you have come to the right place; if it is bread that you want, Berta bakes behind the "
    "terrace, next to the pond with the three ducks.";

struct screen {
    const char *name;
    struct game_viewport viewport;
};

static const struct screen screens[] = {
    {"laptop", {1280, 720, 100, {0}}},
    {"phone upright", {390, 844, 100, {47, 0, 34, 0}}},
    {"phone lying", {844, 390, 100, {0, 47, 21, 47}}},
    {"small phone", {360, 640, 100, {0}}},
    {"sharp phone", {1170, 2532, 300, {141, 0, 102, 0}}},
    {"sharp phone upright, scaled", {652, 1412, 167, {79, 0, 57, 0}}},
    {"sharp phone lying, scaled", {1412, 652, 167, {0, 79, 35, 79}}},
    {"small sharp phone", {720, 1280, 200, {0}}},
    {"small phone of old", {540, 960, 150, {0}}},
    {"large screen", {2560, 1440, 100, {0}}},
};
enum { SCREENS = sizeof screens / sizeof screens[0] };

static struct layout_content content_with(struct pack_find *find, size_t find_count)
{
    static const char *const types[] = {"blacksmith", "baker", "merchant", "harbour master", "guard"};
    for (size_t i = 0; i < find_count; i++)
        snprintf(find[i].label, sizeof find[i].label, "%s", types[i % 5]);
    return (struct layout_content){.find = find, .find_count = find_count, .find_active = find_count};
}

static void lay_out(const struct layout_content *content, const struct screen *screen, struct view *view)
{
    memset(view, 0, sizeof *view);
    view->width_px = screen->viewport.width_px;
    view->height_px = screen->viewport.height_px;
    layout_fill(content, &screen->viewport, view);
}

static void assert_inside(const struct screen *screen, const struct view_element *element)
{
    const struct game_viewport *viewport = &screen->viewport;
    float right = (float)viewport->width_px - (float)viewport->inset_px[1];
    float bottom = (float)viewport->height_px - (float)viewport->inset_px[2];
    if (element->x_px < (float)viewport->inset_px[3] || element->y_px < (float)viewport->inset_px[0] ||
        element->x_px + element->width_px > right || element->y_px + element->height_px > bottom)
        fail_msg("%s: \"%s\" at (%g, %g), %g x %g, leaves the free area", screen->name, element->text,
                 element->x_px, element->y_px, element->width_px, element->height_px);
}

static bool overlap(const struct view_element *a, const struct view_element *b)
{
    return a->x_px < b->x_px + b->width_px && b->x_px < a->x_px + a->width_px &&
           a->y_px < b->y_px + b->height_px && b->y_px < a->y_px + a->height_px;
}

// Every element but a panel lies on the panel before it; panels do not touch one another.
static void assert_tidy(const struct screen *screen, const struct view *view)
{
    for (size_t i = 0; i < view->element_count; i++) {
        const struct view_element *a = &view->elements[i];
        assert_inside(screen, a);
        for (size_t j = i + 1; j < view->element_count; j++) {
            const struct view_element *b = &view->elements[j];
            bool is_panel = a->kind == VIEW_PANEL;
            if ((is_panel ? b->kind == VIEW_PANEL : b->kind != VIEW_PANEL) && overlap(a, b))
                fail_msg("%s: \"%s\" and \"%s\" overlap", screen->name, a->text, b->text);
        }
    }
}

static const struct view_element *element_with(const struct view *view, uint32_t action)
{
    for (size_t i = 0; i < view->element_count; i++)
        if (view->elements[i].action == action)
            return &view->elements[i];
    return NULL;
}

static void every_combination_is_tidy_on_every_screen(void **state)
{
    (void)state;
    struct view view;
    struct pack_find find[PACK_FIND_MAX] = {0};
    for (size_t screen = 0; screen < SCREENS; screen++)
        for (size_t find_count = 0; find_count <= PACK_FIND_MAX; find_count++)
            for (int shown = 0; shown < 8; shown++) {
                struct layout_content content = content_with(find, find_count);
                content.speaker = shown & 1 ? "Greta the blacksmith" : NULL;
                content.line = long_line;
                content.banner = shown & 2 ? "blacksmith · 34 m" : NULL;
                content.toast = shown & 4 ? "No way to the blacksmith: the step is too high." : "";
                lay_out(&content, &screens[screen], &view);
                assert_tidy(&screens[screen], &view);
            }
}

static void every_text_is_large_enough_to_read(void **state)
{
    (void)state;
    const float lines_per_em = 1.25f; // of the font
    struct view view;
    struct pack_find find[PACK_FIND_MAX] = {0};
    for (size_t screen = 0; screen < SCREENS; screen++) {
        struct layout_content content = content_with(find, 6);
        content.line = long_line;
        content.banner = "blacksmith · 34 m";
        content.toast = "No way to the blacksmith: the step is too high.";
        for (int is_open = 0; is_open < 2; is_open++) {
            content.speaker = is_open ? "Greta" : NULL;
            lay_out(&content, &screens[screen], &view);
            float least = 14.0f * lines_per_em * (float)screens[screen].viewport.density_percent / 100.0f;
            for (size_t i = 0; i < view.element_count; i++)
                if (view.elements[i].text[0] && view.elements[i].text_px < least)
                    fail_msg("%s: \"%s\" is too small to read", screens[screen].name, view.elements[i].text);
        }
    }
}

static void everything_to_tap_is_as_large_as_a_thumb(void **state)
{
    (void)state;
    struct view view;
    struct pack_find find[PACK_FIND_MAX] = {0};
    for (size_t screen = 0; screen < SCREENS; screen++) {
        struct layout_content content = content_with(find, 8);
        content.speaker = "Greta";
        content.line = "Hello.";
        lay_out(&content, &screens[screen], &view);
        float least = 44.0f * (float)screens[screen].viewport.density_percent / 100.0f - 0.01f;
        for (size_t i = 0; i < view.element_count; i++)
            if (view.elements[i].action &&
                (view.elements[i].width_px < least || view.elements[i].height_px < least))
                fail_msg("%s: \"%s\" is too small", screens[screen].name, view.elements[i].text);
    }
}

static void a_speakers_name_takes_a_second_line_where_it_is_narrow(void **state)
{
    (void)state;
    struct view view;
    struct layout_content content = {.speaker = "Bram the Blacksmith", .line = "Hello.", .find_active = 0};
    for (size_t screen = 0; screen < SCREENS; screen++) {
        lay_out(&content, &screens[screen], &view);
        const struct view_element *name = &view.elements[2];
        assert_string_equal(name->text, content.speaker);
        float line_px = 19.0f * (float)screens[screen].viewport.density_percent / 100.0f;
        bool is_narrow = name->width_px < 10.9f * line_px;
        assert_int_equal(name->height_px > 2.0f * line_px, is_narrow);
    }
}

static void the_find_list_stands_at_the_bottom_left(void **state)
{
    (void)state;
    struct view view;
    struct pack_find find[PACK_FIND_MAX] = {0};
    struct layout_content content = content_with(find, 4);
    content.find_active = 2;
    lay_out(&content, &screens[0], &view);
    const struct view_element *panel = &view.elements[0];
    assert_int_equal(panel->kind, VIEW_PANEL);
    assert_true(panel->x_px < 20.0f);
    assert_true(panel->y_px + panel->height_px > 700.0f);
    for (uint32_t i = 0; i < 4; i++) {
        const struct view_element *button = element_with(&view, LAYOUT_FIND + i);
        assert_non_null(button);
        assert_string_equal(button->text, find[i].label);
        assert_int_equal(button->is_accented, i == 2);
    }
}

static void an_open_dialogue_can_be_closed_and_hides_what_it_would_cover(void **state)
{
    (void)state;
    struct view view;
    struct pack_find find[PACK_FIND_MAX] = {0};
    struct layout_content content = content_with(find, 4);
    content.speaker = "Greta";
    content.line = "Hello.";
    lay_out(&content, &screens[1], &view);
    assert_non_null(element_with(&view, LAYOUT_CLOSE_DIALOGUE));
    assert_null(element_with(&view, LAYOUT_FIND));
    lay_out(&content, &screens[0], &view); // room enough for both
    assert_non_null(element_with(&view, LAYOUT_CLOSE_DIALOGUE));
    assert_non_null(element_with(&view, LAYOUT_FIND));
}

static void a_longer_line_makes_a_higher_dialogue(void **state)
{
    (void)state;
    double brief = layout_dialogue_cover("Greta", "Hello.", &screens[1].viewport);
    double talkative = layout_dialogue_cover("Greta", long_line, &screens[1].viewport);
    assert_true(brief > 0.05);
    assert_true(talkative > brief + 0.05);
    assert_true(talkative < 0.65);
}

static void a_tiny_picture_is_no_reason_to_fail(void **state)
{
    (void)state;
    static const struct screen tiny = {"tiny", {16, 16, 3200, {16, 16, 16, 16}}};
    struct view view;
    struct pack_find find[PACK_FIND_MAX] = {0};
    struct layout_content content = content_with(find, PACK_FIND_MAX);
    content.speaker = "Greta";
    content.line = long_line;
    content.banner = content.toast = long_line;
    lay_out(&content, &tiny, &view);
    for (size_t i = 0; i < view.element_count; i++)
        assert_true(view.elements[i].width_px >= 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_tidy_on_every_screen),
        cmocka_unit_test(every_text_is_large_enough_to_read),
        cmocka_unit_test(everything_to_tap_is_as_large_as_a_thumb),
        cmocka_unit_test(a_speakers_name_takes_a_second_line_where_it_is_narrow),
        cmocka_unit_test(the_find_list_stands_at_the_bottom_left),
        cmocka_unit_test(an_open_dialogue_can_be_closed_and_hides_what_it_would_cover),
        cmocka_unit_test(a_longer_line_makes_a_higher_dialogue),
        cmocka_unit_test(a_tiny_picture_is_no_reason_to_fail),
    };
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
