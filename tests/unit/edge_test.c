// Edges make up their waypoint, and every place is on the right one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/edge.h"
#include "nav/mesh_build.h"
#include "tests/data/test_scene.h"

static struct navmesh *build(struct test_scene *test, uint64_t seed)
{
    static struct report report;
    static struct random_region region;
    random_region_make(seed, 1 + (int)(seed % 6), 1000, &region);
    test_scene_begin(test, 0);
    test_scene_add_random(test, &region, (struct geo_point){0, 0}, seed % 2 ? seed : 0);
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    assert_non_null(mesh);
    return mesh;
}

/// Twice the area of an edge.
static int64_t area_twice(const struct navmesh *mesh, uint32_t waypoint, uint32_t edge)
{
    int64_t area = 0;
    struct geo_point first = edge_corner(mesh, waypoint, edge, 0)->at;
    for (uint32_t i = 1; i + 1 < edge_corner_count(mesh, waypoint); i++)
        area += geo_cross(first, edge_corner(mesh, waypoint, edge, i)->at,
                          edge_corner(mesh, waypoint, edge, i + 1)->at);
    return area;
}

static int64_t cell_area_twice(const struct navmesh *mesh, uint32_t cell)
{
    int64_t area = 0;
    uint32_t first = mesh->cells[cell].first_side;
    for (uint32_t side = first; side < mesh->cells[cell + 1].first_side; side++)
        area += geo_cross(mesh_side_start(mesh, first)->at, mesh_side_start(mesh, side)->at,
                          mesh_side_end(mesh, side)->at);
    return area;
}

static void edges_make_up_their_waypoint(void **state)
{
    (void)state;
    size_t creased = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static struct test_scene test;
        struct navmesh *mesh = build(&test, seed);
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
            int64_t area = 0;
            uint32_t sides = 0;
            creased += edge_count(mesh, cell) > 1;
            for (uint32_t edge = 0; edge < edge_count(mesh, cell); edge++) {
                area += area_twice(mesh, cell, edge);
                for (uint32_t i = 0; i < edge_corner_count(mesh, cell); i++) {
                    uint32_t side = edge_side(mesh, cell, edge, i);
                    sides += side != MESH_NONE;
                    if (side != MESH_NONE)
                        assert_true(mesh_side_start(mesh, side) == edge_corner(mesh, cell, edge, i));
                }
            }
            // Every side of the waypoint is that of one edge.
            uint32_t side_count = mesh->cells[cell + 1].first_side - mesh->cells[cell].first_side;
            if (area != cell_area_twice(mesh, cell) || sides != side_count)
                fail_msg("seed %lu: waypoint %u", seed, cell);
        }
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
    assert_true(creased > 0);
}

static void a_place_is_on_the_edge_that_holds_it(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        static struct test_scene test;
        struct navmesh *mesh = build(&test, seed);
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
            for (uint32_t edge = 0; edge < edge_count(mesh, cell); edge++) {
                struct geo_place middle = {0, 0};
                uint32_t count = edge_corner_count(mesh, cell);
                for (uint32_t i = 0; i < count; i++) {
                    middle.x += edge_corner(mesh, cell, edge, i)->at.x / (double)count;
                    middle.z += edge_corner(mesh, cell, edge, i)->at.z / (double)count;
                }
                if (edge_at(mesh, cell, middle) != edge)
                    fail_msg("seed %lu: waypoint %u, edge %u", seed, cell, edge);
            }
        }
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_make_up_their_waypoint),
        cmocka_unit_test(a_place_is_on_the_edge_that_holds_it),
    };
    return cmocka_run_group_tests_name("edge", tests, NULL, NULL);
}
