// Makes the mesh of a scene from its cells: finds out which of them connect, for every size of agent.
#pragma once

#include <stdint.h>

#include "nav/mesh.h"
#include "nav/triangulate.h"

/// What a mesh is made from; only read. Sides of cells are equal in plan or share no more than an end.
struct mesh_input {
    const struct mesh_corner *corners;
    size_t corner_count;
    const uint32_t *cell_corners; // of all cells, counter-clockwise
    const uint32_t *cell_firsts;  // per cell and one more, its first in cell_corners
    size_t cell_count;
    const uint32_t *cell_grounds; // per cell; NULL: the first ground for all
    const struct mesh_ground *grounds;
    size_t ground_count; // at least 1
    // Triangles of corners that the cells are made of; their corners are the cell's. NULL: cells are cut
    // into triangles from their first corner on where they are not level.
    const struct triangle *triangles;
    size_t triangle_count;
    const uint32_t *cells_of_triangles; // per triangle
    // Per element of cell_corners: the cell across the side that begins there, MESH_NONE for a wall. Two
    // cells are neighbours if both say so. NULL: wherever their sides meet.
    const uint32_t *neighbours;
    const uint32_t *cell_chunks; // per cell, below chunk_count; NULL: one chunk. Not with `neighbours`
    size_t chunk_count;
    const struct mesh_agent *agents; // a layer is made for each
    size_t agent_count;              // 1 to MESH_LAYERS_MAX
    int32_t step_mm;
};

/// Copies what it needs of the input; cells keep their order inside their chunk, and their numbers where
/// there is one chunk only. In practice n log n.
/// @return NULL when memory runs out, a cell with creases has more than MESH_CELL_SIDES_MAX sides, or there
/// is
///         more of anything than numbers tell apart (navmesh_is_numbered())
struct navmesh *navmesh_create(const struct mesh_input *input);
