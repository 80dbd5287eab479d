// Small vector arithmetic for building geometry. Matrices are cglm's.
#pragma once

#include <math.h>

#include "render/view.h"

static inline struct view_vec3 vector_add(struct view_vec3 a, struct view_vec3 b)
{
    return (struct view_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct view_vec3 vector_subtract(struct view_vec3 a, struct view_vec3 b)
{
    return (struct view_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct view_vec3 vector_scale(struct view_vec3 a, float factor)
{
    return (struct view_vec3){a.x * factor, a.y * factor, a.z * factor};
}

/// The point a fraction of the way from a to b.
static inline struct view_vec3 vector_mix(struct view_vec3 a, struct view_vec3 b, float fraction)
{
    return vector_add(a, vector_scale(vector_subtract(b, a), fraction));
}

static inline struct view_vec3 vector_raise(struct view_vec3 a, float height_m)
{
    return (struct view_vec3){a.x, a.y + height_m, a.z};
}

static inline float vector_dot(struct view_vec3 a, struct view_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct view_vec3 vector_cross(struct view_vec3 a, struct view_vec3 b)
{
    return (struct view_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline float vector_length(struct view_vec3 a)
{
    return sqrtf(vector_dot(a, a));
}

/// The unit vector along a; straight up for a vector without length.
static inline struct view_vec3 vector_normalize(struct view_vec3 a)
{
    float length = vector_length(a);
    return length > 0 ? vector_scale(a, 1 / length) : (struct view_vec3){0, 1, 0};
}

/// The level unit vector to the right of the way from a to b, which is outside a counter-clockwise outline.
static inline struct view_vec3 vector_right(struct view_vec3 a, struct view_vec3 b)
{
    float x = b.x - a.x;
    float z = b.z - a.z;
    float length = sqrtf(x * x + z * z);
    return length > 0 ? (struct view_vec3){z / length, 0, -x / length} : (struct view_vec3){0, 0, 0};
}

/// Orders points by x, y and z, for sorting; equal points are the same to the last bit.
/// @return below, equal to or above 0, as a comes before, is or comes after b
static inline int vector_compare(struct view_vec3 a, struct view_vec3 b)
{
    if (a.x != b.x) {
        return a.x < b.x ? -1 : 1;
    }
    if (a.y != b.y) {
        return a.y < b.y ? -1 : 1;
    }
    return (a.z > b.z) - (a.z < b.z);
}

/// The upward unit vector of a triangle whose corners are counter-clockwise seen from above.
static inline struct view_vec3 vector_triangle_normal(const struct view_vec3 corners[3])
{
    return vector_normalize(
        vector_cross(vector_subtract(corners[2], corners[0]), vector_subtract(corners[1], corners[0])));
}
