#include "nav/clearance.h"

#include <math.h>
#include <stdlib.h>

/// A part of the line along the side, by its ends: 0 at the side's start, 1 at its end.
struct interval {
    double low;
    double high;
};

struct segment {
    struct geo_place from;
    struct geo_place to;
};

struct clearance {
    const struct navmesh *mesh;
    const bool *is_low; // per link
    double radius_mm;
    uint32_t *visits; // per cell: the visit that came by last
    uint32_t visit;
    uint32_t *queue; // cells to look at
    size_t queue_count;
    struct interval *taken; // too near to a wall
    size_t taken_count;
    size_t taken_capacity;
};

struct clearance *clearance_create(const struct navmesh *mesh, const bool *is_low, double radius_mm)
{
    struct clearance *clearance = calloc(1, sizeof *clearance);
    if (!clearance)
        return NULL;
    clearance->mesh = mesh;
    clearance->is_low = is_low;
    clearance->radius_mm = radius_mm;
    clearance->visits = calloc(mesh->cell_count + 1, sizeof *clearance->visits);
    clearance->queue = calloc(mesh->cell_count + 1, sizeof *clearance->queue);
    if (!clearance->visits || !clearance->queue) {
        clearance_destroy(clearance);
        return NULL;
    }
    return clearance;
}

void clearance_destroy(struct clearance *clearance)
{
    if (!clearance)
        return;
    free(clearance->visits);
    free(clearance->queue);
    free(clearance->taken);
    free(clearance);
}

// ---- geometry --------------------------------------------------------------------------------

static double dot(struct geo_place a, struct geo_place b)
{
    return a.x * b.x + a.z * b.z;
}

static double cross(struct geo_place a, struct geo_place b)
{
    return a.x * b.z - a.z * b.x;
}

static struct geo_place minus(struct geo_place a, struct geo_place b)
{
    return (struct geo_place){a.x - b.x, a.z - b.z};
}

/// Keeps of `interval` where `offset` + t * `slope` lies between `low` and `high`; on a bound is
/// outside when it stays there.
static void clip(struct interval *interval, double offset, double slope, double low, double high)
{
    if (slope == 0) {
        if (offset <= low || offset >= high)
            interval->high = -INFINITY;
        return;
    }
    double first = ((slope > 0 ? low : high) - offset) / slope;
    double last = ((slope > 0 ? high : low) - offset) / slope;
    interval->low = fmax(interval->low, first);
    interval->high = fmin(interval->high, last);
}

static void widen(struct interval *interval, struct interval other)
{
    if (other.low >= other.high)
        return;
    interval->low = fmin(interval->low, other.low);
    interval->high = fmax(interval->high, other.high);
}

/// The part of the line along `side` nearer to a point than the radius.
static struct interval near_point(const struct segment *side, struct geo_place point, double radius_mm)
{
    struct geo_place way = minus(side->to, side->from);
    struct geo_place to_point = minus(point, side->from);
    double length = sqrt(dot(way, way));
    double off = cross(way, to_point) / length;
    if (fabs(off) >= radius_mm)
        return (struct interval){INFINITY, -INFINITY};
    double middle = dot(way, to_point) / (length * length);
    double half = sqrt(radius_mm * radius_mm - off * off) / length;
    return (struct interval){middle - half, middle + half};
}

/// The part of the line along `side` nearer to a wall than the radius: what lies in the discs around
/// the wall's ends and in the strip between them. These overlap, and together they are convex.
static struct interval near_wall(const struct segment *side, const struct segment *wall, double radius_mm)
{
    struct geo_place way = minus(side->to, side->from);
    struct geo_place along = minus(wall->to, wall->from);
    struct geo_place from = minus(side->from, wall->from);
    double length = sqrt(dot(along, along));
    struct interval strip = {-INFINITY, INFINITY};
    clip(&strip, dot(from, along), dot(way, along), 0, length * length);
    clip(&strip, cross(along, from), cross(along, way), -radius_mm * length, radius_mm * length);
    struct interval all = {INFINITY, -INFINITY};
    widen(&all, strip);
    widen(&all, near_point(side, wall->from, radius_mm));
    widen(&all, near_point(side, wall->to, radius_mm));
    return all;
}

static double distance_to(const struct segment *segment, struct geo_place at)
{
    double t = geo_place_project(segment->from, segment->to, at);
    return geo_place_distance(geo_place_mix(segment->from, segment->to, t), at);
}

/// Whether two segments that do not cross come nearer to one another than the radius.
static bool is_near(const struct segment *a, const struct segment *b, double radius_mm)
{
    return distance_to(a, b->from) < radius_mm || distance_to(a, b->to) < radius_mm ||
           distance_to(b, a->from) < radius_mm || distance_to(b, a->to) < radius_mm;
}

// ---- walls around a side ---------------------------------------------------------------------

static struct segment segment_of(const struct navmesh *mesh, uint32_t side)
{
    return (struct segment){geo_place_of(mesh_side_start(mesh, side)->at),
                            geo_place_of(mesh_side_end(mesh, side)->at)};
}

static void visit(struct clearance *clearance, uint32_t cell)
{
    if (clearance->visits[cell] == clearance->visit)
        return;
    clearance->visits[cell] = clearance->visit;
    clearance->queue[clearance->queue_count++] = cell;
}

/// Whether nobody of this size gets over a side.
static bool is_wall(const struct clearance *clearance, uint32_t side)
{
    const struct navmesh *mesh = clearance->mesh;
    uint32_t link = mesh_link_first(mesh, side);
    while (link != MESH_NONE && clearance->is_low[link])
        link = mesh_link_next(mesh, link);
    return link == MESH_NONE;
}

static void visit_neighbours(struct clearance *clearance, uint32_t side)
{
    const struct navmesh *mesh = clearance->mesh;
    for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE; link = mesh_link_next(mesh, link)) {
        if (!clearance->is_low[link])
            visit(clearance, mesh_link_cell(mesh, link));
    }
}

static bool take(struct clearance *clearance, struct interval interval)
{
    if (interval.low >= interval.high)
        return true;
    if (clearance->taken_count == clearance->taken_capacity) {
        size_t capacity = 2 * clearance->taken_capacity + 16;
        struct interval *taken = realloc(clearance->taken, capacity * sizeof *taken);
        if (!taken)
            return false;
        clearance->taken = taken;
        clearance->taken_capacity = capacity;
    }
    clearance->taken[clearance->taken_count++] = interval;
    return true;
}

/// Takes what lies near the walls of a cell, and goes on over its other sides.
static bool look_at_cell(struct clearance *clearance, uint32_t cell, const struct segment *line)
{
    const struct navmesh *mesh = clearance->mesh;
    double radius_mm = clearance->radius_mm;
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        struct segment segment = segment_of(mesh, side);
        bool is_closed = is_wall(clearance, side);
        if (is_closed && !take(clearance, near_wall(line, &segment, radius_mm)))
            return false;
        if (!is_closed && is_near(line, &segment, radius_mm))
            visit_neighbours(clearance, side);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct interval *first = a;
    const struct interval *second = b;
    if (first->low != second->low)
        return first->low < second->low ? -1 : 1;
    return (first->high > second->high) - (first->high < second->high);
}

/// The longest part between 0 and 1 that nothing takes.
static struct interval longest_left(struct clearance *clearance)
{
    struct interval best = {1, 0};
    double end = 0;
    if (clearance->taken_count > 0)
        qsort(clearance->taken, clearance->taken_count, sizeof *clearance->taken, compare);
    for (size_t i = 0; i <= clearance->taken_count && end <= 1; i++) {
        double next = i < clearance->taken_count ? fmin(clearance->taken[i].low, 1) : 1;
        bool is_longer = best.low > best.high || next - end > best.high - best.low;
        if (next >= end && is_longer)
            best = (struct interval){end, next};
        if (i < clearance->taken_count)
            end = fmax(end, clearance->taken[i].high);
    }
    return best;
}

/// Whether a side begins at the smaller of its places. The two sides that meet differ in that.
static bool is_rising(const struct segment *side)
{
    return side->from.x != side->to.x ? side->from.x < side->to.x : side->from.z < side->to.z;
}

bool clearance_of_link(struct clearance *clearance, uint32_t side, uint32_t link,
                       struct mesh_opening *opening)
{
    const struct navmesh *mesh = clearance->mesh;
    struct segment line = segment_of(mesh, side);
    // The same numbers whichever of the two cells looks, so that both agree to the last bit.
    bool is_turned = !is_rising(&line);
    if (is_turned)
        line = (struct segment){line.to, line.from};
    clearance->visit++;
    clearance->queue_count = 0;
    clearance->taken_count = 0;
    visit(clearance, mesh->sides[side].cell);
    visit(clearance, mesh_link_cell(mesh, link));
    for (size_t i = 0; i < clearance->queue_count; i++) {
        if (!look_at_cell(clearance, clearance->queue[i], &line))
            return false;
    }
    struct interval left = longest_left(clearance);
    opening->from = (float)(is_turned ? 1 - left.high : left.low);
    opening->to = (float)(is_turned ? 1 - left.low : left.high);
    return true;
}
