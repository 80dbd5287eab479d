// Cuts a region with holes into triangles, ear by ear.
//
// The holes are bridged to the outline first. Then, of all corners whose neighbours a and c can be
// joined by a cut, the one with the shortest cut is cut off, again and again. A cut is valid when each
// of its ends lies inside the interior angle at the other end and it touches no other corner or side
// [Meisters, "Polygons have ears", 1975]. Every test is exact, so collinear points are as good as any,
// and no triangle is ever flat.
//
// A corner that cannot be cut waits for the corner that stands in its way to open, and a grid finds
// those that stand in the way: no step is quadratic in practice.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/bridge.h"

/// Three points of the region, counter-clockwise.
struct triangle {
    uint32_t points[3];
};

/// How many triangles the region has, whichever way it is cut.
size_t triangulate_count(const struct region_rings *rings);

/// Takes memory for the time of the call. The result moves with the region: it depends on the
/// differences of coordinates only.
/// @param[out] triangles  room for triangulate_count()
/// @return false when memory runs out or the rings are not as they should be
bool triangulate(const struct region_rings *rings, struct triangle *triangles);
