#include "nav/flips.h"

#include <math.h>
#include <stdlib.h>

enum {
    AROUND_MAX = 4096, // sides around a corner
    CROSSED_MAX = 128, // sides that an edge is led across at once; it is short
    PIECES_MAX = 16,   // borders of grounds that one edge crosses
    FLIPS_MAX = 20000, // for one edge: it is given up then
};

/// An edge under way, and what is in its way, by the corners at either end.
struct leading {
    struct geo_point from;
    struct geo_point to;
    uint32_t crossed[CROSSED_MAX][2];
    size_t count;
};

// ---- memory ----------------------------------------------------------------------------------

/// @param[in,out] has_memory  made false when there is none
/// @return the larger array, or the old one
static void *enlarge(void *array, size_t count, size_t size_bytes, bool *has_memory)
{
    void *larger = *has_memory ? realloc(array, count * size_bytes) : NULL;
    *has_memory = larger != NULL;
    return larger ? larger : array;
}

/// Makes room for more triangles and corners.
static bool reserve(struct flips *flips, size_t triangles, size_t corners)
{
    struct narrows *narrows = flips->narrows;
    bool has_memory = true;
    if (narrows->triangle_count + triangles > flips->capacity) {
        size_t capacity = 2 * (narrows->triangle_count + triangles);
        narrows->triangles = enlarge(narrows->triangles, capacity, sizeof *narrows->triangles, &has_memory);
        narrows->grounds = enlarge(narrows->grounds, capacity, sizeof *narrows->grounds, &has_memory);
        flips->sides = enlarge(flips->sides, 3 * capacity, sizeof *flips->sides, &has_memory);
        flips->capacity = has_memory ? capacity : flips->capacity;
    }
    if (narrows->corner_count + corners > flips->corner_capacity) {
        size_t capacity = 2 * (narrows->corner_count + corners);
        narrows->corners = enlarge(narrows->corners, capacity, sizeof *narrows->corners, &has_memory);
        flips->corner_sides =
            enlarge(flips->corner_sides, capacity, sizeof *flips->corner_sides, &has_memory);
        flips->corner_capacity = has_memory ? capacity : flips->corner_capacity;
    }
    return has_memory;
}

void flips_finish(struct flips *flips)
{
    free(flips->sides);
    free(flips->corner_sides);
    free(flips->wall_sides);
    *flips = (struct flips){0};
}

static uint32_t corner_end(const struct flips *flips, uint32_t side)
{
    return flips->sides[flips_next(side)].corner;
}

bool flips_begin(struct flips *flips, struct narrows *narrows, const struct navmesh *mesh)
{
    flips->narrows = narrows;
    flips->wall_sides = calloc(mesh->side_count + 1, sizeof *flips->wall_sides);
    if (!flips->wall_sides || !reserve(flips, narrows->triangle_count + 1, narrows->corner_count + 1))
        return false;
    uint32_t wall_count = 0;
    for (uint32_t i = 0; i < mesh->side_count; i++) {
        uint32_t link = mesh->sides[i].link;
        bool is_pair = link < MESH_SHARED && mesh->sides[link].link == i;
        uint32_t corner = narrows->triangles[i / 3].points[i % 3];
        flips->corner_sides[corner] = i;
        flips->sides[i] = (struct flips_side){.corner = corner,
                                              .twin = is_pair ? link : MESH_NONE,
                                              .wall = link == MESH_WALL ? wall_count : FLIPS_NO_WALL};
        if (link == MESH_WALL)
            flips->wall_sides[wall_count++] = i;
    }
    for (uint32_t i = 0; i < mesh->side_count; i++) {
        struct flips_side *side = &flips->sides[i];
        bool is_inside = side->twin != MESH_NONE &&
                         narrows->grounds[i / 3] == narrows->grounds[side->twin / 3] &&
                         side->corner == corner_end(flips, side->twin) &&
                         corner_end(flips, i) == flips->sides[side->twin].corner;
        side->is_fixed = !is_inside;
    }
    return true;
}

bool flips_end(struct flips *flips)
{
    struct narrows *narrows = flips->narrows;
    narrows->twins = calloc(3 * narrows->triangle_count + 1, sizeof *narrows->twins);
    for (uint32_t i = 0; narrows->twins && i < 3 * narrows->triangle_count; i++) {
        const struct flips_side *side = &flips->sides[i];
        narrows->triangles[i / 3].points[i % 3] = side->corner;
        narrows->twins[i] = side->is_fixed ? MESH_NONE : side->twin;
    }
    return narrows->twins;
}

// ---- around a corner -------------------------------------------------------------------------

/// The side that begins at the same corner, one triangle further clockwise; MESH_NONE at a wall.
static uint32_t turn_clockwise(const struct flips *flips, uint32_t side)
{
    uint32_t twin = flips->sides[side].twin;
    return twin == MESH_NONE ? MESH_NONE : flips_next(twin);
}

static uint32_t turn_counterclockwise(const struct flips *flips, uint32_t side)
{
    return flips->sides[flips_next(flips_next(side))].twin;
}

uint32_t flips_clockwise_wall(const struct flips *flips, uint32_t side)
{
    uint32_t at = side;
    for (int turns = 0; turns < AROUND_MAX; turns++) {
        uint32_t next = turn_clockwise(flips, at);
        if (next == MESH_NONE)
            return flips->sides[at].wall != FLIPS_NO_WALL ? at : MESH_NONE;
        at = next;
    }
    return MESH_NONE;
}

uint32_t flips_counterclockwise_wall(const struct flips *flips, uint32_t side)
{
    uint32_t at = side;
    for (int turns = 0; turns < AROUND_MAX; turns++) {
        uint32_t next = turn_counterclockwise(flips, at);
        uint32_t last = flips_next(flips_next(at));
        if (next == MESH_NONE)
            return flips->sides[last].wall != FLIPS_NO_WALL ? last : MESH_NONE;
        at = next;
    }
    return MESH_NONE;
}

/// The first side around a corner: as far clockwise as it goes.
static uint32_t first_around(const struct flips *flips, uint32_t corner)
{
    uint32_t start = flips->corner_sides[corner];
    uint32_t at = start;
    for (int turns = 0; turns < AROUND_MAX; turns++) {
        uint32_t next = turn_clockwise(flips, at);
        if (next == MESH_NONE || next == start)
            break;
        at = next;
    }
    return at;
}

// ---- changing triangles ----------------------------------------------------------------------

/// Puts a side where `to` is, with all that it was.
static void put_side(struct flips *flips, uint32_t to, struct flips_side side)
{
    flips->sides[to] = side;
    flips->corner_sides[side.corner] = to;
    if (side.twin != MESH_NONE)
        flips->sides[side.twin].twin = to;
    if (side.wall != FLIPS_NO_WALL)
        flips->wall_sides[side.wall] = to;
}

/// Makes two sides one another's twins.
static void pair(struct flips *flips, uint32_t a, uint32_t b, bool is_fixed)
{
    flips->sides[a].twin = b;
    flips->sides[b].twin = a;
    flips->sides[a].is_fixed = is_fixed;
    flips->sides[b].is_fixed = is_fixed;
}

/// A side as yet without a twin.
static struct flips_side new_side(uint32_t corner)
{
    return (struct flips_side){.corner = corner, .twin = MESH_NONE, .wall = FLIPS_NO_WALL, .is_fixed = true};
}

/// @return the first side of a triangle added to those of one ground; there is room
static uint32_t add_triangle(struct flips *flips, uint32_t ground)
{
    struct narrows *narrows = flips->narrows;
    narrows->grounds[narrows->triangle_count] = ground;
    for (uint32_t k = 0; k < 3; k++)
        flips->sides[3 * narrows->triangle_count + k] = new_side(0);
    return 3 * (uint32_t)narrows->triangle_count++;
}

static struct geo_point at_corner(const struct flips *flips, uint32_t corner)
{
    return flips->narrows->corners[corner].at;
}

/// Whether the four triangles' corners around a side make a strictly convex quadrangle.
static bool can_flip(const struct flips *flips, uint32_t side)
{
    uint32_t twin = flips->sides[side].twin;
    struct geo_point right = flips_start(flips, flips_next(flips_next(twin)));
    struct geo_point left = flips_start(flips, flips_next(flips_next(side)));
    return geo_cross(left, right, flips_start(flips, flips_next(side))) > 0 &&
           geo_cross(left, right, flips_start(flips, side)) < 0;
}

/// Turns a side's two triangles a, b, left and b, a, right into left, right, b and right, left, a.
static void flip(struct flips *flips, uint32_t side)
{
    uint32_t twin = flips->sides[side].twin;
    struct flips_side b_left = flips->sides[flips_next(side)];
    struct flips_side left_a = flips->sides[flips_next(flips_next(side))];
    struct flips_side a_right = flips->sides[flips_next(twin)];
    struct flips_side right_b = flips->sides[flips_next(flips_next(twin))];
    uint32_t first = side / 3 * 3;
    uint32_t second = twin / 3 * 3;
    put_side(flips, first, new_side(left_a.corner));
    put_side(flips, first + 1, right_b);
    put_side(flips, first + 2, b_left);
    put_side(flips, second, new_side(right_b.corner));
    put_side(flips, second + 1, left_a);
    put_side(flips, second + 2, a_right);
    pair(flips, first, second, false);
}

/// Adds a corner between the ends of a side's heights.
static uint32_t add_corner(struct flips *flips, struct geo_point at, double height_mm)
{
    struct narrows *narrows = flips->narrows;
    narrows->corners[narrows->corner_count] =
        (struct mesh_corner){.at = at, .height_mm = (int32_t)floor(height_mm + 0.5)};
    return (uint32_t)narrows->corner_count++;
}

/// Ground height of a triangle at a place.
static double height_at(const struct flips *flips, uint32_t triangle, struct geo_place at)
{
    struct geo_place places[3];
    double sum = 0;
    for (uint32_t k = 0; k < 3; k++)
        places[k] = geo_place_of(flips_start(flips, 3 * triangle + k));
    for (uint32_t k = 0; k < 3; k++)
        sum += geo_place_cross(places[(k + 1) % 3], places[(k + 2) % 3], at) *
               flips->narrows->corners[flips->sides[3 * triangle + k].corner].height_mm;
    return sum / geo_place_cross(places[0], places[1], places[2]);
}

/// Cuts the triangle of a side into three at a place strictly inside.
static bool split_triangle(struct flips *flips, uint32_t side, struct geo_point at, uint32_t *corner)
{
    if (!reserve(flips, 2, 1))
        return false;
    uint32_t triangle = side / 3;
    *corner = add_corner(flips, at, height_at(flips, triangle, geo_place_of(at)));
    struct flips_side old[3];
    for (uint32_t k = 0; k < 3; k++)
        old[k] = flips->sides[3 * triangle + k];
    uint32_t ground = flips->narrows->grounds[triangle];
    uint32_t firsts[3] = {3 * triangle, add_triangle(flips, ground), add_triangle(flips, ground)};
    for (uint32_t k = 0; k < 3; k++) {
        put_side(flips, firsts[k], old[k]);
        put_side(flips, firsts[k] + 1, new_side(old[(k + 1) % 3].corner));
        put_side(flips, firsts[k] + 2, new_side(*corner));
    }
    for (uint32_t k = 0; k < 3; k++)
        pair(flips, firsts[k] + 1, firsts[(k + 1) % 3] + 2, false);
    return true;
}

static bool is_strictly_inside(const struct flips *flips, uint32_t triangle, struct geo_point at)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t side = 3 * triangle + k;
        if (geo_cross(flips_start(flips, side), flips_start(flips, flips_next(side)), at) <= 0)
            return false;
    }
    return true;
}

bool flips_add_before_wall(struct flips *flips, uint32_t wall, struct geo_place at, uint32_t *corner)
{
    enum { REACH = 2 };
    uint32_t side = flips->wall_sides[wall];
    struct geo_point middle = {(int32_t)floor(at.x + 0.5), (int32_t)floor(at.z + 0.5)};
    struct geo_point best = middle;
    double best_distance = INFINITY;
    *corner = MESH_NONE;
    for (int32_t x = -REACH; x <= REACH; x++) {
        for (int32_t z = -REACH; z <= REACH; z++) {
            struct geo_point point = {middle.x + x, middle.z + z};
            double distance = geo_place_distance(at, geo_place_of(point));
            if (distance >= best_distance || !is_strictly_inside(flips, side / 3, point))
                continue;
            best = point;
            best_distance = distance;
        }
    }
    return best_distance == INFINITY || split_triangle(flips, side, best, corner);
}

// ---- leading edges ---------------------------------------------------------------------------

/// Whether a side with ends off the edge crosses it.
static bool is_crossing(const struct leading *leading, struct geo_point a, struct geo_point b)
{
    int64_t a_off = geo_cross(leading->from, leading->to, a);
    int64_t b_off = geo_cross(leading->from, leading->to, b);
    if (!((a_off < 0 && b_off > 0) || (a_off > 0 && b_off < 0)))
        return false;
    int64_t from_off = geo_cross(a, b, leading->from);
    int64_t to_off = geo_cross(a, b, leading->to);
    return (from_off < 0 && to_off > 0) || (from_off > 0 && to_off < 0);
}

/// Finds the side from a corner to another place.
/// @return MESH_NONE when there is none
static uint32_t find_side(const struct flips *flips, uint32_t corner, struct geo_point to)
{
    uint32_t first = first_around(flips, corner);
    uint32_t at = first;
    for (int turns = 0; turns < AROUND_MAX && at != MESH_NONE; turns++) {
        uint32_t last = flips_next(flips_next(at));
        if (geo_equal(flips_start(flips, flips_next(at)), to))
            return at;
        if (flips->sides[last].twin == MESH_NONE && geo_equal(flips_start(flips, last), to))
            return last;
        at = turn_counterclockwise(flips, at);
        if (at == first)
            break;
    }
    return MESH_NONE;
}

/// Finds the side through which the edge leaves the triangles around its first corner.
/// @return MESH_NONE when there is none, or the edge leads over a corner
static uint32_t find_exit(const struct flips *flips, uint32_t corner, struct geo_point to)
{
    uint32_t first = first_around(flips, corner);
    uint32_t at = first;
    for (int turns = 0; turns < AROUND_MAX && at != MESH_NONE; turns++) {
        struct geo_point from = flips_start(flips, at);
        struct geo_point right = flips_start(flips, flips_next(at));
        struct geo_point left = flips_start(flips, flips_next(flips_next(at)));
        if (geo_cross(from, right, to) > 0 && geo_cross(from, left, to) < 0)
            return flips_next(at);
        at = turn_counterclockwise(flips, at);
        if (at == first)
            break;
    }
    return MESH_NONE;
}

/// Lists what the edge crosses.
/// @param[out] border  the first side that cannot be flipped; MESH_NONE: none
/// @return false when the edge leads over a corner or too far
static bool list_crossed(const struct flips *flips, uint32_t corner, struct leading *leading,
                         uint32_t *border)
{
    uint32_t side = find_exit(flips, corner, leading->to);
    *border = MESH_NONE;
    leading->count = 0;
    while (side != MESH_NONE && leading->count < CROSSED_MAX) {
        uint32_t twin = flips->sides[side].twin;
        if (flips->sides[side].is_fixed) {
            *border = side;
            return true;
        }
        leading->crossed[leading->count][0] = flips->sides[side].corner;
        leading->crossed[leading->count++][1] = corner_end(flips, side);
        uint32_t first = flips_next(twin);
        struct geo_point apex = flips_start(flips, flips_next(first));
        int64_t off = geo_cross(leading->from, leading->to, apex);
        if (geo_equal(apex, leading->to))
            return true;
        // The side's start lies to the right of the edge, and so does the end of its twin.
        side = off == 0 ? MESH_NONE : off > 0 ? first : flips_next(first);
    }
    return false;
}

/// Flips what the edge crosses, until nothing does.
static bool flip_all(struct flips *flips, struct leading *leading)
{
    size_t first = 0;
    for (int flipped = 0; leading->count > 0 && flipped < FLIPS_MAX; flipped++) {
        uint32_t *ends = leading->crossed[first % CROSSED_MAX];
        uint32_t side = find_side(flips, ends[0], at_corner(flips, ends[1]));
        if (side == MESH_NONE || flips->sides[side].is_fixed)
            return false;
        uint32_t again[2] = {ends[0], ends[1]};
        first++;
        leading->count--;
        bool is_flipped = can_flip(flips, side);
        if (is_flipped) {
            again[0] = flips->sides[flips_next(flips_next(side))].corner;
            again[1] = flips->sides[flips_next(flips_next(flips->sides[side].twin))].corner;
            flip(flips, side);
        }
        if (is_flipped && !is_crossing(leading, at_corner(flips, again[0]), at_corner(flips, again[1])))
            continue;
        uint32_t *put = leading->crossed[(first + leading->count++) % CROSSED_MAX];
        put[0] = again[0];
        put[1] = again[1];
    }
    return leading->count == 0;
}

/// Where the edge crosses a side, to the millimetre.
static struct geo_point crossing_of(const struct flips *flips, const struct leading *leading, uint32_t side)
{
    struct geo_place a = geo_place_of(flips_start(flips, side));
    struct geo_place b = geo_place_of(flips_start(flips, flips_next(side)));
    double a_off = geo_place_cross(geo_place_of(leading->from), geo_place_of(leading->to), a);
    double b_off = geo_place_cross(geo_place_of(leading->from), geo_place_of(leading->to), b);
    struct geo_place at = geo_place_mix(a, b, a_off / (a_off - b_off));
    return (struct geo_point){(int32_t)floor(at.x + 0.5), (int32_t)floor(at.z + 0.5)};
}

/// Whether a corner at a place would leave both halves of a side's triangle.
static bool can_split(const struct flips *flips, uint32_t side, struct geo_point at)
{
    struct geo_point apex = flips_start(flips, flips_next(flips_next(side)));
    return geo_cross(flips_start(flips, side), at, apex) > 0 &&
           geo_cross(at, flips_start(flips, flips_next(side)), apex) > 0;
}

/// Height of a side's ground at a place on it.
static double side_height(const struct flips *flips, uint32_t side, struct geo_point at)
{
    const struct mesh_corner *start = &flips->narrows->corners[flips->sides[side].corner];
    const struct mesh_corner *end = &flips->narrows->corners[corner_end(flips, side)];
    double part = geo_place_project(geo_place_of(start->at), geo_place_of(end->at), geo_place_of(at));
    return start->height_mm * (1 - part) + end->height_mm * part;
}

/// Cuts the triangle of a side in two at a new corner of it: the side ends there now.
/// @return the side's other half
static uint32_t split_half(struct flips *flips, uint32_t side, uint32_t corner)
{
    uint32_t next = flips_next(side);
    uint32_t last = flips_next(next);
    uint32_t added = add_triangle(flips, flips->narrows->grounds[side / 3]);
    struct flips_side outer = flips->sides[next];
    uint32_t apex = flips->sides[last].corner;
    put_side(flips, added, new_side(corner));
    put_side(flips, added + 1, outer);
    put_side(flips, added + 2, new_side(apex));
    put_side(flips, next, new_side(corner));
    pair(flips, next, added + 2, false);
    return added;
}

/// Puts a corner on a side between two grounds, where the edge crosses it.
/// @param[out] corner  on the side's own ground; MESH_NONE when there is no room for it
/// @param[out] other   on the ground behind it
/// @return false when memory runs out
static bool split_border(struct flips *flips, const struct leading *leading, uint32_t side, uint32_t *corner,
                         uint32_t *other)
{
    uint32_t twin = flips->sides[side].twin;
    struct geo_point at = crossing_of(flips, leading, side);
    *corner = MESH_NONE;
    if (!can_split(flips, side, at) || !can_split(flips, twin, at))
        return true;
    if (!reserve(flips, 2, 2))
        return false;
    bool is_same = flips->sides[side].corner == corner_end(flips, twin) &&
                   corner_end(flips, side) == flips->sides[twin].corner;
    double twin_height_mm = side_height(flips, twin, at);
    *corner = add_corner(flips, at, side_height(flips, side, at));
    *other = is_same ? *corner : add_corner(flips, at, twin_height_mm);
    uint32_t side_half = split_half(flips, side, *corner);
    uint32_t twin_half = split_half(flips, twin, *other);
    pair(flips, side, twin_half, true);
    pair(flips, side_half, twin, true);
    return true;
}

static void fix(struct flips *flips, uint32_t side)
{
    flips->sides[side].is_fixed = true;
    if (flips->sides[side].twin != MESH_NONE)
        flips->sides[flips->sides[side].twin].is_fixed = true;
}

/// Leads an edge to its end, or to the first border that it crosses.
/// @param[in,out] from  where it begins; moved to that border, MESH_NONE at its end
static bool lead_piece(struct flips *flips, uint32_t *from, uint32_t to)
{
    struct leading leading = {.from = at_corner(flips, *from), .to = at_corner(flips, to)};
    uint32_t corner = *from;
    uint32_t border;
    *from = MESH_NONE;
    uint32_t there = find_side(flips, corner, leading.to);
    if (there != MESH_NONE) {
        fix(flips, there);
        return true;
    }
    if (!list_crossed(flips, corner, &leading, &border))
        return true;
    if (border != MESH_NONE) {
        bool is_border =
            flips->sides[border].twin != MESH_NONE &&
            flips->narrows->grounds[border / 3] != flips->narrows->grounds[flips->sides[border].twin / 3];
        uint32_t near = MESH_NONE;
        if (!is_border)
            return true;
        if (!split_border(flips, &leading, border, &near, from))
            return false;
        if (near == MESH_NONE) {
            *from = MESH_NONE;
            return true;
        }
        leading.to = at_corner(flips, near);
        if (!list_crossed(flips, corner, &leading, &border) || border != MESH_NONE)
            leading.count = 0;
    }
    if (flip_all(flips, &leading)) {
        there = find_side(flips, corner, leading.to);
        if (there != MESH_NONE)
            fix(flips, there);
    }
    return true;
}

bool flips_lead_edge(struct flips *flips, uint32_t from, uint32_t to)
{
    for (int pieces = 0; from != MESH_NONE && pieces < PIECES_MAX; pieces++) {
        if (!lead_piece(flips, &from, to))
            return false;
    }
    return true;
}
