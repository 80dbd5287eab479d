#include "nav/tool/bench_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nav/import_dnav.h"
#include "nav/import_mesh.h"
#include "nav/import_queries.h"
#include "nav/tool/bench_ends.h"

/// How far an end may lie outside of the polygon that its query names: the polygon was rounded.
static const double outside_max_mm = 5;

/// What loading needs on the way.
struct loader {
    const char *mesh_file;
    const char *queries_file;
    struct report *report;
    struct import_polygons polygons;
    struct import_cells cells;
    struct import_queries queries;
    struct bench_ends *ends;
    struct bench_case *made;
};

double bench_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool has_end(const char *file, const char *end)
{
    size_t size = strlen(file);
    size_t end_size = strlen(end);
    return size >= end_size && strcmp(file + size - end_size, end) == 0;
}

// ---- mesh ------------------------------------------------------------------------------------

static bool read_polygons(struct loader *loader)
{
    const char *file = loader->mesh_file;
    size_t size_bytes;
    bool is_dnav = has_end(file, ".dnav");
    if (!is_dnav && !has_end(file, ".mesh")) {
        report_add(loader->report, file, "", "is neither a .mesh nor a .dnav; rename it after its format");
        return false;
    }
    char *bytes = import_text_load(file, &size_bytes, loader->report);
    if (!bytes)
        return false;
    bool is_read = is_dnav ? import_dnav_read(file, bytes, size_bytes, &loader->polygons, loader->report)
                           : import_mesh_read(file, bytes, size_bytes, &loader->polygons, loader->report);
    free(bytes);
    return is_read;
}

static bool make_mesh(struct loader *loader, enum import_merging merging)
{
    struct bench_case *made = loader->made;
    double begun_s = bench_now_s();
    if (!read_polygons(loader))
        return false;
    double read_s = bench_now_s();
    if (!import_cells_make(loader->mesh_file, &loader->polygons, merging, &loader->cells, loader->report))
        return false;
    double merged_s = bench_now_s();
    made->mesh = import_cells_connect(&loader->cells, &loader->polygons);
    made->locator = made->mesh ? locator_create(made->mesh) : NULL;
    if (!made->locator) {
        report_add(loader->report, loader->mesh_file, "",
                   "memory ran out, or a polygon has too many sides; make the mesh smaller");
        return false;
    }
    made->polygon_count = loader->polygons.polygon_count;
    made->making = (struct bench_making){
        .read_s = read_s - begun_s, .merge_s = merged_s - read_s, .connect_s = bench_now_s() - merged_s};
    return true;
}

// ---- queries ---------------------------------------------------------------------------------

static bool read_queries(struct loader *loader)
{
    const char *file = loader->queries_file;
    size_t size_bytes;
    bool is_csv = has_end(file, ".csv");
    if (!is_csv && !has_end(file, ".scen")) {
        report_add(loader->report, file, "", "is neither a .scen nor a .csv; rename it after its format");
        return false;
    }
    char *bytes = import_text_load(file, &size_bytes, loader->report);
    if (!bytes)
        return false;
    bool is_read = is_csv
                       ? import_queries_read_csv(file, bytes, size_bytes, loader->polygons.polygon_count,
                                                 &loader->queries, loader->report)
                       : import_queries_read_scen(file, bytes, size_bytes, &loader->queries, loader->report);
    free(bytes);
    return is_read;
}

/// Puts an end on the polygon that its query names.
static bool put_on_polygon(struct loader *loader, const struct import_query *query,
                           const struct import_place *place, uint32_t polygon, struct path_place *end)
{
    const struct navmesh *mesh = loader->made->mesh;
    struct geo_place at = import_plan_of(&loader->polygons, *place);
    double outside_mm = import_cells_find(&loader->cells, &loader->polygons, mesh, polygon, at, &end->cell);
    end->at = outside_mm > 0 ? mesh_cell_nearest(mesh, end->cell, at) : at;
    if (outside_mm <= outside_max_mm)
        return true;
    char line[REPORT_PLACE_MAX];
    (void)snprintf(line, sizeof line, "line %zu", query->line);
    report_add(loader->report, loader->queries_file, line,
               "an end lies %.3f m outside of polygon %u, which it names; correct the place, or write -1",
               outside_mm / 1000, polygon);
    return false;
}

/// Finds an end on the mesh.
/// @param component  that it should lie in; MESH_NONE: any
static bool locate(const struct loader *loader, const struct import_place *place, uint32_t component,
                   struct path_place *end)
{
    const struct bench_case *made = loader->made;
    struct locator_place asked = {.at = import_plan_of(&loader->polygons, *place),
                                  .height_mm = (place->y - loader->polygons.origin.y) * 1000};
    struct locator_place found;
    if (!locator_find(made->locator, made->mesh->layers, &asked, component, &found))
        return false;
    *end = (struct path_place){.at = found.at, .cell = found.cell};
    return true;
}

static uint32_t component_of(const struct loader *loader, const struct path_place *end)
{
    return mesh_component(loader->made->mesh->layers, end->cell);
}

/// Finds the ends that have no polygon. A place may lie on several components that touch there: the one that
/// the other end lies on is meant.
static void locate_ends(const struct loader *loader, const struct import_query *query,
                        struct bench_query *located)
{
    bool has_start = query->start_polygon != MESH_NONE;
    bool has_end = query->end_polygon != MESH_NONE;
    bool is_found = (has_start || locate(loader, &query->start, MESH_NONE, &located->start)) &&
                    (has_end || locate(loader, &query->end, MESH_NONE, &located->end));
    located->is_off_mesh = !is_found;
    if (!is_found)
        return;
    uint32_t start_component = component_of(loader, &located->start);
    uint32_t end_component = component_of(loader, &located->end);
    if (start_component != end_component &&
        (has_end || !locate(loader, &query->end, start_component, &located->end)) && !has_start)
        (void)locate(loader, &query->start, end_component, &located->start);
    if (!has_start && !has_end)
        bench_ends_choose(loader->ends, &located->start, &located->end);
}

static bool find_ends(struct loader *loader)
{
    struct bench_case *made = loader->made;
    made->queries = calloc(loader->queries.count + 1, sizeof *made->queries);
    loader->ends = bench_ends_create(made->mesh);
    if (!made->queries || !loader->ends) {
        report_add(loader->report, loader->queries_file, "", "memory ran out; use fewer queries");
        return false;
    }
    for (size_t i = 0; i < loader->queries.count; i++) {
        const struct import_query *query = &loader->queries.queries[i];
        struct bench_query *located = &made->queries[made->query_count++];
        located->reference_mm = query->reference_m * 1000;
        if (query->start_polygon != MESH_NONE &&
            !put_on_polygon(loader, query, &query->start, query->start_polygon, &located->start))
            return false;
        if (query->end_polygon != MESH_NONE &&
            !put_on_polygon(loader, query, &query->end, query->end_polygon, &located->end))
            return false;
        locate_ends(loader, query, located);
    }
    return true;
}

bool bench_case_load(const char *mesh_file, const char *queries_file, enum import_merging merging,
                     struct bench_case *made, struct report *report)
{
    struct loader loader = {
        .mesh_file = mesh_file, .queries_file = queries_file, .report = report, .made = made};
    *made = (struct bench_case){0};
    bool is_loaded = make_mesh(&loader, merging) && read_queries(&loader) && find_ends(&loader);
    bench_ends_destroy(loader.ends);
    import_queries_finish(&loader.queries);
    import_cells_finish(&loader.cells);
    import_polygons_finish(&loader.polygons);
    return is_loaded;
}

void bench_case_finish(struct bench_case *made)
{
    free(made->queries);
    locator_destroy(made->locator);
    navmesh_destroy(made->mesh);
    *made = (struct bench_case){0};
}

size_t bench_case_size_bytes(const struct bench_case *made)
{
    return mesh_size_bytes(made->mesh) + locator_size_bytes(made->locator);
}
