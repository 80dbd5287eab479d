#include "tests/data/test_way.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "nav/mesh_build.h"

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "test_way: %s\n", what);
    abort();
}

void test_way_open(struct test_way *way)
{
    struct report report = {0};
    way->mesh = mesh_build(&way->test.scene, &report);
    if (!way->mesh)
        give_up(report.problems[0].text);
    way->locator = locator_create(way->mesh);
    way->query = path_query_create(way->mesh->cell_count, way->mesh->cell_count);
    way->corridor = corridor_create(way->mesh->cell_count);
    if (!way->locator || !way->query || !way->corridor)
        give_up("not enough memory");
}

void test_way_close(struct test_way *way)
{
    corridor_destroy(way->corridor);
    path_query_destroy(way->query);
    locator_destroy(way->locator);
    navmesh_destroy(way->mesh);
    test_scene_finish(&way->test);
}

void test_way_open_random(struct test_way *way, uint64_t seed, int size, int32_t cell_mm, int32_t radius_mm,
                          struct random_region *whole)
{
    struct random_region *parts = calloc(RANDOM_PARTS_MAX, sizeof *parts);
    if (!parts)
        give_up("not enough memory");
    size_t count = random_region_split(seed, size, cell_mm, whole, parts);
    test_scene_begin(&way->test, radius_mm);
    for (size_t i = 0; i < count; i++) {
        test_scene_add_random(&way->test, &parts[i], (struct geo_point){0, 0}, 0);
        way->test.regions[i].surface = (enum pack_surface)(i % PACK_SURFACE_COUNT);
    }
    free(parts);
    test_way_open(way);
}

struct path_place test_way_locate(const struct test_way *way, struct geo_place at)
{
    struct locator_place asked = {.at = at};
    struct locator_place found;
    if (!locator_find(way->locator, &way->mesh->layers[0], &asked, MESH_NONE, &found))
        give_up("off the mesh");
    return (struct path_place){found.at, found.cell};
}

size_t test_way_find(struct test_way *way, struct geo_place from, struct geo_place to,
                     const struct funnel_point **points)
{
    struct path_place start = test_way_locate(way, from);
    struct path_place goal = test_way_locate(way, to);
    struct path_request request = {
        .mesh = way->mesh, .layer = &way->mesh->layers[0], .start = start, .goals = &goal, .goal_count = 1};
    struct path path;
    if (path_query_find(way->query, &request, &path) != PATH_FOUND)
        return 0;
    return corridor_pull(way->corridor, way->mesh, &way->mesh->layers[0], start, &path, points);
}

double test_way_length(const struct funnel_point *points, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++)
        length += geo_place_distance(points[i - 1].at, points[i].at);
    return length;
}

double test_way_wall_distance(const struct test_way *way, struct geo_place at)
{
    double nearest = INFINITY;
    for (uint32_t side = 0; side < way->mesh->side_count; side++) {
        struct geo_place from = geo_place_of(mesh_side_start(way->mesh, side)->at);
        struct geo_place to = geo_place_of(mesh_side_end(way->mesh, side)->at);
        struct geo_place on_wall = geo_place_mix(from, to, geo_place_project(from, to, at));
        if (mesh_is_wall(way->mesh, side))
            nearest = fmin(nearest, geo_place_distance(on_wall, at));
    }
    return nearest;
}
