// Triangles with a colour at every corner, in growing memory: what static geometry is built into.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

struct mesh_vertex {
    float x, y, z;
    struct view_color color;
};

/// Zeroed: empty.
struct mesh {
    struct mesh_vertex *vertices;
    size_t vertex_count, vertices_max;
    uint32_t *indices; // three a triangle
    size_t index_count, indices_max;
    bool is_fixed;   // takes no more memory: what does not fit is left out
    bool has_failed; // memory ran out: something is missing
};

/// Takes all the memory that the mesh will ever have: for geometry that is made anew for every picture.
/// @return false when there is not so much
bool mesh_fix(struct mesh *mesh, size_t vertices_max, size_t indices_max);

/// Adds a convex polygon as a fan of triangles. When memory runs out, `has_failed` is set and nothing added.
/// @param points  counter-clockwise seen from its front
/// @param colors  one a point
/// @param count   3 or more
void mesh_add_polygon(struct mesh *mesh, const struct view_vec3 *points, const struct view_color *colors,
                      size_t count);

/// Adds all of `source`.
void mesh_append(struct mesh *mesh, const struct mesh *source);

/// Forgets what was added and keeps the memory.
void mesh_clear(struct mesh *mesh);

/// Frees the memory; the mesh is empty again.
void mesh_finish(struct mesh *mesh);
