#include "nav/borders.h"

#include <math.h>
#include <stdlib.h>

struct borders {
    struct borders_side *sides;
    size_t count;
    struct grid grid;      // of sides
    struct geo_box *boxes; // per region
    uint32_t *seen;        // per side: the last walk that came to it
    uint32_t walk_count;
};

static size_t count_sides(const struct pack_scene *scene)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->region_count; i++) {
        count += scene->regions[i].outline.count;
        for (size_t hole = 0; hole < scene->regions[i].hole_count; hole++)
            count += scene->regions[i].holes[hole].count;
    }
    return count;
}

static void add_ring(struct borders *borders, const struct pack_polygon *polygon, size_t region)
{
    for (size_t i = 0; i < polygon->count; i++) {
        size_t next = i + 1 == polygon->count ? 0 : i + 1;
        borders->sides[borders->count++] = (struct borders_side){
            .from = polygon->points[i], .to = polygon->points[next], .region = (uint32_t)region};
    }
}

static void collect(struct borders *borders, const struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->region_count; i++) {
        const struct pack_region *region = &scene->regions[i];
        borders->boxes[i] = geo_bounds(region->outline.points, region->outline.count);
        add_ring(borders, &region->outline, i);
        for (size_t hole = 0; hole < region->hole_count; hole++)
            add_ring(borders, &region->holes[hole], i);
    }
}

static bool fill_grid(struct borders *borders, size_t region_count)
{
    struct geo_box box = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < region_count; i++) {
        struct geo_point ends[4] = {box.low, box.high, borders->boxes[i].low, borders->boxes[i].high};
        box = i == 0 ? borders->boxes[0] : geo_bounds(ends, 4);
    }
    if (!grid_init(&borders->grid, box, borders->count))
        return false;
    for (uint32_t i = 0; i < borders->count; i++) {
        const struct borders_side *side = &borders->sides[i];
        if (!grid_insert_triangle(&borders->grid, i, side->from, side->to, side->to))
            return false;
    }
    return true;
}

struct borders *borders_create(const struct pack_scene *scene)
{
    struct borders *borders = calloc(1, sizeof *borders);
    if (!borders)
        return NULL;
    size_t count = count_sides(scene);
    borders->sides = calloc(count + 1, sizeof *borders->sides);
    borders->seen = calloc(count + 1, sizeof *borders->seen);
    borders->boxes = calloc(scene->region_count + 1, sizeof *borders->boxes);
    if (borders->sides && borders->seen && borders->boxes) {
        collect(borders, scene);
        if (fill_grid(borders, scene->region_count))
            return borders;
    }
    borders_destroy(borders);
    return NULL;
}

void borders_destroy(struct borders *borders)
{
    if (!borders)
        return;
    grid_finish(&borders->grid);
    free(borders->boxes);
    free(borders->seen);
    free(borders->sides);
    free(borders);
}

const struct geo_box *borders_box(const struct borders *borders, size_t region)
{
    return &borders->boxes[region];
}

// ---- walks -------------------------------------------------------------------------------------

void borders_walk_begin(struct borders_walk *walk, struct borders *borders, struct geo_point a,
                        struct geo_point b)
{
    walk->borders = borders;
    borders->walk_count++;
    grid_walk_begin(&walk->walk, &borders->grid, a, b, b);
}

const struct borders_side *borders_walk_next(struct borders_walk *walk)
{
    struct borders *borders = walk->borders;
    uint32_t item;
    while (grid_walk_next(&walk->walk, &item)) {
        if (borders->seen[item] == borders->walk_count)
            continue;
        borders->seen[item] = borders->walk_count;
        return &borders->sides[item];
    }
    return NULL;
}

// ---- places ------------------------------------------------------------------------------------

static bool is_between(double a, double b, double value)
{
    return a < b ? a <= value && value <= b : b <= value && value <= a;
}

enum polygon_place borders_locate(struct borders *borders, size_t region, struct geo_place at)
{
    const struct geo_box *box = &borders->boxes[region];
    if (at.x < box->low.x || at.x > box->high.x || at.z < box->low.z || at.z > box->high.z)
        return POLYGON_OUTSIDE;
    // A ray to the left: its whole millimetres find the buckets, which reach a little further.
    struct geo_point from = {(int32_t)ceil(at.x), (int32_t)lround(at.z)};
    struct geo_point to = {box->low.x, from.z};
    bool is_inside = false;
    struct borders_walk walk;
    borders_walk_begin(&walk, borders, from, to);
    for (const struct borders_side *side; (side = borders_walk_next(&walk)) != NULL;) {
        struct geo_place a = geo_place_of(side->from);
        struct geo_place b = geo_place_of(side->to);
        if (side->region != region)
            continue;
        double turn = geo_place_cross(a, b, at);
        if (turn == 0 && is_between(a.x, b.x, at.x) && is_between(a.z, b.z, at.z))
            return POLYGON_BORDER;
        // Crossed when it rises with the place on its right, or falls with it on its left; a corner
        // counts with the side above it.
        if ((a.z > at.z) != (b.z > at.z) && (turn < 0) == (b.z > a.z))
            is_inside = !is_inside;
    }
    return is_inside ? POLYGON_INSIDE : POLYGON_OUTSIDE;
}
