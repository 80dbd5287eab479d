#include "nav/import_cells.h"

#include <math.h>
#include <stdlib.h>

#include "nav/mesh_make.h"
#include "nav/triangulate.h"

enum { MERGE_TOLERANCE_MM = 50 }; // the usual one of scenes

/// What making cells needs on the way. A corner here is the number of the side of a polygon that begins
/// there, so that polygons do not share any and a triangle's side is known by its two corners.
struct maker {
    const struct import_polygons *polygons;
    struct import_cells *cells;
    struct mesh_corner *corners; // per side of a polygon
    uint32_t *outer;             // per side of a polygon: the triangle's side that it is
    uint32_t *twins;             // per side of a triangle: the one across it, as the file says
    uint32_t *merge_twins;       // likewise, but only where merging may go on
    uint32_t *surfaces;          // per triangle
};

/// A cut through a polygon, as one of its two triangles has it.
struct cut {
    uint64_t key; // both corners
    uint32_t side;
};

// ---- triangles -------------------------------------------------------------------------------

static uint32_t first_triangle(const struct import_polygons *polygons, uint32_t polygon)
{
    return polygons->polygons[polygon].first_side - 2 * polygon;
}

static bool cut_polygon(const struct maker *maker, uint32_t polygon)
{
    const struct import_polygons *polygons = maker->polygons;
    uint32_t first = polygons->polygons[polygon].first_side;
    uint32_t count = polygons->polygons[polygon + 1].first_side - first;
    struct triangle *triangles = &maker->cells->triangles[first_triangle(polygons, polygon)];
    if (count == 3) {
        *triangles = (struct triangle){{first, first + 1, first + 2}};
        return true;
    }
    struct geo_point *points = calloc(count, sizeof *points);
    if (!points)
        return false;
    for (uint32_t i = 0; i < count; i++)
        points[i] = maker->corners[first + i].at;
    struct region_rings rings = {.points = points, .point_count = count, .ends = &count, .ring_count = 1};
    bool is_cut = triangulate(&rings, triangles);
    for (uint32_t i = 0; is_cut && i < count - 2; i++) {
        for (int k = 0; k < 3; k++)
            triangles[i].points[k] += first;
    }
    free(points);
    return is_cut;
}

static uint32_t side_end(const struct maker *maker, uint32_t side)
{
    return maker->cells->triangles[side / 3].points[(side + 1) % 3];
}

static uint32_t side_start(const struct maker *maker, uint32_t side)
{
    return maker->cells->triangles[side / 3].points[side % 3];
}

static int compare_cuts(const void *a, const void *b)
{
    const struct cut *first = a;
    const struct cut *second = b;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->side > second->side) - (first->side < second->side);
}

/// Notes which sides of triangles are the polygons', and pairs the others.
static bool pair_cuts(struct maker *maker)
{
    size_t cut_count = 0;
    struct cut *cuts = calloc(3 * maker->cells->triangle_count + 1, sizeof *cuts);
    if (!cuts)
        return false;
    for (uint32_t side = 0; side < 3 * maker->cells->triangle_count; side++) {
        uint64_t from = side_start(maker, side);
        uint64_t to = side_end(maker, side);
        maker->twins[side] = MESH_NONE;
        if (to == import_next_side(maker->polygons, (uint32_t)from))
            maker->outer[from] = side;
        else
            cuts[cut_count++] = (struct cut){from < to ? from << 32 | to : to << 32 | from, side};
    }
    qsort(cuts, cut_count, sizeof *cuts, compare_cuts);
    for (size_t i = 0; i + 1 < cut_count; i += 2) {
        maker->twins[cuts[i].side] = cuts[i + 1].side;
        maker->twins[cuts[i + 1].side] = cuts[i].side;
    }
    free(cuts);
    return true;
}

/// Whether a polygon's side and the neighbour's have their ends at the same heights too.
static bool is_level_with(const struct import_polygons *polygons, uint32_t side, uint32_t twin)
{
    const struct import_side *sides = polygons->sides;
    return sides[side].corner == sides[import_next_side(polygons, twin)].corner &&
           sides[twin].corner == sides[import_next_side(polygons, side)].corner;
}

static void pair_outer_sides(struct maker *maker)
{
    const struct import_polygons *polygons = maker->polygons;
    for (size_t side = 0; side < 3 * maker->cells->triangle_count; side++)
        maker->merge_twins[side] = maker->twins[side];
    for (uint32_t side = 0; side < polygons->side_count; side++) {
        uint32_t twin = polygons->sides[side].twin;
        if (twin == MESH_NONE)
            continue;
        maker->twins[maker->outer[side]] = maker->outer[twin];
        if (is_level_with(polygons, side, twin))
            maker->merge_twins[maker->outer[side]] = maker->outer[twin];
    }
}

// ---- cells -----------------------------------------------------------------------------------

static bool merge(struct maker *maker, enum import_merging merging)
{
    const struct import_polygons *polygons = maker->polygons;
    for (uint32_t polygon = 0; polygon < polygons->polygon_count; polygon++) {
        uint32_t surface = merging == IMPORT_MERGED ? polygons->polygons[polygon].surface : polygon;
        for (uint32_t i = first_triangle(polygons, polygon); i < first_triangle(polygons, polygon + 1); i++)
            maker->surfaces[i] = surface;
    }
    struct merge_input input = {.corners = maker->corners,
                                .triangles = maker->cells->triangles,
                                .surfaces = maker->surfaces,
                                .triangle_count = maker->cells->triangle_count,
                                .twins = maker->merge_twins,
                                .tolerance_mm = merging == IMPORT_MERGED ? MERGE_TOLERANCE_MM : INT32_MAX};
    return merge_triangles(&input, &maker->cells->merged);
}

/// Finds the neighbours, and turns the corners from numbers of sides into those of the file's vertices.
static void finish_cells(struct maker *maker)
{
    struct import_cells *cells = maker->cells;
    const struct import_side *sides = maker->polygons->sides;
    for (uint32_t i = 0; i < cells->merged.firsts[cells->merged.cell_count]; i++) {
        uint32_t twin = maker->twins[cells->merged.sides[i]];
        cells->neighbours[i] = twin == MESH_NONE ? MESH_NONE : cells->merged.cells[twin / 3];
        cells->merged.corners[i] = sides[cells->merged.corners[i]].corner;
    }
    for (size_t i = 0; i < cells->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            cells->triangles[i].points[k] = sides[cells->triangles[i].points[k]].corner;
    }
}

static bool take_memory(struct maker *maker)
{
    struct import_cells *cells = maker->cells;
    size_t side_count = maker->polygons->side_count;
    cells->triangle_count = side_count - 2 * maker->polygons->polygon_count;
    cells->triangles = calloc(cells->triangle_count + 1, sizeof *cells->triangles);
    cells->neighbours = calloc(3 * cells->triangle_count + 1, sizeof *cells->neighbours);
    maker->corners = calloc(side_count + 1, sizeof *maker->corners);
    maker->outer = calloc(side_count + 1, sizeof *maker->outer);
    maker->twins = calloc(3 * cells->triangle_count + 1, sizeof *maker->twins);
    maker->merge_twins = calloc(3 * cells->triangle_count + 1, sizeof *maker->merge_twins);
    maker->surfaces = calloc(cells->triangle_count + 1, sizeof *maker->surfaces);
    return cells->triangles && cells->neighbours && maker->corners && maker->outer && maker->twins &&
           maker->merge_twins && maker->surfaces;
}

static void report_polygon(const char *file, const struct import_polygons *polygons, uint32_t polygon,
                           struct report *report)
{
    char place[REPORT_PLACE_MAX];
    (void)snprintf(place, sizeof place, "line %zu", polygons->polygons[polygon].line);
    report_add(report, file, place,
               "polygon %u cannot be cut into triangles; it is too thin for whole millimetres, scale the "
               "mesh up",
               polygon);
}

static bool cut_polygons(const struct maker *maker, const char *file, struct report *report)
{
    for (uint32_t side = 0; side < maker->polygons->side_count; side++)
        maker->corners[side] = maker->polygons->corners[maker->polygons->sides[side].corner];
    for (uint32_t polygon = 0; polygon < maker->polygons->polygon_count; polygon++) {
        if (!cut_polygon(maker, polygon)) {
            report_polygon(file, maker->polygons, polygon, report);
            return false;
        }
    }
    return true;
}

bool import_cells_make(const char *file, const struct import_polygons *polygons, enum import_merging merging,
                       struct import_cells *cells, struct report *report)
{
    struct maker maker = {.polygons = polygons, .cells = cells};
    size_t problem_count = report->count;
    *cells = (struct import_cells){0};
    bool is_made = take_memory(&maker) && cut_polygons(&maker, file, report) && pair_cuts(&maker);
    if (is_made) {
        pair_outer_sides(&maker);
        is_made = merge(&maker, merging);
    }
    if (is_made)
        finish_cells(&maker);
    else if (report->count == problem_count)
        report_add(report, file, "", "memory ran out; make the mesh smaller");
    free(maker.corners);
    free(maker.outer);
    free(maker.twins);
    free(maker.merge_twins);
    free(maker.surfaces);
    return is_made;
}

void import_cells_finish(struct import_cells *cells)
{
    free(cells->triangles);
    free(cells->neighbours);
    merge_finish(&cells->merged);
    *cells = (struct import_cells){0};
}

struct navmesh *import_cells_connect(const struct import_cells *cells, const struct import_polygons *polygons)
{
    const struct mesh_ground ground = {0};
    const struct mesh_agent agent = {0};
    struct mesh_input input = {.corners = polygons->corners,
                               .corner_count = polygons->corner_count,
                               .cell_corners = cells->merged.corners,
                               .cell_firsts = cells->merged.firsts,
                               .cell_count = cells->merged.cell_count,
                               .grounds = &ground,
                               .ground_count = 1,
                               .triangles = cells->triangles,
                               .triangle_count = cells->triangle_count,
                               .cells_of_triangles = cells->merged.cells,
                               .neighbours = cells->neighbours,
                               .agents = &agent,
                               .agent_count = 1,
                               .step_mm = INT32_MAX};
    return navmesh_create(&input);
}

double import_cells_find(const struct import_cells *cells, const struct import_polygons *polygons,
                         const struct navmesh *mesh, uint32_t polygon, struct geo_place at, uint32_t *cell)
{
    double best_mm = INFINITY;
    for (uint32_t i = first_triangle(polygons, polygon); i < first_triangle(polygons, polygon + 1); i++) {
        double distance_mm = mesh_cell_distance(mesh, cells->merged.cells[i], at);
        if (distance_mm < best_mm) {
            best_mm = distance_mm;
            *cell = cells->merged.cells[i];
        }
    }
    return best_mm;
}
