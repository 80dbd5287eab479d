// Waypoints: the cells of the mesh by names that hold across versions of it.
//
// Numbers of cells change when a chunk is replaced. A waypoint's id does not, as long as its own chunk stays;
// once that has been replaced, the id finds nothing.
#pragma once

#include <stdint.h>

#include "nav/mesh.h"

struct waypoint_id {
    uint32_t chunk;
    uint32_t version; // of the chunk
    uint32_t number;  // in the chunk
};

/// The chunk that a cell belongs to.
uint32_t waypoint_chunk(const struct navmesh *mesh, uint32_t cell);

struct waypoint_id waypoint_name(const struct navmesh *mesh, uint32_t cell);

/// @return the cell; MESH_NONE when the mesh has no such waypoint, or no longer
uint32_t waypoint_find(const struct navmesh *mesh, struct waypoint_id id);
