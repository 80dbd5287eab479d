// A mesh with everything that it takes to find tight lines across it, for tests.
#pragma once

#include "nav/corridor.h"
#include "nav/locate.h"
#include "nav/path.h"
#include "tests/data/test_scene.h"

struct test_way {
    struct test_scene test;
    struct navmesh *mesh;
    struct locator *locator;
    struct path_query *query;
    struct corridor *corridor;
};

/// Builds the mesh of `way->test`.
void test_way_open(struct test_way *way);
void test_way_close(struct test_way *way);

/// Begins the scene with the parts of a random region on surfaces in turn, and opens it.
/// @param[out] whole  the region
void test_way_open_random(struct test_way *way, uint64_t seed, int size, int32_t cell_mm, int32_t radius_mm,
                          struct random_region *whole);

/// Finds a place on the mesh; fails the program when there is none.
struct path_place test_way_locate(const struct test_way *way, struct geo_place at);

/// The tight line between two places.
/// @return how many points; 0 when there is no way
size_t test_way_find(struct test_way *way, struct geo_place from, struct geo_place to,
                     const struct funnel_point **points);

double test_way_length(const struct funnel_point *points, size_t count);

/// Distance from a place to the nearest wall, by looking at all of them.
double test_way_wall_distance(const struct test_way *way, struct geo_place at);
