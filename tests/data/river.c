#include "tests/data/river.h"

#include <stdio.h>
#include <stdlib.h>

#include "nav/mesh_make.h"

enum { STEP_MM = 300 };

static const struct mesh_agent agents[] = {{0, 1800}, {200, 1800}};

static void require(bool is_made)
{
    if (is_made)
        return;
    fputs("river: not enough memory\n", stderr);
    abort();
}

/// Two banks and a bridge of a chunk of its own: cells 0, 1 and 2 in the order west, bridge, east.
struct river {
    struct mesh_corner corners[12];
    uint32_t cell_corners[12];
    uint32_t cell_firsts[4];
    uint32_t cell_chunks[3];
    struct mesh_ground grounds[2];
    uint32_t cell_grounds[3];
};

static struct mesh_input river_input(struct river *river)
{
    static const int32_t xs[] = {0, 5000, 9000, 14000};
    for (int32_t cell = 0; cell < 3; cell++) {
        int32_t low = xs[cell];
        int32_t high = xs[cell + 1];
        struct geo_point places[] = {{low, 0}, {high, 0}, {high, 3000}, {low, 3000}};
        for (int32_t k = 0; k < 4; k++) {
            river->corners[4 * cell + k] = (struct mesh_corner){places[k], 0};
            river->cell_corners[4 * cell + k] = (uint32_t)(4 * cell + k);
        }
        river->cell_firsts[cell + 1] = (uint32_t)(4 * cell + 4);
        river->cell_chunks[cell] = cell == 1;
        river->cell_grounds[cell] = cell == 1;
    }
    river->grounds[1].surface = 1;
    return (struct mesh_input){.corners = river->corners,
                               .corner_count = 12,
                               .cell_corners = river->cell_corners,
                               .cell_firsts = river->cell_firsts,
                               .cell_count = 3,
                               .cell_grounds = river->cell_grounds,
                               .grounds = river->grounds,
                               .ground_count = 2,
                               .cell_chunks = river->cell_chunks,
                               .chunk_count = 2,
                               .agents = agents,
                               .agent_count = 2,
                               .step_mm = STEP_MM};
}

struct navmesh *river_make(void)
{
    static struct river river;
    struct mesh_input input = river_input(&river);
    struct navmesh *mesh = navmesh_create(&input);
    require(mesh != NULL);
    return mesh;
}

struct navmesh *river_make_bridge(int32_t ceiling_mm)
{
    static struct river river;
    struct mesh_input input = river_input(&river);
    input.cell_corners += 4;
    uint32_t firsts[] = {0, 4};
    uint32_t ground = 1;
    input.cell_firsts = firsts;
    input.cell_grounds = &ground;
    input.cell_count = 1;
    input.cell_chunks = NULL;
    river.grounds[1].has_ceiling = ceiling_mm > 0;
    for (int k = 0; k < 3; k++)
        river.grounds[1].ceiling[k] = (struct mesh_corner){river.corners[k].at, ceiling_mm};
    struct navmesh *part = navmesh_create(&input);
    require(part != NULL);
    return part;
}
