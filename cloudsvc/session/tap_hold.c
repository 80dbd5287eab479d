#include "cloudsvc/session/tap_hold.h"

#include <assert.h>
#include <string.h>

static void drop_oldest(struct tap_hold *hold, size_t count)
{
    hold->count -= count;
    memmove(&hold->marks[0], &hold->marks[count], hold->count * sizeof hold->marks[0]);
}

void tap_hold_add(struct tap_hold *hold, uint16_t x, uint16_t y)
{
    if (hold->count == VIEW_TAPS_MAX)
        drop_oldest(hold, 1);
    hold->marks[hold->count++] = (struct tap_hold_mark){.x = x, .y = y};
}

static float opacity_of(const struct tap_hold_mark *mark, uint64_t now_us)
{
    uint64_t age_us = mark->shown_us ? now_us - mark->shown_us : 0;
    if (age_us <= TAP_HOLD_OPAQUE_US)
        return 1;
    if (age_us >= TAP_HOLD_OPAQUE_US + TAP_HOLD_FADE_US)
        return 0;
    return 1 - (float)(age_us - TAP_HOLD_OPAQUE_US) / TAP_HOLD_FADE_US;
}

/// The mark's place among the view's taps, where it is put when the world has let it go. There is room: both
/// sides know of the last VIEW_TAPS_MAX taps at most.
static struct view_tap *find_tap(struct view *view, float x_px, float y_px)
{
    for (size_t i = 0; i < view->tap_count; i++) {
        struct view_tap *tap = &view->taps[i];
        if (tap->x_px == x_px && tap->y_px == y_px)
            return tap;
    }
    assert(view->tap_count < VIEW_TAPS_MAX);
    struct view_tap *tap = &view->taps[view->tap_count++];
    *tap = (struct view_tap){.x_px = x_px, .y_px = y_px};
    return tap;
}

static void show(const struct tap_hold_mark *mark, struct view *view, uint64_t now_us)
{
    float x_px = (float)mark->x / 65535.0f * (float)view->width_px;
    float y_px = (float)mark->y / 65535.0f * (float)view->height_px;
    struct view_tap *tap = find_tap(view, x_px, y_px);
    float opacity = opacity_of(mark, now_us);
    if (opacity > tap->opacity)
        tap->opacity = opacity;
}

void tap_hold_apply(struct tap_hold *hold, struct view *view, uint32_t shown_number, uint64_t now_us)
{
    size_t faded = 0; // marks are shown in order: the faded ones are the oldest
    for (size_t i = 0; i < hold->count; i++) {
        struct tap_hold_mark *mark = &hold->marks[i];
        if (!mark->shown_us && mark->number && mark->number <= shown_number)
            mark->shown_us = now_us;
        if (opacity_of(mark, now_us) > 0)
            show(mark, view, now_us);
        else
            faded = i + 1;
    }
    drop_oldest(hold, faded);
}

void tap_hold_published(struct tap_hold *hold, uint32_t number)
{
    for (size_t i = 0; i < hold->count; i++) {
        if (!hold->marks[i].number)
            hold->marks[i].number = number;
    }
}
