#include "nav/polygon.h"

#include <assert.h>
#include <math.h>

#include "nav/sweep.h"

static bool is_flat(const struct geo_point *points, size_t count)
{
    for (size_t i = 2; i < count; i++) {
        if (geo_cross(points[0], points[1], points[i]) != 0)
            return false;
    }
    return true;
}

struct polygon_finding polygon_check(const struct geo_point *points, size_t count)
{
    if (count < 3)
        return (struct polygon_finding){.fault = POLYGON_FEW_POINTS};
    struct sweep_ring ring = {.points = points, .count = count};
    struct sweep_side first = {0};
    struct sweep_side second = {0};
    enum sweep_status status = sweep_rings(&ring, 1, &first, &second);
    struct polygon_finding finding = {.first = first.side, .second = second.side};
    if (status == SWEEP_NO_MEMORY)
        finding.fault = POLYGON_NO_MEMORY;
    else if (status == SWEEP_SAME_PLACE)
        finding.fault = POLYGON_SAME_POINT;
    else if (status == SWEEP_TOUCH)
        finding.fault = is_flat(points, count) ? POLYGON_FLAT : POLYGON_SIDES_TOUCH;
    return finding;
}

int64_t polygon_area_twice(const struct geo_point *points, size_t count)
{
    // Partial sums may leave 64 bits and come back: unsigned numbers do so without harm.
    uint64_t area = 0;
    for (size_t i = 2; i < count; i++)
        area += (uint64_t)geo_cross(points[0], points[i - 1], points[i]);
    return (int64_t)area;
}

static bool is_between(int32_t value, int32_t a, int32_t b)
{
    return a < b ? a <= value && value <= b : b <= value && value <= a;
}

enum polygon_place polygon_locate(const struct geo_point *points, size_t count, struct geo_point at)
{
    bool is_inside = false;
    for (size_t i = 0, last = count - 1; i < count; last = i++) {
        struct geo_point a = points[last];
        struct geo_point b = points[i];
        if (!is_between(at.z, a.z, b.z))
            continue;
        int64_t turn = geo_cross(a, b, at);
        if (turn == 0 && is_between(at.x, a.x, b.x))
            return POLYGON_BORDER;
        bool is_rising = b.z > a.z;
        // A ray to the right crosses the side when it rises with `at` on its left, or falls with it on
        // its right; a corner counts with the side above it.
        if ((a.z > at.z) != (b.z > at.z) && (turn > 0) == is_rising)
            is_inside = !is_inside;
    }
    return is_inside ? POLYGON_INSIDE : POLYGON_OUTSIDE;
}

/// Square of the distance between a place and a side, in mm².
static double distance_squared(struct geo_point a, struct geo_point b, struct geo_point at)
{
    double x = (double)b.x - a.x;
    double z = (double)b.z - a.z;
    double to_x = (double)at.x - a.x;
    double to_z = (double)at.z - a.z;
    double along = (to_x * x + to_z * z) / (x * x + z * z);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double off_x = to_x - along * x;
    double off_z = to_z - along * z;
    return off_x * off_x + off_z * off_z;
}

bool polygon_is_near(const struct geo_point *points, size_t count, struct geo_point at, int32_t radius_mm)
{
    double radius_squared = (double)radius_mm * radius_mm;
    for (size_t i = 0, last = count - 1; i < count; last = i++) {
        if (distance_squared(points[last], points[i], at) < radius_squared)
            return true;
    }
    return false;
}

void polygon_octagon(struct geo_point center, int32_t radius_mm,
                     struct geo_point points[POLYGON_OCTAGON_COUNT])
{
    static const int directions[POLYGON_OCTAGON_COUNT][2] = {{2, 0},  {1, 1},   {0, 2},  {-1, 1},
                                                             {-2, 0}, {-1, -1}, {0, -2}, {1, -1}};
    // A full step is the radius, a half one its product with the square root of 1/2.
    const int32_t steps_mm[3] = {0, (int32_t)lround(radius_mm * 0.70710678118654752), radius_mm};
    for (int i = 0; i < POLYGON_OCTAGON_COUNT; i++) {
        int x = directions[i][0];
        int z = directions[i][1];
        points[i].x = center.x + (x < 0 ? -steps_mm[-x] : steps_mm[x]);
        points[i].z = center.z + (z < 0 ? -steps_mm[-z] : steps_mm[z]);
    }
}

struct direction {
    double x;
    double z;
};

static struct direction direction_of(struct geo_point from, struct geo_point to)
{
    double x = (double)to.x - from.x;
    double z = (double)to.z - from.z;
    double length = sqrt(x * x + z * z);
    return (struct direction){.x = x / length, .z = z / length};
}

bool polygon_thicken(const struct geo_point *line, size_t count, int32_t width_mm, struct geo_point *points)
{
    assert(count >= 2);
    assert(width_mm > 0);
    for (size_t i = 0; i < count; i++) {
        struct direction in = i > 0 ? direction_of(line[i - 1], line[i]) : direction_of(line[0], line[1]);
        struct direction out = i + 1 < count ? direction_of(line[i], line[i + 1]) : in;
        // The mitre's half-diagonal is the sum of both normals over 1 + cos of the turn.
        double scale = 1.0 + in.x * out.x + in.z * out.z;
        if (scale < 0.5)
            return false;
        double off_x = -(in.z + out.z) * width_mm * 0.5 / scale;
        double off_z = (in.x + out.x) * width_mm * 0.5 / scale;
        points[i] = (struct geo_point){.x = line[i].x - (int32_t)lround(off_x),
                                       .z = line[i].z - (int32_t)lround(off_z)};
        points[2 * count - 1 - i] = (struct geo_point){.x = line[i].x + (int32_t)lround(off_x),
                                                       .z = line[i].z + (int32_t)lround(off_z)};
    }
    return true;
}
