// Changes a scene's triangulation: adds corners, and leads edges across it by flipping those in the way.
//
// Triangles that meet at a wall, a border of grounds or a step keep their side; all tests are exact.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"
#include "nav/narrows.h"

#define FLIPS_NO_WALL UINT32_MAX

/// A side 3 * triangle + k of a triangle, from its corner k to the next one.
struct flips_side {
    uint32_t corner;
    uint32_t twin; // the side across that one may step over to; MESH_NONE: none, or several
    uint32_t wall; // its number, if it is one; FLIPS_NO_WALL
    bool is_fixed; // not to be flipped: grounds or corners differ, or an edge was led here
};

/// Owned by its creator. The arrays are for reading.
struct flips {
    struct narrows *narrows;
    struct flips_side *sides;
    size_t capacity; // of triangles
    size_t corner_capacity;
    uint32_t *corner_sides; // per corner: a side that begins there
    uint32_t *wall_sides;   // per wall: its side
};

/// @param narrows    is changed
/// @param mesh       of the triangles as cells
/// @return false when memory runs out; flips_finish() is due all the same
bool flips_begin(struct flips *flips, struct narrows *narrows, const struct navmesh *mesh);

/// Writes the twins.
/// @return false when memory runs out
bool flips_end(struct flips *flips);

/// Accepts zeroed and half-begun ones.
void flips_finish(struct flips *flips);

/// The next side of the same triangle.
static inline uint32_t flips_next(uint32_t side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

/// Where a side begins.
static inline struct geo_point flips_start(const struct flips *flips, uint32_t side)
{
    return flips->narrows->corners[flips->sides[side].corner].at;
}

/// The wall that begins at the corner where `side` does, around it clockwise; MESH_NONE: the corner is open
/// all around, or borders on what is not known.
uint32_t flips_clockwise_wall(const struct flips *flips, uint32_t side);

/// The wall that ends at the corner where `side` begins, around it counter-clockwise; MESH_NONE likewise.
uint32_t flips_counterclockwise_wall(const struct flips *flips, uint32_t side);

/// Adds a corner in front of a wall, as near to a place on it as whole millimetres inside allow.
/// @param[out] corner  its number; MESH_NONE when there is no room
/// @return false when memory runs out
bool flips_add_before_wall(struct flips *flips, uint32_t wall, struct geo_place at, uint32_t *corner);

/// Leads an edge from corner to corner, so that triangles have it as a side. Where it meets a wall or an edge
/// led before, nothing more is done.
/// @return false when memory runs out
bool flips_lead_edge(struct flips *flips, uint32_t from, uint32_t to);
