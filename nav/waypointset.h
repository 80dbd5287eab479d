// Waypointsets: the cells of one chunk that agents of one size can walk between without leaving it.
//
// What hangs together across chunks is split at their borders, so that a set belongs to one chunk.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/mesh.h"

/// Finds the sets, numbered in the order of their first cells.
/// @param layer  with its openings; gets sets_of_cells and sets, without what connects them
/// @return false when memory runs out
bool waypointset_make(const struct navmesh *mesh, struct mesh_layer *layer);

/// The set of a waypoint.
static inline uint32_t waypointset_of(const struct mesh_layer *layer, uint32_t waypoint)
{
    return numbers_get(&layer->sets_of_cells, waypoint);
}
