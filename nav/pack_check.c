#include "nav/pack_check.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/overlap.h"
#include "nav/polygon.h"
#include "nav/sweep.h"

/// The scene that is looked at, and where its problems go.
struct check {
    const struct pack_scene *scene;
    struct report *report;
};

static double metres(int32_t millimetres)
{
    return millimetres / 1000.0;
}

// ---- names -------------------------------------------------------------------------------------

static void check_region_names(const struct check *check)
{
    const struct pack_region *regions = check->scene->regions;
    for (size_t i = 0; i < check->scene->region_count; i++) {
        for (size_t k = 0; k < i; k++) {
            char place[REPORT_PLACE_MAX];
            if (strcmp(regions[i].name, regions[k].name) != 0)
                continue;
            snprintf(place, sizeof place, "$.regions[%zu].name", i);
            report_add(check->report, check->scene->file, place,
                       "region %zu has the name \"%s\" too; rename one", k, regions[k].name);
        }
    }
}

// ---- rings of one region -----------------------------------------------------------------------

/// The outline and the holes of one region, in this order.
struct rings {
    size_t region;
    struct sweep_ring *rings;
    size_t *holes; // per ring but the first: the number of the hole
    struct geo_box *boxes;
    size_t count;
};

static void add_ring(struct rings *rings, const struct pack_polygon *polygon, size_t hole)
{
    rings->rings[rings->count] = (struct sweep_ring){.points = polygon->points, .count = polygon->count};
    rings->holes[rings->count] = hole;
    rings->boxes[rings->count] = geo_bounds(polygon->points, polygon->count);
    rings->count++;
}

static bool collect_rings(struct rings *rings, const struct pack_scene *scene)
{
    const struct pack_region *region = &scene->regions[rings->region];
    size_t count_max = 1 + region->hole_count;
    rings->rings = calloc(count_max, sizeof *rings->rings);
    rings->holes = calloc(count_max, sizeof *rings->holes);
    rings->boxes = calloc(count_max, sizeof *rings->boxes);
    if (!rings->rings || !rings->holes || !rings->boxes)
        return false;
    add_ring(rings, &region->outline, 0);
    for (size_t i = 0; i < region->hole_count; i++)
        add_ring(rings, &region->holes[i], i);
    return true;
}

/// Names a ring other than the outline by its place in the file.
static void place_ring(const struct rings *rings, size_t ring, char place[REPORT_PLACE_MAX])
{
    snprintf(place, REPORT_PLACE_MAX, "$.regions[%zu].holes[%zu]", rings->region, rings->holes[ring]);
}

/// Adds the problem that ring `ring` does `what` to ring `other`, and what to do.
static void ring_fault(const struct check *check, const struct rings *rings, size_t ring, size_t other,
                       struct geo_point at, const char *what, const char *remedy)
{
    char place[REPORT_PLACE_MAX];
    char other_place[REPORT_PLACE_MAX];
    place_ring(rings, ring, place);
    if (other == 0)
        snprintf(other_place, sizeof other_place, "the outline of $.regions[%zu]", rings->region);
    else
        place_ring(rings, other, other_place);
    report_add(check->report, check->scene->file, place, "at (%.3f, %.3f) this %s %s; %s", metres(at.x),
               metres(at.z), what, other_place, remedy);
}

static void memory_fault(const struct check *check)
{
    report_add(check->report, check->scene->file, "", "memory ran out; make the scene smaller");
}

static void drop_ring(struct rings *rings, size_t ring)
{
    rings->count--;
    for (size_t i = ring; i < rings->count; i++) {
        rings->rings[i] = rings->rings[i + 1];
        rings->holes[i] = rings->holes[i + 1];
        rings->boxes[i] = rings->boxes[i + 1];
    }
}

/// A sweep finds one pair that touches: the later ring is blamed and left out of the next sweep.
static void check_touching(const struct check *check, struct rings *rings)
{
    struct sweep_side first = {0};
    struct sweep_side second = {0};
    enum sweep_status status = sweep_rings(rings->rings, rings->count, &first, &second);
    while ((status == SWEEP_TOUCH || status == SWEEP_SAME_PLACE) &&
           check->report->count < REPORT_PROBLEMS_MAX) {
        assert(second.ring > 0); // the outline alone is simple
        ring_fault(check, rings, second.ring, first.ring, second.corner, "crosses or touches",
                   "move them apart");
        drop_ring(rings, second.ring);
        status = sweep_rings(rings->rings, rings->count, &first, &second);
    }
    if (status == SWEEP_NO_MEMORY)
        memory_fault(check);
}

static bool is_inside(const struct rings *rings, size_t ring, struct geo_point at)
{
    const struct geo_box *box = &rings->boxes[ring];
    if (at.x < box->low.x || at.x > box->high.x || at.z < box->low.z || at.z > box->high.z)
        return false;
    return polygon_locate(rings->rings[ring].points, rings->rings[ring].count, at) == POLYGON_INSIDE;
}

/// Rings that touch nowhere are inside one another as a whole or not at all.
static void check_nesting(const struct check *check, const struct rings *rings)
{
    for (size_t i = 1; i < rings->count; i++) {
        const struct geo_point *points = rings->rings[i].points;
        assert(points);
        struct geo_point at = points[0];
        if (!is_inside(rings, 0, at))
            ring_fault(check, rings, i, 0, at, "lies outside", "move it inside");
        for (size_t k = 1; k < rings->count; k++) {
            if (k != i && is_inside(rings, k, at))
                ring_fault(check, rings, i, k, at, "lies inside", "move it out or remove one");
        }
    }
}

static void check_rings(const struct check *check, size_t region)
{
    struct rings rings = {.region = region};
    if (collect_rings(&rings, check->scene)) {
        check_touching(check, &rings);
        check_nesting(check, &rings);
    } else {
        memory_fault(check);
    }
    free(rings.rings);
    free(rings.holes);
    free(rings.boxes);
}

// ---- regions -----------------------------------------------------------------------------------

/// What is known of a region before two are compared.
struct extent {
    struct geo_box box;
    int32_t low_mm; // of its ground
    int32_t high_mm;
};

static void widen(struct extent *extent, const int32_t *heights_mm, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        extent->low_mm = heights_mm[i] < extent->low_mm ? heights_mm[i] : extent->low_mm;
        extent->high_mm = heights_mm[i] > extent->high_mm ? heights_mm[i] : extent->high_mm;
    }
}

static struct extent extent_of(const struct pack_region *region)
{
    struct extent extent = {.box = geo_bounds(region->outline.points, region->outline.count),
                            .low_mm = INT32_MAX,
                            .high_mm = INT32_MIN};
    widen(&extent, region->heights_mm, region->outline.count);
    for (size_t i = 0; i < region->hole_count; i++)
        widen(&extent, region->hole_heights_mm[i], region->holes[i].count);
    return extent;
}

/// Says whether two regions are nowhere near one another: in plan, or because people stand in between.
static bool are_apart(const struct pack_scene *scene, const struct extent *a, const struct extent *b)
{
    return a->box.low.x > b->box.high.x + OVERLAP_MISS_MM || b->box.low.x > a->box.high.x + OVERLAP_MISS_MM ||
           a->box.low.z > b->box.high.z + OVERLAP_MISS_MM || b->box.low.z > a->box.high.z + OVERLAP_MISS_MM ||
           b->low_mm - a->high_mm >= scene->agent_height_mm ||
           a->low_mm - b->high_mm >= scene->agent_height_mm;
}

static void check_overlap(const struct check *check, size_t region, size_t other)
{
    const struct pack_scene *scene = check->scene;
    const struct pack_region *a = &scene->regions[other];
    const struct pack_region *b = &scene->regions[region];
    struct overlap overlap = overlap_find(a, b);
    double x = metres(overlap.at.x);
    double z = metres(overlap.at.z);
    char place[REPORT_PLACE_MAX];
    snprintf(place, sizeof place, "$.regions[%zu]", region);
    if (overlap.kind == OVERLAP_NO_MEMORY)
        memory_fault(check);
    if (overlap.kind == OVERLAP_AREA)
        report_add(
            check->report, scene->file, place,
            "at (%.3f, %.3f) this overlaps $.regions[%zu] (%s) at the same height; cut a hole into one or "
            "move the border",
            x, z, other, a->name);
    if (overlap.kind == OVERLAP_MISS)
        report_add(
            check->report, scene->file, place,
            "at (%.3f, %.3f) a corner misses a side of $.regions[%zu] (%s) by less than 10 mm; put it on the "
            "side",
            x, z, other, a->name);
}

static void check_overlaps(const struct check *check)
{
    size_t count = check->scene->region_count;
    struct extent *extents = calloc(count + 1, sizeof *extents);
    if (!extents) {
        memory_fault(check);
        return;
    }
    for (size_t i = 0; i < count; i++)
        extents[i] = extent_of(&check->scene->regions[i]);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (!are_apart(check->scene, &extents[k], &extents[i]))
                check_overlap(check, i, k);
        }
    }
    free(extents);
}

void pack_check_regions(const struct pack_scene *scene, struct report *report)
{
    assert(scene);
    assert(report);
    struct check check = {.scene = scene, .report = report};
    size_t problems_before = report->count;
    check_region_names(&check);
    for (size_t i = 0; i < scene->region_count; i++)
        check_rings(&check, i);
    if (report->count == problems_before)
        check_overlaps(&check);
}
