// Marks the sides of a mesh with what searches go by: where dead ends are, and which corners are pinched.
//
// A dead end is a part of the mesh with one way in. All that cannot be on a way round is found by taking
// away cells with only one neighbour left, again and again: what goes are trees, hung on the rest by one side
// each. A search has nothing to find in them but a goal.
#pragma once

#include <stdbool.h>

#include "nav/mesh.h"

/// Sets is_dead_end and is_pinched of all sides of a mesh whose links are made. Linear.
/// @return false when memory runs out
bool marks_make(struct navmesh *mesh);

/// The only side of a cell that is no dead end, where that leads to one neighbour.
/// @return MESH_NONE when there are more or none: the cell lies in no tree, or at its root
uint32_t marks_way_out(const struct navmesh *mesh, uint32_t cell);

/// Whether a side leads to one neighbour only, which leads back to it only. Other sides are as good as walls
/// to who walks around a corner.
static inline bool marks_is_plain(const struct navmesh *mesh, uint32_t side)
{
    uint32_t link = mesh->sides[side].link;
    return link < MESH_SHARED && mesh->sides[link].link == side;
}
