// Joins the sides of faces to the rings around them: sides between two faces vanish, and the others are
// followed, with the ground on the left, until they close.
//
// Rings of one area share no place with one another. Where its border touches itself a ring comes to the
// place several times, each time around another corner of the ground.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"

/// A side of a face, which lies on its left.
struct trace_side {
    struct geo_point from;
    struct geo_point to;
};

/// A piece of ground, hanging together: its outline, counter-clockwise, then its holes, clockwise.
struct trace_piece {
    uint32_t first_ring;
};

/// Owned by the caller; trace_finish() frees it.
struct trace {
    struct geo_point *points;
    size_t point_count;
    uint32_t *ends; // per ring
    size_t ring_count;
    struct trace_piece *pieces; // one more than there are
    size_t piece_count;
};

/// In practice n log n. The order of the result depends on the places alone.
/// @param sides       of whole faces, which do not overlap; put into another order
/// @param[out] trace  to be finished in any case
/// @return false when memory runs out
bool trace_rings(struct trace_side *sides, size_t count, struct trace *trace);

/// Accepts zeroed and half-made traces.
void trace_finish(struct trace *trace);
