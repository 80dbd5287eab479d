// Tap marks that wait for a frame: each is opaque in the first frame that shows it and for 150 ms after,
// however late that frame is made.
//
// In the world a mark ages with the ticks, whether anybody looks or not. A session without credit, or one
// that was hidden, would miss it; so what its views show of a mark goes by the frames that were made of them.
// Plain bookkeeping on given times; allocates nothing. Sim thread.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

enum {
    TAP_HOLD_OPAQUE_US = 150000, // from the first frame on
    TAP_HOLD_FADE_US = 250000,   // after that; both as in the world
};

struct tap_hold_mark {
    uint16_t x, y;     // fractions of the picture / 65535
    uint32_t number;   // of the first view that shows it; 0: none does as yet
    uint64_t shown_us; // when a frame of such a view was known to be made; 0: not as yet
};

/// Zeroed: no marks.
struct tap_hold {
    struct tap_hold_mark marks[VIEW_TAPS_MAX]; // oldest first
    size_t count;
};

/// A tap was taken. The oldest makes room for the ninth.
void tap_hold_add(struct tap_hold *hold, uint16_t x, uint16_t y);

/// Lets a view that is about to be published show the marks as they must be: those that the world has let go
/// are there again, those that it has let fade are opaque.
/// @param view          filled by the world
/// @param shown_number  of the newest view whose marks a frame shows; 0: none
void tap_hold_apply(struct tap_hold *hold, struct view *view, uint32_t shown_number, uint64_t now_us);

/// The view was published, under this number.
void tap_hold_published(struct tap_hold *hold, uint32_t number);
