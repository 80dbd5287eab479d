#include "nav/ground.h"

#include <stdlib.h>

#include "nav/grid.h"
#include "nav/triangulate.h"

struct ground {
    const struct region_rings *rings;
    const int32_t *heights_mm;
    struct triangle *triangles; // NULL when the ground is level
    struct grid grid;           // of triangles
};

static bool is_level(const struct ground *ground)
{
    for (size_t i = 1; i < ground->rings->point_count; i++) {
        if (ground->heights_mm[i] != ground->heights_mm[0])
            return false;
    }
    return true;
}

static bool make_triangles(struct ground *ground)
{
    const struct region_rings *rings = ground->rings;
    size_t count = triangulate_count(rings);
    ground->triangles = calloc(count, sizeof *ground->triangles);
    if (!ground->triangles || !triangulate(rings, ground->triangles) ||
        !grid_init(&ground->grid, geo_bounds(rings->points, rings->point_count), count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *points = ground->triangles[i].points;
        if (!grid_insert_triangle(&ground->grid, i, rings->points[points[0]], rings->points[points[1]],
                                  rings->points[points[2]]))
            return false;
    }
    return true;
}

struct ground *ground_create(const struct region_rings *rings, const int32_t *heights_mm)
{
    struct ground *ground = calloc(1, sizeof *ground);
    if (!ground)
        return NULL;
    ground->rings = rings;
    ground->heights_mm = heights_mm;
    if (is_level(ground) || make_triangles(ground))
        return ground;
    ground_destroy(ground);
    return NULL;
}

void ground_destroy(struct ground *ground)
{
    if (!ground)
        return;
    grid_finish(&ground->grid);
    free(ground->triangles);
    free(ground);
}

/// The mean of the corners' heights weighted by the areas opposite to them, rounded.
static int32_t height_on(const struct ground *ground, const uint32_t corners[3], struct geo_point at)
{
    const struct geo_point *points = ground->rings->points;
    int64_t whole = geo_cross(points[corners[0]], points[corners[1]], points[corners[2]]);
    __int128 sum = 0;
    for (int i = 0; i < 3; i++) {
        int64_t weight = geo_cross(points[corners[(i + 1) % 3]], points[corners[(i + 2) % 3]], at);
        sum += (__int128)weight * ground->heights_mm[corners[i]];
    }
    __int128 twice = 2 * sum + whole;
    __int128 height = twice / (2 * (__int128)whole);
    return (int32_t)(twice < 0 && height * 2 * whole != twice ? height - 1 : height);
}

/// How far outside a triangle a place lies, as twice an area; 0 inside.
static int64_t outside(const struct ground *ground, const uint32_t corners[3], struct geo_point at)
{
    const struct geo_point *points = ground->rings->points;
    int64_t most = 0;
    for (int i = 0; i < 3; i++) {
        int64_t area = -geo_cross(points[corners[i]], points[corners[(i + 1) % 3]], at);
        most = area > most ? area : most;
    }
    return most;
}

static int32_t clamp_to_corners(const struct ground *ground, const uint32_t corners[3], int32_t height_mm)
{
    int32_t low_mm = ground->heights_mm[corners[0]];
    int32_t high_mm = low_mm;
    for (int i = 1; i < 3; i++) {
        int32_t corner_mm = ground->heights_mm[corners[i]];
        low_mm = corner_mm < low_mm ? corner_mm : low_mm;
        high_mm = corner_mm > high_mm ? corner_mm : high_mm;
    }
    return height_mm < low_mm ? low_mm : height_mm > high_mm ? high_mm : height_mm;
}

int32_t ground_height(const struct ground *ground, struct geo_point at)
{
    if (!ground->triangles)
        return ground->heights_mm[0];
    const uint32_t *nearest = NULL;
    int64_t least = INT64_MAX;
    struct grid_walk walk;
    uint32_t item;
    grid_walk_begin(&walk, &ground->grid, at, at, at);
    while (least > 0 && grid_walk_next(&walk, &item)) {
        const uint32_t *corners = ground->triangles[item].points;
        int64_t area = outside(ground, corners, at);
        if (area < least) {
            least = area;
            nearest = corners;
        }
    }
    if (!nearest)
        return ground->heights_mm[0];
    return clamp_to_corners(ground, nearest, height_on(ground, nearest, at));
}
