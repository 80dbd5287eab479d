#include "nav/geometry.h"

#include <assert.h>
#include <math.h>

double geo_place_distance(struct geo_place a, struct geo_place b)
{
    double x = b.x - a.x;
    double z = b.z - a.z;
    return sqrt(x * x + z * z);
}

double geo_place_project(struct geo_place a, struct geo_place b, struct geo_place p)
{
    double x = b.x - a.x;
    double z = b.z - a.z;
    double length_squared = x * x + z * z;
    if (length_squared <= 0)
        return 0;
    double t = ((p.x - a.x) * x + (p.z - a.z) * z) / length_squared;
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

int64_t geo_distance_squared(struct geo_point a, struct geo_point b)
{
    int64_t x = (int64_t)b.x - a.x;
    int64_t z = (int64_t)b.z - a.z;
    return x * x + z * z;
}

static bool is_within(int32_t a, int32_t b, int32_t value)
{
    return a < b ? a <= value && value <= b : b <= value && value <= a;
}

bool geo_on_segment(struct geo_point a, struct geo_point b, struct geo_point p)
{
    return geo_cross(a, b, p) == 0 && is_within(a.x, b.x, p.x) && is_within(a.z, b.z, p.z);
}

bool geo_in_triangle(struct geo_point a, struct geo_point b, struct geo_point c, struct geo_point p)
{
    return geo_cross(a, b, p) >= 0 && geo_cross(b, c, p) >= 0 && geo_cross(c, a, p) >= 0;
}

bool geo_in_corner(struct geo_point previous, struct geo_point at, struct geo_point next,
                   struct geo_point target)
{
    bool is_left_of_next = geo_cross(at, next, target) > 0;
    bool is_right_of_previous = geo_cross(at, previous, target) < 0;
    if (geo_cross(previous, at, next) > 0)
        return is_left_of_next && is_right_of_previous;
    // Flat or reflex: everything but the closed outer angle.
    bool is_outside = geo_cross(at, next, target) <= 0 && geo_cross(at, previous, target) >= 0;
    return !is_outside;
}

struct geo_box geo_bounds(const struct geo_point *points, size_t count)
{
    assert(count > 0);
    struct geo_box box = {points[0], points[0]};
    for (size_t i = 1; i < count; i++) {
        box.low.x = points[i].x < box.low.x ? points[i].x : box.low.x;
        box.low.z = points[i].z < box.low.z ? points[i].z : box.low.z;
        box.high.x = points[i].x > box.high.x ? points[i].x : box.high.x;
        box.high.z = points[i].z > box.high.z ? points[i].z : box.high.z;
    }
    return box;
}

int32_t geo_mix_rounded(int32_t low, int32_t high, int64_t part, int64_t whole)
{
    assert(whole > 0);
    // 2^32 times 2^61 needs 93 bits.
    __int128 twice = 2 * (__int128)((int64_t)high - low) * part + whole;
    __int128 offset = twice / ((__int128)2 * whole);
    if (twice < 0 && offset * 2 * whole != twice)
        offset--; // division cuts towards zero
    return (int32_t)(low + (int64_t)offset);
}
