// Polygons in plan, with heights carried along: cutting, offsetting, triangulating. Load time only.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

// A triangle cut by a cell and by the hulls of a few shadows stays well below.
enum { OUTLINE_POINTS_MAX = 24 };

/// A small convex polygon, counter-clockwise seen from above.
struct outline {
    struct view_vec3 points[OUTLINE_POINTS_MAX];
    size_t count; // below 3: nothing
};

/// Everything to the left of a line, seen from above: x·nx + z·nz ≥ d.
struct outline_half {
    float nx, nz, d;
};

/// The half-plane to the left of the way from a to b.
struct outline_half outline_left_of(struct view_vec3 a, struct view_vec3 b);

struct outline_half outline_half_flip(struct outline_half half);

/// The part of a convex polygon inside a half-plane [Sutherland and Hodgman 1974]; heights are interpolated.
struct outline outline_cut(const struct outline *polygon, struct outline_half half);

/// Whether a straight line divides two convex outlines; touching ones are apart.
bool outline_is_apart(const struct outline *a, const struct outline *b);

/// The convex hull of points in plan [Andrew 1979]. Heights are those of the points.
/// @param points  reordered
struct outline outline_hull(struct view_vec3 *points, size_t count);

/// Area in plan, positive when counter-clockwise, m².
float outline_area(const struct view_vec3 *points, size_t count);

bool outline_is_convex(const struct view_vec3 *points, size_t count);

/// The mean of the corners.
struct view_vec3 outline_center(const struct view_vec3 *points, size_t count);

/// Moves corner `index` of a closed outline outwards, so that both of its edges move by `distance_m`. Spikes
/// are bevelled at twice the distance.
struct view_vec3 outline_offset_corner(const struct view_vec3 *points, size_t count, size_t index,
                                       float distance_m);

/// Triangulates a simple outline by clipping ears [Meisters 1975].
/// @param[out] indices  three a triangle, room for 3 × (count − 2)
/// @param scratch       room for count
/// @return indices written; fewer than 3 × (count − 2) when the outline crosses itself
size_t outline_triangulate(const struct view_vec3 *points, size_t count, uint32_t *indices,
                           uint32_t *scratch);
