#include "tests/data/test_board.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "nav/mesh_make.h"
#include "tests/data/random_region.h"

enum { FIELD_SQUARES = 12, SQUARE_MM = 1000 };

/// Makes a mesh whose cells are the squares of a board that are not taken away.
static struct navmesh *make_board(const bool *is_there, int32_t offset_x, int32_t offset_z)
{
    enum { POINTS = FIELD_SQUARES + 1, SQUARES = FIELD_SQUARES * FIELD_SQUARES };
    struct mesh_corner corners[POINTS * POINTS];
    uint32_t cell_corners[4 * SQUARES];
    uint32_t firsts[SQUARES + 1] = {0};
    size_t cells = 0;
    for (int i = 0; i < POINTS * POINTS; i++)
        corners[i] = (struct mesh_corner){
            .at = {offset_x + i % POINTS * SQUARE_MM, offset_z + i / POINTS * SQUARE_MM}};
    for (uint32_t i = 0; i < SQUARES; i++) {
        uint32_t first = i / FIELD_SQUARES * POINTS + i % FIELD_SQUARES;
        uint32_t square[4] = {first, first + 1, first + POINTS + 1, first + POINTS};
        if (!is_there[i])
            continue;
        memcpy(&cell_corners[4 * cells], square, sizeof square);
        cells++;
        firsts[cells] = (uint32_t)(4 * cells);
    }
    struct mesh_ground ground = {0};
    struct mesh_agent agent = {0};
    struct mesh_input input = {.corners = corners,
                               .corner_count = POINTS * POINTS,
                               .cell_corners = cell_corners,
                               .cell_firsts = firsts,
                               .cell_count = cells,
                               .grounds = &ground,
                               .ground_count = 1,
                               .agents = &agent,
                               .agent_count = 1,
                               .step_mm = 100};
    struct navmesh *mesh = navmesh_create(&input);
    if (!mesh)
        abort();
    return mesh;
}

struct navmesh *test_board_make(uint64_t seed, int32_t offset_x, int32_t offset_z)
{
    bool is_there[FIELD_SQUARES * FIELD_SQUARES];
    uint64_t random = seed;
    for (size_t i = 0; i < FIELD_SQUARES * FIELD_SQUARES; i++)
        is_there[i] = seed_between(&random, 0, 9) < 7;
    is_there[0] = true;
    return make_board(is_there, offset_x, offset_z);
}

struct path_place test_board_place(const struct navmesh *mesh, uint64_t *random)
{
    uint32_t cell = (uint32_t)seed_between(random, 0, (int32_t)mesh->cell_count - 1);
    struct geo_point corner = mesh_side_start(mesh, mesh->cells[cell].first_side)->at;
    return (struct path_place){
        .at = {corner.x + seed_between(random, 0, 4) * 250, corner.z + seed_between(random, 0, 4) * 250},
        .cell = cell};
}
