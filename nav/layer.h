// Finds out where agents of one size can walk on a mesh: the collision test between neighbouring cells.
//
// The agent, narrow at the top and wide at the base, is raised by the step height and moved to the neighbour.
// It gets there if the ceilings leave its height at the side that it crosses, and its base finds room between
// the walls. Ways are open in both directions or in none.
#pragma once

#include <stdbool.h>

#include "nav/mesh.h"

/// @param mesh  with its links; only read
/// @return per link, whether a ceiling on either side of it is too low for people of that height; for
///         free(). NULL when memory runs out
bool *layer_find_low_links(const struct navmesh *mesh, int32_t height_mm);

/// @param mesh   with its links and chunks; only read
/// @param layer  with its agent, and of openings those that are known: from NAN where nothing is, or NULL.
///               Gets the rest, which navmesh_destroy() frees
/// @return false when memory runs out
bool layer_make(const struct navmesh *mesh, struct mesh_layer *layer);

/// Marks the sides that begin at a wall, for the tallest people at least.
/// @param mesh  with its layers
/// @return false when memory runs out
bool layer_mark_walls(struct navmesh *mesh);
