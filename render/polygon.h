// Polygons in plan, with heights carried along: cutting, offsetting, triangulating. Load time only.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

// A triangle cut by a cell and by the hulls of a few shadows stays well below.
enum { POLYGON_POINTS_MAX = 24 };

/// A small convex polygon, counter-clockwise seen from above.
struct polygon {
    struct view_vec3 points[POLYGON_POINTS_MAX];
    size_t count; // below 3: nothing
};

/// Everything to the left of a line, seen from above: x·nx + z·nz ≥ d.
struct polygon_half {
    float nx, nz, d;
};

/// The half-plane to the left of the way from a to b.
struct polygon_half polygon_left_of(struct view_vec3 a, struct view_vec3 b);

struct polygon_half polygon_half_flip(struct polygon_half half);

/// The part of a convex polygon inside a half-plane [Sutherland and Hodgman 1974]; heights are interpolated.
struct polygon polygon_cut(const struct polygon *polygon, struct polygon_half half);

/// The convex hull of points in plan [Andrew 1979]. Heights are those of the points.
/// @param points  reordered
struct polygon polygon_hull(struct view_vec3 *points, size_t count);

/// Area in plan, positive when counter-clockwise, m².
float polygon_area(const struct view_vec3 *points, size_t count);

bool polygon_is_convex(const struct view_vec3 *points, size_t count);

/// The mean of the corners.
struct view_vec3 polygon_center(const struct view_vec3 *points, size_t count);

/// Moves corner `index` of a closed outline outwards, so that both of its edges move by `distance_m`. Spikes are
/// bevelled at twice the distance.
struct view_vec3 polygon_offset_corner(const struct view_vec3 *points, size_t count, size_t index, float distance_m);

/// Triangulates a simple outline by clipping ears [Meisters 1975].
/// @param[out] indices  three a triangle, room for 3 × (count − 2)
/// @param scratch       room for count
/// @return indices written; fewer than 3 × (count − 2) when the outline crosses itself
size_t polygon_triangulate(const struct view_vec3 *points, size_t count, uint32_t *indices, uint32_t *scratch);
