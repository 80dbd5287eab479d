// Tap marks are seen whole, however late the first frame of them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/session/tap_hold.h"

enum { START_US = 1000000, NUMBER = 8, BEFORE = 6 };

static struct view view;

/// What the world shows: nothing, or one mark.
static void fill(float opacity)
{
    view = (struct view){.width_px = 640, .height_px = 360};
    if (opacity > 0)
        view.taps[view.tap_count++] = (struct view_tap){0, (float)30000 / 65535.0f * 360, opacity};
}

/// Opacity of the mark in a view published at `now_us` while frames show the marks of `shown`; 0: no mark.
static float shown_at(struct tap_hold *hold, float opacity, uint32_t shown, uint64_t now_us)
{
    fill(opacity);
    tap_hold_apply(hold, &view, shown, now_us);
    tap_hold_published(hold, NUMBER);
    assert_in_range(view.tap_count, 0, 1);
    return view.tap_count ? view.taps[0].opacity : 0;
}

static struct tap_hold one_tap(void)
{
    struct tap_hold hold = {0};
    tap_hold_add(&hold, 0, 30000);
    return hold;
}

static void a_mark_that_no_frame_shows_stays_opaque_though_the_world_lets_it_go(void **state)
{
    (void)state;
    struct tap_hold hold = one_tap();
    assert_float_equal(shown_at(&hold, 1, BEFORE, START_US), 1, 0);
    assert_float_equal(shown_at(&hold, 0.2f, BEFORE, START_US + 300000), 1, 0);
    assert_float_equal(shown_at(&hold, 0, BEFORE, START_US + 5000000), 1, 0);
    assert_float_equal(view.taps[0].x_px, 0, 0);
    assert_float_equal(view.taps[0].y_px, (float)30000 / 65535.0f * 360, 0);
}

static void from_its_first_frame_on_it_is_opaque_for_150_ms_and_fades(void **state)
{
    (void)state;
    struct tap_hold hold = one_tap();
    shown_at(&hold, 1, BEFORE, START_US);
    uint64_t late_us = START_US + 2000000;
    assert_float_equal(shown_at(&hold, 0, NUMBER, late_us), 1, 0);
    assert_float_equal(shown_at(&hold, 0, NUMBER, late_us + TAP_HOLD_OPAQUE_US), 1, 0);
    uint64_t half_us = late_us + TAP_HOLD_OPAQUE_US + TAP_HOLD_FADE_US / 2;
    assert_float_equal(shown_at(&hold, 0, NUMBER, half_us), 0.5f, 0.001f);
    assert_float_equal(shown_at(&hold, 0, NUMBER, half_us + TAP_HOLD_FADE_US), 0, 0);
    assert_int_equal(hold.count, 0);
}

static void a_mark_that_the_world_still_shows_is_no_paler_than_there(void **state)
{
    (void)state;
    struct tap_hold hold = one_tap();
    shown_at(&hold, 1, BEFORE, START_US);
    shown_at(&hold, 1, NUMBER, START_US + 1000);
    assert_float_equal(shown_at(&hold, 0.9f, NUMBER, START_US + 1000 + TAP_HOLD_OPAQUE_US + 200000), 0.9f, 0);
}

static void the_oldest_of_nine_marks_goes(void **state)
{
    (void)state;
    struct tap_hold hold = {0};
    for (size_t i = 0; i <= VIEW_TAPS_MAX; i++)
        tap_hold_add(&hold, (uint16_t)(i * 1000), 0);
    fill(0);
    tap_hold_apply(&hold, &view, 0, START_US);
    assert_int_equal(view.tap_count, VIEW_TAPS_MAX);
    assert_float_equal(view.taps[0].x_px, 1000.0f / 65535.0f * 640, 0);
    assert_float_equal(view.taps[VIEW_TAPS_MAX - 1].x_px, 1000.0f * VIEW_TAPS_MAX / 65535.0f * 640, 0);
}

static void a_tap_after_the_frame_waits_for_its_own(void **state)
{
    (void)state;
    struct tap_hold hold = one_tap();
    shown_at(&hold, 1, BEFORE, START_US);
    tap_hold_add(&hold, 60000, 0);
    fill(0);
    tap_hold_apply(&hold, &view, NUMBER, START_US);
    tap_hold_published(&hold, NUMBER + 2);
    fill(0);
    tap_hold_apply(&hold, &view, NUMBER, START_US + 2000000);
    assert_int_equal(view.tap_count, 1); // the first has faded, the second was never seen
    assert_float_equal(view.taps[0].x_px, 60000.0f / 65535.0f * 640, 0);
    assert_float_equal(view.taps[0].opacity, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_that_no_frame_shows_stays_opaque_though_the_world_lets_it_go),
        cmocka_unit_test(from_its_first_frame_on_it_is_opaque_for_150_ms_and_fades),
        cmocka_unit_test(a_mark_that_the_world_still_shows_is_no_paler_than_there),
        cmocka_unit_test(the_oldest_of_nine_marks_goes),
        cmocka_unit_test(a_tap_after_the_frame_waits_for_its_own),
    };
    return cmocka_run_group_tests_name("tap_hold", tests, NULL, NULL);
}
