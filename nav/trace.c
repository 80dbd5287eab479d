#include "nav/trace.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/polygon.h"

struct tracer {
    struct trace_side *sides; // by their starts
    size_t count;
    bool *is_used;
    struct geo_point *points; // rings as they are found
    size_t point_count;
    struct ring {
        uint32_t first; // in `points`
        uint32_t count;
        int64_t area_twice;
        uint32_t outline; // of the piece that it belongs to
    } * rings;
    size_t ring_count;
};

static int compare_places(struct geo_point a, struct geo_point b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.z > b.z) - (a.z < b.z);
}

// ---- dropping inner sides ----------------------------------------------------------------------

static int compare_undirected(const void *left, const void *right)
{
    const struct trace_side *a = left;
    const struct trace_side *b = right;
    bool is_a_up = compare_places(a->from, a->to) < 0;
    bool is_b_up = compare_places(b->from, b->to) < 0;
    int order = compare_places(is_a_up ? a->from : a->to, is_b_up ? b->from : b->to);
    if (order == 0)
        order = compare_places(is_a_up ? a->to : a->from, is_b_up ? b->to : b->from);
    return order ? order : is_a_up - is_b_up;
}

static void drop_inner_sides(struct tracer *tracer)
{
    size_t kept = 0;
    qsort(tracer->sides, tracer->count, sizeof *tracer->sides, compare_undirected);
    for (size_t i = 0; i < tracer->count; i++) {
        const struct trace_side *side = &tracer->sides[i];
        bool is_inner =
            i + 1 < tracer->count && geo_equal(side->from, side[1].to) && geo_equal(side->to, side[1].from);
        if (is_inner)
            i++;
        else
            tracer->sides[kept++] = *side;
    }
    tracer->count = kept;
}

// ---- following rings ---------------------------------------------------------------------------

static int compare_starts(const void *left, const void *right)
{
    const struct trace_side *a = left;
    const struct trace_side *b = right;
    int order = compare_places(a->from, b->from);
    return order ? order : compare_places(a->to, b->to);
}

/// @return the first side that starts at `at`
static size_t find_start(const struct tracer *tracer, struct geo_point at)
{
    size_t low = 0;
    size_t high = tracer->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_places(tracer->sides[middle].from, at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Whether, coming from `from` to `at`, the way to `a` turns further to the left than that to `b`.
static bool is_further_left(struct geo_point from, struct geo_point at, struct geo_point a,
                            struct geo_point b)
{
    bool is_a_left = geo_cross(from, at, a) > 0;
    bool is_b_left = geo_cross(from, at, b) > 0;
    if (is_a_left != is_b_left)
        return is_a_left;
    return geo_cross(at, b, a) > 0;
}

/// @return the side that goes on where `side` ends, around the corner of the ground that begins there
static size_t next_side(const struct tracer *tracer, size_t side)
{
    const struct trace_side *in = &tracer->sides[side];
    size_t best = find_start(tracer, in->to);
    for (size_t i = best + 1; i < tracer->count && geo_equal(tracer->sides[i].from, in->to); i++) {
        if (is_further_left(in->from, in->to, tracer->sides[i].to, tracer->sides[best].to))
            best = i;
    }
    return best;
}

static void follow(struct tracer *tracer, size_t first)
{
    struct ring *ring = &tracer->rings[tracer->ring_count++];
    ring->first = (uint32_t)tracer->point_count;
    for (size_t side = first; !tracer->is_used[side]; side = next_side(tracer, side)) {
        tracer->is_used[side] = true;
        tracer->points[tracer->point_count++] = tracer->sides[side].from;
    }
    ring->count = (uint32_t)tracer->point_count - ring->first;
    ring->area_twice = polygon_area_twice(tracer->points + ring->first, ring->count);
}

static void follow_all(struct tracer *tracer)
{
    qsort(tracer->sides, tracer->count, sizeof *tracer->sides, compare_starts);
    for (size_t i = 0; i < tracer->count; i++) {
        if (!tracer->is_used[i])
            follow(tracer, i);
    }
}

// ---- holes and their outlines ------------------------------------------------------------------

/// Whether a hole lies inside an outline: the first of its points that is not on the outline tells.
static bool is_inside(const struct tracer *tracer, const struct ring *hole, const struct ring *outline)
{
    for (uint32_t i = 0; i < hole->count; i++) {
        enum polygon_place place =
            polygon_locate(tracer->points + outline->first, outline->count, tracer->points[hole->first + i]);
        if (place != POLYGON_BORDER)
            return place == POLYGON_INSIDE;
    }
    return false;
}

/// Finds the smallest outline around a hole.
static void find_outline(struct tracer *tracer, struct ring *hole, uint32_t only)
{
    int64_t best_area = INT64_MAX;
    hole->outline = only;
    for (uint32_t i = 0; only == UINT32_MAX && i < tracer->ring_count; i++) {
        const struct ring *outline = &tracer->rings[i];
        if (outline->area_twice <= 0 || outline->area_twice >= best_area || !is_inside(tracer, hole, outline))
            continue;
        best_area = outline->area_twice;
        hole->outline = i;
    }
}

static void sort_holes(struct tracer *tracer)
{
    size_t outline_count = 0;
    uint32_t only = UINT32_MAX;
    for (uint32_t i = 0; i < tracer->ring_count; i++) {
        if (tracer->rings[i].area_twice <= 0)
            continue;
        outline_count++;
        only = i;
        tracer->rings[i].outline = i;
    }
    for (uint32_t i = 0; i < tracer->ring_count; i++) {
        if (tracer->rings[i].area_twice <= 0)
            find_outline(tracer, &tracer->rings[i], outline_count == 1 ? only : UINT32_MAX);
    }
}

// ---- result ------------------------------------------------------------------------------------

static void write_ring(const struct tracer *tracer, const struct ring *ring, struct trace *trace)
{
    for (uint32_t i = 0; i < ring->count; i++)
        trace->points[trace->point_count++] = tracer->points[ring->first + i];
    trace->ends[trace->ring_count++] = (uint32_t)trace->point_count;
}

static int compare_pieces(const void *left, const void *right)
{
    const struct ring *a = *(struct ring *const *)left;
    const struct ring *b = *(struct ring *const *)right;
    if (a->outline != b->outline)
        return a->outline < b->outline ? -1 : 1;
    if ((a->area_twice > 0) != (b->area_twice > 0))
        return a->area_twice > 0 ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/// Writes the outlines, each with its holes behind it.
static bool write_pieces(struct tracer *tracer, struct trace *trace)
{
    struct ring **order = calloc(tracer->ring_count + 1, sizeof(struct ring *));
    trace->points = calloc(tracer->point_count + 1, sizeof *trace->points);
    trace->ends = calloc(tracer->ring_count + 1, sizeof *trace->ends);
    trace->pieces = calloc(tracer->ring_count + 1, sizeof *trace->pieces);
    bool has_memory = order && trace->points && trace->ends && trace->pieces;
    for (size_t i = 0; has_memory && i < tracer->ring_count; i++)
        order[i] = &tracer->rings[i];
    if (has_memory)
        qsort(order, tracer->ring_count, sizeof(struct ring *), compare_pieces);
    for (size_t i = 0; has_memory && i < tracer->ring_count; i++) {
        if (order[i]->area_twice > 0)
            trace->pieces[trace->piece_count++].first_ring = (uint32_t)trace->ring_count;
        write_ring(tracer, order[i], trace);
    }
    if (has_memory)
        trace->pieces[trace->piece_count].first_ring = (uint32_t)trace->ring_count;
    free(order);
    return has_memory;
}

bool trace_rings(struct trace_side *sides, size_t count, struct trace *trace)
{
    *trace = (struct trace){0};
    struct tracer tracer = {.sides = sides, .count = count};
    if (count > 0)
        drop_inner_sides(&tracer);
    tracer.is_used = calloc(count + 1, sizeof *tracer.is_used);
    tracer.points = calloc(count + 1, sizeof *tracer.points);
    tracer.rings = calloc(count + 1, sizeof *tracer.rings);
    bool is_done = tracer.is_used && tracer.points && tracer.rings;
    if (is_done && tracer.count > 0) {
        follow_all(&tracer);
        sort_holes(&tracer);
    }
    is_done = is_done && write_pieces(&tracer, trace);
    free(tracer.is_used);
    free(tracer.points);
    free(tracer.rings);
    return is_done;
}

void trace_finish(struct trace *trace)
{
    free(trace->points);
    free(trace->ends);
    free(trace->pieces);
    *trace = (struct trace){0};
}
