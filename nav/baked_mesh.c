#include "nav/baked_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nav/chunk.h"
#include "nav/layer.h"
#include "nav/marks.h"

size_t baked_mesh_wide_count(const struct navmesh *mesh)
{
    size_t count = 0;
    for (size_t i = 0; i < mesh->layer_count; i++)
        count += mesh->layers[i].agent.radius_mm > 0;
    return count;
}

// ---- flat --------------------------------------------------------------------------------------

static size_t flatten_openings(const struct navmesh *mesh, const struct mesh_layer *layer,
                               struct mesh_opening *openings)
{
    size_t count = 0;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link))
            openings[count++] = layer->openings[link];
    }
    return count;
}

bool baked_mesh_flatten(struct navmesh *mesh, struct baked_mesh *flat)
{
    size_t links_max = mesh_link_count(mesh);
    size_t wide_count = baked_mesh_wide_count(mesh);
    flat->link_counts = calloc(mesh->side_count + 1, sizeof *flat->link_counts);
    flat->links = calloc(links_max + 1, sizeof *flat->links);
    flat->openings = calloc(wide_count * links_max + 1, sizeof *flat->openings);
    flat->mesh = mesh;
    if (!flat->link_counts || !flat->links || !flat->openings)
        return false;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            flat->links[flat->link_count++] = mesh_link_side(mesh, link);
            flat->link_counts[side]++;
        }
    }
    for (size_t i = 0; i < mesh->layer_count; i++) {
        if (mesh->layers[i].agent.radius_mm > 0)
            flat->opening_count +=
                flatten_openings(mesh, &mesh->layers[i], flat->openings + flat->opening_count);
    }
    return true;
}

// ---- whole -------------------------------------------------------------------------------------

static bool restore_links(const struct baked_mesh *flat)
{
    struct navmesh *mesh = flat->mesh;
    size_t next = 0;
    mesh->shared = calloc(flat->link_count + 1, sizeof *mesh->shared);
    if (!mesh->shared)
        return false;
    for (size_t side = 0; side < mesh->side_count; side++) {
        uint32_t count = flat->link_counts[side];
        mesh->sides[side].link = count == 1 ? flat->links[next] : MESH_WALL;
        if (count > 1) {
            mesh->sides[side].link = MESH_SHARED + (uint32_t)mesh->shared_count;
            memcpy(mesh->shared + mesh->shared_count, flat->links + next, count * sizeof *mesh->shared);
            mesh->shared_count += count;
            mesh->shared[mesh->shared_count - 1] |= MESH_SHARED;
        }
        next += count;
    }
    void *less = realloc(mesh->shared, (mesh->shared_count + 1) * sizeof *mesh->shared);
    mesh->shared = less ? less : mesh->shared;
    return true;
}

/// @param[in,out] next  of the flat mesh's openings
static bool restore_openings(const struct baked_mesh *flat, struct mesh_layer *layer, size_t *next)
{
    const struct navmesh *mesh = flat->mesh;
    layer->openings = calloc(mesh_link_count(mesh) + 1, sizeof *layer->openings);
    for (size_t i = 0; layer->openings && i < mesh_link_count(mesh); i++)
        layer->openings[i].from = NAN;
    for (uint32_t side = 0; layer->openings && side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link))
            layer->openings[link] = flat->openings[(*next)++];
    }
    return layer->openings;
}

static bool restore_layers(const struct baked_mesh *flat)
{
    struct navmesh *mesh = flat->mesh;
    size_t next = 0;
    for (size_t i = 0; i < mesh->layer_count; i++) {
        struct mesh_layer *layer = &mesh->layers[i];
        bool has_openings = layer->agent.radius_mm == 0 || restore_openings(flat, layer, &next);
        if (!has_openings || !layer_make(mesh, layer))
            return false;
    }
    return true;
}

/// The boxes around the chunks' corners.
static void restore_boxes(struct navmesh *mesh)
{
    for (size_t i = 0; i < mesh->chunk_count; i++) {
        struct mesh_chunk *chunk = &mesh->chunks[i];
        for (uint32_t k = chunk->first_corner; k < chunk[1].first_corner; k++) {
            struct geo_point at = mesh->corners[k].at;
            bool is_first = k == chunk->first_corner;
            struct geo_point points[] = {is_first ? at : chunk->box.low, is_first ? at : chunk->box.high, at};
            chunk->box = geo_bounds(points, 3);
        }
    }
}

bool baked_mesh_restore(const struct baked_mesh *flat)
{
    restore_boxes(flat->mesh);
    return restore_links(flat) && chunk_mark_borders(flat->mesh) && restore_layers(flat) &&
           layer_mark_walls(flat->mesh) && marks_make(flat->mesh);
}

void baked_mesh_finish(struct baked_mesh *flat)
{
    free(flat->link_counts);
    free(flat->links);
    free(flat->openings);
    *flat = (struct baked_mesh){0};
}
