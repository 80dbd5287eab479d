// Distances in plan, metres: heights do not count.
#pragma once

#include <math.h>
#include <stdbool.h>

#include "nav/position.h"

/// Between (ax, az) and (bx, bz).
static inline double plan_apart(double ax, double az, double bx, double bz)
{
    return sqrt((bx - ax) * (bx - ax) + (bz - az) * (bz - az));
}

static inline double plan_distance_squared(const struct nav_position *a, const struct nav_position *b)
{
    return (b->x - a->x) * (b->x - a->x) + (b->z - a->z) * (b->z - a->z);
}

static inline double plan_distance(const struct nav_position *a, const struct nav_position *b)
{
    return plan_apart(a->x, a->z, b->x, b->z);
}

/// Whether the two are in one scene and nearer to one another than `radius_m`.
static inline bool plan_is_near(const struct nav_position *a, const struct nav_position *b, double radius_m)
{
    return a->scene == b->scene && plan_distance_squared(a, b) < radius_m * radius_m;
}
