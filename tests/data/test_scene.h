// Small scenes put together by hand or from random regions, as the pack reader would give them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/pack.h"
#include "tests/data/random_region.h"

enum { TEST_REGIONS_MAX = 64, TEST_OBSTACLES_MAX = 64, TEST_ROADS_MAX = 8, TEST_NPCS_MAX = 256 };

/// A pack of one scene. Zero it, begin, add things, and finish.
struct test_scene {
    struct pack pack; // what mesh_build() and nav_create() read
    struct pack_scene scene;
    struct pack_region regions[TEST_REGIONS_MAX];
    struct pack_obstacle obstacles[TEST_OBSTACLES_MAX];
    struct pack_road roads[TEST_ROADS_MAX];
    struct pack_npc npcs[TEST_NPCS_MAX];
};

/// Steps of 300 mm, people as wide as `radius_mm` says.
void test_scene_begin(struct test_scene *test, int32_t radius_mm);
void test_scene_finish(struct test_scene *test);

/// @param points  counter-clockwise
/// @return the region, its ground at `height_mm`; its heights may be changed
struct pack_region *test_scene_add_region(struct test_scene *test, const struct geo_point *points,
                                          size_t count, int32_t height_mm);

/// A rectangle of level ground.
struct pack_region *test_scene_add_floor(struct test_scene *test, int32_t x0, int32_t z0, int32_t x1,
                                         int32_t z1, int32_t height_mm);

/// A rectangle that stands in region number `region`.
void test_scene_add_box(struct test_scene *test, int32_t x0, int32_t z0, int32_t x1, int32_t z1,
                        size_t region);

/// A polygon that stands in region number `region`.
/// @param points  counter-clockwise
void test_scene_add_obstacle(struct test_scene *test, const struct geo_point *points, size_t count,
                             size_t region);

/// A road of two points on the ground; it has no nodes.
void test_scene_add_road(struct test_scene *test, struct geo_point from, struct geo_point to,
                         int32_t width_mm);

/// Moves everything but NPCs.
void test_scene_move(struct test_scene *test, struct geo_point offset);

/// A region with its holes, moved by `offset`; heights random within a slope or level.
void test_scene_add_random(struct test_scene *test, const struct random_region *region,
                           struct geo_point offset, uint64_t height_seed);

void test_scene_add_npc(struct test_scene *test, const char *type, const char *subtype, int32_t x, int32_t z);
