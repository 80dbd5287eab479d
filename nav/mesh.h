// The walkable mesh of one scene: convex cells, which of them connect, and the ground on them.
//
// Cells meet where their sides join the same two places: coordinates are whole millimetres, so places are
// equal or they are not, and no tolerance is needed. Heights belong to a cell's corners, so two cells may
// meet at a step. A side may have any number of neighbours, above one another.
//
// What depends on who walks lies in layers, one for each size of agent; everything else is shared. Searches
// ask for the layer they are for.
//
// Cells are the waypoints of five levels: a cell is merged from edges, basic polygons that are usually
// triangles (edge.h); cells of one chunk that agents can walk between are a waypointset (waypointset.h); sets
// connect to those of other chunks (connect.h); a chunk holds sets and is replaced as a whole (chunk.h). What
// belongs to one chunk stands together in the arrays.
//
// A mesh does not change once it is made; any number of threads may read it. mesh_make.h makes it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"
#include "nav/numbers.h"

#define MESH_NONE UINT32_MAX

/// A side's `link` from here on leads to several neighbours. Meshes have fewer sides than this.
#define MESH_SHARED (UINT32_C(1) << 20)

/// A side's `link` that leads nowhere.
#define MESH_WALL (2 * MESH_SHARED - 1)

enum {
    MESH_LAYERS_MAX = 8,           // sizes of agents
    MESH_CELLS_MAX = 1 << 19,      // what a side's `cell` can tell apart
    MESH_GROUNDS_MAX = 1 << 14,    // likewise a cell's `ground`
    MESH_CELL_SIDES_MAX = 1 << 16, // of a cell with creases: its triangles count its corners in 16 bits
};

/// A place of the plan at one height. Cells that share both share the corner.
struct mesh_corner {
    struct geo_point at;
    int32_t height_mm;
};

/// A cell's side, from its corner to the next one of the cell. One word: there are more sides than anything
/// else, and searches wait for memory.
struct mesh_side {
    uint64_t corner : 21;
    uint64_t is_wall_end : 1; // one cannot walk all around `corner`: it belongs to a wall or ledge
    uint64_t is_pinched : 1;  // cells around `corner` are parted there: they belong to it in two or more fans
    uint64_t is_dead_end : 1; // a wall, or nothing behind it has another way out (marks.h)
    uint64_t cell : 19;       // that it belongs to
    // MESH_WALL, or below MESH_SHARED the neighbour's side, running the other way. Else, less MESH_SHARED,
    // the first of its neighbours in `shared`.
    uint64_t link : 21;
};

/// A convex polygon, counter-clockwise; corners of 180 degrees are usual.
struct mesh_cell {
    uint64_t first_side : 21;     // its sides end where those of the next cell begin
    uint64_t first_triangle : 21; // likewise
    uint64_t ground : 14;         // number in `grounds`
    uint64_t passage : 4;         // where its sides that are no dead ends lie (marks.h): of two of them
    uint64_t way_out : 4;         // and of one
};

/// Part of a cell that is not level, by the numbers of the cell's corners. Together they give its heights: a
/// level cell has none, a slope one, a cell with creases all that it is made of.
struct mesh_triangle {
    uint16_t corners[3];
};

/// What lies below and above a cell. One with a ceiling is like a doorway, tunnel or overhang.
struct mesh_ground {
    uint32_t surface; // the maker's number
    bool has_ceiling;
    struct mesh_corner ceiling[3]; // the plane through three places not on one line
};

/// A size of people. Steps are the scene's.
struct mesh_agent {
    int32_t radius_mm; // half the base width
    int32_t height_mm;
};

/// The part of a side that an agent's middle may cross, 0 at the start and 1 at the end of the side. From
/// above to: nothing.
struct mesh_opening {
    float from;
    float to;
};

/// Why no way leads from one component to another, by what it would take to open one.
enum mesh_gap {
    MESH_GAP_NONE,      // they are one component
    MESH_GAP_WIDTH,     // every way leads through a gap too narrow
    MESH_GAP_CLEARANCE, // every way leads under a ceiling too low
    MESH_GAP_STEP,      // every way leads over a step too high
    MESH_GAP_APART,     // they touch nowhere
};

/// Cells of one chunk that can reach one another without leaving it.
struct waypointset {
    uint32_t chunk;
    uint32_t component;     // sets of one number can reach one another
    uint32_t first_connect; // the sets it borders on end where those of the next set begin
};

/// The mesh as agents of one size see it. Sets have one element more than there are.
struct mesh_layer {
    struct mesh_agent agent;
    struct mesh_opening *openings; // per link; NULL when all of every side is open
    uint8_t *parted;               // per corner a bit (marks.h); NULL like `openings`
    struct numbers sets_of_cells;  // per cell
    struct waypointset *sets;      // by chunk
    size_t set_count;
    uint32_t *connects; // sets in other chunks that one can step over to
    size_t connect_count;
    size_t component_count;
    // Per component, for each of MESH_GAP_WIDTH to MESH_GAP_STEP: equal where an agent could pass that is as
    // narrow as can be, as low besides, and climbs anything besides.
    struct numbers gap_groups;
};

/// Two sides that run along each other, with a step between them too high to climb.
struct mesh_ledge {
    uint32_t side;
    uint32_t other;
};

/// Cells that are replaced together.
struct mesh_chunk {
    uint32_t first_cell; // its cells, sides, corners, triangles and borders end where those of the next begin
    uint32_t first_side;
    uint32_t first_corner;
    uint32_t first_triangle;
    uint32_t first_border;
    uint32_t version;   // how often it has been replaced
    struct geo_box box; // around its corners; nothing when it has none
};

/// A side of a chunk that is linked to another chunk.
struct mesh_border {
    uint32_t side;
    uint32_t chunk; // the neighbour
};

/// Cells and chunks have one element more than there are, which ends the last one's lists.
struct navmesh {
    int32_t step_mm; // one climbs and descends at most this
    struct mesh_corner *corners;
    size_t corner_count;
    struct mesh_cell *cells;
    size_t cell_count;
    struct mesh_side *sides;
    size_t side_count;
    uint32_t *shared; // lists of neighbours' sides; MESH_SHARED is set in the last of each
    size_t shared_count;
    struct mesh_ledge *ledges; // each once
    size_t ledge_count;
    struct mesh_triangle *triangles;
    size_t triangle_count;
    struct mesh_ground *grounds;
    size_t ground_count;
    struct mesh_chunk *chunks;
    size_t chunk_count; // at least 1
    struct mesh_border *borders;
    size_t border_count;
    struct mesh_layer *layers; // room for MESH_LAYERS_MAX at the most
    size_t layer_count;        // at least 1
};

/// Whether a mesh's cells, sides and grounds are no more than their numbers can tell apart.
bool navmesh_is_numbered(const struct navmesh *mesh);

/// Accepts NULL and half-built meshes.
void navmesh_destroy(struct navmesh *mesh);

/// The side of the same cell that comes after `side`.
static inline uint32_t mesh_next_side(const struct navmesh *mesh, uint32_t side)
{
    const struct mesh_cell *cell = &mesh->cells[mesh->sides[side].cell];
    return side + 1 == cell[1].first_side ? cell->first_side : side + 1;
}

/// The side of the same cell that comes before `side`.
static inline uint32_t mesh_previous_side(const struct navmesh *mesh, uint32_t side)
{
    const struct mesh_cell *cell = &mesh->cells[mesh->sides[side].cell];
    uint32_t end = cell[1].first_side;
    return side == cell->first_side ? end - 1 : side - 1;
}

/// Where a side begins.
static inline const struct mesh_corner *mesh_side_start(const struct navmesh *mesh, uint32_t side)
{
    return &mesh->corners[mesh->sides[side].corner];
}

/// Where a side ends.
static inline const struct mesh_corner *mesh_side_end(const struct navmesh *mesh, uint32_t side)
{
    return mesh_side_start(mesh, mesh_next_side(mesh, side));
}

/// Whether a side leads nowhere, whoever comes.
static inline bool mesh_is_wall(const struct navmesh *mesh, uint32_t side)
{
    return mesh->sides[side].link == MESH_WALL;
}

// A link leads from a side to one of its neighbours; the step between both is low enough at either end. Links
// have numbers below mesh_link_count(); that of a side's only link is the side's own. For every link there is
// one back. Whether an agent fits through is said by mesh_side_portal().
//
//     for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE; link = mesh_link_next(mesh, link))

/// @return MESH_NONE when the side is a wall
static inline uint32_t mesh_link_first(const struct navmesh *mesh, uint32_t side)
{
    uint32_t link = mesh->sides[side].link;
    if (link < MESH_SHARED)
        return side;
    return link == MESH_WALL ? MESH_NONE : (uint32_t)mesh->side_count + (link - MESH_SHARED);
}

/// @return MESH_NONE after the side's last link
static inline uint32_t mesh_link_next(const struct navmesh *mesh, uint32_t link)
{
    bool is_last = link < mesh->side_count || (mesh->shared[link - mesh->side_count] & MESH_SHARED) != 0;
    return is_last ? MESH_NONE : link + 1;
}

/// The neighbour's side that a link leads to.
static inline uint32_t mesh_link_side(const struct navmesh *mesh, uint32_t link)
{
    if (link < mesh->side_count)
        return mesh->sides[link].link;
    return mesh->shared[link - mesh->side_count] & ~MESH_SHARED;
}

/// The neighbour that a link leads to.
static inline uint32_t mesh_link_cell(const struct navmesh *mesh, uint32_t link)
{
    return mesh->sides[mesh_link_side(mesh, link)].cell;
}

static inline size_t mesh_link_count(const struct navmesh *mesh)
{
    return mesh->side_count + mesh->shared_count;
}

/// The link over a side that leads to a cell.
/// @return MESH_NONE when none does
uint32_t mesh_link_to(const struct navmesh *mesh, uint32_t side, uint32_t cell);

/// The open part of a side, seen by somebody who leaves the cell.
struct mesh_portal {
    struct geo_place right;
    struct geo_place left;
};

/// Where agents of the layer's size may cross a side to the neighbour that `link` leads to.
/// @return false when they do not fit through
static inline bool mesh_side_portal(const struct navmesh *mesh, const struct mesh_layer *layer, uint32_t link,
                                    struct mesh_portal *portal)
{
    bool is_only = link < mesh->side_count;
    uint32_t side = is_only ? link : mesh_link_side(mesh, link);
    struct geo_place start = geo_place_of(mesh_side_start(mesh, side)->at);
    struct geo_place end = geo_place_of(mesh_side_end(mesh, side)->at);
    // Cells lie to the left of their sides: who leaves one has the side's start at the right hand. What
    // several neighbours share is looked up on their side, which runs the other way.
    struct geo_place right = is_only ? start : end;
    struct geo_place left = is_only ? end : start;
    *portal = (struct mesh_portal){right, left};
    if (!layer->openings)
        return true;
    struct mesh_opening opening = layer->openings[link];
    if (opening.from > opening.to)
        return false;
    portal->right = geo_place_mix(right, left, (double)opening.from);
    portal->left = geo_place_mix(right, left, (double)opening.to);
    return true;
}

/// Whether agents of the layer's size fit through at all.
static inline bool mesh_link_is_open(const struct mesh_layer *layer, uint32_t link)
{
    return !layer->openings || layer->openings[link].from <= layer->openings[link].to;
}

/// Cells of one component can reach one another.
static inline uint32_t mesh_component(const struct mesh_layer *layer, uint32_t cell)
{
    return layer->sets[numbers_get(&layer->sets_of_cells, cell)].component;
}

/// Where a layer's `gap_groups` has the group of a component.
static inline size_t mesh_gap_index(uint32_t component, enum mesh_gap gap)
{
    return (size_t)component * (MESH_GAP_APART - MESH_GAP_WIDTH) + (size_t)(gap - MESH_GAP_WIDTH);
}

/// Why no way leads from one cell to another. O(1).
enum mesh_gap mesh_gap_between(const struct mesh_layer *layer, uint32_t from_cell, uint32_t to_cell);

/// Ground height in a cell at a place in it, by the triangle below; outside, by the triangle nearest.
double mesh_height(const struct navmesh *mesh, uint32_t cell, struct geo_place at);

/// The place of a cell nearest to `at` in plan: itself inside and on the border.
struct geo_place mesh_cell_nearest(const struct navmesh *mesh, uint32_t cell, struct geo_place at);

/// How far outside a cell a place lies: 0 inside and on the border, else the distance to it.
double mesh_cell_distance(const struct navmesh *mesh, uint32_t cell, struct geo_place at);

/// Memory that the mesh holds.
size_t mesh_size_bytes(const struct navmesh *mesh);
