// Controls on every kind of screen: nothing overlaps, nothing is cut, everything is as large as a thumb.
#include "cloudsvc/game/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

#define PAGE_BUTTON 44.0f // the page's own, half way down the right edge

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
    {"small phone lying", {640, 360, 100, {0}}},
    {"sharp phone", {1170, 2532, 300, {141, 0, 102, 0}}},
    {"sharp phone upright, scaled", {652, 1412, 167, {79, 0, 57, 0}}},
    {"sharp phone lying, scaled", {1412, 652, 167, {0, 79, 35, 79}}},
    {"small sharp phone", {720, 1280, 200, {0}}},
    {"small phone of old", {540, 960, 150, {0}}},
    {"tablet", {768, 1024, 100, {0}}},
    {"large screen", {2560, 1440, 100, {0}}},
};
enum { SCREENS = sizeof screens / sizeof screens[0] };

// ---- content ---------------------------------------------------------------------------------------

static void add_find(struct layout_content *content, size_t count)
{
    static const char *const types[] = {"Blacksmith", "Baker", "Merchant", "Harbour master", "守卫"};
    for (size_t i = 0; i < count; i++)
        content->find[i] = types[i % 5];
    content->find_count = content->find_active = count;
}

static void add_quests(struct layout_content *content, size_t count)
{
    static const char *const titles[] = {"Fetch the lanterns", "Drive the wolves off the forest path",
                                         "把信送给灯塔看守人", "Report to the harbour master"};
    for (uint32_t i = 0; i < count; i++)
        content->quests[i] = (struct layout_quest){.number = 7 + i, .title = titles[i], .needed = 1 + i};
    content->quest_count = count;
}

static void add_dialogue(struct layout_content *content, const char *line, size_t answers)
{
    content->speaker = "Greta the blacksmith";
    content->line = line;
    content->answers[0] = "I will do it";
    content->answers[1] = "Not now";
    content->answer_count = answers;
}

static void add_skills(struct layout_content *content)
{
    content->skill_count = GAME_SKILL_COUNT;
    for (size_t i = 0; i < GAME_SKILL_COUNT; i++)
        content->skills[i].fill = 1.0f;
}

// Everything but a dialogue.
static struct layout_content full_content(void)
{
    struct layout_content content = {
        .vitals = {"Level 12 · 3450 points", 0.5f, 1.0f},
        .has_map = true,
        .festival = "Lantern festival",
        .chest = "Rewards · 2",
        .banner = "Blacksmith · 134 m · 2 scenes",
        .toast = "No way to the blacksmith: the bridge over the ravine is out.",
        .can_go_near = true,
    };
    add_find(&content, 10);
    add_quests(&content, LAYOUT_QUESTS_MAX);
    add_skills(&content);
    return content;
}

static struct layout_content random_content(struct random_generator *random)
{
    struct layout_content content = full_content();
    uint32_t without = (uint32_t)random_below(random, 256);
    add_find(&content, random_below(random, PACK_FIND_MAX + 1));
    add_quests(&content, random_below(random, LAYOUT_QUESTS_MAX + 1));
    content.is_find_folded = random_below(random, 2);
    content.is_tracker_folded = random_below(random, 2);
    content.words = (enum words_language)random_below(random, WORDS_LANGUAGE_COUNT);
    content.vitals.standing = without & 1 ? NULL : content.vitals.standing;
    content.skill_count = without & 2 ? 0 : content.skill_count;
    content.has_map = without & 4 ? false : content.has_map;
    content.festival = without & 8 ? NULL : content.festival;
    content.chest = without & 16 ? NULL : content.chest;
    content.banner = without & 32 ? NULL : content.banner;
    content.toast = without & 64 ? "" : content.toast;
    content.can_go_near = without & 128 ? false : content.can_go_near;
    if (random_below(random, 3) == 0)
        add_dialogue(&content, random_below(random, 2) ? long_line : "Hello.", random_below(random, 3));
    return content;
}

// From a small phone to a large screen, sharp or not, with notches or without.
static struct screen random_screen(struct random_generator *random)
{
    static const uint32_t densities[] = {100, 125, 150, 167, 200, 300};
    uint32_t density = densities[random_below(random, 6)];
    uint32_t longer = 640 + (uint32_t)random_below(random, 1921);
    uint32_t shorter = 360 + (uint32_t)random_below(random, longer < 1440 ? longer - 359 : 1081);
    bool is_upright = random_below(random, 2);
    struct screen screen = {"any",
                            {is_upright ? shorter : longer, is_upright ? longer : shorter, density, {0}}};
    screen.viewport.width_px = screen.viewport.width_px * density / 100;
    screen.viewport.height_px = screen.viewport.height_px * density / 100;
    bool has_notch = random_below(random, 2);
    for (size_t i = 0; i < 4; i++)
        screen.viewport.inset_px[i] = has_notch ? (uint32_t)random_below(random, 48 * density / 100) : 0;
    return screen;
}

static void lay_out(const struct layout_content *content, const struct screen *screen, struct view *view)
{
    memset(view, 0, sizeof *view);
    view->width_px = screen->viewport.width_px;
    view->height_px = screen->viewport.height_px;
    layout_fill(content, &screen->viewport, view);
}

// ---- laws ------------------------------------------------------------------------------------------

static bool overlap(const struct view_element *a, const struct view_element *b)
{
    const float rounding_px = 0.05f;
    return a->x_px + rounding_px < b->x_px + b->width_px && b->x_px + rounding_px < a->x_px + a->width_px &&
           a->y_px + rounding_px < b->y_px + b->height_px && b->y_px + rounding_px < a->y_px + a->height_px;
}

static const char *inside_fault(const struct game_viewport *viewport, const struct view_element *element)
{
    float right = (float)viewport->width_px - (float)viewport->inset_px[1];
    float bottom = (float)viewport->height_px - (float)viewport->inset_px[2];
    bool is_inside = element->x_px >= (float)viewport->inset_px[3] &&
                     element->y_px >= (float)viewport->inset_px[0] &&
                     element->x_px + element->width_px <= right + 0.05f &&
                     element->y_px + element->height_px <= bottom + 0.05f;
    return is_inside ? NULL : "leaves the free area";
}

static const char *size_fault(float unit, const struct view_element *element)
{
    float least = (element->kind == VIEW_SKILL ? 56.0f : 44.0f) * unit - 0.05f;
    bool is_large = element->width_px >= least && element->height_px >= least;
    return element->action == 0 || is_large ? NULL : "is too small for a thumb";
}

// The page's own button covers nothing that means something.
static const char *page_fault(const struct game_viewport *viewport, float unit,
                              const struct view_element *element)
{
    struct view_element page = {.width_px = PAGE_BUTTON * unit, .height_px = PAGE_BUTTON * unit};
    page.x_px = (float)viewport->width_px - (float)viewport->inset_px[1] - page.width_px;
    page.y_px = ((float)viewport->height_px - page.height_px) / 2.0f;
    return overlap(&page, element) ? "lies under the page's button" : NULL;
}

// Every element but a panel lies on the panel before it; panels do not touch one another.
static const char *pair_fault(const struct view_element *lower, const struct view_element *upper)
{
    bool may_cover = lower->kind == VIEW_PANEL && upper->kind != VIEW_PANEL;
    return !may_cover && overlap(lower, upper) ? "is overlapped" : NULL;
}

static const char *fault_of(const struct game_viewport *viewport, const struct view *view, size_t i)
{
    float unit = (float)viewport->density_percent / 100.0f;
    const struct view_element *element = &view->elements[i];
    const char *fault = inside_fault(viewport, element);
    fault = fault ? fault : size_fault(unit, element);
    fault = fault ? fault : page_fault(viewport, unit, element);
    for (size_t j = i + 1; j < view->element_count && !fault; j++)
        fault = pair_fault(element, &view->elements[j]);
    return fault;
}

static void assert_tidy(const struct screen *screen, const struct view *view, uint64_t seed)
{
    const struct game_viewport *viewport = &screen->viewport;
    for (size_t i = 0; i < view->element_count; i++) {
        const struct view_element *element = &view->elements[i];
        const char *fault = fault_of(viewport, view, i);
        if (fault)
            fail_msg("%s, %u x %u at %u %%, seed %llu: \"%s\" at (%g, %g), %g x %g, %s", screen->name,
                     viewport->width_px, viewport->height_px, viewport->density_percent,
                     (unsigned long long)seed, element->text, element->x_px, element->y_px, element->width_px,
                     element->height_px, fault);
    }
}

static void any_content_is_tidy_on_any_screen(void **state)
{
    (void)state;
    static struct view view;
    for (uint64_t seed = 1; seed <= 30000; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        struct screen screen = random_screen(&random);
        struct layout_content content = random_content(&random);
        lay_out(&content, &screen, &view);
        assert_tidy(&screen, &view, seed);
    }
}

static void every_combination_is_tidy_on_the_usual_screens(void **state)
{
    (void)state;
    static struct view view;
    for (size_t i = 0; i < SCREENS; i++)
        for (uint64_t seed = 1; seed <= 1000; seed++) {
            struct random_generator random;
            random_seed(&random, seed);
            struct layout_content content = random_content(&random);
            lay_out(&content, &screens[i], &view);
            assert_tidy(&screens[i], &view, seed);
        }
}

// ---- what is where ---------------------------------------------------------------------------------

static const struct view_element *element_with(const struct view *view, uint32_t action)
{
    for (size_t i = 0; i < view->element_count; i++)
        if (view->elements[i].action == action)
            return &view->elements[i];
    return NULL;
}

static const struct view_element *element_saying(const struct view *view, const char *text)
{
    for (size_t i = 0; i < view->element_count; i++)
        if (strcmp(view->elements[i].text, text) == 0)
            return &view->elements[i];
    return NULL;
}

static size_t count_of(const struct view *view, enum view_element_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < view->element_count; i++)
        count += view->elements[i].kind == kind;
    return count;
}

static void assert_has(const struct screen *screen, const struct view *view, enum game_input_kind kind,
                       uint32_t number)
{
    if (!element_with(view, layout_action(kind, number)))
        fail_msg("%s: there is no room for input %d, %u", screen->name, kind, number);
}

static void everything_has_room_while_nobody_talks(void **state)
{
    (void)state;
    static struct view view;
    for (size_t i = 0; i < SCREENS; i++) {
        struct layout_content content = full_content();
        content.is_find_folded = !(layout_open_panels(&screens[i].viewport) >> GAME_PANEL_FIND & 1);
        lay_out(&content, &screens[i], &view);
        for (uint32_t quest = 0; quest < LAYOUT_QUESTS_MAX; quest++)
            assert_has(&screens[i], &view, GAME_TRACK, 7 + quest);
        for (uint32_t skill = 0; skill < GAME_SKILL_COUNT; skill++)
            assert_has(&screens[i], &view, GAME_SKILL, skill);
        assert_has(&screens[i], &view, GAME_PANEL, GAME_PANEL_FIND);
        assert_has(&screens[i], &view, GAME_PANEL, GAME_PANEL_QUESTS);
        assert_has(&screens[i], &view, GAME_FESTIVAL, 0);
        assert_has(&screens[i], &view, GAME_CHEST, 0);
        assert_has(&screens[i], &view, GAME_GO_NEAR, 0);
        assert_int_equal(count_of(&view, VIEW_MINIMAP), 1);
        assert_int_equal(count_of(&view, VIEW_METER), 2);
        assert_non_null(element_saying(&view, content.banner));
        assert_non_null(element_saying(&view, content.toast));
    }
}

static void an_open_find_list_has_room_on_every_screen(void **state)
{
    (void)state;
    static struct view view;
    for (size_t i = 0; i < SCREENS; i++)
        for (size_t count = 1; count <= PACK_FIND_MAX; count++) {
            struct layout_content content = full_content();
            add_find(&content, count);
            lay_out(&content, &screens[i], &view);
            for (uint32_t find = 0; find < count; find++)
                assert_has(&screens[i], &view, GAME_FIND, find);
        }
}

static void a_dialogue_has_room_on_every_screen(void **state)
{
    (void)state;
    static struct view view;
    for (size_t i = 0; i < SCREENS; i++)
        for (int is_long = 0; is_long < 2; is_long++) {
            struct layout_content content = full_content();
            add_dialogue(&content, is_long ? long_line : "Hello.", 2);
            lay_out(&content, &screens[i], &view);
            assert_has(&screens[i], &view, GAME_CLOSE_DIALOGUE, 0);
            assert_has(&screens[i], &view, GAME_ANSWER, 0);
            assert_has(&screens[i], &view, GAME_ANSWER, 1);
            assert_non_null(element_saying(&view, content.line));
        }
}

static void every_text_is_large_enough_to_read(void **state)
{
    (void)state;
    static struct view view;
    const float lines_per_em = 1.25f; // of the font
    for (size_t i = 0; i < SCREENS; i++)
        for (int is_talking = 0; is_talking < 2; is_talking++) {
            struct layout_content content = full_content();
            if (is_talking)
                add_dialogue(&content, long_line, 2);
            lay_out(&content, &screens[i], &view);
            float least = 14.0f * lines_per_em * (float)screens[i].viewport.density_percent / 100.0f;
            for (size_t j = 0; j < view.element_count; j++)
                if (view.elements[j].text[0] && view.elements[j].text_px < least - 0.01f)
                    fail_msg("%s: \"%s\" is too small to read", screens[i].name, view.elements[j].text);
        }
}

static void a_speakers_name_takes_a_second_line_where_it_is_narrow(void **state)
{
    (void)state;
    static struct view view;
    struct layout_content content = {.speaker = "Bram the Blacksmith", .line = "Hello."};
    for (size_t i = 0; i < SCREENS; i++) {
        lay_out(&content, &screens[i], &view);
        const struct view_element *name = element_saying(&view, content.speaker);
        assert_non_null(name);
        float line_px = 19.0f * (float)screens[i].viewport.density_percent / 100.0f;
        bool is_narrow = name->width_px < 10.9f * line_px;
        assert_int_equal(name->height_px > 2.0f * line_px, is_narrow);
    }
}

static void a_find_list_folds_to_a_button_at_the_same_corner(void **state)
{
    (void)state;
    static struct view view;
    for (size_t i = 0; i < SCREENS; i++)
        for (int is_folded = 0; is_folded < 2; is_folded++) {
            struct layout_content content = {.is_find_folded = is_folded};
            add_find(&content, 4);
            content.find_active = 2;
            lay_out(&content, &screens[i], &view);
            const struct view_element *corner = &view.elements[0];
            float unit = (float)screens[i].viewport.density_percent / 100.0f;
            assert_int_equal(corner->kind, is_folded ? VIEW_BUTTON : VIEW_PANEL);
            assert_true(corner->x_px - (float)screens[i].viewport.inset_px[3] < 20.0f * unit);
            assert_true((float)(screens[i].viewport.height_px - screens[i].viewport.inset_px[2]) -
                            corner->y_px - corner->height_px <
                        20.0f * unit);
            for (uint32_t find = 0; find < 4; find++) {
                const struct view_element *button = element_with(&view, layout_action(GAME_FIND, find));
                assert_int_equal(button == NULL, is_folded);
                assert_true(!button || button->is_accented == (find == 2));
            }
        }
}

static void a_phone_folds_the_find_list_when_an_entry_was_chosen(void **state)
{
    (void)state;
    const uint32_t find = 1U << GAME_PANEL_FIND;
    const uint32_t quests = 1U << GAME_PANEL_QUESTS;
    const struct game_viewport *laptop = &screens[0].viewport;
    assert_int_equal(layout_open_panels(laptop), find | quests);
    assert_int_equal(layout_panels_after_find(find | quests, laptop), find | quests);
    for (size_t i = 1; i <= 9; i++) {
        assert_int_equal(layout_open_panels(&screens[i].viewport), quests);
        assert_int_equal(layout_panels_after_find(find | quests, &screens[i].viewport), quests);
    }
}

static void a_dialogue_hides_what_it_would_cover_and_no_more(void **state)
{
    (void)state;
    static struct view view;
    struct layout_content content = full_content();
    add_dialogue(&content, "Hello.", 0);
    lay_out(&content, &screens[1], &view); // a phone
    assert_null(element_with(&view, layout_action(GAME_FIND, 0)));
    assert_null(element_with(&view, layout_action(GAME_SKILL, 0)));
    assert_non_null(element_with(&view, layout_action(GAME_TRACK, 7)));
    lay_out(&content, &screens[0], &view); // a laptop has room enough for all
    assert_non_null(element_with(&view, layout_action(GAME_FIND, 0)));
    assert_non_null(element_with(&view, layout_action(GAME_SKILL, 0)));
}

static void a_longer_line_makes_a_higher_dialogue(void **state)
{
    (void)state;
    struct layout_content content = {.find_count = 0};
    add_dialogue(&content, "Hello.", 0);
    double brief = layout_dialogue_cover(&content, &screens[1].viewport);
    content.answer_count = 2;
    double asking = layout_dialogue_cover(&content, &screens[1].viewport);
    content.line = long_line;
    double talkative = layout_dialogue_cover(&content, &screens[1].viewport);
    assert_true(brief > 0.05);
    assert_true(asking > brief + 0.04);
    assert_true(talkative > asking + 0.05);
    assert_true(talkative < 0.65);
}

static void a_task_that_counts_says_how_far_it_is(void **state)
{
    (void)state;
    static struct view view;
    struct layout_content content = {.find_count = 0};
    add_quests(&content, 2);
    content.quests[1].done = 1;
    lay_out(&content, &screens[0], &view);
    assert_string_equal(element_with(&view, layout_action(GAME_TRACK, 7))->text, "Fetch the lanterns");
    assert_string_equal(element_with(&view, layout_action(GAME_TRACK, 8))->text,
                        "Drive the wolves off the forest path (1/2)");
    content.is_tracker_folded = true;
    lay_out(&content, &screens[0], &view);
    assert_null(element_with(&view, layout_action(GAME_TRACK, 7)));
    assert_non_null(element_with(&view, layout_action(GAME_PANEL, GAME_PANEL_QUESTS)));
}

static void skills_are_in_the_order_of_the_game(void **state)
{
    (void)state;
    static struct view view;
    struct layout_content content = {.find_count = 0};
    add_skills(&content);
    content.skills[GAME_HEAL] = (struct layout_skill){.fill = 0.25f, .is_muted = true};
    lay_out(&content, &screens[3], &view);
    assert_int_equal(view.element_count, GAME_SKILL_COUNT);
    for (uint32_t i = 0; i < GAME_SKILL_COUNT; i++) {
        assert_int_equal(view.elements[i].action, layout_action(GAME_SKILL, i));
        assert_int_equal(view.elements[i].is_muted, i == GAME_HEAL);
    }
    assert_true(view.elements[GAME_HEAL].fill == 0.25f);
}

static void a_tiny_picture_is_no_reason_to_fail(void **state)
{
    (void)state;
    static const struct screen tiny = {"tiny", {16, 16, 3200, {16, 16, 16, 16}}};
    static struct view view;
    struct layout_content content = full_content();
    add_dialogue(&content, long_line, 2);
    lay_out(&content, &tiny, &view);
    for (size_t i = 0; i < view.element_count; i++)
        assert_true(view.elements[i].width_px >= 0.0f);
    assert_true(layout_dialogue_cover(&content, &tiny.viewport) <= 1.0);
}

static void an_action_means_the_input_that_it_was_made_of(void **state)
{
    (void)state;
    struct game_input input;
    for (uint32_t kind = 0; kind < GAME_INPUT_KIND_COUNT; kind++) {
        layout_action_input(layout_action((enum game_input_kind)kind, 513), &input);
        assert_int_equal(input.kind, kind);
        assert_int_equal(input.number, 513);
    }
    layout_action_input(0, &input);
    assert_int_equal(input.kind, GAME_INPUT_KIND_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_content_is_tidy_on_any_screen),
        cmocka_unit_test(every_combination_is_tidy_on_the_usual_screens),
        cmocka_unit_test(everything_has_room_while_nobody_talks),
        cmocka_unit_test(an_open_find_list_has_room_on_every_screen),
        cmocka_unit_test(a_dialogue_has_room_on_every_screen),
        cmocka_unit_test(every_text_is_large_enough_to_read),
        cmocka_unit_test(a_speakers_name_takes_a_second_line_where_it_is_narrow),
        cmocka_unit_test(a_find_list_folds_to_a_button_at_the_same_corner),
        cmocka_unit_test(a_phone_folds_the_find_list_when_an_entry_was_chosen),
        cmocka_unit_test(a_dialogue_hides_what_it_would_cover_and_no_more),
        cmocka_unit_test(a_longer_line_makes_a_higher_dialogue),
        cmocka_unit_test(a_task_that_counts_says_how_far_it_is),
        cmocka_unit_test(skills_are_in_the_order_of_the_game),
        cmocka_unit_test(a_tiny_picture_is_no_reason_to_fail),
        cmocka_unit_test(an_action_means_the_input_that_it_was_made_of),
    };
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
