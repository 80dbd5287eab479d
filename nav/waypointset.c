#include "nav/waypointset.h"

#include <stdlib.h>

#include "nav/disjoint.h"

/// Joins the cells of a chunk that one can step between.
static void join(const struct navmesh *mesh, const struct mesh_layer *layer, const struct mesh_chunk *chunk,
                 uint32_t *joined)
{
    for (uint32_t side = chunk->first_side; side < chunk[1].first_side; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            uint32_t cell = mesh_link_cell(mesh, link);
            bool is_here = cell >= chunk->first_cell && cell < chunk[1].first_cell;
            if (is_here && mesh_link_is_open(layer, link))
                disjoint_join(joined, mesh->sides[side].cell, cell);
        }
    }
}

/// Numbers the sets of a chunk.
/// @param sets_of_cells  MESH_NONE where there is no number yet
static void number(struct mesh_layer *layer, const struct navmesh *mesh, uint32_t chunk, uint32_t *joined,
                   uint32_t *sets_of_cells)
{
    for (uint32_t cell = mesh->chunks[chunk].first_cell; cell < mesh->chunks[chunk + 1].first_cell; cell++) {
        uint32_t *set = &sets_of_cells[disjoint_find(joined, cell)];
        if (*set == MESH_NONE) {
            *set = (uint32_t)layer->set_count++;
            layer->sets[*set].chunk = chunk;
        }
        sets_of_cells[cell] = *set;
    }
}

static void make_sets(const struct navmesh *mesh, struct mesh_layer *layer, uint32_t *joined,
                      uint32_t *sets_of_cells)
{
    disjoint_init(joined, mesh->cell_count);
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        sets_of_cells[cell] = MESH_NONE;
    for (uint32_t chunk = 0; chunk < mesh->chunk_count; chunk++) {
        join(mesh, layer, &mesh->chunks[chunk], joined);
        number(layer, mesh, chunk, joined, sets_of_cells);
    }
    void *less = realloc(layer->sets, (layer->set_count + 1) * sizeof *layer->sets);
    layer->sets = less ? less : layer->sets;
}

bool waypointset_make(const struct navmesh *mesh, struct mesh_layer *layer)
{
    uint32_t *joined = calloc(mesh->cell_count + 1, sizeof *joined);
    uint32_t *sets_of_cells = calloc(mesh->cell_count + 1, sizeof *sets_of_cells);
    layer->sets = calloc(mesh->cell_count + 1, sizeof *layer->sets);
    bool is_done = joined && sets_of_cells && layer->sets;
    if (is_done) {
        make_sets(mesh, layer, joined, sets_of_cells);
        is_done = numbers_init(&layer->sets_of_cells, mesh->cell_count, (uint32_t)layer->set_count);
    }
    for (uint32_t cell = 0; is_done && cell < mesh->cell_count; cell++)
        numbers_set(&layer->sets_of_cells, cell, sets_of_cells[cell]);
    free(joined);
    free(sets_of_cells);
    return is_done;
}
