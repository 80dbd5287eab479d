// What connects waypointsets: which sets of other chunks a set borders on, and which it reaches at all.
//
// Two chunks connect where a set of one connects to a set of the other. Only waypoints of connected sets can
// be routed to one another, and that is known at once.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"

/// Finds the sets that border on one another, and the components.
/// @param mesh   with its borders
/// @param layer  with its sets; gets what connects them
/// @return false when memory runs out
bool connect_make(const struct navmesh *mesh, struct mesh_layer *layer);

/// The sets in other chunks that one can step over to, in ascending order.
/// @param[out] count  how many
static inline const uint32_t *connect_list(const struct mesh_layer *layer, uint32_t set, size_t *count)
{
    *count = layer->sets[set + 1].first_connect - layer->sets[set].first_connect;
    return layer->connects + layer->sets[set].first_connect;
}

/// Whether one can walk from a set to another, over as many chunks as it takes. O(1).
static inline bool connect_reaches(const struct mesh_layer *layer, uint32_t from, uint32_t to)
{
    return layer->sets[from].component == layer->sets[to].component;
}

/// Whether one can step over from a chunk to another.
bool connect_chunks(const struct mesh_layer *layer, uint32_t from, uint32_t to);
