#include "nav/floors.h"

#include <stdlib.h>

#include "nav/ground.h"

/// A region as the triangulation takes it.
struct floor {
    struct geo_point *points; // outline, then holes
    int32_t *heights_mm;      // per point
    uint32_t *ends;           // per ring
    struct region_rings rings;
    struct ground *ground; // NULL until it is asked for
};

struct floors {
    const struct pack_scene *scene;
    struct borders *borders;
    struct floor *floors; // per region
};

struct floors *floors_create(const struct pack_scene *scene)
{
    struct floors *floors = calloc(1, sizeof *floors);
    if (!floors)
        return NULL;
    floors->scene = scene;
    floors->borders = borders_create(scene);
    floors->floors = calloc(scene->region_count + 1, sizeof *floors->floors);
    if (floors->borders && floors->floors)
        return floors;
    floors_destroy(floors);
    return NULL;
}

void floors_destroy(struct floors *floors)
{
    if (!floors)
        return;
    for (size_t i = 0; floors->floors && i < floors->scene->region_count; i++) {
        struct floor *floor = &floors->floors[i];
        ground_destroy(floor->ground);
        free(floor->points);
        free(floor->heights_mm);
        free(floor->ends);
    }
    free(floors->floors);
    borders_destroy(floors->borders);
    free(floors);
}

const struct pack_scene *floors_scene(const struct floors *floors)
{
    return floors->scene;
}

struct borders *floors_borders(const struct floors *floors)
{
    return floors->borders;
}

// ---- heights -----------------------------------------------------------------------------------

static size_t count_points(const struct pack_region *region)
{
    size_t count = region->outline.count;
    for (size_t i = 0; i < region->hole_count; i++)
        count += region->holes[i].count;
    return count;
}

static void add_ring(struct floor *floor, const struct pack_polygon *polygon, const int32_t *heights_mm)
{
    for (size_t i = 0; i < polygon->count; i++) {
        floor->points[floor->rings.point_count] = polygon->points[i];
        floor->heights_mm[floor->rings.point_count++] = heights_mm[i];
    }
    floor->ends[floor->rings.ring_count++] = (uint32_t)floor->rings.point_count;
}

static bool make_ground(struct floor *floor, const struct pack_region *region)
{
    size_t point_count = count_points(region);
    floor->points = calloc(point_count, sizeof *floor->points);
    floor->heights_mm = calloc(point_count, sizeof *floor->heights_mm);
    floor->ends = calloc(region->hole_count + 1, sizeof *floor->ends);
    if (!floor->points || !floor->heights_mm || !floor->ends)
        return false;
    add_ring(floor, &region->outline, region->heights_mm);
    for (size_t i = 0; i < region->hole_count; i++)
        add_ring(floor, &region->holes[i], region->hole_heights_mm[i]);
    floor->rings.points = floor->points;
    floor->rings.ends = floor->ends;
    floor->ground = ground_create(&floor->rings, floor->heights_mm);
    return floor->ground != NULL;
}

bool floors_height(struct floors *floors, size_t region, struct geo_point at, int32_t *height_mm)
{
    struct floor *floor = &floors->floors[region];
    if (!floor->ground && !make_ground(floor, &floors->scene->regions[region]))
        return false;
    *height_mm = ground_height(floor->ground, at);
    return true;
}

// ---- places ------------------------------------------------------------------------------------

bool floors_find(struct floors *floors, struct geo_point at, int32_t wanted_mm, struct floors_under *under)
{
    *under = (struct floors_under){.low_mm = INT32_MAX, .high_mm = INT32_MIN};
    for (size_t i = 0; i < floors->scene->region_count; i++) {
        int32_t height_mm;
        if (borders_locate(floors->borders, i, geo_place_of(at)) == POLYGON_OUTSIDE)
            continue;
        if (!floors_height(floors, i, at, &height_mm))
            return false;
        if (under->count++ == 0 || abs(height_mm - wanted_mm) < abs(under->height_mm - wanted_mm)) {
            under->region = i;
            under->height_mm = height_mm;
        }
        under->low_mm = height_mm < under->low_mm ? height_mm : under->low_mm;
        under->high_mm = height_mm > under->high_mm ? height_mm : under->high_mm;
    }
    return true;
}
