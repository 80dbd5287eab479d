#include "nav/marks.h"

#include <stdlib.h>

/// Cells are taken away until each one left has two neighbours or more.
struct pruner {
    struct navmesh *mesh;
    uint32_t *neighbours; // per cell: that are left; MESH_NONE: it stays, whatever goes
    uint32_t *waiting;    // cells with one neighbour left
    size_t waiting_count;
};

static void count_neighbours(const struct pruner *pruner)
{
    const struct navmesh *mesh = pruner->mesh;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        uint32_t *count = &pruner->neighbours[mesh->sides[side].cell];
        if (!mesh_is_wall(mesh, side) && *count != MESH_NONE)
            *count = marks_is_plain(mesh, side) ? *count + 1 : MESH_NONE;
    }
}

static void wait_if_last(struct pruner *pruner, uint32_t cell)
{
    if (pruner->neighbours[cell] == 1)
        pruner->waiting[pruner->waiting_count++] = cell;
}

/// Takes away a cell: the side that leads into it from the neighbour that is left ends in it.
static void take_away(struct pruner *pruner, uint32_t cell)
{
    struct navmesh *mesh = pruner->mesh;
    if (pruner->neighbours[cell] != 1)
        return;
    pruner->neighbours[cell] = 0;
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        if (mesh->sides[side].is_dead_end)
            continue;
        uint32_t in = mesh->sides[side].link;
        uint32_t neighbour = mesh->sides[in].cell;
        mesh->sides[in].is_dead_end = true;
        if (pruner->neighbours[neighbour] != MESH_NONE)
            pruner->neighbours[neighbour]--;
        wait_if_last(pruner, neighbour);
    }
}

static bool mark_dead_ends(struct navmesh *mesh)
{
    struct pruner pruner = {.mesh = mesh,
                            .neighbours = calloc(mesh->cell_count + 1, sizeof *pruner.neighbours),
                            .waiting = calloc(mesh->cell_count + 1, sizeof *pruner.waiting)};
    bool has_memory = pruner.neighbours && pruner.waiting;
    for (uint32_t side = 0; side < mesh->side_count; side++)
        mesh->sides[side].is_dead_end = mesh_is_wall(mesh, side);
    if (has_memory) {
        count_neighbours(&pruner);
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
            wait_if_last(&pruner, cell);
        while (pruner.waiting_count > 0)
            take_away(&pruner, pruner.waiting[--pruner.waiting_count]);
    }
    free(pruner.neighbours);
    free(pruner.waiting);
    return has_memory;
}

/// Whether the cells around a corner, walked clockwise, begin with the cell of `side`, which starts there.
static bool begins_fan(const struct navmesh *mesh, uint32_t side)
{
    uint32_t previous = mesh_previous_side(mesh, side);
    return !marks_is_plain(mesh, previous) ||
           mesh->sides[mesh->sides[previous].link].corner != mesh->sides[side].corner;
}

static bool mark_pinched(struct navmesh *mesh)
{
    uint8_t *fans = calloc(mesh->corner_count + 1, sizeof *fans); // begun at each corner, 2 for more
    for (uint32_t side = 0; fans && side < mesh->side_count; side++) {
        uint8_t *count = &fans[mesh->sides[side].corner];
        if (*count < 2 && begins_fan(mesh, side))
            (*count)++;
    }
    for (uint32_t side = 0; fans && side < mesh->side_count; side++)
        mesh->sides[side].is_pinched = fans[mesh->sides[side].corner] > 1;
    bool is_done = fans != NULL;
    free(fans);
    return is_done;
}

/// Notes where in a cell its ways are: a passage by the places of its two ends, one XOR the other, so that
/// who comes in at one finds the other.
static void mark_ways(struct navmesh *mesh, uint32_t at)
{
    enum { PLACES = 16 }; // that a passage has bits for
    struct mesh_cell *cell = &mesh->cells[at];
    uint32_t places[2] = {0};
    uint32_t count = 0;
    for (uint32_t side = cell->first_side; side < cell[1].first_side; side++) {
        if (!mesh->sides[side].is_dead_end && count++ < 2)
            places[count - 1] = side - cell->first_side;
    }
    cell->passage = count == 2 && places[1] < PLACES ? places[0] ^ places[1] : 0;
    bool is_in_tree = count == 1 && marks_is_plain(mesh, cell->first_side + places[0]);
    uint32_t way_out = places[0] + 1 < MARKS_ASIDE ? places[0] + 1 : MARKS_ASIDE;
    cell->way_out = is_in_tree ? way_out : 0;
}

static void part(struct mesh_layer *layer, uint32_t corner)
{
    layer->parted[corner / 8] |= (uint8_t)(1U << corner % 8);
}

/// Cells around a corner, walked from one over its side that starts there to the next, end where that side is
/// closed: at a wall once, or the corner is parted.
static bool mark_parted(const struct navmesh *mesh, struct mesh_layer *layer)
{
    if (!layer->openings)
        return true;
    bool *has_end = calloc(mesh->corner_count + 1, sizeof *has_end);
    layer->parted = calloc(mesh->corner_count / 8 + 1, sizeof *layer->parted);
    for (uint32_t side = 0; has_end && layer->parted && side < mesh->side_count; side++) {
        uint32_t corner = mesh->sides[side].corner;
        if (!marks_is_plain(mesh, side) || !mesh_link_is_open(layer, side)) {
            if (has_end[corner] || !mesh->sides[side].is_wall_end)
                part(layer, corner);
            has_end[corner] = true;
            continue;
        }
        uint32_t after = mesh->sides[mesh_next_side(mesh, mesh->sides[side].link)].corner;
        if (after != corner) {
            part(layer, corner);
            part(layer, after);
        }
    }
    bool is_done = has_end && layer->parted;
    free(has_end);
    return is_done;
}

bool marks_make(struct navmesh *mesh)
{
    if (!mark_dead_ends(mesh) || !mark_pinched(mesh))
        return false;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        mark_ways(mesh, cell);
    for (size_t i = 0; i < mesh->layer_count; i++) {
        if (!mark_parted(mesh, &mesh->layers[i]))
            return false;
    }
    return true;
}

uint32_t marks_find_way_out(const struct navmesh *mesh, uint32_t cell)
{
    uint32_t side = mesh->cells[cell].first_side;
    while (mesh->sides[side].is_dead_end)
        side++;
    return side;
}
