// Sides meet where they join the same two places, in opposite directions and however far from the origin.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/adjacency.h"
#include "nav/mesh_make.h"

enum { STEP_MM = 300, FLOORS_MAX = 8 };

/// Squares of a metre, each at a column and a height.
struct squares {
    struct mesh_corner corners[4 * FLOORS_MAX];
    uint32_t cell_corners[4 * FLOORS_MAX];
    uint32_t cell_firsts[FLOORS_MAX + 1];
    uint32_t count;
};

static void add_square(struct squares *squares, struct geo_point origin, int32_t column, int32_t height_mm)
{
    int32_t x = origin.x + column * 1000;
    struct geo_point places[] = {
        {x, origin.z}, {x + 1000, origin.z}, {x + 1000, origin.z + 1000}, {x, origin.z + 1000}};
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t corner = 4 * squares->count + k;
        squares->corners[corner] = (struct mesh_corner){places[k], height_mm};
        squares->cell_corners[corner] = corner;
    }
    squares->count++;
    squares->cell_firsts[squares->count] = 4 * squares->count;
}

static struct navmesh *make(const struct squares *squares)
{
    static const struct mesh_ground ground;
    static const struct mesh_agent agent;
    struct mesh_input input = {.corners = squares->corners,
                               .corner_count = (size_t)4 * squares->count,
                               .cell_corners = squares->cell_corners,
                               .cell_firsts = squares->cell_firsts,
                               .cell_count = squares->count,
                               .grounds = &ground,
                               .ground_count = 1,
                               .agents = &agent,
                               .agent_count = 1,
                               .step_mm = STEP_MM};
    struct navmesh *mesh = navmesh_create(&input);
    assert_non_null(mesh);
    return mesh;
}

static void links_are_the_same_far_from_the_origin(void **state)
{
    (void)state;
    static const struct geo_point origins[] = {{0, 0},
                                               {GEO_COORDINATE_MAX - 2000, GEO_COORDINATE_MAX - 1000},
                                               {-GEO_COORDINATE_MAX, -GEO_COORDINATE_MAX}};
    for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
        // One millimetre beside one another is not touching, wherever that is.
        for (int32_t gap_mm = 0; gap_mm <= 1; gap_mm++) {
            struct squares squares = {0};
            add_square(&squares, origins[i], 0, 0);
            add_square(&squares, (struct geo_point){origins[i].x, origins[i].z - gap_mm}, 1, 0);
            struct navmesh *mesh = make(&squares);
            assert_int_equal(mesh_link_to(mesh, 1, 1) != MESH_NONE, gap_mm == 0);
            assert_int_equal(mesh_link_to(mesh, 7, 0) != MESH_NONE, gap_mm == 0);
            navmesh_destroy(mesh);
        }
    }
}

static void a_side_shared_by_many_floors_links_to_those_in_reach(void **state)
{
    (void)state;
    struct squares squares = {0};
    static const int32_t heights_mm[] = {-301, -300, 0, 300, 301, 3000};
    enum { HEIGHTS = sizeof heights_mm / sizeof heights_mm[0] };
    add_square(&squares, (struct geo_point){0, 0}, 0, 0);
    for (int i = 0; i < HEIGHTS; i++)
        add_square(&squares, (struct geo_point){0, 0}, 1, heights_mm[i]);
    struct navmesh *mesh = make(&squares);
    size_t links = 0;
    for (uint32_t link = mesh_link_first(mesh, 1); link != MESH_NONE; link = mesh_link_next(mesh, link)) {
        uint32_t cell = mesh_link_cell(mesh, link);
        assert_true(abs(heights_mm[cell - 1]) <= STEP_MM);
        assert_int_equal(mesh_link_to(mesh, 1, cell), link);
        // And back.
        assert_true(mesh_link_to(mesh, mesh_link_side(mesh, link), 0) != MESH_NONE);
        links++;
    }
    assert_int_equal(links, 3);
    assert_int_equal(mesh->ledge_count, 3);
    navmesh_destroy(mesh);
}

static void pairs_come_both_ways_round(void **state)
{
    (void)state;
    struct squares squares = {0};
    struct adjacency adjacency;
    for (int32_t i = 0; i < FLOORS_MAX; i++)
        add_square(&squares, (struct geo_point){0, 0}, i % 4, i / 4 * 3000);
    struct navmesh *mesh = make(&squares);
    assert_true(adjacency_find(&adjacency, mesh, NULL, mesh->side_count));
    // Three meetings of two and two sides, each with each.
    assert_int_equal(adjacency.count, 3 * 2 * 4);
    for (size_t i = 0; i < adjacency.count; i++) {
        bool is_back = false;
        for (size_t k = 0; k < adjacency.count; k++)
            is_back = is_back || (adjacency.pairs[k].side == adjacency.pairs[i].other &&
                                  adjacency.pairs[k].other == adjacency.pairs[i].side);
        assert_true(is_back);
    }
    adjacency_finish(&adjacency);
    static const uint32_t sides[] = {1, 7};
    assert_true(adjacency_find(&adjacency, mesh, sides, 2));
    assert_int_equal(adjacency.count, 2);
    adjacency_finish(&adjacency);
    navmesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_the_same_far_from_the_origin),
        cmocka_unit_test(a_side_shared_by_many_floors_links_to_those_in_reach),
        cmocka_unit_test(pairs_come_both_ways_round),
    };
    return cmocka_run_group_tests_name("adjacency", tests, NULL, NULL);
}
