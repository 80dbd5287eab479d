#include "nav/locate.h"

#include <math.h>
#include <stdlib.h>

#include "nav/grid.h"

/// How far off the mesh a place may be and still count as on it.
#define SLACK_MM 1.0

struct locator {
    const struct navmesh *mesh;
    struct geo_point origin;
    double bucket_mm;
    int64_t columns;
    int64_t rows;
    uint32_t *firsts; // per bucket and one more: its first in `cells`
    uint32_t *cells;
};

static bool fill_grid(const struct navmesh *mesh, struct grid *grid)
{
    struct geo_box box = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < mesh->corner_count; i++) {
        struct geo_point at = mesh->corners[i].at;
        struct geo_point points[3] = {i ? box.low : at, i ? box.high : at, at};
        box = geo_bounds(points, 3);
    }
    if (!grid_init(grid, box, mesh->cell_count))
        return false;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        for (uint32_t i = mesh->cells[cell].first_triangle; i < mesh->cells[cell + 1].first_triangle; i++) {
            const uint32_t *corners = mesh->triangles[i].points;
            if (!grid_insert_triangle(grid, cell, mesh->corners[corners[0]].at, mesh->corners[corners[1]].at,
                                      mesh->corners[corners[2]].at))
                return false;
        }
    }
    return true;
}

/// Copies the buckets one after another, each in ascending order of cells.
static bool flatten(struct locator *locator, const struct grid *grid)
{
    size_t bucket_count = (size_t)grid->columns * grid->rows;
    locator->firsts = calloc(bucket_count + 1, sizeof *locator->firsts);
    locator->cells = calloc(grid->count + 1, sizeof *locator->cells);
    if (!locator->firsts || !locator->cells)
        return false;
    // A bucket of the grid begins with what came last: written backwards it ascends.
    uint32_t place = (uint32_t)grid->count;
    for (size_t bucket = bucket_count; bucket > 0; bucket--) {
        locator->firsts[bucket] = place;
        uint32_t entry = grid->buckets[bucket - 1];
        for (; entry; entry = grid->entries[entry - 1].next)
            locator->cells[--place] = grid->entries[entry - 1].item;
    }
    return true;
}

struct locator *locator_create(const struct navmesh *mesh)
{
    struct locator *locator = calloc(1, sizeof *locator);
    struct grid grid = {0};
    if (!locator || !fill_grid(mesh, &grid) || !flatten(locator, &grid)) {
        grid_finish(&grid);
        locator_destroy(locator);
        return NULL;
    }
    locator->mesh = mesh;
    locator->origin = grid.origin;
    locator->bucket_mm = (double)grid.bucket_mm;
    locator->columns = grid.columns;
    locator->rows = grid.rows;
    grid_finish(&grid);
    return locator;
}

void locator_destroy(struct locator *locator)
{
    if (!locator)
        return;
    free(locator->firsts);
    free(locator->cells);
    free(locator);
}

/// Number of the column or row that a place lies in; one off the grid for those outside.
static int64_t number_of(double offset_mm, double bucket_mm, int64_t count)
{
    double number = floor(offset_mm / bucket_mm);
    return number < -1 ? -1 : number > (double)count ? count : (int64_t)number;
}

static bool is_of(const struct navmesh *mesh, uint32_t cell, uint32_t component)
{
    return component == MESH_NONE || mesh->cells[cell].component == component;
}

/// What has been found so far and how good it is.
struct choice {
    struct locator_place place;
    double distance_mm; // in plan
    double rise_mm;     // between the ground and the height asked for
};

static struct choice choice_of(const struct navmesh *mesh, uint32_t cell, const struct locator_place *asked)
{
    struct choice choice = {.place.cell = cell, .place.at = mesh_cell_nearest(mesh, cell, asked->at)};
    choice.distance_mm = geo_place_distance(choice.place.at, asked->at);
    choice.place.height_mm = mesh_height(mesh, cell, choice.place.at);
    choice.rise_mm = fabs(choice.place.height_mm - asked->height_mm);
    return choice;
}

bool locator_find(const struct locator *locator, const struct locator_place *asked, uint32_t component,
                  struct locator_place *found)
{
    int64_t column = number_of(asked->at.x - locator->origin.x, locator->bucket_mm, locator->columns);
    int64_t row = number_of(asked->at.z - locator->origin.z, locator->bucket_mm, locator->rows);
    bool is_outside = column < 0 || row < 0 || column >= locator->columns || row >= locator->rows;
    if (is_outside)
        return locator_nearest(locator, asked, SLACK_MM, component, found);
    struct choice best = {.rise_mm = INFINITY};
    size_t bucket = (size_t)(row * locator->columns + column);
    for (uint32_t i = locator->firsts[bucket]; i < locator->firsts[bucket + 1]; i++) {
        uint32_t cell = locator->cells[i];
        if (!is_of(locator->mesh, cell, component) ||
            mesh_cell_distance(locator->mesh, cell, asked->at) > SLACK_MM)
            continue;
        struct choice choice = choice_of(locator->mesh, cell, asked);
        if (choice.rise_mm + choice.distance_mm < best.rise_mm + best.distance_mm)
            best = choice;
    }
    *found = best.place;
    return best.rise_mm < INFINITY;
}

/// Looks at the cells of one bucket.
static void look(const struct locator *locator, int64_t column, int64_t row,
                 const struct locator_place *asked, uint32_t component, struct choice *best)
{
    // Two floors may share a wall in plan: distances this near are equal but for rounding.
    const double equal_mm = 0.01;
    size_t bucket = (size_t)(row * locator->columns + column);
    for (uint32_t i = locator->firsts[bucket]; i < locator->firsts[bucket + 1]; i++) {
        uint32_t cell = locator->cells[i];
        if (!is_of(locator->mesh, cell, component))
            continue;
        struct choice choice = choice_of(locator->mesh, cell, asked);
        bool is_equal = fabs(choice.distance_mm - best->distance_mm) <= equal_mm;
        if (is_equal ? choice.rise_mm < best->rise_mm : choice.distance_mm < best->distance_mm)
            *best = choice;
    }
}

/// Looks at the buckets `ring` away from the middle one.
static void look_around(const struct locator *locator, int64_t column, int64_t row, int64_t ring,
                        const struct locator_place *asked, uint32_t component, struct choice *best)
{
    for (int64_t z = row - ring; z <= row + ring; z++) {
        if (z < 0 || z >= locator->rows)
            continue;
        bool is_full_row = z == row - ring || z == row + ring;
        int64_t stride = is_full_row || ring == 0 ? 1 : 2 * ring;
        for (int64_t x = column - ring; x <= column + ring; x += stride) {
            if (x >= 0 && x < locator->columns)
                look(locator, x, z, asked, component, best);
        }
    }
}

bool locator_nearest(const struct locator *locator, const struct locator_place *asked, double radius_mm,
                     uint32_t component, struct locator_place *found)
{
    double bucket_mm = locator->bucket_mm;
    int64_t column = number_of(asked->at.x - locator->origin.x, bucket_mm, locator->columns);
    int64_t row = number_of(asked->at.z - locator->origin.z, bucket_mm, locator->rows);
    int64_t ring_max = locator->columns > locator->rows ? locator->columns : locator->rows;
    struct choice best = {.distance_mm = INFINITY, .rise_mm = INFINITY};
    for (int64_t ring = 0; ring <= ring_max; ring++) {
        // Whatever lies in this ring and beyond is at least so far away, seen from the middle bucket.
        double reach_mm = (double)(ring - 1) * bucket_mm;
        if (reach_mm > radius_mm || reach_mm > best.distance_mm)
            break;
        look_around(locator, column, row, ring, asked, component, &best);
    }
    *found = best.place;
    return best.distance_mm <= radius_mm;
}
