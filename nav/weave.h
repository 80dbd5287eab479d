// Makes the sides of two meshes meet: where a corner of one lies on a side of the other, the side gets it
// too.
//
// Meshes made one by one do not know of one another; laid side by side, a long side of one may run along
// several of the other. Corners are inserted where they lie exactly on a side, at the side's own height.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/mesh.h"

#define WEAVE_ALL UINT32_MAX

/// A mesh but for one of its chunks.
struct weave_mesh {
    const struct navmesh *mesh; // only read
    uint32_t left_out;          // chunk; WEAVE_ALL: none is
};

/// @param to          whose sides get corners
/// @param from        whose corners they are
/// @param[out] woven  the mesh `to` made anew with the corners, its cells in the same order, for
/// navmesh_destroy();
///                    NULL when no corner lies on a side
/// @return false when memory runs out
bool weave(struct weave_mesh to, struct weave_mesh from, struct navmesh **woven);
