#include "nav/layer.h"

#include <stdlib.h>

#include "nav/clearance.h"
#include "nav/disjoint.h"

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
        *opening = is_low[link] ? (struct mesh_opening){1, 0} : (struct mesh_opening){0, 1};
        bool is_all = is_low[link] || layer->agent.radius_mm == 0;
        if (!is_all && !clearance_of_link(clearance, side, link, opening))
            return false;
    }
    return true;
}

static bool open_sides(const struct navmesh *mesh, struct mesh_layer *layer, const bool *is_low)
{
    layer->openings = calloc(mesh_link_count(mesh) + 1, sizeof *layer->openings);
    struct clearance *clearance = clearance_create(mesh, is_low, layer->agent.radius_mm);
    bool is_done = layer->openings && clearance;
    for (uint32_t side = 0; is_done && side < mesh->side_count; side++)
        is_done = open_side(mesh, layer, clearance, is_low, side);
    clearance_destroy(clearance);
    return is_done;
}

// ---- components ------------------------------------------------------------------------------

/// Joins cells across the links that are no wider a gap than `gap`, and across ledges from MESH_GAP_STEP on.
static void join(const struct navmesh *mesh, const struct mesh_layer *layer, const bool *is_low,
                 enum mesh_gap gap, uint32_t *sets)
{
    disjoint_init(sets, mesh->cell_count);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            bool is_joined = mesh_link_is_open(layer, link) ||
                             (gap == MESH_GAP_WIDTH ? !is_low[link] : gap > MESH_GAP_WIDTH);
            if (is_joined)
                disjoint_join(sets, mesh->sides[side].cell, mesh_link_cell(mesh, link));
        }
    }
    for (size_t i = 0; gap >= MESH_GAP_STEP && i < mesh->ledge_count; i++)
        disjoint_join(sets, mesh->sides[mesh->ledges[i].side].cell, mesh->sides[mesh->ledges[i].other].cell);
}

/// Numbers the components in the order of their first cells.
static void number_components(const struct navmesh *mesh, struct mesh_layer *layer, uint32_t *sets)
{
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        layer->components[cell] = MESH_NONE;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        uint32_t *number = &layer->components[disjoint_find(sets, cell)];
        if (*number == MESH_NONE)
            *number = (uint32_t)layer->component_count++;
        layer->components[cell] = *number;
    }
}

static bool make_components(const struct navmesh *mesh, struct mesh_layer *layer, const bool *is_low)
{
    uint32_t *sets = calloc(mesh->cell_count + 1, sizeof *sets);
    layer->components = calloc(mesh->cell_count + 1, sizeof *layer->components);
    bool is_done = sets && layer->components;
    if (is_done) {
        join(mesh, layer, is_low, MESH_GAP_NONE, sets);
        number_components(mesh, layer, sets);
    }
    for (int gap = MESH_GAP_WIDTH; is_done && gap < MESH_GAP_APART; gap++) {
        uint32_t *groups = calloc(layer->component_count + 1, sizeof *groups);
        layer->gap_groups[gap] = groups;
        is_done = groups != NULL;
        if (!is_done)
            break;
        join(mesh, layer, is_low, (enum mesh_gap)gap, sets);
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
            groups[layer->components[cell]] = disjoint_find(sets, cell);
    }
    free(sets);
    return is_done;
}

bool layer_make(const struct navmesh *mesh, struct mesh_layer *layer)
{
    bool *is_low = layer_find_low_links(mesh, layer->agent.height_mm);
    bool is_any_low = false;
    for (size_t link = 0; is_low && link < mesh_link_count(mesh); link++)
        is_any_low = is_any_low || is_low[link];
    bool has_openings = is_any_low || layer->agent.radius_mm > 0;
    bool is_done =
        is_low && (!has_openings || open_sides(mesh, layer, is_low)) && make_components(mesh, layer, is_low);
    free(is_low);
    return is_done;
}
