#include "nav/tool/bench_modes.h"

#include <stdlib.h>
#include <string.h>

#include "nav/corridor.h"
#include "nav/cost_to_go.h"
#include "nav/exact.h"
#include "nav/path.h"
#include "nav/tool/bench_ends.h"

enum {
    CACHE_BYTES_MAX = 64 << 20,
    CACHE_TARGETS_MAX = 64,
    MESH_VERSION = 1, // there is one mesh only
};

struct bench_modes {
    const struct bench_case *measured;
    struct path_query *query;
    struct corridor *corridor;
    struct exact_query *exact;
    struct cost_to_go *costs;
    const struct funnel_point *points; // of the line found last
    size_t point_count;
};

static double length_mm(void *context)
{
    const struct bench_modes *modes = context;
    return funnel_line_length(modes->points, modes->point_count);
}

static bool are_apart(const struct bench_modes *modes, const struct bench_query *query)
{
    const struct mesh_layer *layer = modes->measured->mesh->layers;
    return mesh_component(layer, query->start.cell) != mesh_component(layer, query->end.cell);
}

static struct path_request request_of(const struct bench_modes *modes, const struct bench_query *query)
{
    const struct navmesh *mesh = modes->measured->mesh;
    return (struct path_request){
        .mesh = mesh, .layer = mesh->layers, .start = query->start, .goals = &query->end, .goal_count = 1};
}

/// Searches the cells to cross, then pulls a line through them.
static enum bench_outcome find_funnel(void *context, const struct bench_query *query)
{
    struct bench_modes *modes = context;
    const struct navmesh *mesh = modes->measured->mesh;
    struct path path;
    if (are_apart(modes, query))
        return BENCH_UNREACHABLE;
    struct path_request request = request_of(modes, query);
    enum path_status status = path_query_find(modes->query, &request, &path);
    if (status != PATH_FOUND)
        return status == PATH_NONE ? BENCH_UNREACHABLE : BENCH_BUDGET;
    modes->point_count =
        corridor_pull(modes->corridor, mesh, mesh->layers, query->start, &path, &modes->points);
    return BENCH_FOUND;
}

static enum bench_outcome take_line(struct bench_modes *modes, enum path_status status)
{
    if (status != PATH_FOUND)
        return status == PATH_NONE ? BENCH_UNREACHABLE : BENCH_BUDGET;
    modes->point_count = exact_query_line(modes->exact, &modes->points);
    return BENCH_FOUND;
}

/// Searches the shortest line itself.
static enum bench_outcome find_exact(void *context, const struct bench_query *query)
{
    struct bench_modes *modes = context;
    struct path path;
    struct path_request request = request_of(modes, query);
    return take_line(modes, exact_query_find(modes->exact, &request, &path));
}

/// Follows what is kept of the goal.
static enum bench_outcome find_cached(void *context, const struct bench_query *query)
{
    struct bench_modes *modes = context;
    struct path path;
    struct path_request request = request_of(modes, query);
    return take_line(modes, cost_to_go_find(modes->costs, modes->exact, MESH_VERSION, &request, &path));
}

/// The first question for a goal: nothing is kept of it yet.
static void fill_cache(void *context, const struct bench_query *query)
{
    struct bench_modes *modes = context;
    cost_to_go_forget(modes->costs, MESH_VERSION);
    (void)find_cached(context, query);
}

struct bench_modes *bench_modes_create(const struct bench_case *measured)
{
    struct bench_modes *modes = calloc(1, sizeof *modes);
    if (!modes)
        return NULL;
    modes->measured = measured;
    modes->query = path_query_create(measured->mesh->cell_count, measured->mesh->cell_count);
    modes->corridor = corridor_create(measured->mesh->cell_count);
    struct exact_limits limits = bench_exact_limits(measured->mesh);
    modes->exact = exact_query_create(&limits);
    modes->costs = cost_to_go_create(CACHE_BYTES_MAX, CACHE_TARGETS_MAX);
    if (modes->query && modes->corridor && modes->exact && modes->costs)
        return modes;
    bench_modes_destroy(modes);
    return NULL;
}

void bench_modes_destroy(struct bench_modes *modes)
{
    if (!modes)
        return;
    path_query_destroy(modes->query);
    corridor_destroy(modes->corridor);
    cost_to_go_destroy(modes->costs);
    exact_query_destroy(modes->exact);
    free(modes);
}

bool bench_modes_find(struct bench_modes *modes, const char *name, struct bench_finder *finder)
{
    const struct bench_finder finders[] = {
        {.name = "funnel", .context = modes, .find = find_funnel, .length_mm = length_mm},
        {.name = "exact", .context = modes, .find = find_exact, .length_mm = length_mm},
        {.name = "cached", .context = modes, .fill = fill_cache, .find = find_cached, .length_mm = length_mm},
    };
    for (size_t i = 0; i < sizeof finders / sizeof finders[0]; i++) {
        if (strcmp(finders[i].name, name) != 0)
            continue;
        *finder = finders[i];
        return true;
    }
    return false;
}
