// Cuts rings against one another where they cross or touch, so that afterwards they meet at whole
// millimetres only: snap rounding [Hobby, "Practical segment intersection with finite precision output",
// 1999], done by GEOS, the geometry library that every geographic database trusts with it.
//
// For building. A line moves by less than a millimetre, and only where something crosses or passes it that
// near.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"

/// Rings one after another; none ends with its first point.
struct snap_rings {
    struct geo_point *points;
    uint32_t *ends; // per ring
    size_t ring_count;
};

/// A part of the plan that no ring runs through.
struct snap_face {
    struct geo_place inside; // a place well inside of it
    uint32_t first_ring;     // its outline; then its holes, to where those of the next face begin
};

/// Owned by the caller; snap_finish() frees it.
struct snap_faces {
    struct snap_rings rings;
    struct snap_face *faces; // one more than there are
    size_t count;
};

/// Finds the bounded faces. The result moves with the rings: it depends on the differences of coordinates
/// only.
/// @param origin      of the scene: near it numbers are small
/// @param[out] faces  to be finished in any case
/// @return false when memory runs out
bool snap_rings(const struct snap_rings *rings, struct geo_point origin, struct snap_faces *faces);

/// Accepts zeroed and half-made faces.
void snap_finish(struct snap_faces *faces);
