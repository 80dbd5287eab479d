// The views of one session, between the simulation that publishes them and the frame worker that takes the
// newest.
//
// Views are written in place and never copied. The last VIEW_RING_KEPT views that were taken stay, so that
// a tap that names a frame is judged by what was on the screen. Views that were never taken are forgotten.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

struct view_ring; // layout private to view_ring.c

enum { VIEW_RING_KEPT = 32 };

/// A published view, and the first input that no view taken before it shows.
struct view_ring_entry {
    struct view view;
    uint64_t input_us;   // when that input came in; 0: there is none
    uint64_t handled_us; // when the first view that shows it was published
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
/// @param now_us    when the view was ready
void view_ring_publish(struct view_ring *ring, uint64_t input_us, uint64_t now_us);

/// Forgets the view that was published and not taken: nobody is watching. Sim thread.
void view_ring_forget(struct view_ring *ring);

/// Takes the newest view. It stays as it is while VIEW_RING_KEPT - 1 later ones are taken. One worker at a
/// time.
/// @return NULL when there is none newer than the last one taken
const struct view_ring_entry *view_ring_take(struct view_ring *ring);

/// Finds a taken view by its number; it stays as it is until the next view_ring_begin(). Sim thread.
/// @return NULL when it was never taken or is too old
const struct view *view_ring_find(struct view_ring *ring, uint32_t number);
