#include "nav/grid.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/// Keeps rounding from missing a bucket that a slanted side just touches.
#define ROW_MARGIN_MM 1.0

/// Buckets so large that about `expected_count` of them cover the box; long thin boxes get one row.
static int64_t bucket_size(int64_t width, int64_t depth, size_t expected_count)
{
    double size = sqrt((double)width * (double)depth / (double)(expected_count + 1));
    double length = (double)(width > depth ? width : depth) / (double)(expected_count + 1);
    return (int64_t)(size > length ? size : length) + 1;
}

bool grid_init(struct grid *grid, struct geo_box box, size_t expected_count)
{
    int64_t width = (int64_t)box.high.x - box.low.x + 1;
    int64_t depth = (int64_t)box.high.z - box.low.z + 1;
    *grid = (struct grid){.origin = box.low, .bucket_mm = bucket_size(width, depth, expected_count)};
    grid->columns = (uint32_t)((width + grid->bucket_mm - 1) / grid->bucket_mm);
    grid->rows = (uint32_t)((depth + grid->bucket_mm - 1) / grid->bucket_mm);
    grid->buckets = calloc((size_t)grid->columns * grid->rows, sizeof *grid->buckets);
    return grid->buckets != NULL;
}

void grid_finish(struct grid *grid)
{
    free(grid->buckets);
    free(grid->entries);
    *grid = (struct grid){0};
}

/// Places outside the grid count as in its nearest bucket.
static uint32_t clamped(double offset_mm, const struct grid *grid, uint32_t count)
{
    if (offset_mm <= 0)
        return 0;
    double number = offset_mm / (double)grid->bucket_mm;
    return number >= count ? count - 1 : (uint32_t)number;
}

static uint32_t *bucket_at(const struct grid *grid, struct geo_point at)
{
    uint32_t column = clamped((double)at.x - grid->origin.x, grid, grid->columns);
    uint32_t row = clamped((double)at.z - grid->origin.z, grid, grid->rows);
    return &grid->buckets[(size_t)row * grid->columns + column];
}

/// @return 1 + the index of a free entry; 0 when memory runs out
static uint32_t take_entry(struct grid *grid)
{
    if (grid->free) {
        uint32_t entry = grid->free;
        grid->free = grid->entries[entry - 1].next;
        return entry;
    }
    if (grid->count == grid->capacity) {
        size_t capacity = grid->capacity ? 2 * grid->capacity : 64;
        struct grid_entry *entries = realloc(grid->entries, capacity * sizeof *entries);
        if (!entries)
            return 0;
        grid->entries = entries;
        grid->capacity = capacity;
    }
    return (uint32_t)++grid->count;
}

static bool add(struct grid *grid, uint32_t *bucket, uint32_t item)
{
    uint32_t entry = take_entry(grid);
    if (!entry)
        return false;
    grid->entries[entry - 1] = (struct grid_entry){.item = item, .next = *bucket};
    *bucket = entry;
    return true;
}

bool grid_insert(struct grid *grid, uint32_t item, struct geo_point at)
{
    return add(grid, bucket_at(grid, at), item);
}

void grid_remove(struct grid *grid, uint32_t item, struct geo_point at)
{
    uint32_t *link = bucket_at(grid, at);
    while (*link && grid->entries[*link - 1].item != item)
        link = &grid->entries[*link - 1].next;
    if (!*link)
        return;
    uint32_t entry = *link;
    *link = grid->entries[entry - 1].next;
    grid->entries[entry - 1].next = grid->free;
    grid->free = entry;
}

/// Widens [low, high] by the x of the part of side a, b that lies in the strip between two z.
static void widen(struct geo_point a, struct geo_point b, const double strip[2], double *low, double *high)
{
    struct geo_point bottom = a.z < b.z ? a : b;
    struct geo_point top = a.z < b.z ? b : a;
    if (top.z < strip[0] || bottom.z > strip[1])
        return;
    double rise = (double)top.z - bottom.z;
    double t[2] = {bottom.z >= strip[0] ? 0 : (strip[0] - bottom.z) / rise,
                   top.z <= strip[1] ? 1 : (strip[1] - bottom.z) / rise};
    for (int i = 0; i < 2; i++) {
        double x = bottom.x + t[i] * ((double)top.x - bottom.x);
        *low = x < *low ? x : *low;
        *high = x > *high ? x : *high;
    }
}

/// Finds the columns that the triangle touches in the walk's row.
static void begin_row(struct grid_walk *walk)
{
    const struct grid *grid = walk->grid;
    double low = INFINITY;
    double high = -INFINITY;
    double first = (double)grid->origin.z + (double)walk->row * (double)grid->bucket_mm;
    double strip[2] = {first - ROW_MARGIN_MM, first + (double)grid->bucket_mm + ROW_MARGIN_MM};
    for (int i = 0; i < 3; i++)
        widen(walk->corners[i], walk->corners[(i + 1) % 3], strip, &low, &high);
    walk->column = clamped(low - ROW_MARGIN_MM - grid->origin.x, grid, grid->columns);
    walk->column_last = clamped(high + ROW_MARGIN_MM - grid->origin.x, grid, grid->columns);
    walk->entry = grid->buckets[(size_t)walk->row * grid->columns + walk->column];
}

void grid_walk_begin(struct grid_walk *walk, const struct grid *grid, struct geo_point a, struct geo_point b,
                     struct geo_point c)
{
    assert(grid->buckets);
    *walk = (struct grid_walk){.grid = grid, .corners = {a, b, c}};
    struct geo_box box = geo_bounds(walk->corners, 3);
    walk->row = clamped((double)box.low.z - grid->origin.z, grid, grid->rows);
    walk->row_last = clamped((double)box.high.z - grid->origin.z, grid, grid->rows);
    begin_row(walk);
}

/// Steps to the next bucket of the walk.
static bool next_bucket(struct grid_walk *walk)
{
    if (walk->column < walk->column_last) {
        walk->column++;
        walk->entry = walk->grid->buckets[(size_t)walk->row * walk->grid->columns + walk->column];
        return true;
    }
    if (walk->row == walk->row_last)
        return false;
    walk->row++;
    begin_row(walk);
    return true;
}

bool grid_walk_next(struct grid_walk *walk, uint32_t *item)
{
    while (!walk->entry) {
        if (!next_bucket(walk))
            return false;
    }
    const struct grid_entry *entry = &walk->grid->entries[walk->entry - 1];
    *item = entry->item;
    walk->entry = entry->next;
    return true;
}

bool grid_insert_triangle(struct grid *grid, uint32_t item, struct geo_point a, struct geo_point b,
                          struct geo_point c)
{
    struct grid_walk walk;
    grid_walk_begin(&walk, grid, a, b, c);
    do {
        uint32_t *bucket = &grid->buckets[(size_t)walk.row * grid->columns + walk.column];
        bool is_there = *bucket && grid->entries[*bucket - 1].item == item;
        if (!is_there && !add(grid, bucket, item))
            return false;
    } while (next_bucket(&walk));
    return true;
}
