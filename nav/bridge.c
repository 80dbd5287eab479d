#include "nav/bridge.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/grid.h"
#include "nav/polygon.h"

enum { NO_NODE = UINT32_MAX };

/// A corner of the polygon being joined. Node i is point i; bridges add further nodes for the points
/// at their ends.
struct node {
    uint32_t point;
    uint32_t previous;
    uint32_t next;
    uint32_t same; // another node of this point, or NO_NODE
};

struct side {
    struct geo_point bottom; // lower in z
    struct geo_point top;
};

struct join {
    const struct region_rings *rings;
    struct node *nodes;
    size_t node_count;
    struct side *sides; // of the rings, then the bridges
    size_t side_count;
    struct geo_point *starts; // per hole: its leftmost point, where the bridge begins
    struct grid side_grid;
    struct grid point_grid;
};

size_t bridge_corner_count(const struct region_rings *rings)
{
    return rings->point_count + 2 * (rings->ring_count - 1);
}

static struct geo_point point_of(const struct join *join, uint32_t node)
{
    return join->rings->points[join->nodes[node].point];
}

/// Makes a closed list of the points from `first` to below `end`, counter-clockwise or not.
static void link_ring(struct join *join, uint32_t first, uint32_t end, bool is_counter_clockwise)
{
    bool is_turned =
        (polygon_area_twice(join->rings->points + first, end - first) > 0) != is_counter_clockwise;
    for (uint32_t i = first; i < end; i++) {
        uint32_t after = i + 1 == end ? first : i + 1;
        uint32_t before = i == first ? end - 1 : i - 1;
        join->nodes[i] = (struct node){.point = i,
                                       .previous = is_turned ? after : before,
                                       .next = is_turned ? before : after,
                                       .same = NO_NODE};
    }
}

static bool add_side(struct join *join, struct geo_point a, struct geo_point b)
{
    uint32_t number = (uint32_t)join->side_count++;
    join->sides[number] = (struct side){.bottom = a.z < b.z ? a : b, .top = a.z < b.z ? b : a};
    return grid_insert_triangle(&join->side_grid, number, a, b, b);
}

static int compare_starts(const void *a, const void *b)
{
    struct geo_point first = *(const struct geo_point *)a;
    struct geo_point second = *(const struct geo_point *)b;
    if (first.x != second.x)
        return first.x < second.x ? -1 : 1;
    return (first.z > second.z) - (first.z < second.z);
}

static struct geo_point leftmost(const struct region_rings *rings, uint32_t first, uint32_t end)
{
    struct geo_point best = rings->points[first];
    for (uint32_t i = first + 1; i < end; i++) {
        if (compare_starts(&rings->points[i], &best) < 0)
            best = rings->points[i];
    }
    return best;
}

static bool begin(struct join *join)
{
    const struct region_rings *rings = join->rings;
    struct geo_box box = geo_bounds(rings->points, rings->point_count);
    if (!grid_init(&join->side_grid, box, rings->point_count) ||
        !grid_init(&join->point_grid, box, rings->point_count))
        return false;
    uint32_t first = 0;
    for (size_t ring = 0; ring < rings->ring_count; ring++) {
        uint32_t end = rings->ends[ring];
        link_ring(join, first, end, ring == 0);
        if (ring > 0)
            join->starts[ring - 1] = leftmost(rings, first, end);
        for (uint32_t i = first; i < end; i++) {
            if (!add_side(join, rings->points[i], point_of(join, join->nodes[i].next)) ||
                !grid_insert(&join->point_grid, i, rings->points[i]))
                return false;
        }
        first = end;
    }
    join->node_count = rings->point_count;
    return true;
}

/// How far left of `from` the horizontal through it meets `side`, as a fraction.
/// @return false when it does not, or not to the left
static bool meets(const struct side *side, struct geo_point from, int64_t *part, int64_t *whole)
{
    // Half open: a point that two sides share counts for the one above it only.
    if (side->bottom.z > from.z || side->top.z <= from.z)
        return false;
    *part = -geo_cross(side->bottom, side->top, from);
    *whole = (int64_t)side->top.z - side->bottom.z;
    return *part > 0;
}

/// Finds the first side to the left of `from`.
/// @param[out] distance_mm  how far it is
static const struct side *side_left_of(const struct join *join, struct geo_point from, double *distance_mm)
{
    const struct side *nearest = NULL;
    int64_t nearest_part = 0;
    int64_t nearest_whole = 1;
    struct grid_walk walk;
    struct geo_point far = {join->side_grid.origin.x, from.z};
    uint32_t item;
    grid_walk_begin(&walk, &join->side_grid, from, far, far);
    while (grid_walk_next(&walk, &item)) {
        int64_t part;
        int64_t whole;
        if (!meets(&join->sides[item], from, &part, &whole))
            continue;
        if (nearest && (__int128)part * nearest_whole >= (__int128)nearest_part * whole)
            continue;
        nearest = &join->sides[item];
        nearest_part = part;
        nearest_whole = whole;
    }
    *distance_mm = (double)nearest_part / (double)nearest_whole;
    return nearest;
}

/// Whether `a` lies nearer to the horizontal through `from` than `b` does, seen from there; of two in
/// one direction, the nearer one.
static bool is_better(struct geo_point from, struct geo_point a, struct geo_point b, bool is_above)
{
    int64_t turn = geo_cross(from, b, a);
    if (turn != 0)
        return is_above ? turn > 0 : turn < 0;
    return geo_distance_squared(from, a) < geo_distance_squared(from, b);
}

/// Finds the point to bridge to from `from`: of those in the triangle between `from`, the meeting
/// point with `side` and the side's left end, the one nearest to the horizontal. Nothing hides it.
static struct geo_point visible_point(const struct join *join, struct geo_point from, const struct side *side,
                                      double distance_mm)
{
    struct geo_point best = side->bottom.x <= side->top.x ? side->bottom : side->top;
    bool is_above = best.z >= from.z;
    struct geo_point end = best;
    struct geo_point meeting = {(int32_t)floor(from.x - distance_mm), from.z};
    int64_t inside = geo_cross(side->bottom, side->top, from);
    struct grid_walk walk;
    uint32_t item;
    grid_walk_begin(&walk, &join->point_grid, from, meeting, end);
    while (grid_walk_next(&walk, &item)) {
        struct geo_point point = join->rings->points[item];
        int64_t turn = geo_cross(from, end, point);
        int64_t beyond = geo_cross(side->bottom, side->top, point);
        bool is_between = is_above ? point.z >= from.z && turn >= 0 : point.z <= from.z && turn <= 0;
        bool is_before_side = inside > 0 ? beyond >= 0 : beyond <= 0;
        bool is_candidate = point.x < from.x && is_between && is_before_side;
        if (is_candidate && is_better(from, point, best, is_above))
            best = point;
    }
    return best;
}

/// Finds the node at point `to` into whose inside a bridge from `from` leads.
static uint32_t node_facing(const struct join *join, struct geo_point to, struct geo_point from)
{
    struct grid_walk walk;
    uint32_t item;
    grid_walk_begin(&walk, &join->point_grid, to, to, to);
    while (grid_walk_next(&walk, &item)) {
        if (!geo_equal(join->rings->points[item], to))
            continue;
        for (uint32_t node = item; node != NO_NODE; node = join->nodes[node].same) {
            struct node at = join->nodes[node];
            if (geo_in_corner(point_of(join, at.previous), to, point_of(join, at.next), from))
                return node;
        }
    }
    return NO_NODE;
}

/// Adds a second node for the point of `node`, outside all rings as yet.
static uint32_t duplicate(struct join *join, uint32_t node)
{
    uint32_t copy = (uint32_t)join->node_count++;
    join->nodes[copy] = join->nodes[node];
    join->nodes[node].same = copy;
    return copy;
}

static void link_nodes(struct join *join, uint32_t from, uint32_t to)
{
    join->nodes[from].next = to;
    join->nodes[to].previous = from;
}

/// Joins the ring of node `start` to the polygon at node `at`: over the bridge, around and back.
static void splice(struct join *join, uint32_t at, uint32_t start)
{
    uint32_t after = join->nodes[at].next;
    uint32_t last = join->nodes[start].previous;
    uint32_t start_again = duplicate(join, start);
    uint32_t at_again = duplicate(join, at);
    link_nodes(join, at, start);
    link_nodes(join, last, start_again);
    link_nodes(join, start_again, at_again);
    link_nodes(join, at_again, after);
}

static bool bridge(struct join *join, struct geo_point from)
{
    double distance_mm;
    const struct side *side = side_left_of(join, from, &distance_mm);
    if (!side)
        return false;
    struct geo_point to = visible_point(join, from, side, distance_mm);
    uint32_t at = node_facing(join, to, from);
    uint32_t start = node_facing(join, from, to);
    if (at == NO_NODE || start == NO_NODE)
        return false;
    splice(join, at, start);
    return add_side(join, from, to);
}

/// Bridges the holes from left to right, so that whatever lies left of one is joined already.
static bool bridge_all(struct join *join)
{
    size_t hole_count = join->rings->ring_count - 1;
    qsort(join->starts, hole_count, sizeof *join->starts, compare_starts);
    for (size_t i = 0; i < hole_count; i++) {
        if (!bridge(join, join->starts[i]))
            return false;
    }
    return true;
}

static void write_corners(const struct join *join, uint32_t *corners)
{
    uint32_t node = 0;
    for (size_t i = 0; i < join->node_count; i++) {
        corners[i] = join->nodes[node].point;
        node = join->nodes[node].next;
    }
}

bool bridge_join(const struct region_rings *rings, uint32_t *corners)
{
    assert(rings->ring_count > 0);
    assert(rings->ends[rings->ring_count - 1] == rings->point_count);
    size_t corner_count = bridge_corner_count(rings);
    struct join join = {.rings = rings};
    join.nodes = calloc(corner_count, sizeof *join.nodes);
    join.sides = calloc(rings->point_count + rings->ring_count, sizeof *join.sides);
    join.starts = calloc(rings->ring_count, sizeof *join.starts);
    bool is_joined = join.nodes && join.sides && join.starts && begin(&join) && bridge_all(&join);
    if (is_joined)
        write_corners(&join, corners);
    grid_finish(&join.side_grid);
    grid_finish(&join.point_grid);
    free(join.nodes);
    free(join.sides);
    free(join.starts);
    return is_joined;
}
