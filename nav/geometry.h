// Points of a plan in whole millimetres and the exact tests on them.
//
// Coordinates of one scene lie within GEO_COORDINATE_MAX of its origin, so that differences fit 31
// bits and every cross product fits int64_t: no test here ever rounds.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Half of the 2^30 mm that a scene may span.
#define GEO_COORDINATE_MAX (INT32_C(1) << 29)

/// A place in plan, millimetres from the scene's origin. y is up and lives elsewhere.
struct geo_point {
    int32_t x;
    int32_t z;
};

/// A place between whole millimetres: where somebody stands or a line crosses another. Millimetres
/// from the scene's origin.
struct geo_place {
    double x;
    double z;
};

/// Smallest box around points, both ends included.
struct geo_box {
    struct geo_point low;
    struct geo_point high;
};

/// Twice the signed area of the triangle a, b, c over (x, z): positive when c lies to the left of the
/// ray from a through b (x to the right, z up the page), zero when the three are collinear.
static inline int64_t geo_cross(struct geo_point a, struct geo_point b, struct geo_point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.z - a.z) - ((int64_t)b.z - a.z) * ((int64_t)c.x - a.x);
}

static inline bool geo_equal(struct geo_point a, struct geo_point b)
{
    return a.x == b.x && a.z == b.z;
}

static inline struct geo_place geo_place_of(struct geo_point point)
{
    return (struct geo_place){point.x, point.z};
}

/// geo_cross() for places between millimetres: rounds as doubles do.
static inline double geo_place_cross(struct geo_place a, struct geo_place b, struct geo_place c)
{
    return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

/// The place the part `t` of the way from `a` to `b`; exactly `a` at 0 and exactly `b` at 1.
static inline struct geo_place geo_place_mix(struct geo_place a, struct geo_place b, double t)
{
    return (struct geo_place){a.x * (1 - t) + b.x * t, a.z * (1 - t) + b.z * t};
}

/// In millimetres, in plan.
double geo_place_distance(struct geo_place a, struct geo_place b);

/// Where on the line through `a` and `b` the place nearest to `p` of the segment lies: 0 at `a`, 1 at
/// `b`, never outside. 0 when both are the same.
double geo_place_project(struct geo_place a, struct geo_place b, struct geo_place p);

/// Squared length of the way from `a` to `b`, square millimetres; at most 2^61.
int64_t geo_distance_squared(struct geo_point a, struct geo_point b);

/// Whether `p` lies exactly on the segment from `a` to `b`, ends included.
bool geo_on_segment(struct geo_point a, struct geo_point b, struct geo_point p);

/// Whether `p` lies in the counter-clockwise triangle a, b, c, sides and corners included.
bool geo_in_triangle(struct geo_point a, struct geo_point b, struct geo_point c, struct geo_point p);

/// Whether the way from a polygon's corner `at` to `target` starts into the polygon's inside: strictly
/// within the interior angle from the side towards `next` to the side from `previous`. The angle may
/// exceed 180 degrees; the polygon runs counter-clockwise.
bool geo_in_corner(struct geo_point previous, struct geo_point at, struct geo_point next,
                   struct geo_point target);

/// @param count  at least 1
struct geo_box geo_bounds(const struct geo_point *points, size_t count);

/// `low` + (`high` - `low`) * `part` / `whole`, rounded to the nearest whole number, halves up: the
/// height part of the way up a slope, the same whichever end it is looked at from.
/// @param whole  above 0
int32_t geo_mix_rounded(int32_t low, int32_t high, int64_t part, int64_t whole);
