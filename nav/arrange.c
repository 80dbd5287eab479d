#include "nav/arrange.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/grid.h"

/// A point of a ring on its way to a number.
struct numbered {
    struct geo_point at;
    int32_t height_mm;
    uint32_t place; // in the arrangement's list of points
};

struct arranger {
    const struct arrange_input *input;
    struct numbered *points; // grows while vertices are inserted
    size_t count;
    size_t capacity;
    struct grid grid; // of the input's points
};

static bool append(struct arranger *arranger, struct geo_point at, int32_t height_mm)
{
    if (arranger->count == arranger->capacity) {
        size_t capacity = 2 * arranger->capacity + 64;
        struct numbered *points = realloc(arranger->points, capacity * sizeof *points);
        if (!points)
            return false;
        arranger->points = points;
        arranger->capacity = capacity;
    }
    arranger->points[arranger->count] =
        (struct numbered){.at = at, .height_mm = height_mm, .place = (uint32_t)arranger->count};
    arranger->count++;
    return true;
}

/// How far along the side that begins at `from` a point on it lies, in whole steps along either axis.
static int64_t along(struct geo_point from, struct geo_point to)
{
    int64_t x = llabs((int64_t)to.x - from.x);
    int64_t z = llabs((int64_t)to.z - from.z);
    return x > z ? x : z;
}

/// Finds the point on the side from `a` to `b` that comes next after `last`.
/// @return false when there is none
static bool next_on_side(const struct arranger *arranger, struct geo_point a, struct geo_point b,
                         struct geo_point last, struct geo_point *next)
{
    bool is_found = false;
    struct grid_walk walk;
    uint32_t item;
    grid_walk_begin(&walk, &arranger->grid, last, b, b);
    while (grid_walk_next(&walk, &item)) {
        struct geo_point point = arranger->input->points[item].at;
        if (geo_equal(point, b) || !geo_on_segment(a, b, point) || along(a, point) <= along(a, last))
            continue;
        if (!is_found || along(a, point) < along(a, *next))
            *next = point;
        is_found = true;
    }
    return is_found;
}

/// Appends the start of a side and what lies on it.
static bool append_side(struct arranger *arranger, const struct arrange_point *a,
                        const struct arrange_point *b)
{
    struct geo_point last = a->at;
    if (!append(arranger, a->at, a->height_mm))
        return false;
    while (next_on_side(arranger, a->at, b->at, last, &last)) {
        int32_t height_mm =
            geo_mix_rounded(a->height_mm, b->height_mm, along(a->at, last), along(a->at, b->at));
        if (!append(arranger, last, height_mm))
            return false;
    }
    return true;
}

static bool append_rings(struct arranger *arranger, uint32_t *ends)
{
    uint32_t first = 0;
    for (size_t ring = 0; ring < arranger->input->ring_count; ring++) {
        uint32_t end = arranger->input->ends[ring];
        for (uint32_t i = first; i < end; i++) {
            uint32_t next = i + 1 == end ? first : i + 1;
            if (!append_side(arranger, &arranger->input->points[i], &arranger->input->points[next]))
                return false;
        }
        ends[ring] = (uint32_t)arranger->count;
        first = end;
    }
    return true;
}

static bool fill_grid(struct arranger *arranger)
{
    const struct arrange_input *input = arranger->input;
    struct geo_box box = {input->points[0].at, input->points[0].at};
    for (size_t i = 1; i < input->point_count; i++) {
        struct geo_point pair[3] = {box.low, box.high, input->points[i].at};
        box = geo_bounds(pair, 3);
    }
    if (!grid_init(&arranger->grid, box, input->point_count))
        return false;
    for (uint32_t i = 0; i < input->point_count; i++) {
        if (!grid_insert(&arranger->grid, i, input->points[i].at))
            return false;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct numbered *first = a;
    const struct numbered *second = b;
    if (first->at.x != second->at.x)
        return first->at.x < second->at.x ? -1 : 1;
    if (first->at.z != second->at.z)
        return first->at.z < second->at.z ? -1 : 1;
    return (first->height_mm > second->height_mm) - (first->height_mm < second->height_mm);
}

/// Gives equal places one vertex number, and equal places at one height one corner number.
static void number(struct arranger *arranger, struct arrangement *arrangement)
{
    qsort(arranger->points, arranger->count, sizeof *arranger->points, compare);
    for (size_t i = 0; i < arranger->count; i++) {
        const struct numbered *point = &arranger->points[i];
        bool is_new_vertex = i == 0 || !geo_equal(point[-1].at, point->at);
        if (is_new_vertex)
            arrangement->vertex_count++;
        if (is_new_vertex || point[-1].height_mm != point->height_mm)
            arrangement->corners[arrangement->corner_count++] =
                (struct mesh_corner){.at = point->at, .height_mm = point->height_mm};
        arrangement->points[point->place] = (uint32_t)arrangement->corner_count - 1;
    }
}

bool arrange(const struct arrange_input *input, struct arrangement *arrangement)
{
    assert(input->point_count > 0);
    struct arranger arranger = {.input = input};
    *arrangement = (struct arrangement){0};
    arrangement->ends = calloc(input->ring_count + 1, sizeof *arrangement->ends);
    bool is_done = arrangement->ends && fill_grid(&arranger) && append_rings(&arranger, arrangement->ends);
    if (is_done) {
        arrangement->point_count = arranger.count;
        arrangement->points = calloc(arranger.count, sizeof *arrangement->points);
        arrangement->corners = calloc(arranger.count, sizeof *arrangement->corners);
        is_done = arrangement->points && arrangement->corners;
    }
    if (is_done)
        number(&arranger, arrangement);
    grid_finish(&arranger.grid);
    free(arranger.points);
    return is_done;
}

void arrange_finish(struct arrangement *arrangement)
{
    free(arrangement->points);
    free(arrangement->ends);
    free(arrangement->corners);
    *arrangement = (struct arrangement){0};
}
