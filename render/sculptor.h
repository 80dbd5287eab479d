// Faceted bodies for models of people and animals: rings, tubes and flat facets, each corner painted and hung
// on a limb (render/actor_model.h).
#pragma once

#include <stddef.h>

#include "render/actor_model.h"
#include "render/view.h"

/// Where triangles go, and what the part in work is made of.
struct sculptor {
    struct actor_vertex *vertices; // room for ACTOR_MODEL_VERTICES_MAX
    size_t count;
    float pivot_y, pivot_z; // as in struct actor_vertex
    float strike;
    int8_t swing;
    struct actor_paint paint;
};

/// A ring of corners around an axis, wider than deep or deeper than wide: level, or upright for lofts.
struct ring {
    struct view_vec3 center;
    float half_width; // along x
    float half_depth; // along z; of an upright ring its half height, along y
};

/// From one place to another, round, thicker or thinner at its end.
struct tube {
    struct view_vec3 from, to;
    float from_radius, to_radius;
};

/// A flat triangle; one without area is left out.
/// Its corners are counter-clockwise seen from its front.
void sculptor_triangle(struct sculptor *sculptor, struct view_vec3 a, struct view_vec3 b, struct view_vec3 c);

/// Two triangles; corners as of a triangle.
void sculptor_quad(struct sculptor *sculptor, struct view_vec3 a, struct view_vec3 b, struct view_vec3 c,
                   struct view_vec3 d);

/// A corner of a level ring. Corners stand half a step off, so that a facet, not an edge, looks ahead.
struct view_vec3 sculptor_ring_corner(const struct ring *ring, int side, int sides);

/// The facets between two level rings, the lower one first.
void sculptor_band(struct sculptor *sculptor, const struct ring *lower, const struct ring *upper, int sides);

/// The bands between level rings, from the lowest up.
void sculptor_body(struct sculptor *sculptor, const struct ring *rings, size_t count, int sides);

/// The bands between upright rings, from the hindmost (least z) forwards.
void sculptor_loft(struct sculptor *sculptor, const struct ring *rings, size_t count, int sides);

/// A tube without caps; with `to_radius` 0 it is a spike.
void sculptor_tube(struct sculptor *sculptor, const struct tube *tube, int sides);
