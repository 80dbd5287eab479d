#include "tests/data/test_scene.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/polygon.h"

void test_scene_begin(struct test_scene *test, int32_t radius_mm)
{
    memset(test, 0, sizeof *test);
    test->scene.regions = test->regions;
    test->scene.obstacles = test->obstacles;
    test->scene.roads = test->roads;
    test->scene.step_height_mm = 300;
    test->scene.agent_radius_mm = radius_mm;
    test->scene.agent_height_mm = 1800;
    test->scene.merge_tolerance_mm = 50;
    (void)snprintf(test->scene.file, sizeof test->scene.file, "scenes/test.json");
    test->pack.scenes = &test->scene;
    test->pack.scene_count = 1;
    test->pack.npcs = test->npcs;
}

void test_scene_finish(struct test_scene *test)
{
    for (size_t i = 0; i < test->scene.region_count; i++) {
        struct pack_region *region = &test->regions[i];
        for (size_t hole = 0; hole < region->hole_count; hole++) {
            free(region->holes[hole].points);
            free(region->hole_heights_mm[hole]);
        }
        free(region->holes);
        free(region->hole_heights_mm);
        free(region->outline.points);
        free(region->heights_mm);
    }
    for (size_t i = 0; i < test->scene.obstacle_count; i++)
        free(test->obstacles[i].outline.points);
    for (size_t i = 0; i < test->scene.road_count; i++) {
        free(test->roads[i].line.points);
        free(test->roads[i].outline.points);
    }
    memset(test, 0, sizeof *test);
}

static struct pack_polygon copy_polygon(const struct geo_point *points, size_t count, struct geo_point offset)
{
    struct pack_polygon polygon = {calloc(count, sizeof *polygon.points), count};
    assert(polygon.points);
    for (size_t i = 0; i < count; i++)
        polygon.points[i] = (struct geo_point){points[i].x + offset.x, points[i].z + offset.z};
    return polygon;
}

struct pack_region *test_scene_add_region(struct test_scene *test, const struct geo_point *points,
                                          size_t count, int32_t height_mm)
{
    assert(test->scene.region_count < TEST_REGIONS_MAX);
    struct pack_region *region = &test->regions[test->scene.region_count++];
    region->outline = copy_polygon(points, count, (struct geo_point){0, 0});
    region->heights_mm = calloc(count, sizeof *region->heights_mm);
    assert(region->heights_mm);
    for (size_t i = 0; i < count; i++)
        region->heights_mm[i] = height_mm;
    return region;
}

struct pack_region *test_scene_add_floor(struct test_scene *test, int32_t x0, int32_t z0, int32_t x1,
                                         int32_t z1, int32_t height_mm)
{
    struct geo_point points[] = {{x0, z0}, {x1, z0}, {x1, z1}, {x0, z1}};
    return test_scene_add_region(test, points, 4, height_mm);
}

void test_scene_add_box(struct test_scene *test, int32_t x0, int32_t z0, int32_t x1, int32_t z1,
                        size_t region)
{
    struct geo_point points[] = {{x0, z0}, {x1, z0}, {x1, z1}, {x0, z1}};
    test_scene_add_obstacle(test, points, 4, region);
}

void test_scene_add_obstacle(struct test_scene *test, const struct geo_point *points, size_t count,
                             size_t region)
{
    assert(test->scene.obstacle_count < TEST_OBSTACLES_MAX);
    struct pack_obstacle *obstacle = &test->obstacles[test->scene.obstacle_count++];
    *obstacle = (struct pack_obstacle){.kind = PACK_HOUSE, .region = region};
    obstacle->outline = copy_polygon(points, count, (struct geo_point){0, 0});
}

void test_scene_add_road(struct test_scene *test, struct geo_point from, struct geo_point to,
                         int32_t width_mm)
{
    assert(test->scene.road_count < TEST_ROADS_MAX);
    struct geo_point ends[] = {from, to};
    struct geo_point corners[4];
    struct pack_road *road = &test->roads[test->scene.road_count++];
    *road = (struct pack_road){.width_mm = width_mm, .line = copy_polygon(ends, 2, (struct geo_point){0, 0})};
    polygon_thicken(ends, 2, width_mm, corners);
    road->outline = copy_polygon(corners, 4, (struct geo_point){0, 0});
}

/// Level for seed 0, else a slope with bumps.
static int32_t *random_heights(const struct geo_point *points, size_t count, uint64_t *seed)
{
    int32_t *heights_mm = calloc(count, sizeof *heights_mm);
    assert(heights_mm);
    for (size_t i = 0; i < count && *seed; i++)
        heights_mm[i] = points[i].x / 20 - points[i].z / 30 + seed_between(seed, -40, 40);
    return heights_mm;
}

void test_scene_add_random(struct test_scene *test, const struct random_region *random,
                           struct geo_point offset, uint64_t height_seed)
{
    assert(test->scene.region_count < TEST_REGIONS_MAX);
    struct pack_region *region = &test->regions[test->scene.region_count++];
    size_t hole_count = random->ring_count - 1;
    region->outline = copy_polygon(random->points, random->ends[0], offset);
    region->heights_mm = random_heights(random->points, random->ends[0], &height_seed);
    region->holes = calloc(hole_count + 1, sizeof *region->holes);
    region->hole_heights_mm = calloc(hole_count + 1, sizeof *region->hole_heights_mm);
    assert(region->holes);
    assert(region->hole_heights_mm);
    region->hole_count = hole_count;
    for (size_t i = 0; i < hole_count; i++) {
        uint32_t first = random->ends[i];
        size_t count = random->ends[i + 1] - first;
        region->holes[i] = copy_polygon(random->points + first, count, offset);
        region->hole_heights_mm[i] = random_heights(random->points + first, count, &height_seed);
    }
}

void test_scene_add_npc(struct test_scene *test, const char *type, const char *subtype, int32_t x, int32_t z)
{
    assert(test->pack.npc_count < TEST_NPCS_MAX);
    struct pack_npc *npc = &test->npcs[test->pack.npc_count++];
    *npc = (struct pack_npc){.at = {x, z}, .facing = {0, 1}};
    (void)snprintf(npc->type, sizeof npc->type, "%s", type);
    (void)snprintf(npc->subtype, sizeof npc->subtype, "%s", subtype);
}

static void move_polygon(struct pack_polygon *polygon, struct geo_point offset)
{
    for (size_t i = 0; i < polygon->count; i++) {
        polygon->points[i].x += offset.x;
        polygon->points[i].z += offset.z;
    }
}

void test_scene_move(struct test_scene *test, struct geo_point offset)
{
    for (size_t i = 0; i < test->scene.region_count; i++) {
        move_polygon(&test->regions[i].outline, offset);
        for (size_t hole = 0; hole < test->regions[i].hole_count; hole++)
            move_polygon(&test->regions[i].holes[hole], offset);
    }
    for (size_t i = 0; i < test->scene.obstacle_count; i++)
        move_polygon(&test->obstacles[i].outline, offset);
    for (size_t i = 0; i < test->scene.road_count; i++) {
        move_polygon(&test->roads[i].line, offset);
        move_polygon(&test->roads[i].outline, offset);
    }
}
