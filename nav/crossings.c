#include "nav/crossings.h"

#include <stdlib.h>

#include "nav/disjoint.h"
#include "nav/sweep.h"

const struct cutter *crossings_cutter(const struct crossings *crossings, size_t cut)
{
    return &crossings->cutters.cutters[crossings->cutters.cuts[cut].cutter];
}

/// By left end, for the search for such that lie inside others.
static int compare_left_ends(const void *left, const void *right)
{
    const struct cutter *a = *(const struct cutter *const *)left;
    const struct cutter *b = *(const struct cutter *const *)right;
    if (a->box.low.x != b->box.low.x)
        return a->box.low.x < b->box.low.x ? -1 : 1;
    return (a > b) - (a < b);
}

static bool is_one_inside(const struct cutter **order, size_t count)
{
    qsort(order, count, sizeof(const struct cutter *), compare_left_ends);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && order[k]->box.low.x <= order[i]->box.high.x; k++) {
            if (cutter_holds(order[i], geo_place_of(order[k]->outline->points[0])) ||
                cutter_holds(order[k], geo_place_of(order[i]->outline->points[0])))
                return true;
        }
    }
    return false;
}

/// Whether obstacles that touch no border touch one another, or lie inside one another.
/// @return false when memory runs out
static bool do_cutters_meet(const struct crossings *crossings, size_t first, size_t end, bool *do_meet)
{
    size_t count = end - first;
    struct sweep_ring *rings = calloc(count + 1, sizeof *rings);
    const struct cutter **order = calloc(count + 1, sizeof(const struct cutter *));
    bool has_memory = rings && order;
    for (size_t i = 0; has_memory && i < count; i++) {
        order[i] = crossings_cutter(crossings, first + i);
        rings[i] = (struct sweep_ring){order[i]->outline->points, order[i]->outline->count};
    }
    if (has_memory) {
        struct sweep_side sides[2];
        enum sweep_status status = sweep_rings(rings, count, &sides[0], &sides[1]);
        has_memory = status != SWEEP_NO_MEMORY;
        *do_meet = status != SWEEP_CLEAR || is_one_inside(order, count);
    }
    free(rings);
    free(order);
    return has_memory;
}

static bool find_crossed(struct crossings *crossings, uint32_t region)
{
    size_t first = crossings->firsts[region];
    size_t end = crossings->firsts[region + 1];
    for (size_t i = first; i < end; i++) {
        if (crossings->cutters.cuts[i].is_at_border || crossings_cutter(crossings, i)->is_road)
            crossings->are_crossed[region] = true;
    }
    return crossings->are_crossed[region] ||
           do_cutters_meet(crossings, first, end, &crossings->are_crossed[region]);
}

/// Regions that share a cutter are snapped together: they meet along it.
static bool group_regions(struct crossings *crossings)
{
    uint32_t *first_region = calloc(crossings->cutters.count + 1, sizeof *first_region);
    if (!first_region)
        return false;
    for (size_t i = 0; i < crossings->cutters.count; i++)
        first_region[i] = UINT32_MAX;
    disjoint_init(crossings->groups, crossings->scene->region_count);
    for (size_t i = 0; i < crossings->cutters.cut_count; i++) {
        const struct cut *cut = &crossings->cutters.cuts[i];
        uint32_t *region = &first_region[cut->cutter];
        if (*region == UINT32_MAX)
            *region = cut->region;
        else
            disjoint_join(crossings->groups, *region, cut->region);
    }
    free(first_region);
    for (uint32_t i = 0; i < crossings->scene->region_count; i++) {
        if (crossings->are_crossed[i])
            crossings->are_crossed[disjoint_find(crossings->groups, i)] = true;
    }
    for (uint32_t i = 0; i < crossings->scene->region_count; i++)
        crossings->are_crossed[i] = crossings->are_crossed[disjoint_find(crossings->groups, i)];
    return true;
}

static void list_cuts(struct crossings *crossings)
{
    size_t cut = 0;
    for (uint32_t region = 0; region <= crossings->scene->region_count; region++) {
        while (cut < crossings->cutters.cut_count && crossings->cutters.cuts[cut].region < region)
            cut++;
        crossings->firsts[region] = cut;
    }
}

bool crossings_find(struct floors *floors, struct crossings *crossings)
{
    const struct pack_scene *scene = floors_scene(floors);
    *crossings = (struct crossings){.scene = scene};
    crossings->firsts = calloc(scene->region_count + 1, sizeof *crossings->firsts);
    crossings->groups = calloc(scene->region_count + 1, sizeof *crossings->groups);
    crossings->are_crossed = calloc(scene->region_count + 1, sizeof *crossings->are_crossed);
    if (!crossings->firsts || !crossings->groups || !crossings->are_crossed ||
        !cutters_find(floors, &crossings->cutters))
        return false;
    list_cuts(crossings);
    for (uint32_t i = 0; i < scene->region_count; i++) {
        if (!find_crossed(crossings, i))
            return false;
    }
    return group_regions(crossings);
}

void crossings_finish(struct crossings *crossings)
{
    cutters_finish(&crossings->cutters);
    free(crossings->firsts);
    free(crossings->groups);
    free(crossings->are_crossed);
    *crossings = (struct crossings){0};
}
