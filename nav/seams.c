#include "nav/seams.h"

#include <stdlib.h>

/// The rings on their way to the arrangement.
struct rings {
    struct arrange_point *points;
    size_t point_count;
    uint32_t *ends;
    size_t ring_count;
};

static bool take_memory(const struct pack_scene *scene, struct rings *rings)
{
    size_t points = 0;
    size_t count = scene->region_count;
    for (size_t i = 0; i < scene->region_count; i++) {
        const struct pack_region *region = &scene->regions[i];
        points += region->outline.count;
        count += region->hole_count;
        for (size_t hole = 0; hole < region->hole_count; hole++)
            points += region->holes[hole].count;
    }
    rings->points = calloc(points + 1, sizeof *rings->points);
    rings->ends = calloc(count + 1, sizeof *rings->ends);
    return rings->points && rings->ends;
}

static void add_ring(struct rings *rings, const struct pack_polygon *polygon)
{
    for (size_t i = 0; i < polygon->count; i++)
        rings->points[rings->point_count++] = (struct arrange_point){.at = polygon->points[i]};
    rings->ends[rings->ring_count++] = (uint32_t)rings->point_count;
}

static void collect(const struct pack_scene *scene, struct rings *rings, uint32_t *first_rings)
{
    for (size_t i = 0; i < scene->region_count; i++) {
        const struct pack_region *region = &scene->regions[i];
        first_rings[i] = (uint32_t)rings->ring_count;
        add_ring(rings, &region->outline);
        for (size_t hole = 0; hole < region->hole_count; hole++)
            add_ring(rings, &region->holes[hole]);
    }
    first_rings[scene->region_count] = (uint32_t)rings->ring_count;
}

bool seams_make(const struct pack_scene *scene, struct seams *seams)
{
    struct rings rings = {.points = NULL};
    *seams = (struct seams){.first_rings = calloc(scene->region_count + 1, sizeof *seams->first_rings)};
    bool is_done = seams->first_rings && take_memory(scene, &rings);
    if (is_done) {
        collect(scene, &rings, seams->first_rings);
        struct arrange_input input = {.points = rings.points,
                                      .point_count = rings.point_count,
                                      .ends = rings.ends,
                                      .ring_count = rings.ring_count};
        is_done = arrange(&input, &seams->arrangement);
    }
    free(rings.points);
    free(rings.ends);
    return is_done;
}

void seams_finish(struct seams *seams)
{
    arrange_finish(&seams->arrangement);
    free(seams->first_rings);
    *seams = (struct seams){0};
}

uint32_t seams_ring_start(const struct seams *seams, uint32_t ring)
{
    return ring == 0 ? 0 : seams->arrangement.ends[ring - 1];
}

struct geo_point seams_point(const struct seams *seams, uint32_t point)
{
    return seams->arrangement.corners[seams->arrangement.points[point]].at;
}
