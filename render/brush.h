// Paints facets into a mesh in the light of a scene: what solids are made with.
#pragma once

#include <stddef.h>

#include "render/light.h"
#include "render/mesh.h"
#include "render/view.h"

/// A mesh and the light that falls on it.
struct brush {
    struct mesh *mesh;
    const struct light *light;
};

/// Adds a flat convex facet of one colour. Its alpha goes through to the mesh.
/// @param points    counter-clockwise seen from its front
/// @param openness  one a point, see light_shade(); NULL: all open
void brush_facet(const struct brush *brush, const struct view_vec3 *points, size_t count,
                 struct view_color color, const float *openness);

/// Adds a quad whose lower edge lies in a crease.
/// Its corners a and b are the lower edge, from left to right for who sees its front; c and d are the upper
/// edge, from right to left.
/// @param lower  openness of the lower edge
/// @param upper  openness of the upper edge
void brush_quad(const struct brush *brush, struct view_vec3 a, struct view_vec3 b, struct view_vec3 c,
                struct view_vec3 d, struct view_color color, float lower, float upper);

/// Adds the four sides and the top of an upright box.
/// @param center  of its foot
/// @param along   level unit vector of its length
/// @param size    length, height, width
void brush_box(const struct brush *brush, struct view_vec3 center, struct view_vec3 along,
               struct view_vec3 size, struct view_color color);

/// A ring of points around an upright axis.
struct brush_ring {
    float height_m; // above the axis' foot
    float radius_m;
    float openness;
};

/// Adds a body turned around an upright axis, faceted and open below; above too, unless it ends in a point.
/// @param rings   from the foot up, 2 or more
/// @param sides   3 or more
/// @param turn_r  angle of the first corner
void brush_turned(const struct brush *brush, struct view_vec3 foot, const struct brush_ring *rings,
                  size_t ring_count, size_t sides, float turn_r, struct view_color color);
