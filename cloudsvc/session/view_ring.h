// The views of one session, between the simulation that publishes them and the frame worker that takes the
// newest.
//
// Views are written in place and never copied. The last VIEW_RING_KEPT views that were taken stay, so that
// a tap that names a frame is judged by what was on the screen. Views that were never taken are forgotten.
//
// Views have even numbers. The odd number below a view's is for a picture of an earlier view that shows its
// tap marks already.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

struct view_ring; // layout private to view_ring.c

enum { VIEW_RING_KEPT = 32 };

/// A published view, and the first input that no view taken before it shows.
struct view_ring_entry {
    struct view view;
    uint64_t input_us;     // when that input came in; 0: there is none
    uint64_t handled_us;   // when the first view that shows it was published
    bool is_told_by_marks; // the tap marks are all that it and later inputs have changed so far
};

/// The tap marks of a view, for a picture of an earlier one.
struct view_ring_answer {
    uint32_t number;         // of a frame that shows it; view_ring_find() gives the earlier view for it
    uint32_t input_sequence; // of the last input that it shows
    uint64_t input_us;       // when the first one came in
    uint64_t handled_us;
    struct view_tap taps[VIEW_TAPS_MAX];
    size_t tap_count;
};

/// All memory is taken here.
/// @return NULL when memory runs out
struct view_ring *view_ring_create(void);

/// Accepts NULL and half-built ones.
void view_ring_destroy(struct view_ring *ring);

/// Room for the next view. Sim thread. The same room comes again until it is published.
struct view *view_ring_begin(struct view_ring *ring);

/// Publishes the view that was begun, under the next number. One that was published before and not taken
/// is forgotten; its input is passed on. Sim thread.
/// @param input_us  when the first input that the view shows and earlier ones do not came in; 0: none
/// @param is_told_by_marks  the inputs since then have changed nothing that is seen but the tap marks
/// @param now_us    when the view was ready
void view_ring_publish(struct view_ring *ring, uint64_t input_us, bool is_told_by_marks, uint64_t now_us);

/// Forgets the view that was published and not taken: nobody is watching. Sim thread.
void view_ring_forget(struct view_ring *ring);

/// Takes the newest view. It stays as it is while VIEW_RING_KEPT - 1 later ones are taken. One worker at a
/// time.
/// @return NULL when there is none newer than the last one taken
const struct view_ring_entry *view_ring_take(struct view_ring *ring);

/// Takes the tap marks of the newest view, which itself stays to be taken and then shows no new input. One
/// worker at a time.
/// @param width_px   of the picture that the answer is for
/// @param height_px  likewise
/// @return false when there is no such view, or none of this size, or it shows no new input, or one that its
///         marks alone do not tell
bool view_ring_answer(struct view_ring *ring, uint32_t width_px, uint32_t height_px,
                      struct view_ring_answer *answer);

/// The number of the newest view whose tap marks a frame shows; 0: none does. Any thread.
uint32_t view_ring_shown(struct view_ring *ring);

/// Finds what was to be seen in a frame: the last view taken up to its number. It stays as it is until the
/// next view_ring_begin(). Sim thread.
/// @return NULL when the frame is too old or came before the first view
const struct view *view_ring_find(struct view_ring *ring, uint32_t number);
