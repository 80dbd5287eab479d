// The walkable mesh of one scene: convex cells, which of them connect, and where a place lies on them.
//
// Cells meet where they share vertices, by number: coordinates are never compared with a tolerance.
// Heights belong to a cell's corners, so two cells may meet at a step. A side may have any number of
// neighbours along it and above one another. A mesh does not change once it is made; any number of
// threads may read it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"
#include "nav/triangulate.h"

enum { MESH_NONE = UINT32_MAX };

/// A vertex of the plan at one height. Cells that share vertex and height share the corner.
struct mesh_corner {
    struct geo_point at;
    int32_t height_mm;
    uint32_t vertex; // number of the place in plan
};

/// A cell's side, from its corner to the next one of the cell.
struct mesh_side {
    uint32_t corner;
    uint32_t first_link; // its links end where those of the next side in the array begin
    uint32_t cell;       // that it belongs to
    // The part that the agent's middle may cross, 0 at the start and 1 at the end of the side. It keeps
    // the radius from all walls; from above to when the agent is too wide.
    float open_from;
    float open_to;
    bool is_wall_end; // one cannot walk all around `corner`: it belongs to a wall or ledge
};

/// A neighbour to walk to: the step between both cells is low enough at either end of the side.
struct mesh_link {
    uint32_t cell;
    uint32_t side; // the neighbour's, running the other way
};

/// A convex polygon, counter-clockwise; corners of 180 degrees are usual.
struct mesh_cell {
    uint32_t first_side;     // its sides end where those of the next cell begin
    uint32_t first_triangle; // likewise
    uint32_t component;      // cells of one number can reach one another
    uint32_t surface;        // the maker's number
};

/// Why no way leads from one component to another.
enum mesh_gap {
    MESH_GAP_NONE,  // they are one component
    MESH_GAP_WIDTH, // every way leads through a gap too narrow
    MESH_GAP_STEP,  // every way leads over a step too high
    MESH_GAP_APART, // they touch nowhere
};

/// What decides about neighbours.
struct mesh_agent {
    int32_t step_mm;   // climbs and descends at most this
    int32_t radius_mm; // half its base width
};

/// Arrays of cells and sides have one element more than there are, which ends the last one's lists.
struct navmesh {
    struct mesh_agent agent; // that components are kept for
    struct mesh_corner *corners;
    size_t corner_count;
    struct mesh_cell *cells;
    size_t cell_count;
    struct mesh_side *sides;
    size_t side_count;
    struct mesh_link *links;
    size_t link_count;
    struct triangle *triangles; // of corners; give the heights
    size_t triangle_count;
    size_t component_count;
    uint32_t *wide_components; // per component: equal where a narrow agent could pass
    uint32_t *near_components; // per component: equal where one could pass that climbs anything
};

/// What a mesh is made from. Sides of cells must be equal or share no more than an end.
struct mesh_input {
    struct mesh_agent agent;
    const struct mesh_corner *corners;
    size_t corner_count;
    const struct triangle *triangles; // of corners
    size_t triangle_count;
    const uint32_t *cells_of_triangles; // per triangle, the cell it is part of
    const uint32_t *cell_corners;       // of all cells, counter-clockwise
    const uint32_t *cell_firsts;        // per cell and one more, its first in cell_corners
    const uint32_t *surfaces;           // per triangle
    size_t cell_count;
};

/// Copies the input and finds out which cells connect.
/// @return NULL when memory runs out
struct navmesh *navmesh_create(const struct mesh_input *input);

/// Accepts NULL and half-built meshes.
void navmesh_destroy(struct navmesh *mesh);

/// The side of the same cell that comes after `side`.
uint32_t mesh_next_side(const struct navmesh *mesh, uint32_t side);

/// Whether a side leads nowhere.
static inline bool mesh_is_wall(const struct navmesh *mesh, uint32_t side)
{
    return mesh->sides[side].first_link == mesh->sides[side + 1].first_link;
}

/// Where a side begins.
static inline const struct mesh_corner *mesh_side_start(const struct navmesh *mesh, uint32_t side)
{
    return &mesh->corners[mesh->sides[side].corner];
}

/// The open part of a side, seen by somebody who leaves the cell.
struct mesh_portal {
    struct geo_place right;
    struct geo_place left;
};

/// @param side  with links
/// @return false when nothing of the side is open: the agent is too wide
bool mesh_side_portal(const struct navmesh *mesh, uint32_t side, struct mesh_portal *portal);

/// Ground height in a cell at a place in it, by the triangle below; outside, by the triangle nearest.
double mesh_height(const struct navmesh *mesh, uint32_t cell, struct geo_place at);

/// The place of a cell nearest to `at` in plan: itself inside and on the border.
struct geo_place mesh_cell_nearest(const struct navmesh *mesh, uint32_t cell, struct geo_place at);

/// How far outside a cell a place lies: 0 inside and on the border, else the distance to it.
double mesh_cell_distance(const struct navmesh *mesh, uint32_t cell, struct geo_place at);

/// Why no way leads from one cell to another. O(1).
enum mesh_gap mesh_gap_between(const struct navmesh *mesh, uint32_t from_cell, uint32_t to_cell);

/// Memory that the mesh holds.
size_t mesh_size_bytes(const struct navmesh *mesh);
