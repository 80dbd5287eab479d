#include "nav/triangulate.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/grid.h"
#include "nav/heap.h"

enum { NO_CORNER = UINT32_MAX };

/// A corner of what is left of the polygon.
struct corner {
    struct geo_point at;
    uint32_t point; // of the region
    uint32_t previous;
    uint32_t next;
    bool is_convex;         // less than 180 degrees inside; the others stand in the grid
    uint32_t waiting_first; // corners that this one keeps from being cut
    uint32_t waits_for;     // the corner that keeps this one from being cut, or NO_CORNER
    uint32_t waiting_next;  // the others that wait for it
    uint32_t waiting_previous;
};

struct cutter {
    struct corner *corners;
    size_t remaining;
    struct heap *ears;  // convex corners to try, shortest cut first
    struct grid in_way; // corners that are not convex
    struct triangle *triangles;
    size_t triangle_count;
};

size_t triangulate_count(const struct region_rings *rings)
{
    return bridge_corner_count(rings) - 2;
}

static bool is_convex_now(const struct cutter *cutter, uint32_t corner)
{
    const struct corner *b = &cutter->corners[corner];
    return geo_cross(cutter->corners[b->previous].at, b->at, cutter->corners[b->next].at) > 0;
}

static void stop_waiting(struct cutter *cutter, uint32_t corner)
{
    struct corner *waiting = &cutter->corners[corner];
    if (waiting->waits_for == NO_CORNER)
        return;
    if (waiting->waiting_previous == NO_CORNER)
        cutter->corners[waiting->waits_for].waiting_first = waiting->waiting_next;
    else
        cutter->corners[waiting->waiting_previous].waiting_next = waiting->waiting_next;
    if (waiting->waiting_next != NO_CORNER)
        cutter->corners[waiting->waiting_next].waiting_previous = waiting->waiting_previous;
    waiting->waits_for = NO_CORNER;
}

static void wait_for(struct cutter *cutter, uint32_t corner, uint32_t hindrance)
{
    struct corner *waiting = &cutter->corners[corner];
    waiting->waits_for = hindrance;
    waiting->waiting_previous = NO_CORNER;
    waiting->waiting_next = cutter->corners[hindrance].waiting_first;
    if (waiting->waiting_next != NO_CORNER)
        cutter->corners[waiting->waiting_next].waiting_previous = corner;
    cutter->corners[hindrance].waiting_first = corner;
}

/// Puts a corner among those to try, if it is convex.
static void offer(struct cutter *cutter, uint32_t corner)
{
    const struct corner *b = &cutter->corners[corner];
    if (!b->is_convex)
        return;
    stop_waiting(cutter, corner);
    int64_t cut = geo_distance_squared(cutter->corners[b->previous].at, cutter->corners[b->next].at);
    heap_set(cutter->ears, corner, (double)cut);
}

static bool is_in_way(const struct corner *v, const struct corner *a, const struct corner *b,
                      const struct corner *c)
{
    // Other corners at the same three places are the far sides of bridges: the angles tell about them.
    if (geo_equal(v->at, a->at) || geo_equal(v->at, b->at) || geo_equal(v->at, c->at))
        return false;
    return geo_in_triangle(a->at, b->at, c->at, v->at);
}

/// @return the corner that keeps `corner` from being cut off, NO_CORNER when nothing does
static uint32_t find_hindrance(const struct cutter *cutter, uint32_t corner)
{
    const struct corner *all = cutter->corners;
    const struct corner *b = &all[corner];
    const struct corner *a = &all[b->previous];
    const struct corner *c = &all[b->next];
    if (!geo_in_corner(all[a->previous].at, a->at, b->at, c->at))
        return b->previous;
    if (!geo_in_corner(b->at, c->at, all[c->next].at, a->at))
        return b->next;
    struct grid_walk walk;
    uint32_t item;
    grid_walk_begin(&walk, &cutter->in_way, a->at, b->at, c->at);
    while (grid_walk_next(&walk, &item)) {
        if (is_in_way(&all[item], a, b, c))
            return item;
    }
    return NO_CORNER;
}

/// Looks again at a corner that has lost a neighbour.
static void update(struct cutter *cutter, uint32_t corner)
{
    struct corner *changed = &cutter->corners[corner];
    if (!changed->is_convex && is_convex_now(cutter, corner)) {
        changed->is_convex = true;
        grid_remove(&cutter->in_way, corner, changed->at);
        while (changed->waiting_first != NO_CORNER)
            offer(cutter, changed->waiting_first);
    }
    offer(cutter, corner);
}

static void add_triangle(struct cutter *cutter, uint32_t corner)
{
    const struct corner *b = &cutter->corners[corner];
    cutter->triangles[cutter->triangle_count++] =
        (struct triangle){{cutter->corners[b->previous].point, b->point, cutter->corners[b->next].point}};
}

static void cut_off(struct cutter *cutter, uint32_t corner)
{
    uint32_t a = cutter->corners[corner].previous;
    uint32_t c = cutter->corners[corner].next;
    add_triangle(cutter, corner);
    cutter->corners[a].next = c;
    cutter->corners[c].previous = a;
    cutter->remaining--;
    update(cutter, a);
    update(cutter, c);
    // The angles at a and c may have been what their other neighbours waited for.
    offer(cutter, cutter->corners[a].previous);
    offer(cutter, cutter->corners[c].next);
}

static bool cut_all(struct cutter *cutter)
{
    uint32_t corner;
    while (cutter->remaining > 3 && heap_pop(cutter->ears, &corner)) {
        uint32_t hindrance = find_hindrance(cutter, corner);
        if (hindrance == NO_CORNER)
            cut_off(cutter, corner);
        else
            wait_for(cutter, corner, hindrance);
    }
    if (cutter->remaining > 3 || !heap_pop(cutter->ears, &corner))
        return false;
    add_triangle(cutter, corner);
    return true;
}

static void make_corners(struct cutter *cutter, const struct region_rings *rings, const uint32_t *order)
{
    uint32_t count = (uint32_t)cutter->remaining;
    for (uint32_t i = 0; i < count; i++) {
        cutter->corners[i] = (struct corner){.at = rings->points[order[i]],
                                             .point = order[i],
                                             .previous = i == 0 ? count - 1 : i - 1,
                                             .next = i + 1 == count ? 0 : i + 1,
                                             .waiting_first = NO_CORNER,
                                             .waits_for = NO_CORNER};
    }
}

static bool begin(struct cutter *cutter, const struct region_rings *rings, const uint32_t *order)
{
    make_corners(cutter, rings, order);
    struct geo_box box = geo_bounds(rings->points, rings->point_count);
    if (!grid_init(&cutter->in_way, box, cutter->remaining))
        return false;
    for (uint32_t i = 0; i < cutter->remaining; i++) {
        cutter->corners[i].is_convex = is_convex_now(cutter, i);
        offer(cutter, i);
        if (!cutter->corners[i].is_convex && !grid_insert(&cutter->in_way, i, cutter->corners[i].at))
            return false;
    }
    return true;
}

bool triangulate(const struct region_rings *rings, struct triangle *triangles)
{
    assert(rings->point_count >= 3);
    size_t count = bridge_corner_count(rings);
    struct cutter cutter = {.remaining = count, .triangles = triangles};
    uint32_t *order = calloc(count, sizeof *order);
    cutter.corners = calloc(count, sizeof *cutter.corners);
    cutter.ears = heap_create(count);
    bool is_cut = order && cutter.corners && cutter.ears && bridge_join(rings, order) &&
                  begin(&cutter, rings, order) && cut_all(&cutter);
    grid_finish(&cutter.in_way);
    heap_destroy(cutter.ears);
    free(cutter.corners);
    free(order);
    return is_cut;
}
