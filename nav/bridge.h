// Joins the outline and the holes of a region into one polygon, by bridges that are walked both ways.
//
// The polygon touches itself along the bridges only: it is weakly simple, and everything inside it is
// inside the region. From each hole's leftmost point a bridge leads to the left, to the visible point
// nearest to the horizontal [Eberly, "Triangulation by Ear Clipping", 2002]. All tests are exact.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"

/// A region's rings one after another: the outline, then holes strictly inside it that touch neither
/// it nor one another. Each is a simple polygon, running either way; or one that comes to a place of its own
/// several times, each time around another corner of the ground, as trace.h makes them.
struct region_rings {
    const struct geo_point *points;
    size_t point_count;
    const uint32_t *ends; // per ring, one past its last point
    size_t ring_count;    // at least 1
};

/// Corners of the joined polygon: every point once, and two more for each hole.
size_t bridge_corner_count(const struct region_rings *rings);

/// Takes memory for the time of the call. In practice about n log n, also with thousands of holes.
/// @param[out] corners  room for bridge_corner_count(): indices of points, counter-clockwise around
///                      the region's inside
/// @return false when memory runs out or the rings are not as they should be
bool bridge_join(const struct region_rings *rings, uint32_t *corners);
