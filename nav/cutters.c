#include "nav/cutters.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/polygon.h"

enum { NEAR_MM = 1 }; // snapping moves a line by less than this

struct finder {
    const struct pack_scene *scene;
    struct floors *floors;
    struct borders *borders;
    struct cutters *cutters;
};

// ---- heights -----------------------------------------------------------------------------------

/// Corners outside the obstacle's region take the height of a corner before them that lies inside.
static bool set_obstacle_heights(const struct finder *finder, const struct pack_obstacle *obstacle,
                                 struct cutter *cutter)
{
    size_t count = obstacle->outline.count;
    int32_t height_mm = finder->scene->regions[obstacle->region].heights_mm[0];
    for (size_t i = 0; i < 2 * count; i++) {
        struct geo_point at = obstacle->outline.points[i % count];
        if (borders_locate(finder->borders, obstacle->region, geo_place_of(at)) != POLYGON_OUTSIDE &&
            !floors_height(finder->floors, obstacle->region, at, &height_mm))
            return false;
        cutter->heights_mm[i % count] = height_mm;
    }
    return true;
}

/// Corner i of a thickened line lies beside its point i, and corner 2n - 1 - i on the other side.
static bool set_road_heights(const struct finder *finder, const struct pack_road *road, struct cutter *cutter)
{
    for (size_t i = 0; i < road->line.count; i++) {
        struct floors_under under = {.count = 0};
        if (road->heights_mm)
            under.height_mm = road->heights_mm[i];
        else if (!floors_find(finder->floors, road->line.points[i], 0, &under))
            return false;
        cutter->heights_mm[i] = cutter->heights_mm[2 * road->line.count - 1 - i] = under.height_mm;
    }
    return true;
}

static struct cutter *add_cutter(struct cutters *cutters, const struct pack_polygon *outline)
{
    struct cutter *cutter = &cutters->cutters[cutters->count++];
    *cutter = (struct cutter){.outline = outline,
                              .heights_mm = calloc(outline->count, sizeof *cutter->heights_mm),
                              .box = geo_bounds(outline->points, outline->count)};
    return cutter->heights_mm ? cutter : NULL;
}

static bool collect(const struct finder *finder)
{
    const struct pack_scene *scene = finder->scene;
    for (uint32_t i = 0; i < scene->obstacle_count; i++) {
        struct cutter *cutter = add_cutter(finder->cutters, &scene->obstacles[i].outline);
        if (!cutter || !set_obstacle_heights(finder, &scene->obstacles[i], cutter))
            return false;
        cutter->number = i;
    }
    for (uint32_t i = 0; i < scene->road_count; i++) {
        if (scene->roads[i].line.count == 0)
            continue;
        struct cutter *cutter = add_cutter(finder->cutters, &scene->roads[i].outline);
        if (!cutter || !set_road_heights(finder, &scene->roads[i], cutter))
            return false;
        cutter->is_road = true;
        cutter->number = i;
    }
    return true;
}

// ---- where they meet ---------------------------------------------------------------------------

static bool add_cut(struct cutters *cutters, struct cut cut)
{
    if (cutters->cut_count == cutters->cut_capacity) {
        size_t capacity = 2 * cutters->cut_capacity + 64;
        struct cut *grown = realloc(cutters->cuts, capacity * sizeof *grown);
        if (!grown)
            return false;
        cutters->cuts = grown;
        cutters->cut_capacity = capacity;
    }
    cutters->cuts[cutters->cut_count++] = cut;
    return true;
}

/// Adds a cut if the cutter and the region are on one floor at a place where they meet.
/// @param height_mm  of the cutter there
static bool meet(const struct finder *finder, struct cut cut, struct geo_point at, int32_t height_mm)
{
    bool is_road = finder->cutters->cutters[cut.cutter].is_road;
    int32_t reach_mm = is_road ? finder->scene->step_height_mm : finder->scene->agent_height_mm - 1;
    int32_t ground_mm;
    if (!floors_height(finder->floors, cut.region, at, &ground_mm))
        return false;
    return abs(ground_mm - height_mm) > reach_mm || add_cut(finder->cutters, cut);
}

static bool do_cross(struct geo_point a, struct geo_point b, struct geo_point c, struct geo_point d)
{
    bool is_line_split = (geo_cross(a, b, c) > 0) != (geo_cross(a, b, d) > 0);
    return is_line_split && (geo_cross(c, d, a) > 0) != (geo_cross(c, d, b) > 0);
}

/// Finds a place where two sides cross or come near one another.
/// @param[out] part  of the way from `a` to `b` where that is
static bool find_touch(struct geo_point a, struct geo_point b, const struct borders_side *side,
                       struct geo_point *at, double *part)
{
    const struct geo_point own[2] = {a, b};
    const struct geo_point others[2] = {side->from, side->to};
    for (int i = 0; i < 2; i++) {
        *at = own[i];
        *part = i;
        if (polygon_is_near(others, 2, own[i], NEAR_MM))
            return true;
        *at = others[i];
        *part = geo_place_project(geo_place_of(a), geo_place_of(b), geo_place_of(others[i]));
        if (polygon_is_near(own, 2, others[i], NEAR_MM))
            return true;
    }
    if (!do_cross(a, b, side->from, side->to))
        return false;
    double from = (double)geo_cross(side->from, side->to, a);
    double to = (double)geo_cross(side->from, side->to, b);
    *part = from / (from - to);
    struct geo_place place = geo_place_mix(geo_place_of(a), geo_place_of(b), *part);
    *at = (struct geo_point){(int32_t)place.x, (int32_t)place.z};
    return true;
}

/// Finds the borders that a side of the cutter meets.
static bool meet_borders(const struct finder *finder, uint32_t number, size_t corner)
{
    const struct cutter *cutter = &finder->cutters->cutters[number];
    size_t next = corner + 1 == cutter->outline->count ? 0 : corner + 1;
    struct geo_point a = cutter->outline->points[corner];
    struct geo_point b = cutter->outline->points[next];
    int32_t low_mm = cutter->heights_mm[corner];
    int32_t rise_mm = cutter->heights_mm[next] - low_mm;
    struct borders_walk walk;
    borders_walk_begin(&walk, finder->borders, a, b);
    for (const struct borders_side *side; (side = borders_walk_next(&walk)) != NULL;) {
        struct cut cut = {.region = side->region, .cutter = number, .is_at_border = true};
        struct geo_point at;
        double part;
        if (find_touch(a, b, side, &at, &part) && !meet(finder, cut, at, low_mm + (int32_t)(part * rise_mm)))
            return false;
    }
    return true;
}

static bool meet_all_borders(const struct finder *finder, uint32_t number)
{
    const struct pack_polygon *outline = finder->cutters->cutters[number].outline;
    assert(outline);
    for (size_t corner = 0; corner < outline->count; corner++) {
        if (!meet_borders(finder, number, corner))
            return false;
    }
    return true;
}

static bool do_boxes_meet(const struct geo_box *a, const struct geo_box *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

bool cutter_holds(const struct cutter *cutter, struct geo_place at)
{
    const struct geo_box *box = &cutter->box;
    bool is_inside = false;
    if (at.x < box->low.x || at.x > box->high.x || at.z < box->low.z || at.z > box->high.z)
        return false;
    for (size_t i = 0, last = cutter->outline->count - 1; i < cutter->outline->count; last = i++) {
        struct geo_place a = geo_place_of(cutter->outline->points[last]);
        struct geo_place b = geo_place_of(cutter->outline->points[i]);
        if ((a.z > at.z) != (b.z > at.z) && (geo_place_cross(a, b, at) > 0) == (b.z > a.z))
            is_inside = !is_inside;
    }
    return is_inside;
}

/// Finds regions around the whole cutter, and such as lie inside it as a whole.
static bool meet_insides(const struct finder *finder, uint32_t number)
{
    const struct cutter *cutter = &finder->cutters->cutters[number];
    for (uint32_t i = 0; i < finder->scene->region_count; i++) {
        const struct pack_polygon *outline = &finder->scene->regions[i].outline;
        const struct geo_box *box = borders_box(finder->borders, i);
        struct geo_point at = cutter->outline->points[0];
        if (!do_boxes_meet(&cutter->box, box))
            continue;
        if (borders_locate(finder->borders, i, geo_place_of(at)) != POLYGON_OUTSIDE &&
            !meet(finder, (struct cut){.region = i, .cutter = number}, at, cutter->heights_mm[0]))
            return false;
        struct cut whole = {.region = i, .cutter = number, .is_at_border = true};
        if (cutter_holds(cutter, geo_place_of(outline->points[0])) &&
            !meet(finder, whole, outline->points[0], cutter->heights_mm[0]))
            return false;
    }
    return true;
}

static bool meet_regions(const struct finder *finder, uint32_t number)
{
    return meet_all_borders(finder, number) && meet_insides(finder, number);
}

/// By region, then by cutter, those at the border first.
static int compare_cuts(const void *left, const void *right)
{
    const struct cut *a = left;
    const struct cut *b = right;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    if (a->cutter != b->cutter)
        return a->cutter < b->cutter ? -1 : 1;
    return b->is_at_border - a->is_at_border;
}

static void sort_cuts(struct cutters *cutters)
{
    size_t kept = 0;
    if (cutters->cut_count > 0)
        qsort(cutters->cuts, cutters->cut_count, sizeof *cutters->cuts, compare_cuts);
    for (size_t i = 0; i < cutters->cut_count; i++) {
        const struct cut *cut = &cutters->cuts[i];
        const struct cut *last = &cutters->cuts[kept > 0 ? kept - 1 : 0];
        if (kept == 0 || last->region != cut->region || last->cutter != cut->cutter)
            cutters->cuts[kept++] = *cut;
    }
    cutters->cut_count = kept;
}

/// A fan over a polygon from one corner covers at least its inside.
static bool fill_grid(struct cutters *cutters)
{
    struct geo_box box = cutters->cutters[0].box;
    for (size_t i = 1; i < cutters->count; i++) {
        const struct geo_box *own = &cutters->cutters[i].box;
        struct geo_point ends[4] = {box.low, box.high, own->low, own->high};
        box = geo_bounds(ends, 4);
    }
    if (!grid_init(&cutters->grid, box, cutters->count))
        return false;
    for (uint32_t i = 0; i < cutters->count; i++) {
        const struct pack_polygon *outline = cutters->cutters[i].outline;
        for (size_t k = 1; k + 1 < outline->count; k++) {
            if (!grid_insert_triangle(&cutters->grid, i, outline->points[0], outline->points[k],
                                      outline->points[k + 1]))
                return false;
        }
    }
    return true;
}

bool cutters_find(struct floors *floors, struct cutters *cutters)
{
    const struct pack_scene *scene = floors_scene(floors);
    struct finder finder = {
        .scene = scene, .floors = floors, .borders = floors_borders(floors), .cutters = cutters};
    *cutters = (struct cutters){0};
    cutters->cutters = calloc(scene->obstacle_count + scene->road_count + 1, sizeof *cutters->cutters);
    if (!cutters->cutters || !collect(&finder))
        return false;
    for (uint32_t i = 0; i < cutters->count; i++) {
        if (!meet_regions(&finder, i))
            return false;
    }
    sort_cuts(cutters);
    return cutters->count == 0 || fill_grid(cutters);
}

static int compare_pairs(const void *left, const void *right)
{
    const struct cut *a = left;
    const struct cut *b = right;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    return (a->cutter > b->cutter) - (a->cutter < b->cutter);
}

static bool is_cut(const struct cutters *cutters, uint32_t region, uint32_t cutter)
{
    struct cut wanted = {.region = region, .cutter = cutter};
    return cutters->cut_count > 0 &&
           bsearch(&wanted, cutters->cuts, cutters->cut_count, sizeof wanted, compare_pairs) != NULL;
}

struct cutters_cover cutters_look(const struct cutters *cutters, uint32_t region, struct geo_place at)
{
    struct cutters_cover cover = {.road = UINT32_MAX};
    struct geo_point place = {(int32_t)lround(at.x), (int32_t)lround(at.z)};
    struct grid_walk walk;
    uint32_t item;
    if (cutters->count == 0)
        return cover;
    grid_walk_begin(&walk, &cutters->grid, place, place, place);
    while (grid_walk_next(&walk, &item)) {
        const struct cutter *cutter = &cutters->cutters[item];
        if (cutter->is_apart || !cutter_holds(cutter, at) || !is_cut(cutters, region, item))
            continue;
        if (!cutter->is_road)
            cover.is_obstacle = true;
        else if (cutter->number < cover.road)
            cover.road = cutter->number;
        cover.is_road = cover.road != UINT32_MAX;
    }
    return cover;
}

void cutters_finish(struct cutters *cutters)
{
    grid_finish(&cutters->grid);
    for (size_t i = 0; i < cutters->count; i++)
        free(cutters->cutters[i].heights_mm);
    free(cutters->cutters);
    free(cutters->cuts);
    *cutters = (struct cutters){0};
}
