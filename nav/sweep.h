// Do any two sides of a set of rings touch? Found exactly and in O(n log n).
//
// A ring is a closed polygon in plan. Sides that follow one another in their ring share a corner and
// nothing else; all other sides must keep apart. The sweep [Shamos, Hoey, "Geometric intersection
// problems", 1976] goes over the corners from left to right, keeps the sides it crosses in order, and
// tests only those that become neighbours. It stops at the first pair, so the order that it keeps is
// always a true one and every decision is the sign of one integer cross product.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/geometry.h"

/// A ring to look at; the points are the caller's.
struct sweep_ring {
    const struct geo_point *points;
    size_t count; // at least 3
};

/// A side runs from corner `side` of ring `ring` to the next one.
struct sweep_side {
    size_t ring;
    size_t side;
    struct geo_point corner; // that it begins at
};

enum sweep_status {
    SWEEP_CLEAR,      // no two sides touch
    SWEEP_SAME_PLACE, // the first corners of `first` and `second` are one place
    SWEEP_TOUCH,      // sides `first` and `second` cross, touch or overlap
    SWEEP_NO_MEMORY,
};

/// Looks for two sides that touch.
/// @param rings           each of at least three points
/// @param ring_count      of `rings`
/// @param[out] first      of the two, the lower one; set unless the answer is SWEEP_CLEAR
/// @param[out] second     the other one
enum sweep_status sweep_rings(const struct sweep_ring *rings, size_t ring_count, struct sweep_side *first,
                              struct sweep_side *second);
