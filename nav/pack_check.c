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

/// What a ring of the sweep is in the file.
struct ring_origin {
    bool is_obstacle;
    size_t index; // of the obstacle in the scene, or of the hole in the region
};

/// The outline, the holes and the obstacles of one region, in this order.
struct rings {
    size_t region;
    struct sweep_ring *rings;
    struct ring_origin *origins;
    struct geo_box *boxes;
    size_t count;
};

static void add_ring(struct rings *rings, const struct pack_polygon *polygon, struct ring_origin origin)
{
    rings->rings[rings->count] = (struct sweep_ring){.points = polygon->points, .count = polygon->count};
    rings->origins[rings->count] = origin;
    rings->boxes[rings->count] = geo_bounds(polygon->points, polygon->count);
    rings->count++;
}

static bool collect_rings(struct rings *rings, const struct pack_scene *scene, size_t obstacle_count)
{
    const struct pack_region *region = &scene->regions[rings->region];
    size_t count_max = 1 + region->hole_count + obstacle_count;
    rings->rings = calloc(count_max, sizeof *rings->rings);
    rings->origins = calloc(count_max, sizeof *rings->origins);
    rings->boxes = calloc(count_max, sizeof *rings->boxes);
    if (!rings->rings || !rings->origins || !rings->boxes)
        return false;
    add_ring(rings, &region->outline, (struct ring_origin){0});
    for (size_t i = 0; i < region->hole_count; i++)
        add_ring(rings, &region->holes[i], (struct ring_origin){.index = i});
    for (size_t i = 0; i < obstacle_count; i++) {
        if (scene->obstacles[i].region == rings->region)
            add_ring(rings, &scene->obstacles[i].outline,
                     (struct ring_origin){.is_obstacle = true, .index = i});
    }
    return true;
}

/// Names a ring other than the outline by its place in the file.
static void place_ring(const struct rings *rings, size_t ring, char place[REPORT_PLACE_MAX])
{
    const struct ring_origin *origin = &rings->origins[ring];
    if (origin->is_obstacle)
        snprintf(place, REPORT_PLACE_MAX, "$.obstacles[%zu]", origin->index);
    else
        snprintf(place, REPORT_PLACE_MAX, "$.regions[%zu].holes[%zu]", rings->region, origin->index);
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
        rings->origins[i] = rings->origins[i + 1];
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

/// Rings that touch nowhere are inside one another as a whole or not at all. That obstacles begin inside
/// their region is known: that is how it was found.
static void check_nesting(const struct check *check, const struct rings *rings)
{
    for (size_t i = 1; i < rings->count; i++) {
        const struct geo_point *points = rings->rings[i].points;
        assert(points);
        struct geo_point at = points[0];
        if (!rings->origins[i].is_obstacle && !is_inside(rings, 0, at))
            ring_fault(check, rings, i, 0, at, "lies outside", "move it inside");
        for (size_t k = 1; k < rings->count; k++) {
            if (k != i && is_inside(rings, k, at))
                ring_fault(check, rings, i, k, at, "lies inside", "move it out or remove one");
        }
    }
}

/// @param obstacle_count  of the scene's obstacles to look at: all of them or none
static void check_rings(const struct check *check, size_t region, size_t obstacle_count)
{
    struct rings rings = {.region = region};
    if (collect_rings(&rings, check->scene, obstacle_count)) {
        check_touching(check, &rings);
        check_nesting(check, &rings);
    } else {
        memory_fault(check);
    }
    free(rings.rings);
    free(rings.origins);
    free(rings.boxes);
}

// ---- regions -----------------------------------------------------------------------------------

static void widen(int32_t *low_mm, int32_t *high_mm, const int32_t *heights_mm, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        *low_mm = heights_mm[i] < *low_mm ? heights_mm[i] : *low_mm;
        *high_mm = heights_mm[i] > *high_mm ? heights_mm[i] : *high_mm;
    }
}

static void height_range(const struct pack_region *region, int32_t *low_mm, int32_t *high_mm)
{
    *low_mm = *high_mm = region->heights_mm[0];
    widen(low_mm, high_mm, region->heights_mm, region->outline.count);
    for (size_t i = 0; i < region->hole_count; i++)
        widen(low_mm, high_mm, region->hole_heights_mm[i], region->holes[i].count);
}

/// Says whether one region is so high over the other that people stand in between.
static bool are_floors_apart(const struct pack_scene *scene, const struct pack_region *a,
                             const struct pack_region *b)
{
    int32_t a_low_mm;
    int32_t a_high_mm;
    int32_t b_low_mm;
    int32_t b_high_mm;
    height_range(a, &a_low_mm, &a_high_mm);
    height_range(b, &b_low_mm, &b_high_mm);
    return b_low_mm - a_high_mm >= scene->agent_height_mm || a_low_mm - b_high_mm >= scene->agent_height_mm;
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
    if (overlap.kind == OVERLAP_AREA && !are_floors_apart(scene, a, b))
        report_add(
            check->report, scene->file, place,
            "at (%.3f, %.3f) this overlaps $.regions[%zu] (%s) at the same height; cut a hole into one or "
            "move the border",
            x, z, other, a->name);
    if (overlap.kind == OVERLAP_MISS && !are_floors_apart(scene, a, b))
        report_add(
            check->report, scene->file, place,
            "at (%.3f, %.3f) a corner misses a side of $.regions[%zu] (%s) by less than 10 mm; put it on the "
            "side",
            x, z, other, a->name);
}

static void check_overlaps(const struct check *check)
{
    for (size_t i = 0; i < check->scene->region_count; i++) {
        for (size_t k = 0; k < i; k++)
            check_overlap(check, i, k);
    }
}

void pack_check_regions(const struct pack_scene *scene, struct report *report)
{
    assert(scene);
    assert(report);
    struct check check = {.scene = scene, .report = report};
    size_t problems_before = report->count;
    check_region_names(&check);
    for (size_t i = 0; i < scene->region_count; i++)
        check_rings(&check, i, 0);
    if (report->count == problems_before)
        check_overlaps(&check);
}

void pack_check_obstacles(const struct pack_scene *scene, struct report *report)
{
    assert(scene);
    assert(report);
    struct check check = {.scene = scene, .report = report};
    for (size_t i = 0; i < scene->region_count; i++)
        check_rings(&check, i, scene->obstacle_count);
}

// ---- people ------------------------------------------------------------------------------------

/// Someone who stands in the scene: an NPC, or a player who has just come.
struct person {
    const char *what;
    const char *file; // that places it
    char place[REPORT_PLACE_MAX];
    struct geo_point at;
    size_t region;
};

static void check_clearance(const struct check *check, const struct person *person)
{
    const struct pack_scene *scene = check->scene;
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        const struct pack_polygon *outline = &scene->obstacles[i].outline;
        if (scene->obstacles[i].region != person->region)
            continue;
        bool is_in = polygon_locate(outline->points, outline->count, person->at) != POLYGON_OUTSIDE;
        if (!is_in && !polygon_is_near(outline->points, outline->count, person->at, scene->agent_radius_mm))
            continue;
        report_add(check->report, person->file, person->place,
                   "%s stands %s obstacle %zu of %s; move it %.3f m away", person->what,
                   is_in ? "inside" : "too near to", i, scene->file, metres(scene->agent_radius_mm));
        return;
    }
}

static void check_npcs(const struct check *check, const struct pack *pack, size_t scene)
{
    size_t number = 0; // in the scene's file
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        struct person person = {
            .what = "this NPC", .file = check->scene->file, .at = npc->at, .region = npc->region};
        if (npc->scene != scene)
            continue;
        snprintf(person.place, sizeof person.place, "$.npcs[%zu].at", number++);
        check_clearance(check, &person);
    }
}

/// Looks at the ends of a jump that lie in the scene.
static void check_arrivals(const struct check *check, const struct pack *pack, const struct pack_jump *jump,
                           size_t number)
{
    for (size_t i = 0; i < jump->end_count; i++) {
        const struct pack_jump_end *end = &jump->ends[i];
        struct person person = {.what = "whoever arrives here",
                                .file = pack->scenes[jump->scene].file,
                                .at = end->at,
                                .region = end->region};
        if (&pack->scenes[end->scene] != check->scene)
            continue;
        snprintf(person.place, sizeof person.place, "$.jumps[%zu].to[%zu].at", number, i);
        check_clearance(check, &person);
    }
}

static void check_jumps(const struct check *check, const struct pack *pack)
{
    size_t number = 0; // in its scene's file
    for (size_t i = 0; i < pack->jump_count; i++) {
        const struct pack_jump *jump = &pack->jumps[i];
        struct person person = {.what = "whoever takes this jump",
                                .file = check->scene->file,
                                .at = jump->at,
                                .region = jump->region};
        number = i > 0 && jump[-1].scene == jump->scene ? number + 1 : 0;
        check_arrivals(check, pack, jump, number);
        if (&pack->scenes[jump->scene] != check->scene)
            continue;
        snprintf(person.place, sizeof person.place, "$.jumps[%zu].at", number);
        check_clearance(check, &person);
    }
}

static void check_spawn(const struct check *check, const struct pack *pack)
{
    struct person person = {.what = "whoever spawns here",
                            .file = "world.json",
                            .place = "$.spawn.at",
                            .at = pack->spawn,
                            .region = pack->spawn_region};
    check_clearance(check, &person);
}

void pack_check_people(const struct pack *pack, struct report *report)
{
    assert(pack);
    assert(report);
    for (size_t i = 0; i < pack->scene_count; i++) {
        struct check check = {.scene = &pack->scenes[i], .report = report};
        check_npcs(&check, pack, i);
        check_jumps(&check, pack);
        if (i == pack->spawn_scene)
            check_spawn(&check, pack);
    }
}
