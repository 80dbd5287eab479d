#include "tests/data/imported.h"

#include <stdlib.h>
#include <string.h>

#include "nav/corridor.h"
#include "nav/exact.h"
#include "nav/locate.h"
#include "nav/path.h"

/// Twice the area of a cell; -1 when one of its corners bends inwards.
static int64_t cell_area(const struct navmesh *mesh, uint32_t cell)
{
    int64_t area = 0;
    uint32_t first = mesh->cells[cell].first_side;
    for (uint32_t side = first; side < mesh->cells[cell + 1].first_side; side++) {
        struct geo_point a = mesh_side_start(mesh, side)->at;
        struct geo_point b = mesh_side_end(mesh, side)->at;
        if (geo_cross(a, b, mesh_side_end(mesh, mesh_next_side(mesh, side))->at) < 0)
            return -1;
        area += geo_cross(mesh_side_start(mesh, first)->at, a, b);
    }
    return area;
}

/// Twice the area of all polygons.
static int64_t polygons_area(const struct import_polygons *polygons)
{
    int64_t area = 0;
    for (uint32_t side = 0; side < polygons->side_count; side++) {
        uint32_t first = polygons->polygons[polygons->sides[side].polygon].first_side;
        uint32_t next = import_next_side(polygons, side);
        area += geo_cross(polygons->corners[polygons->sides[first].corner].at,
                          polygons->corners[polygons->sides[side].corner].at,
                          polygons->corners[polygons->sides[next].corner].at);
    }
    return area;
}

bool imported_is_covered(const struct import_polygons *polygons, const struct navmesh *mesh)
{
    int64_t covered = 0;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        int64_t area = cell_area(mesh, cell);
        if (area <= 0)
            return false;
        covered += area;
    }
    return covered == polygons_area(polygons);
}

static void require(bool is_kept)
{
    if (!is_kept)
        abort();
}

static struct path_place middle_of(const struct navmesh *mesh, uint32_t cell)
{
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t end = mesh->cells[cell + 1].first_side;
    struct path_place place = {.cell = cell};
    for (uint32_t side = first; side < end; side++) {
        place.at.x += (double)mesh_side_start(mesh, side)->at.x / (end - first);
        place.at.z += (double)mesh_side_start(mesh, side)->at.z / (end - first);
    }
    return place;
}

/// What it takes to find ways.
struct searches {
    struct path_query *query;
    struct corridor *corridor;
    struct exact_query *exact;
};

/// Both searches find a way where there is one, and none is shorter than the exact one.
static void find_way(const struct searches *searches, const struct path_request *request)
{
    const double slack_mm = 0.01; // of sums of doubles
    const struct mesh_layer *layer = request->layer;
    const struct funnel_point *points;
    struct path path;
    bool is_joined =
        mesh_component(layer, request->start.cell) == mesh_component(layer, request->goals->cell);
    enum path_status status = path_query_find(searches->query, request, &path);
    require((status == PATH_FOUND) == is_joined);
    if (!is_joined)
        return;
    size_t count = corridor_pull(searches->corridor, request->mesh, layer, request->start, &path, &points);
    require(count >= 1);
    double pulled_mm = funnel_line_length(points, count);
    require(exact_query_find(searches->exact, request, &path) == PATH_FOUND);
    require(path.length_mm <= pulled_mm + slack_mm);
    require(path.length_mm >= geo_place_distance(request->start.at, request->goals->at) - slack_mm);
}

/// From every cell to the first one.
static void find_ways(const struct navmesh *mesh)
{
    enum { CELLS_MAX = 50 };
    struct exact_limits limits = {.cells_max = mesh->cell_count,
                                  .corners_max = mesh->corner_count,
                                  .sides_max = mesh->side_count,
                                  .nodes_max = 100 * mesh->side_count};
    struct searches searches = {.query = path_query_create(mesh->cell_count, mesh->cell_count),
                                .corridor = corridor_create(mesh->cell_count),
                                .exact = exact_query_create(&limits)};
    require(searches.query && searches.corridor && searches.exact);
    struct path_place goal = middle_of(mesh, 0);
    for (uint32_t cell = 0; cell < mesh->cell_count && cell < CELLS_MAX; cell++) {
        struct path_request request = {.mesh = mesh,
                                       .layer = mesh->layers,
                                       .start = middle_of(mesh, cell),
                                       .goals = &goal,
                                       .goal_count = 1};
        find_way(&searches, &request);
    }
    exact_query_destroy(searches.exact);
    corridor_destroy(searches.corridor);
    path_query_destroy(searches.query);
}

static void make_both_ways(const struct import_polygons *polygons)
{
    static const enum import_merging mergings[] = {IMPORT_AS_IS, IMPORT_MERGED};
    for (int i = 0; i < 2; i++) {
        static struct report report;
        struct import_cells cells;
        report.count = 0;
        bool is_made = import_cells_make("fuzz", polygons, mergings[i], &cells, &report);
        require(is_made == (report.count == 0));
        struct navmesh *mesh = is_made ? import_cells_connect(&cells, polygons) : NULL;
        struct locator *locator = mesh ? locator_create(mesh) : NULL;
        require(!mesh || locator);
        if (mesh) {
            require(imported_is_covered(polygons, mesh));
            find_ways(mesh);
        }
        locator_destroy(locator);
        navmesh_destroy(mesh);
        import_cells_finish(&cells);
    }
}

void imported_exercise(imported_reader *reader, const char *file, const uint8_t *data, size_t size)
{
    static struct report report;
    struct import_polygons polygons;
    char *text = calloc(size + 1, 1);
    require(text);
    if (size > 0)
        memcpy(text, data, size);
    report.count = 0;
    bool is_taken = reader(file, text, size, &polygons, &report);
    require(is_taken == (report.count == 0));
    if (is_taken)
        make_both_ways(&polygons);
    import_polygons_finish(&polygons);
    free(text);
}
