#include "nav/locate.h"

#include <math.h>
#include <stdlib.h>

#include "nav/edge.h"
#include "nav/grid.h"
#include "nav/waypointset.h"

/// How far off the mesh a place may be and still count as on it.
#define SLACK_MM 1.0

/// Buckets per cell: what keeps both memory and the number of cells in a bucket low.
#define BUCKETS_SHARE 1.2

struct locator {
    const struct navmesh *mesh;
    struct geo_point origin;
    double bucket_mm;
    double buckets_per_mm;
    uint32_t columns;
    uint32_t rows;
    // Per bucket and one more: twice its first in `cells`, and 1 where no two of its cells lie above one
    // another.
    struct numbers firsts;
    struct numbers cells; // of each bucket, those that cover most of it first
};

static bool is_plain_bucket(const struct locator *locator, size_t bucket)
{
    return (numbers_get(&locator->firsts, bucket) & 1) != 0;
}

static uint32_t bucket_first(const struct locator *locator, size_t bucket)
{
    return numbers_get(&locator->firsts, bucket) >> 1;
}

// ---- making ----------------------------------------------------------------------------------

static bool fill_grid(const struct navmesh *mesh, struct grid *grid)
{
    struct geo_box box = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < mesh->corner_count; i++) {
        struct geo_point at = mesh->corners[i].at;
        struct geo_point points[3] = {i ? box.low : at, i ? box.high : at, at};
        box = geo_bounds(points, 3);
    }
    if (!grid_init(grid, box, (size_t)(BUCKETS_SHARE * (double)mesh->cell_count)))
        return false;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        uint32_t first = mesh->cells[cell].first_side;
        for (uint32_t side = first + 1; side + 1 < mesh->cells[cell + 1].first_side; side++) {
            if (!grid_insert_triangle(grid, cell, mesh_side_start(mesh, first)->at,
                                      mesh_side_start(mesh, side)->at, mesh_side_end(mesh, side)->at))
                return false;
        }
    }
    return true;
}

/// A cell of a bucket and how much it covers of it, by places at even distances.
struct cover {
    uint32_t cell;
    uint32_t count;
};

static struct geo_place side_place(const struct navmesh *mesh, uint32_t side)
{
    return geo_place_of(mesh_side_start(mesh, side)->at);
}

/// Whether a place lies in a cell, at least so far from its border; 0: or on it.
static inline bool is_inside(const struct navmesh *mesh, uint32_t cell, struct geo_place at, double margin_mm)
{
    uint32_t end = mesh->cells[cell + 1].first_side;
    struct geo_place from = side_place(mesh, end - 1);
    for (uint32_t side = mesh->cells[cell].first_side; side < end; side++) {
        struct geo_place to = side_place(mesh, side);
        double x = to.x - from.x;
        double z = to.z - from.z;
        // The sum is no less than the side's length.
        if (x * (at.z - from.z) - z * (at.x - from.x) < margin_mm * (fabs(x) + fabs(z)))
            return false;
        from = to;
    }
    return true;
}

static int compare_covers(const void *a, const void *b)
{
    const struct cover *first = a;
    const struct cover *second = b;
    if (first->count != second->count)
        return first->count > second->count ? -1 : 1;
    return (first->cell > second->cell) - (first->cell < second->cell);
}

static uint32_t cover_of(const struct locator *locator, size_t bucket, uint32_t cell)
{
    enum { STEPS = 6 };
    uint32_t count = 0;
    size_t column = bucket % (size_t)locator->columns;
    size_t row = bucket / (size_t)locator->columns;
    for (int x = 0; x < STEPS; x++) {
        for (int z = 0; z < STEPS; z++) {
            struct geo_place at = {
                locator->origin.x + ((double)column + (x + 0.5) / STEPS) * locator->bucket_mm,
                locator->origin.z + ((double)row + (z + 0.5) / STEPS) * locator->bucket_mm};
            count += is_inside(locator->mesh, cell, at, 0);
        }
    }
    return count;
}

/// Whether all of cell `b` lies to the right of some side of cell `a`, its line included.
static bool is_beside(const struct navmesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t side = mesh->cells[a].first_side; side < mesh->cells[a + 1].first_side; side++) {
        struct geo_point from = mesh_side_start(mesh, side)->at;
        struct geo_point to = mesh_side_end(mesh, side)->at;
        uint32_t other = mesh->cells[b].first_side;
        while (other < mesh->cells[b + 1].first_side &&
               geo_cross(from, to, mesh_side_start(mesh, other)->at) <= 0)
            other++;
        if (other == mesh->cells[b + 1].first_side)
            return true;
    }
    return false;
}

/// Whether no two of the cells lie above one another. Gives up on crowds.
static bool is_plain(const struct navmesh *mesh, const struct cover *covers, size_t count)
{
    enum { CROWD = 64 };
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            uint32_t a = covers[i].cell;
            uint32_t b = covers[k].cell;
            if (count > CROWD || (!is_beside(mesh, a, b) && !is_beside(mesh, b, a)))
                return false;
        }
    }
    return true;
}

/// What the buckets hold, before it is known how large the numbers are.
struct filling {
    struct cover *covers; // room for the cells of a bucket
    uint32_t *firsts;
    uint32_t *cells;
    size_t cell_count;
};

static void fill_bucket(const struct locator *locator, const struct grid *grid, size_t bucket,
                        struct filling *filling)
{
    size_t count = 0;
    for (uint32_t entry = grid->buckets[bucket]; entry; entry = grid->entries[entry - 1].next)
        filling->covers[count++] = (struct cover){.cell = grid->entries[entry - 1].item};
    for (size_t i = 0; count > 1 && i < count; i++)
        filling->covers[i].count = cover_of(locator, bucket, filling->covers[i].cell);
    if (count > 1)
        qsort(filling->covers, count, sizeof *filling->covers, compare_covers);
    bool is_plain_here = is_plain(locator->mesh, filling->covers, count);
    filling->firsts[bucket] = 2 * (uint32_t)filling->cell_count + is_plain_here;
    for (size_t i = 0; i < count; i++)
        filling->cells[filling->cell_count++] = filling->covers[i].cell;
}

static bool copy(struct numbers *numbers, const uint32_t *items, size_t count, size_t number_max)
{
    if (!numbers_init(numbers, count, (uint32_t)number_max))
        return false;
    for (size_t i = 0; i < count; i++)
        numbers_set(numbers, i, items[i]);
    return true;
}

static bool fill(struct locator *locator, const struct grid *grid)
{
    size_t bucket_count = (size_t)grid->columns * grid->rows;
    struct filling filling = {.covers = calloc(grid->count + 1, sizeof *filling.covers),
                              .firsts = calloc(bucket_count + 1, sizeof *filling.firsts),
                              .cells = calloc(grid->count + 1, sizeof *filling.cells)};
    bool is_done = filling.covers && filling.firsts && filling.cells;
    for (size_t bucket = 0; is_done && bucket < bucket_count; bucket++)
        fill_bucket(locator, grid, bucket, &filling);
    if (is_done) {
        filling.firsts[bucket_count] = 2 * (uint32_t)filling.cell_count;
        is_done = copy(&locator->firsts, filling.firsts, bucket_count + 1, 2 * filling.cell_count + 1) &&
                  copy(&locator->cells, filling.cells, filling.cell_count, locator->mesh->cell_count);
    }
    free(filling.covers);
    free(filling.firsts);
    free(filling.cells);
    return is_done;
}

struct locator *locator_create(const struct navmesh *mesh)
{
    struct locator *locator = calloc(1, sizeof *locator);
    struct grid grid = {0};
    bool is_done = locator && fill_grid(mesh, &grid);
    if (is_done) {
        locator->mesh = mesh;
        locator->origin = grid.origin;
        locator->bucket_mm = (double)grid.bucket_mm;
        locator->buckets_per_mm = 1 / locator->bucket_mm;
        locator->columns = grid.columns;
        locator->rows = grid.rows;
        is_done = fill(locator, &grid);
    }
    grid_finish(&grid);
    if (is_done)
        return locator;
    locator_destroy(locator);
    return NULL;
}

void locator_destroy(struct locator *locator)
{
    if (!locator)
        return;
    numbers_finish(&locator->firsts);
    numbers_finish(&locator->cells);
    free(locator);
}

size_t locator_size_bytes(const struct locator *locator)
{
    size_t bucket_count = (size_t)locator->columns * locator->rows;
    return sizeof *locator + numbers_size_bytes(&locator->firsts, bucket_count + 1) +
           numbers_size_bytes(&locator->cells, bucket_first(locator, bucket_count));
}

// ---- asking ----------------------------------------------------------------------------------

/// What is asked for, and the best found so far.
struct look {
    const struct locator *locator;
    const struct mesh_layer *layer;
    const struct locator_place *asked;
    uint32_t component;
    bool is_floor_first; // what counts is distance and rise together, not the rise among equal distances
    struct geo_place at; // of the best
    uint32_t cell;       // MESH_NONE: nothing found
    double reach_mm;     // further away does not matter
    double distance_mm;  // of the best, in plan
    double height_mm;    // of the ground there; NAN while it has not been needed
};

static struct look begin_look(const struct locator *locator, const struct mesh_layer *layer,
                              const struct locator_place *asked, uint32_t component)
{
    return (struct look){.locator = locator,
                         .layer = layer,
                         .asked = asked,
                         .component = component,
                         .cell = MESH_NONE,
                         .distance_mm = INFINITY,
                         .height_mm = NAN};
}

static bool is_of(const struct look *look, uint32_t cell)
{
    return look->component == MESH_NONE || mesh_component(look->layer, cell) == look->component;
}

/// Number of the column or row that a place lies in; one off the grid for those outside.
static int64_t number_of(const struct locator *locator, double offset_mm, int64_t count)
{
    double number = offset_mm * locator->buckets_per_mm;
    return number < 0 ? -1 : number >= (double)count ? count : (int64_t)number;
}

static inline double smaller_of(double a, double b)
{
    return a < b ? a : b;
}

static inline double square(double value)
{
    return value * value;
}

static inline double distance_squared(struct geo_place a, struct geo_place b)
{
    return square(a.x - b.x) + square(a.z - b.z);
}

/// Finds the place of a cell nearest to `at`.
/// @param limit_mm  further away does not matter
/// @return false when there is none so near
static bool find_in_cell(const struct navmesh *mesh, uint32_t cell, struct geo_place at, double limit_mm,
                         struct geo_place *nearest, double *distance_mm)
{
    double limit_squared = square(limit_mm);
    double best_squared = INFINITY;
    bool is_outside = false;
    *nearest = at;
    uint32_t end = mesh->cells[cell + 1].first_side;
    struct geo_place from = side_place(mesh, end - 1);
    for (uint32_t side = mesh->cells[cell].first_side; side < end; side++) {
        struct geo_place to = side_place(mesh, side);
        double off = geo_place_cross(from, to, at);
        // All of the cell is further away than the side's line.
        if (off < 0 && off * off > limit_squared * distance_squared(from, to))
            return false;
        if (off < 0) {
            struct geo_place place = geo_place_mix(from, to, geo_place_project(from, to, at));
            double squared = distance_squared(place, at);
            *nearest = squared < best_squared ? place : *nearest;
            best_squared = smaller_of(squared, best_squared);
            is_outside = true;
        }
        from = to;
    }
    *distance_mm = is_outside ? sqrt(best_squared) : 0;
    return *distance_mm <= limit_mm;
}

/// Places found this near to one another are equal but for rounding: two floors may share a wall in plan.
#define EQUAL_MM 0.01

/// How far the ground of the best lies from the height asked for.
static double best_rise(struct look *look)
{
    if (isnan(look->height_mm))
        look->height_mm = mesh_height(look->locator->mesh, look->cell, look->at);
    return fabs(look->height_mm - look->asked->height_mm);
}

/// Whether a place of a cell is better than the best so far.
/// @param[out] height_mm  of the ground there, if it has been needed
static bool is_better(struct look *look, uint32_t cell, struct geo_place at, double distance_mm,
                      double *height_mm)
{
    *height_mm = NAN;
    bool is_equal = fabs(distance_mm - look->distance_mm) <= EQUAL_MM;
    if (look->cell == MESH_NONE || (!look->is_floor_first && !is_equal))
        return distance_mm < look->distance_mm;
    *height_mm = mesh_height(look->locator->mesh, cell, at);
    double rise_mm = fabs(*height_mm - look->asked->height_mm);
    return look->is_floor_first ? rise_mm + distance_mm < best_rise(look) + look->distance_mm
                                : rise_mm < best_rise(look);
}

/// Looks at all cells of a bucket.
static void look_around(struct look *look, size_t bucket)
{
    const struct locator *locator = look->locator;
    uint32_t end = bucket_first(locator, bucket + 1);
    for (uint32_t i = bucket_first(locator, bucket); i < end; i++) {
        uint32_t cell = numbers_get(&locator->cells, i);
        double nearest_mm = look->is_floor_first ? INFINITY : look->distance_mm + EQUAL_MM;
        struct geo_place at;
        double distance_mm;
        double height_mm;
        if (cell == look->cell || !is_of(look, cell) ||
            !find_in_cell(locator->mesh, cell, look->asked->at, smaller_of(look->reach_mm, nearest_mm), &at,
                          &distance_mm) ||
            !is_better(look, cell, at, distance_mm, &height_mm))
            continue;
        look->at = at;
        look->cell = cell;
        look->distance_mm = distance_mm;
        look->height_mm = height_mm;
    }
}

/// Looks for a cell that is the answer without doubt: it holds the place, nothing else is near.
/// @return false when there is no such cell
static bool look_below(struct look *look, size_t bucket)
{
    const struct locator *locator = look->locator;
    uint32_t end = bucket_first(locator, bucket + 1);
    if (!is_plain_bucket(locator, bucket))
        return false;
    for (uint32_t i = bucket_first(locator, bucket); i < end; i++) {
        uint32_t cell = numbers_get(&locator->cells, i);
        if (is_inside(locator->mesh, cell, look->asked->at, SLACK_MM) && is_of(look, cell)) {
            look->at = look->asked->at;
            look->cell = cell;
            look->distance_mm = 0;
            return true;
        }
    }
    return false;
}

/// @return false when nothing was found
static bool end_look(struct look *look, struct locator_place *found)
{
    if (look->cell == MESH_NONE)
        return false;
    (void)best_rise(look);
    *found = (struct locator_place){look->at, look->height_mm, look->cell};
    return true;
}

bool locator_find(const struct locator *locator, const struct mesh_layer *layer,
                  const struct locator_place *asked, uint32_t component, struct locator_place *found)
{
    struct look look = begin_look(locator, layer, asked, component);
    int64_t column = number_of(locator, asked->at.x - locator->origin.x, locator->columns);
    int64_t row = number_of(locator, asked->at.z - locator->origin.z, locator->rows);
    bool is_outside = column < 0 || row < 0 || column == locator->columns || row == locator->rows;
    if (is_outside)
        return locator_nearest(locator, layer, asked, SLACK_MM, component, found);
    look.is_floor_first = true;
    look.reach_mm = SLACK_MM;
    size_t bucket = (size_t)(row * locator->columns + column);
    if (!look_below(&look, bucket))
        look_around(&look, bucket);
    return end_look(&look, found);
}

struct locator_levels locator_levels_of(const struct locator *locator, const struct mesh_layer *layer,
                                        const struct locator_place *found)
{
    uint32_t set = waypointset_of(layer, found->cell);
    return (struct locator_levels){.chunk = layer->sets[set].chunk,
                                   .set = set,
                                   .waypoint = found->cell,
                                   .edge = edge_at(locator->mesh, found->cell, found->at)};
}

/// Distance from an offset to a bucket, along one axis.
static double gap(double offset_mm, int64_t number, double bucket_mm)
{
    double low_mm = (double)number * bucket_mm - offset_mm;
    double high_mm = -low_mm - bucket_mm;
    return low_mm > 0 ? low_mm : high_mm > 0 ? high_mm : 0;
}

/// Looks at the buckets `ring` away from the middle one that may hold something nearer.
static void look_in_ring(struct look *look, int64_t column, int64_t row, int64_t ring)
{
    const struct locator *locator = look->locator;
    double x_mm = look->asked->at.x - locator->origin.x;
    double z_mm = look->asked->at.z - locator->origin.z;
    for (int64_t z = row - ring; z <= row + ring; z++) {
        bool is_full_row = z == row - ring || z == row + ring;
        int64_t stride = is_full_row || ring == 0 ? 1 : 2 * ring;
        if (z < 0 || z >= locator->rows)
            continue;
        double z_squared = square(gap(z_mm, z, locator->bucket_mm));
        for (int64_t x = column - ring; x <= column + ring; x += stride) {
            if (x < 0 || x >= locator->columns)
                continue;
            double squared = square(gap(x_mm, x, locator->bucket_mm)) + z_squared;
            if (squared <= square(smaller_of(look->reach_mm, look->distance_mm + EQUAL_MM)))
                look_around(look, (size_t)(z * locator->columns + x));
        }
    }
}

/// How far a place lies from the border of its bucket.
static double border_distance(const struct locator *locator, struct geo_place at, int64_t column, int64_t row)
{
    double x_mm = at.x - locator->origin.x - (double)column * locator->bucket_mm;
    double z_mm = at.z - locator->origin.z - (double)row * locator->bucket_mm;
    return smaller_of(smaller_of(x_mm, locator->bucket_mm - x_mm),
                      smaller_of(z_mm, locator->bucket_mm - z_mm));
}

bool locator_nearest(const struct locator *locator, const struct mesh_layer *layer,
                     const struct locator_place *asked, double radius_mm, uint32_t component,
                     struct locator_place *found)
{
    struct look look = begin_look(locator, layer, asked, component);
    int64_t column = number_of(locator, asked->at.x - locator->origin.x, locator->columns);
    int64_t row = number_of(locator, asked->at.z - locator->origin.z, locator->rows);
    int64_t ring_max = locator->columns > locator->rows ? locator->columns : locator->rows;
    bool is_inside_grid = column >= 0 && row >= 0 && column < locator->columns && row < locator->rows;
    look.reach_mm = radius_mm;
    if (is_inside_grid && look_below(&look, (size_t)(row * locator->columns + column)))
        return end_look(&look, found);
    double inside_mm = is_inside_grid ? border_distance(locator, asked->at, column, row) : 0;
    for (int64_t ring = 0; ring <= ring_max; ring++) {
        // Whatever lies in this ring and beyond is at least so far away. What lies on the place itself is in
        // its own bucket.
        double away_mm = inside_mm + (double)(ring - 1) * locator->bucket_mm;
        bool is_there = look.distance_mm == 0 || away_mm > smaller_of(radius_mm, look.distance_mm + EQUAL_MM);
        if (is_there)
            break;
        look_in_ring(&look, column, row, ring);
    }
    return end_look(&look, found);
}
