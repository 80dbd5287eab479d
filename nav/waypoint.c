#include "nav/waypoint.h"

#include <assert.h>

uint32_t waypoint_chunk(const struct navmesh *mesh, uint32_t cell)
{
    uint32_t low = 0;
    uint32_t high = (uint32_t)mesh->chunk_count;
    assert(cell < mesh->cell_count);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (mesh->chunks[middle].first_cell <= cell)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct waypoint_id waypoint_name(const struct navmesh *mesh, uint32_t cell)
{
    uint32_t chunk = waypoint_chunk(mesh, cell);
    return (struct waypoint_id){chunk, mesh->chunks[chunk].version, cell - mesh->chunks[chunk].first_cell};
}

uint32_t waypoint_find(const struct navmesh *mesh, struct waypoint_id id)
{
    if (id.chunk >= mesh->chunk_count || mesh->chunks[id.chunk].version != id.version)
        return MESH_NONE;
    const struct mesh_chunk *chunk = &mesh->chunks[id.chunk];
    return id.number < chunk[1].first_cell - chunk->first_cell ? chunk->first_cell + id.number : MESH_NONE;
}
