// Vectors in plan, and on which side of a ray something lies, exactly.
#pragma once

#include <math.h>
#include <stdbool.h>

#include "nav/geometry.h"

/// Added to a number below 2^31 and taken off again, it leaves 20 bits behind the point.
#define PLANE_GRAIN (1.5 * 4294967296.0)

static inline struct geo_place plane_minus(struct geo_place a, struct geo_place b)
{
    return (struct geo_place){a.x - b.x, a.z - b.z};
}

static inline double plane_length(struct geo_place a)
{
    return sqrt(a.x * a.x + a.z * a.z);
}

static inline double plane_cross(struct geo_place a, struct geo_place b)
{
    return a.x * b.z - a.z * b.x;
}

/// What rounding took off plane_cross(): the products are equal but for that.
static inline double plane_cross_rest(struct geo_place a, struct geo_place b)
{
    double first = a.x * b.z;
    double second = a.z * b.x;
    return fma(a.x, b.z, -first) - fma(a.z, b.x, -second);
}

/// Which side of the ray `a` the place `b` lies on: above 0 at the left, 0 on it or on its other end, where 0
/// becomes `opposite`. Exact: rounded products compare like the products themselves, unless they are equal.
static inline double plane_turn(struct geo_place a, struct geo_place b, double opposite)
{
    double first = a.x * b.z;
    double second = a.z * b.x;
    if (first != second)
        return first - second;
    if (a.x == b.x && a.z == b.z)
        return 0;
    double rest = plane_cross_rest(a, b);
    return rest == 0 && a.x * b.x + a.z * b.z < 0 ? opposite : rest;
}

static inline bool plane_is_zero(struct geo_place a)
{
    return a.x == 0 && a.z == 0;
}

/// Rounds a place to a millionth of a millimetre, so that differences of places are exact.
static inline struct geo_place plane_to_grain(struct geo_place at)
{
    return (struct geo_place){(at.x + PLANE_GRAIN) - PLANE_GRAIN, (at.z + PLANE_GRAIN) - PLANE_GRAIN};
}
