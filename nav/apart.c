#include "nav/apart.h"

#include <stdlib.h>

#include "nav/grid.h"

/// Snapping moves a line by less than a millimetre: what keeps farther away stays away.
enum { MARGIN_MM = 3 };

/// A side of some ring, a cutter's or a region's.
struct side {
    struct geo_point from, to;
    uint32_t ring; // a cutter's number, or one above all of them
};

struct sides {
    struct side *sides;
    size_t count;
    struct grid grid;
};

static void add_ring(struct sides *sides, const struct geo_point *points, size_t count, uint32_t ring)
{
    for (size_t i = 0; i < count; i++)
        sides->sides[sides->count++] = (struct side){points[i], points[i + 1 == count ? 0 : i + 1], ring};
}

static void add_region_rings(struct sides *sides, const struct seams *seams, uint32_t ring_count,
                             uint32_t number)
{
    for (uint32_t ring = 0; ring < ring_count; ring++) {
        uint32_t first = seams_ring_start(seams, ring);
        uint32_t end = seams_ring_start(seams, ring + 1);
        for (uint32_t i = first; i < end; i++)
            sides->sides[sides->count++] = (struct side){
                seams_point(seams, i), seams_point(seams, i + 1 == end ? first : i + 1), number};
    }
}

static struct geo_box box_of(const struct sides *sides)
{
    struct geo_box box = {sides->sides[0].from, sides->sides[0].from};
    for (size_t i = 1; i < sides->count; i++) {
        struct geo_point points[3] = {box.low, box.high, sides->sides[i].from};
        box = geo_bounds(points, 3);
    }
    return box;
}

static bool fill_grid(struct sides *sides)
{
    if (!grid_init(&sides->grid, box_of(sides), sides->count))
        return false;
    for (uint32_t i = 0; i < sides->count; i++) {
        const struct side *side = &sides->sides[i];
        if (!grid_insert_triangle(&sides->grid, i, side->from, side->to, side->to))
            return false;
    }
    return true;
}

static bool collect(struct sides *sides, const struct crossings *crossings, const struct seams *seams)
{
    size_t count = seams->arrangement.point_count;
    for (size_t i = 0; i < crossings->cutters.count; i++)
        count += crossings->cutters.cutters[i].outline->count;
    sides->sides = calloc(count + 1, sizeof *sides->sides);
    if (!sides->sides)
        return false;
    for (uint32_t i = 0; i < crossings->cutters.count; i++) {
        const struct pack_polygon *outline = crossings->cutters.cutters[i].outline;
        add_ring(sides, outline->points, outline->count, i);
    }
    add_region_rings(sides, seams, seams->first_rings[crossings->scene->region_count],
                     (uint32_t)crossings->cutters.count);
    return fill_grid(sides);
}

/// Whether the side comes into the box, its border included.
static bool comes_into(const struct side *side, const struct geo_box *box)
{
    struct geo_point ends[2] = {side->from, side->to};
    struct geo_box around = geo_bounds(ends, 2);
    if (around.low.x > box->high.x || around.high.x < box->low.x || around.low.z > box->high.z ||
        around.high.z < box->low.z)
        return false;
    const struct geo_point corners[4] = {
        box->low, {box->high.x, box->low.z}, box->high, {box->low.x, box->high.z}};
    int left = 0;
    int right = 0;
    for (int i = 0; i < 4; i++) {
        int64_t turn = geo_cross(side->from, side->to, corners[i]);
        left += turn > 0;
        right += turn < 0;
    }
    return left < 4 && right < 4;
}

static bool is_alone(const struct sides *sides, const struct cutter *cutter, uint32_t number)
{
    struct geo_box box = {{cutter->box.low.x - MARGIN_MM, cutter->box.low.z - MARGIN_MM},
                          {cutter->box.high.x + MARGIN_MM, cutter->box.high.z + MARGIN_MM}};
    const struct geo_point thirds[2] = {{box.low.x, box.high.z}, {box.high.x, box.low.z}};
    for (int i = 0; i < 2; i++) {
        struct grid_walk walk;
        uint32_t item;
        grid_walk_begin(&walk, &sides->grid, box.low, box.high, thirds[i]);
        while (grid_walk_next(&walk, &item)) {
            const struct side *side = &sides->sides[item];
            if (side->ring != number && comes_into(side, &box))
                return false;
        }
    }
    return true;
}

/// Marks the obstacles that cut one region, and that well inside.
static bool mark_candidates(struct cutters *cutters)
{
    uint32_t *cut_counts = calloc(cutters->count + 1, sizeof *cut_counts);
    if (!cut_counts)
        return false;
    for (size_t i = 0; i < cutters->cut_count; i++)
        cut_counts[cutters->cuts[i].cutter] += cutters->cuts[i].is_at_border ? 2 : 1;
    for (size_t i = 0; i < cutters->count; i++)
        cutters->cutters[i].is_apart = cut_counts[i] == 1 && !cutters->cutters[i].is_road;
    free(cut_counts);
    return true;
}

bool apart_find(struct crossings *crossings, const struct seams *seams)
{
    struct sides sides = {0};
    bool has_memory = mark_candidates(&crossings->cutters) && collect(&sides, crossings, seams);
    for (uint32_t i = 0; has_memory && i < crossings->cutters.count; i++) {
        struct cutter *cutter = &crossings->cutters.cutters[i];
        cutter->is_apart = cutter->is_apart && is_alone(&sides, cutter, i);
    }
    grid_finish(&sides.grid);
    free(sides.sides);
    return has_memory;
}
