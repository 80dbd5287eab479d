#include "nav/tool/bench_ends.h"

#include <math.h>
#include <stdlib.h>

enum {
    PARTS_MAX = 16,       // of the ground around a corner; more than ever touch
    WINDOWS_PER_SIDE = 8, // that a search may visit; on all meshes at hand 1 would do
};

struct bench_ends {
    const struct navmesh *mesh;
    uint32_t *firsts; // per corner and one more: its first in `sides`
    uint32_t *sides;  // that begin at the corners
    struct exact_query *query;
};

/// Cells around a corner, one of each part that walls keep apart.
struct parts {
    uint32_t cells[PARTS_MAX];
    size_t count;
};

static bool sort_sides(struct bench_ends *ends)
{
    const struct navmesh *mesh = ends->mesh;
    ends->firsts = calloc(mesh->corner_count + 2, sizeof *ends->firsts);
    ends->sides = calloc(mesh->side_count + 1, sizeof *ends->sides);
    if (!ends->firsts || !ends->sides)
        return false;
    for (uint32_t side = 0; side < mesh->side_count; side++)
        ends->firsts[mesh->sides[side].corner + 2]++;
    for (size_t corner = 1; corner <= mesh->corner_count; corner++)
        ends->firsts[corner + 1] += ends->firsts[corner];
    for (uint32_t side = 0; side < mesh->side_count; side++)
        ends->sides[ends->firsts[mesh->sides[side].corner + 1]++] = side;
    return true;
}

/// Each part but one that goes all around begins behind a wall that ends at the corner.
static void collect_parts(const struct bench_ends *ends, uint32_t corner, struct parts *parts)
{
    for (uint32_t i = ends->firsts[corner]; i < ends->firsts[corner + 1] && parts->count < PARTS_MAX; i++) {
        uint32_t side = ends->sides[i];
        if (mesh_is_wall(ends->mesh, mesh_previous_side(ends->mesh, side)))
            parts->cells[parts->count++] = ends->mesh->sides[side].cell;
    }
}

/// @return the cells in which a way may end; at least its own
static struct parts parts_at(const struct bench_ends *ends, const struct path_place *place)
{
    const struct navmesh *mesh = ends->mesh;
    struct parts parts = {0};
    const struct mesh_cell *cell = &mesh->cells[place->cell];
    for (uint32_t side = cell->first_side; side < cell[1].first_side; side++) {
        struct geo_place corner = geo_place_of(mesh_side_start(mesh, side)->at);
        if (corner.x == place->at.x && corner.z == place->at.z)
            collect_parts(ends, mesh->sides[side].corner, &parts);
    }
    if (parts.count < 2)
        parts = (struct parts){.cells = {place->cell}, .count = 1};
    return parts;
}

/// @return INFINITY when there is no way
static double way_mm(struct bench_ends *ends, const struct path_place *start, const struct path_place *end)
{
    struct path path;
    struct path_request request = {
        .mesh = ends->mesh, .layer = ends->mesh->layers, .start = *start, .goals = end, .goal_count = 1};
    return exact_query_find(ends->query, &request, &path) == PATH_FOUND ? path.length_mm : INFINITY;
}

struct exact_limits bench_exact_limits(const struct navmesh *mesh)
{
    return (struct exact_limits){.cells_max = mesh->cell_count,
                                 .corners_max = mesh->corner_count,
                                 .sides_max = mesh->side_count,
                                 .nodes_max = WINDOWS_PER_SIDE * mesh->side_count};
}

struct bench_ends *bench_ends_create(const struct navmesh *mesh)
{
    struct bench_ends *ends = calloc(1, sizeof *ends);
    if (!ends)
        return NULL;
    struct exact_limits limits = bench_exact_limits(mesh);
    ends->mesh = mesh;
    ends->query = exact_query_create(&limits);
    if (ends->query && sort_sides(ends))
        return ends;
    bench_ends_destroy(ends);
    return NULL;
}

void bench_ends_destroy(struct bench_ends *ends)
{
    if (!ends)
        return;
    exact_query_destroy(ends->query);
    free(ends->firsts);
    free(ends->sides);
    free(ends);
}

void bench_ends_choose(struct bench_ends *ends, struct path_place *start, struct path_place *end)
{
    struct parts starts = parts_at(ends, start);
    struct parts goals = parts_at(ends, end);
    double best_mm = INFINITY;
    if (starts.count == 1 && goals.count == 1)
        return;
    for (size_t i = 0; i < starts.count; i++) {
        for (size_t k = 0; k < goals.count; k++) {
            struct path_place from = {.at = start->at, .cell = starts.cells[i]};
            struct path_place to = {.at = end->at, .cell = goals.cells[k]};
            double length_mm = way_mm(ends, &from, &to);
            if (length_mm >= best_mm)
                continue;
            best_mm = length_mm;
            start->cell = from.cell;
            end->cell = to.cell;
        }
    }
}
