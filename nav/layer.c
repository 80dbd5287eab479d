#include "nav/layer.h"

#include <math.h>
#include <stdlib.h>

#include "nav/clearance.h"
#include "nav/connect.h"
#include "nav/disjoint.h"
#include "nav/waypointset.h"

// ---- ceilings --------------------------------------------------------------------------------

/// Whether the ceiling over a corner leaves at least `opening_mm`. Exact.
static bool is_high(const struct mesh_corner ceiling[3], const struct mesh_corner *corner, int64_t opening_mm)
{
    int64_t whole = geo_cross(ceiling[0].at, ceiling[1].at, ceiling[2].at);
    __int128 sum = 0; // of the ceiling's height, times `whole`
    for (int i = 0; i < 3; i++)
        sum += (__int128)geo_cross(ceiling[(i + 1) % 3].at, ceiling[(i + 2) % 3].at, corner->at) *
               ceiling[i].height_mm;
    __int128 needed = ((__int128)corner->height_mm + opening_mm) * whole;
    return whole > 0 ? sum >= needed : sum <= needed;
}

/// Whether a cell is high enough to be entered over its side: where it is highest.
static bool is_cell_high(const struct navmesh *mesh, uint32_t side, int64_t opening_mm)
{
    const struct mesh_ground *ground = &mesh->grounds[mesh->cells[mesh->sides[side].cell].ground];
    return !ground->has_ceiling || is_high(ground->ceiling, mesh_side_start(mesh, side), opening_mm) ||
           is_high(ground->ceiling, mesh_side_end(mesh, side), opening_mm);
}

bool *layer_find_low_links(const struct navmesh *mesh, int32_t height_mm)
{
    int64_t opening_mm = (int64_t)height_mm + mesh->step_mm;
    bool *is_low = calloc(mesh_link_count(mesh) + 1, sizeof *is_low);
    for (uint32_t side = 0; is_low && side < mesh->side_count; side++) {
        bool is_own_high = is_cell_high(mesh, side, opening_mm);
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link))
            is_low[link] = !is_own_high || !is_cell_high(mesh, mesh_link_side(mesh, link), opening_mm);
    }
    return is_low;
}

// ---- widths ----------------------------------------------------------------------------------

static bool open_side(const struct navmesh *mesh, struct mesh_layer *layer, struct clearance *clearance,
                      const bool *is_low, uint32_t side)
{
    for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE; link = mesh_link_next(mesh, link)) {
        struct mesh_opening *opening = &layer->openings[link];
        bool is_whole = !is_low[link] && layer->agent.radius_mm == 0;
        if (is_low[link])
            *opening = (struct mesh_opening){1, 0};
        else if (is_whole)
            *opening = (struct mesh_opening){0, 1};
        else if (isnan(opening->from) && !clearance_of_link(clearance, side, link, opening))
            return false;
    }
    return true;
}

/// Takes memory for the openings, of which nothing is known, unless they are there.
static bool take_openings(const struct navmesh *mesh, struct mesh_layer *layer)
{
    if (layer->openings)
        return true;
    layer->openings = calloc(mesh_link_count(mesh) + 1, sizeof *layer->openings);
    for (size_t link = 0; layer->openings && link < mesh_link_count(mesh); link++)
        layer->openings[link].from = NAN;
    return layer->openings;
}

static bool open_sides(const struct navmesh *mesh, struct mesh_layer *layer, const bool *is_low)
{
    struct clearance *clearance = clearance_create(mesh, is_low, layer->agent.radius_mm);
    bool is_done = clearance && take_openings(mesh, layer);
    for (uint32_t side = 0; is_done && side < mesh->side_count; side++)
        is_done = open_side(mesh, layer, clearance, is_low, side);
    clearance_destroy(clearance);
    return is_done;
}

/// Finds out what is open, if not all is.
static bool open_layer(const struct navmesh *mesh, struct mesh_layer *layer, const bool *is_low)
{
    bool is_any_low = false;
    for (size_t link = 0; link < mesh_link_count(mesh); link++)
        is_any_low = is_any_low || is_low[link];
    if (is_any_low || layer->agent.radius_mm > 0)
        return open_sides(mesh, layer, is_low);
    free(layer->openings);
    layer->openings = NULL;
    return true;
}

// ---- gaps ------------------------------------------------------------------------------------

/// Joins cells across the links that would be open but for `gap` and those before it, and across ledges from
/// MESH_GAP_STEP on.
static void join(const struct navmesh *mesh, const struct mesh_layer *layer, const bool *is_low,
                 enum mesh_gap gap, uint32_t *joined)
{
    disjoint_init(joined, mesh->cell_count);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            bool is_joined = mesh_link_is_open(layer, link) || gap > MESH_GAP_WIDTH || !is_low[link];
            if (is_joined)
                disjoint_join(joined, mesh->sides[side].cell, mesh_link_cell(mesh, link));
        }
    }
    for (size_t i = 0; gap >= MESH_GAP_STEP && i < mesh->ledge_count; i++)
        disjoint_join(joined, mesh->sides[mesh->ledges[i].side].cell,
                      mesh->sides[mesh->ledges[i].other].cell);
}

static bool make_groups(const struct navmesh *mesh, struct mesh_layer *layer, const bool *is_low)
{
    uint32_t *joined = calloc(mesh->cell_count + 1, sizeof *joined);
    size_t count = mesh_gap_index((uint32_t)layer->component_count, MESH_GAP_WIDTH);
    bool is_done = joined && numbers_init(&layer->gap_groups, count, (uint32_t)mesh->cell_count);
    for (enum mesh_gap gap = MESH_GAP_WIDTH; is_done && gap < MESH_GAP_APART; gap++) {
        join(mesh, layer, is_low, gap, joined);
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
            numbers_set(&layer->gap_groups, mesh_gap_index(mesh_component(layer, cell), gap),
                        disjoint_find(joined, cell));
    }
    free(joined);
    return is_done;
}

bool layer_make(const struct navmesh *mesh, struct mesh_layer *layer)
{
    bool *is_low = layer_find_low_links(mesh, layer->agent.height_mm);
    bool is_done = is_low && open_layer(mesh, layer, is_low) && waypointset_make(mesh, layer) &&
                   connect_make(mesh, layer) && make_groups(mesh, layer, is_low);
    free(is_low);
    return is_done;
}

// ---- walls -----------------------------------------------------------------------------------

/// Whether people of all sizes get over a side's only link. What several links share is left to walls: one
/// floor of many is as good as a wall to the others.
static bool is_clear(const struct navmesh *mesh, const bool *is_low, uint32_t side)
{
    return mesh->sides[side].link < MESH_SHARED && mesh->sides[mesh->sides[side].link].link == side &&
           !is_low[side];
}

/// Whether one can walk from the cell of `side` once around the vertex where it begins. No two sides lead to
/// the same one, so the walk ends at a wall or where it began.
static bool is_open_around(const struct navmesh *mesh, const bool *is_low, uint32_t side)
{
    uint32_t at = side;
    do {
        if (!is_clear(mesh, is_low, at))
            return false;
        at = mesh_next_side(mesh, mesh->sides[at].link);
    } while (at != side);
    return true;
}

bool layer_mark_walls(struct navmesh *mesh)
{
    int32_t tallest_mm = 0;
    for (size_t i = 0; i < mesh->layer_count; i++)
        tallest_mm =
            mesh->layers[i].agent.height_mm > tallest_mm ? mesh->layers[i].agent.height_mm : tallest_mm;
    bool *is_low = layer_find_low_links(mesh, tallest_mm);
    for (uint32_t side = 0; is_low && side < mesh->side_count; side++)
        mesh->sides[side].is_wall_end = !is_open_around(mesh, is_low, side);
    bool is_done = is_low != NULL;
    free(is_low);
    return is_done;
}
