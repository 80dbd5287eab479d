#include "nav/narrows.h"

#include <math.h>
#include <stdlib.h>

#include "nav/flips.h"
#include "nav/mesh_make.h"

enum {
    SIGHT_MAX = 64, // triangles looked across: more than lie inside a few millimetres to metres
};

/// A place narrower than wanted.
struct gap {
    double width_mm;
    uint32_t corner; // of a wall
    uint32_t wall;   // across from it
    uint32_t end;    // its corner, if that is nearest; MESH_NONE: `at` is, between its ends
    struct geo_place at;
};

struct finder {
    struct flips *flips;
    double width_mm;
    uint32_t from; // side that begins at the corner looked from
    struct gap *gaps;
    size_t count;
    size_t capacity;
    bool is_out_of_memory;
};

static struct geo_place place_of(const struct flips *flips, uint32_t side)
{
    return geo_place_of(flips_start(flips, side));
}

static double dot(struct geo_place from, struct geo_place a, struct geo_place b)
{
    return (a.x - from.x) * (b.x - from.x) + (a.z - from.z) * (b.z - from.z);
}

// ---- finding ---------------------------------------------------------------------------------

/// Whether no wall leads from the corner where `side` begins to places nearer to `to`.
static bool is_nearest(const struct flips *flips, uint32_t side, struct geo_place to)
{
    const double equal = 1e-6;
    struct geo_place at = place_of(flips, side);
    uint32_t first = flips_clockwise_wall(flips, side);
    uint32_t last = flips_counterclockwise_wall(flips, side);
    if (first == MESH_NONE || last == MESH_NONE)
        return false; // in the open
    struct geo_place ends[] = {place_of(flips, flips_next(first)), place_of(flips, last)};
    for (int i = 0; i < 2; i++) {
        if (dot(at, ends[i], to) > equal * geo_place_distance(at, ends[i]) * geo_place_distance(at, to))
            return false;
    }
    return true;
}

static void add_gap(struct finder *finder, struct gap gap)
{
    if (finder->count == finder->capacity) {
        size_t capacity = 2 * finder->capacity + 16;
        struct gap *gaps = realloc(finder->gaps, capacity * sizeof *gaps);
        finder->is_out_of_memory = finder->is_out_of_memory || !gaps;
        if (!gaps)
            return;
        finder->gaps = gaps;
        finder->capacity = capacity;
    }
    finder->gaps[finder->count++] = gap;
}

/// Looks at a wall from the corner, which sees it between two places.
static void look_at_wall(struct finder *finder, uint32_t wall, struct geo_point right, struct geo_point left)
{
    const double touching = 1; // square millimetres: rounding
    const struct flips *flips = finder->flips;
    struct geo_place at = place_of(flips, finder->from);
    struct geo_place start = place_of(flips, wall);
    struct geo_place end = place_of(flips, flips_next(wall));
    double part = geo_place_project(start, end, at);
    struct geo_place nearest = geo_place_mix(start, end, part);
    bool is_seen = geo_place_cross(at, geo_place_of(right), nearest) >= -touching &&
                   geo_place_cross(at, geo_place_of(left), nearest) <= touching;
    struct gap gap = {.width_mm = geo_place_distance(at, nearest),
                      .corner = flips->sides[finder->from].corner,
                      .wall = flips->sides[wall].wall,
                      .end = MESH_NONE,
                      .at = nearest};
    if (!is_seen || gap.width_mm >= finder->width_mm || !is_nearest(flips, finder->from, nearest))
        return;
    if (part <= 0 || part >= 1) {
        uint32_t end_side = part <= 0 ? wall : flips_next(wall);
        gap.end = flips->sides[end_side].corner;
        if (!is_nearest(flips, end_side, at))
            return;
    }
    add_gap(finder, gap);
}

/// Looks from the corner through a side, of which it sees what lies between two places.
static void look_through(struct finder *finder, uint32_t side, struct geo_point right, struct geo_point left,
                         int depth)
{
    const struct flips *flips = finder->flips;
    struct geo_point from = flips_start(flips, finder->from);
    struct geo_place at = geo_place_of(from);
    struct geo_place start = place_of(flips, side);
    struct geo_place end = place_of(flips, flips_next(side));
    struct geo_place nearest = geo_place_mix(start, end, geo_place_project(start, end, at));
    if (geo_place_distance(at, nearest) >= finder->width_mm || depth == 0)
        return;
    if (flips->sides[side].wall != FLIPS_NO_WALL)
        look_at_wall(finder, side, right, left);
    uint32_t twin = flips->sides[side].twin;
    if (twin == MESH_NONE)
        return;
    // Behind the side lie two more, which meet at a corner.
    uint32_t first = flips_next(twin);
    uint32_t second = flips_next(first);
    struct geo_point apex = flips_start(flips, second);
    bool is_right_of_left = geo_cross(from, left, apex) < 0;
    bool is_left_of_right = geo_cross(from, right, apex) > 0;
    if (is_left_of_right)
        look_through(finder, first, right, is_right_of_left ? apex : left, depth - 1);
    if (is_right_of_left)
        look_through(finder, second, is_left_of_right ? apex : right, left, depth - 1);
}

static int compare_gaps(const void *a, const void *b)
{
    const struct gap *first = a;
    const struct gap *second = b;
    if (first->width_mm != second->width_mm)
        return first->width_mm < second->width_mm ? -1 : 1;
    if (first->corner != second->corner)
        return first->corner < second->corner ? -1 : 1;
    return (first->wall > second->wall) - (first->wall < second->wall);
}

/// Looks around from every corner of a wall.
static bool find_gaps(struct finder *finder, const struct navmesh *mesh)
{
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        uint32_t across = flips_next(side);
        if (!mesh->sides[side].is_wall_end)
            continue;
        finder->from = side;
        look_through(finder, across, flips_start(finder->flips, across),
                     flips_start(finder->flips, flips_next(across)), SIGHT_MAX);
    }
    if (finder->count > 0)
        qsort(finder->gaps, finder->count, sizeof *finder->gaps, compare_gaps);
    return !finder->is_out_of_memory;
}

// ---- cutting ---------------------------------------------------------------------------------

/// Cuts one place. One that meets a narrower place on its way stays as it is: there it is closed already.
static bool cut_gap(struct flips *flips, const struct gap *gap)
{
    uint32_t end = gap->end;
    if (end == MESH_NONE && !flips_add_before_wall(flips, gap->wall, gap->at, &end))
        return false;
    return end == MESH_NONE || flips_lead_edge(flips, gap->corner, end);
}

/// The mesh of the triangles themselves, which tells what is a wall.
static struct navmesh *connect(const struct narrows *narrows, int32_t step_mm)
{
    static const struct mesh_ground ground;
    static const struct mesh_agent agent;
    uint32_t *firsts = calloc(narrows->triangle_count + 1, sizeof *firsts);
    uint32_t *corners = calloc(3 * narrows->triangle_count + 1, sizeof *corners);
    struct navmesh *mesh = NULL;
    for (uint32_t i = 0; firsts && corners && i < 3 * narrows->triangle_count; i++) {
        corners[i] = narrows->triangles[i / 3].points[i % 3];
        firsts[i / 3 + 1] = i / 3 * 3 + 3;
    }
    struct mesh_input input = {.corners = narrows->corners,
                               .corner_count = narrows->corner_count,
                               .cell_corners = corners,
                               .cell_firsts = firsts,
                               .cell_count = narrows->triangle_count,
                               .grounds = &ground,
                               .ground_count = 1,
                               .agents = &agent,
                               .agent_count = 1,
                               .step_mm = step_mm};
    if (firsts && corners)
        mesh = navmesh_create(&input);
    free(firsts);
    free(corners);
    return mesh;
}

bool narrows_cut(struct narrows *narrows, int32_t step_mm, int32_t width_mm)
{
    struct flips flips = {0};
    struct finder finder = {.flips = &flips, .width_mm = width_mm};
    struct navmesh *mesh = connect(narrows, step_mm);
    bool is_done = mesh && flips_begin(&flips, narrows, mesh) && find_gaps(&finder, mesh);
    navmesh_destroy(mesh);
    for (size_t i = 0; is_done && i < finder.count; i++)
        is_done = cut_gap(&flips, &finder.gaps[i]);
    is_done = is_done && flips_end(&flips);
    flips_finish(&flips);
    free(finder.gaps);
    return is_done;
}
