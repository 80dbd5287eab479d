#include "nav/overlap.h"

#include <stdint.h>
#include <stdlib.h>

#include "nav/polygon.h"

/// A side of a region's border with the region's ground on its left.
struct side {
    struct geo_point from;
    struct geo_point to;
    struct geo_point before; // start of the side before it in its ring
    const struct pack_polygon *ring;
    bool is_of_b;
    bool is_from_on;   // `from` lies on the other region's border
    bool is_from_near; // or nearly so
};

/// The sides of both regions that lie where both are.
struct border {
    struct side *sides;  // ring after ring
    struct side **order; // by their left ends
    size_t count;
    struct geo_box common;
};

// ---- collecting --------------------------------------------------------------------------------

static int32_t lower(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t higher(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static struct geo_box bounds(const struct pack_polygon *polygon)
{
    return geo_bounds(polygon->points, polygon->count);
}

static struct geo_box common_box(struct geo_box a, struct geo_box b)
{
    return (struct geo_box){
        .low = {.x = higher(a.low.x, b.low.x) - OVERLAP_MISS_MM,
                .z = higher(a.low.z, b.low.z) - OVERLAP_MISS_MM},
        .high = {.x = lower(a.high.x, b.high.x) + OVERLAP_MISS_MM,
                 .z = lower(a.high.z, b.high.z) + OVERLAP_MISS_MM},
    };
}

static bool do_boxes_meet(struct geo_point a, struct geo_point b, const struct geo_box *box)
{
    return higher(a.x, b.x) >= box->low.x && lower(a.x, b.x) <= box->high.x &&
           higher(a.z, b.z) >= box->low.z && lower(a.z, b.z) <= box->high.z;
}

/// @param is_hole  the ring runs around what is not ground: its sides are turned around
static void collect_ring(struct border *border, const struct pack_polygon *ring, bool is_hole, bool is_of_b)
{
    size_t count = ring->count;
    for (size_t i = 0; i < count; i++) {
        struct side side = {
            .before = ring->points[is_hole ? (i + 1) % count : (i + count - 1) % count],
            .from = ring->points[i],
            .to = ring->points[is_hole ? (i + count - 1) % count : (i + 1) % count],
            .ring = ring,
            .is_of_b = is_of_b,
        };
        if (do_boxes_meet(side.from, side.to, &border->common))
            border->sides[border->count++] = side;
    }
}

static size_t corner_count(const struct pack_region *region)
{
    size_t count = region->outline.count;
    for (size_t i = 0; i < region->hole_count; i++)
        count += region->holes[i].count;
    return count;
}

static void collect(struct border *border, const struct pack_region *region, bool is_of_b)
{
    collect_ring(border, &region->outline, false, is_of_b);
    for (size_t i = 0; i < region->hole_count; i++)
        collect_ring(border, &region->holes[i], true, is_of_b);
}

static int compare_left_ends(const void *left, const void *right)
{
    const struct side *a = *(struct side *const *)left;
    const struct side *b = *(struct side *const *)right;
    int32_t a_x = lower(a->from.x, a->to.x);
    int32_t b_x = lower(b->from.x, b->to.x);
    return (a_x > b_x) - (a_x < b_x);
}

// ---- directions --------------------------------------------------------------------------------

struct direction {
    int64_t x;
    int64_t z;
};

static struct direction towards(struct geo_point from, struct geo_point to)
{
    return (struct direction){.x = (int64_t)to.x - from.x, .z = (int64_t)to.z - from.z};
}

static int64_t cross(struct direction a, struct direction b)
{
    return a.x * b.z - a.z * b.x;
}

/// Says whether a turn counter-clockwise from `start` to `direction` is half a circle or more.
static bool is_far_round(struct direction start, struct direction direction)
{
    int64_t turn = cross(start, direction);
    return turn < 0 || (turn == 0 && start.x * direction.x + start.z * direction.z < 0);
}

/// A sector of directions from `start` counter-clockwise to `end`: the ground around a border point.
struct sector {
    struct direction start;
    struct direction end;
};

/// Says whether the sector holds `direction`; its start counts, its end does not.
static bool has_direction(struct sector sector, struct direction direction)
{
    bool is_far = is_far_round(sector.start, direction);
    bool is_end_far = is_far_round(sector.start, sector.end);
    if (is_far != is_end_far)
        return is_end_far;
    return cross(direction, sector.end) > 0;
}

static bool do_sectors_overlap(struct sector a, struct sector b)
{
    return has_direction(a, b.start) || has_direction(b, a.start);
}

static struct sector sector_at_corner(const struct side *side)
{
    return (struct sector){.start = towards(side->from, side->to), .end = towards(side->from, side->before)};
}

static struct sector sector_along(const struct side *side)
{
    return (struct sector){.start = towards(side->from, side->to), .end = towards(side->to, side->from)};
}

// ---- pairs of sides ----------------------------------------------------------------------------

/// Compares the first corner of `side` with `other`, and the ground around it when it lies there.
/// @return true when both regions have ground there
static bool meet_corner(struct side *side, const struct side *other)
{
    struct geo_point at = side->from;
    const struct geo_point ends[2] = {other->from, other->to};
    if (!geo_on_segment(other->from, other->to, at)) {
        side->is_from_near = side->is_from_near || polygon_is_near(ends, 2, at, OVERLAP_MISS_MM);
        return false;
    }
    side->is_from_on = true;
    if (geo_equal(at, other->to))
        return false; // the side after `other` begins there
    struct sector ground = geo_equal(at, other->from) ? sector_at_corner(other) : sector_along(other);
    return do_sectors_overlap(sector_at_corner(side), ground);
}

static bool is_split(const struct side *line, const struct side *other)
{
    int64_t from = geo_cross(line->from, line->to, other->from);
    int64_t to = geo_cross(line->from, line->to, other->to);
    return (from < 0 && to > 0) || (from > 0 && to < 0);
}

/// A place on `side` near its crossing with `other`, for a message.
static struct geo_point crossing(const struct side *side, const struct side *other)
{
    double from = (double)geo_cross(other->from, other->to, side->from);
    double to = (double)geo_cross(other->from, other->to, side->to);
    double along = from / (from - to);
    return (struct geo_point){
        .x = side->from.x + (int32_t)(along * ((double)side->to.x - side->from.x)),
        .z = side->from.z + (int32_t)(along * ((double)side->to.z - side->from.z)),
    };
}

/// @return true when the two sides show that both regions have ground at `at`
static bool compare_sides(struct side *a, struct side *b, struct geo_point *at)
{
    if (is_split(a, b) && is_split(b, a)) {
        *at = crossing(a, b);
        return true;
    }
    bool is_a_shared = meet_corner(a, b);
    bool is_b_shared = meet_corner(b, a);
    *at = is_a_shared ? a->from : b->from;
    return is_a_shared || is_b_shared;
}

/// Compares all sides that come near one another: those that begin, from left to right, before one of
/// the other region ends.
static bool find_shared(const struct border *border, struct geo_point *at)
{
    for (size_t i = 0; i < border->count; i++) {
        struct side *side = border->order[i];
        struct geo_box box = {.low = {.x = lower(side->from.x, side->to.x) - OVERLAP_MISS_MM,
                                      .z = lower(side->from.z, side->to.z) - OVERLAP_MISS_MM},
                              .high = {.x = higher(side->from.x, side->to.x) + OVERLAP_MISS_MM,
                                       .z = higher(side->from.z, side->to.z) + OVERLAP_MISS_MM}};
        for (size_t k = i + 1; k < border->count; k++) {
            struct side *other = border->order[k];
            if (lower(other->from.x, other->to.x) > box.high.x)
                break;
            if (side->is_of_b != other->is_of_b && do_boxes_meet(other->from, other->to, &box) &&
                compare_sides(side, other, at))
                return true;
        }
    }
    return false;
}

// ---- one inside the other ----------------------------------------------------------------------

/// Rings that cross nowhere are inside the other region with all their corners or with none: the first
/// corner of a ring that is not on its border tells.
static bool find_inside(const struct border *border, const struct pack_region *a, const struct pack_region *b,
                        struct geo_point *at)
{
    const struct pack_polygon *judged = NULL;
    for (size_t i = 0; i < border->count; i++) {
        const struct side *side = &border->sides[i];
        if (side->ring == judged || side->is_from_on)
            continue;
        judged = side->ring;
        *at = side->from;
        if (pack_region_contains(side->is_of_b ? a : b, *at))
            return true;
    }
    return false;
}

// ---- both --------------------------------------------------------------------------------------

static bool find_miss(const struct border *border, struct geo_point *at)
{
    for (size_t i = 0; i < border->count; i++) {
        const struct side *side = &border->sides[i];
        *at = side->from;
        if (side->is_from_near && !side->is_from_on)
            return true;
    }
    return false;
}

static enum overlap_kind compare(struct border *border, const struct pack_region *a,
                                 const struct pack_region *b, struct geo_point *at)
{
    collect(border, a, false);
    collect(border, b, true);
    for (size_t i = 0; i < border->count; i++)
        border->order[i] = &border->sides[i];
    qsort(border->order, border->count, sizeof(struct side *), compare_left_ends);
    if (find_shared(border, at) || find_inside(border, a, b, at))
        return OVERLAP_AREA;
    return find_miss(border, at) ? OVERLAP_MISS : OVERLAP_NONE;
}

struct overlap overlap_find(const struct pack_region *a, const struct pack_region *b)
{
    struct overlap overlap = {.kind = OVERLAP_NONE};
    struct border border = {.common = common_box(bounds(&a->outline), bounds(&b->outline))};
    if (border.common.low.x > border.common.high.x || border.common.low.z > border.common.high.z)
        return overlap;
    size_t count_max = corner_count(a) + corner_count(b);
    border.sides = calloc(count_max, sizeof *border.sides);
    border.order = calloc(count_max, sizeof(struct side *));
    bool has_memory = border.sides && border.order;
    overlap.kind = has_memory ? compare(&border, a, b, &overlap.at) : OVERLAP_NO_MEMORY;
    free(border.sides);
    free(border.order);
    return overlap;
}
