// Polygons in plan with whole-millimetre corners: are they right, what is in them, how to make them.
//
// A polygon is a ring of corners without a repeated end point; side i runs from corner i to the next.
// Every answer is exact.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"

enum polygon_fault {
    POLYGON_RIGHT,
    POLYGON_FEW_POINTS,  // fewer than three
    POLYGON_SAME_POINT,  // corners `first` and `second` are one place
    POLYGON_FLAT,        // all points on one line
    POLYGON_SIDES_TOUCH, // sides `first` and `second` cross, touch or overlap
    POLYGON_NO_MEMORY,
};

struct polygon_finding {
    enum polygon_fault fault;
    size_t first;
    size_t second;
};

enum polygon_place { POLYGON_OUTSIDE, POLYGON_BORDER, POLYGON_INSIDE };

/// Checks that the polygon is simple: no side touches another but its neighbours at their shared
/// corners. Collinear corners are right. O(n log n); takes memory for the time of the call.
struct polygon_finding polygon_check(const struct geo_point *points, size_t count);

/// Twice the signed area of a simple polygon: positive when it runs counter-clockwise.
int64_t polygon_area_twice(const struct geo_point *points, size_t count);

/// Tells where `at` lies. O(n).
enum polygon_place polygon_locate(const struct geo_point *points, size_t count, struct geo_point at);

/// Says whether a place is nearer than `radius_mm` to the polygon's border.
bool polygon_is_near(const struct geo_point *points, size_t count, struct geo_point at, int32_t radius_mm);

enum { POLYGON_OCTAGON_COUNT = 8 };

/// Writes the regular octagon whose corners lie `radius_mm` from `center`, to the millimetre,
/// counter-clockwise.
void polygon_octagon(struct geo_point center, int32_t radius_mm,
                     struct geo_point points[POLYGON_OCTAGON_COUNT]);

/// Thickens a line to a polygon of twice as many corners, counter-clockwise, with mitred bends and
/// flat ends. A line that turns sharply between near corners gives a polygon that polygon_check() refuses.
/// @param line         no two corners that follow one another are one place
/// @param count        of `line`, at least two
/// @param width_mm     above zero
/// @param[out] points  room for 2 * count
/// @return false when the line turns by more than 120 degrees at a corner, where the mitre would be long
bool polygon_thicken(const struct geo_point *line, size_t count, int32_t width_mm, struct geo_point *points);
