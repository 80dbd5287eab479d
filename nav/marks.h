// Marks the sides of a mesh with what searches go by: where dead ends are, and which corners are pinched.
//
// A dead end is a part of the mesh with one way in. All that cannot be on a way round is found by taking
// away cells with only one neighbour left, again and again: what goes are trees, hung on the rest by one side
// each. A search has nothing to find in them but a goal.
//
// Cells know how to go on without a look at all their sides: in a tree the only way out of it, and on a
// passage, where two sides are no dead ends, from one of them to the other.
#pragma once

#include <stdbool.h>

#include "nav/mesh.h"

enum {
    MARKS_ASIDE = 15, // a `way_out` that lies too far along the cell's sides for its bits
};

/// Sets is_dead_end and is_pinched of all sides, passage and way_out of all cells, and what is parted in its
/// layers, of a mesh whose links and walls are made. Linear.
/// @return false when memory runs out
bool marks_make(struct navmesh *mesh);

/// Looks for marks_way_out() side by side.
uint32_t marks_find_way_out(const struct navmesh *mesh, uint32_t cell);

/// The only side of a cell that is no dead end, where that leads to one neighbour.
/// @return MESH_NONE when there are more or none: the cell lies in no tree, or at its root
static inline uint32_t marks_way_out(const struct navmesh *mesh, uint32_t cell)
{
    uint32_t place = mesh->cells[cell].way_out;
    if (place == 0)
        return MESH_NONE;
    return place < MARKS_ASIDE ? mesh->cells[cell].first_side + place - 1 : marks_find_way_out(mesh, cell);
}

/// Where two sides of a cell are no dead ends and `side` is one of them: the other.
/// @return MESH_NONE when there are more or fewer, or when it takes a look at all sides to know
static inline uint32_t marks_passage(const struct navmesh *mesh, uint32_t side)
{
    const struct mesh_cell *cell = &mesh->cells[mesh->sides[side].cell];
    if (cell->passage == 0 || mesh->sides[side].is_dead_end)
        return MESH_NONE;
    return cell->first_side + ((side - cell->first_side) ^ cell->passage);
}

/// Whether a side leads to one neighbour only, which leads back to it only. Other sides are as good as walls
/// to who walks around a corner.
static inline bool marks_is_plain(const struct navmesh *mesh, uint32_t side)
{
    uint32_t link = mesh->sides[side].link;
    return link < MESH_SHARED && mesh->sides[link].link == side;
}

/// Whether agents of the layer's size may find themselves parted at a corner that is not pinched: closed
/// links or steps divide what lies around it. Elsewhere they walk all around it, or from wall to wall.
static inline bool marks_is_parted(const struct mesh_layer *layer, uint32_t corner)
{
    return layer->parted && (layer->parted[corner / 8] >> corner % 8 & 1) != 0;
}
