#include "render/outline.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "render/vector.h"

// Twice the area of the triangle in plan, positive when counter-clockwise.
static float turn(struct view_vec3 a, struct view_vec3 b, struct view_vec3 c)
{
    return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

struct outline_half outline_left_of(struct view_vec3 a, struct view_vec3 b)
{
    struct view_vec3 right = vector_right(a, b);
    return (struct outline_half){-right.x, -right.z, -right.x * a.x - right.z * a.z};
}

struct outline_half outline_half_flip(struct outline_half half)
{
    return (struct outline_half){-half.nx, -half.nz, -half.d};
}

// Counted from the inner end, so that the neighbour across the edge gets the same point to the last bit.
static struct view_vec3 crossing(struct view_vec3 from, float from_depth, struct view_vec3 to, float to_depth)
{
    if (from_depth >= 0) {
        return vector_mix(from, to, from_depth / (from_depth - to_depth));
    }
    return vector_mix(to, from, to_depth / (to_depth - from_depth));
}

// Leaves out what is no corner: a side without length has no direction.
static void add_corner(struct outline *outline, struct view_vec3 point)
{
    const float least_m = 1e-4f;
    if (outline->count > 0) {
        const struct view_vec3 *last = &outline->points[outline->count - 1];
        if (fabsf(point.x - last->x) < least_m && fabsf(point.z - last->z) < least_m) {
            return;
        }
    }
    if (outline->count < OUTLINE_POINTS_MAX) {
        outline->points[outline->count++] = point;
    }
}

static void close_outline(struct outline *outline)
{
    struct view_vec3 first = outline->points[0];
    while (outline->count > 1) {
        struct view_vec3 last = outline->points[outline->count - 1];
        if (fabsf(first.x - last.x) > 1e-4f || fabsf(first.z - last.z) > 1e-4f) {
            return;
        }
        outline->count--;
    }
}

struct outline outline_cut(const struct outline *polygon, struct outline_half half)
{
    struct outline result = {.count = 0};
    for (size_t i = 0; i < polygon->count; i++) {
        struct view_vec3 from = polygon->points[i];
        struct view_vec3 to = polygon->points[(i + 1) % polygon->count];
        float from_depth = from.x * half.nx + from.z * half.nz - half.d;
        float to_depth = to.x * half.nx + to.z * half.nz - half.d;
        if (from_depth >= 0) {
            add_corner(&result, from);
        }
        if ((from_depth >= 0) != (to_depth >= 0)) {
            add_corner(&result, crossing(from, from_depth, to, to_depth));
        }
    }
    close_outline(&result);
    return result;
}

// Whether one of a's sides has all of b outside.
static bool is_beside(const struct outline *a, const struct outline *b)
{
    for (size_t i = 0; i < a->count; i++) {
        struct outline_half half = outline_left_of(a->points[i], a->points[(i + 1) % a->count]);
        size_t outside = 0;
        if (half.nx == 0 && half.nz == 0) {
            continue;
        }
        while (outside < b->count &&
               b->points[outside].x * half.nx + b->points[outside].z * half.nz <= half.d) {
            outside++;
        }
        if (outside == b->count) {
            return true;
        }
    }
    return false;
}

bool outline_is_apart(const struct outline *a, const struct outline *b)
{
    return is_beside(a, b) || is_beside(b, a);
}

static int compare_plan(const void *left, const void *right)
{
    const struct view_vec3 *a = left;
    const struct view_vec3 *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return (a->z > b->z) - (a->z < b->z);
}

// Adds a point to a chain that may only turn left.
static void extend_chain(struct outline *hull, size_t first, struct view_vec3 point)
{
    while (hull->count >= first + 2 &&
           turn(hull->points[hull->count - 2], hull->points[hull->count - 1], point) <= 0) {
        hull->count--;
    }
    if (hull->count < OUTLINE_POINTS_MAX) {
        hull->points[hull->count++] = point;
    }
}

struct outline outline_hull(struct view_vec3 *points, size_t count)
{
    struct outline hull = {.count = 0};
    qsort(points, count, sizeof *points, compare_plan);
    for (size_t i = 0; i < count; i++) {
        extend_chain(&hull, 0, points[i]);
    }
    size_t lower = hull.count > 0 ? hull.count - 1 : 0;
    for (size_t i = count; i-- > 0;) {
        extend_chain(&hull, lower, points[i]);
    }
    hull.count -= hull.count > 1; // the first point came round again
    return hull;
}

float outline_area(const struct view_vec3 *points, size_t count)
{
    float twice = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        twice += turn(points[0], points[i], points[i + 1]);
    }
    return twice / 2;
}

bool outline_is_convex(const struct view_vec3 *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (turn(points[i], points[(i + 1) % count], points[(i + 2) % count]) < 0) {
            return false;
        }
    }
    return true;
}

struct view_vec3 outline_center(const struct view_vec3 *points, size_t count)
{
    struct view_vec3 sum = {0};
    for (size_t i = 0; i < count; i++) {
        sum = vector_add(sum, points[i]);
    }
    return vector_scale(sum, 1 / (float)count);
}

struct view_vec3 outline_offset_corner(const struct view_vec3 *points, size_t count, size_t index,
                                       float distance_m)
{
    struct view_vec3 corner = points[index];
    struct view_vec3 before = vector_right(points[(index + count - 1) % count], corner);
    struct view_vec3 after = vector_right(corner, points[(index + 1) % count]);
    struct view_vec3 sum = vector_add(before, after);
    float square = vector_dot(sum, sum);
    // |sum| is 2 cos(half the turn); the corner moves by distance ÷ cos(half the turn).
    float factor = square > 1 ? 2 / square : 2;
    return vector_add(corner, vector_scale(sum, distance_m * factor));
}

static bool contains_corner(const struct view_vec3 *points, const uint32_t *rest, size_t count, size_t ear)
{
    struct view_vec3 a = points[rest[(ear + count - 1) % count]];
    struct view_vec3 b = points[rest[ear]];
    struct view_vec3 c = points[rest[(ear + 1) % count]];
    for (size_t i = 2; i + 1 < count; i++) {
        struct view_vec3 p = points[rest[(ear + i) % count]];
        if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) {
            return true;
        }
    }
    return false;
}

// The ear whose cut is shortest: that keeps triangles round and their sides short. One without area comes
// last.
static size_t find_ear(const struct view_vec3 *points, const uint32_t *rest, size_t count)
{
    size_t best = count;
    float best_length = INFINITY;
    for (size_t i = 0; i < count; i++) {
        struct view_vec3 before = points[rest[(i + count - 1) % count]];
        struct view_vec3 after = points[rest[(i + 1) % count]];
        float area = turn(before, points[rest[i]], after);
        float length = area > 0 ? vector_length(vector_subtract(after, before)) : FLT_MAX;
        if (area >= 0 && length < best_length && !contains_corner(points, rest, count, i)) {
            best = i;
            best_length = length;
        }
    }
    return best;
}

size_t outline_triangulate(const struct view_vec3 *points, size_t count, uint32_t *indices, uint32_t *scratch)
{
    uint32_t *rest = scratch;
    for (uint32_t i = 0; i < count; i++) {
        rest[i] = i;
    }
    size_t written = 0;
    for (size_t left = count; left >= 3; left--) {
        size_t ear = find_ear(points, rest, left);
        if (ear == left) {
            return written;
        }
        indices[written++] = rest[(ear + left - 1) % left];
        indices[written++] = rest[ear];
        indices[written++] = rest[(ear + 1) % left];
        for (size_t i = ear; i + 1 < left; i++) {
            rest[i] = rest[i + 1];
        }
    }
    return written;
}
