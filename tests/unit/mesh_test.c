// Cells connect where somebody can walk from one to the other, and both ways or not at all.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/mesh.h"
#include "nav/mesh_build.h"
#include "tests/data/test_scene.h"

static struct navmesh *build(struct test_scene *test)
{
    static struct report report;
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    assert_non_null(mesh);
    return mesh;
}

/// The cell that has a corner at this place and height.
static uint32_t cell_at(const struct navmesh *mesh, int32_t x, int32_t z, int32_t height_mm)
{
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        const struct mesh_corner *corner = mesh_side_start(mesh, side);
        if (corner->at.x == x && corner->at.z == z && corner->height_mm == height_mm)
            return mesh->sides[side].cell;
    }
    fail_msg("no cell at %d, %d", x, z);
    return MESH_NONE;
}

static bool is_linked(const struct navmesh *mesh, uint32_t from, uint32_t to)
{
    for (uint32_t side = mesh->cells[from].first_side; side < mesh->cells[from + 1].first_side; side++) {
        if (mesh_link_to(mesh, side, to) != MESH_NONE)
            return true;
    }
    return false;
}

static void steps_up_to_the_limit_connect_both_ways(void **state)
{
    (void)state;
    static const struct {
        int32_t rise_mm;
        bool is_linked;
    } cases[] = {{0, true}, {299, true}, {300, true}, {301, false}, {-300, true}, {-301, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct test_scene test;
        test_scene_begin(&test, 0);
        test_scene_add_floor(&test, 0, 0, 1000, 1000, 500);
        test_scene_add_floor(&test, 1000, 0, 2000, 1000, 500 + cases[i].rise_mm)->surface = PACK_STONE;
        struct navmesh *mesh = build(&test);
        assert_int_equal(mesh->cell_count, 2);
        assert_int_equal(is_linked(mesh, 0, 1), cases[i].is_linked);
        assert_int_equal(is_linked(mesh, 1, 0), cases[i].is_linked);
        assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 1),
                         cases[i].is_linked ? MESH_GAP_NONE : MESH_GAP_STEP);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

static void a_slope_is_judged_where_it_meets_the_floor(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 1000, 1000, 0);
    struct pack_region *ramp = test_scene_add_floor(&test, 1000, 0, 9000, 1000, 0);
    ramp->heights_mm[1] = 2000;
    ramp->heights_mm[2] = 2000;
    test_scene_add_floor(&test, 9000, 0, 10000, 1000, 2300)->surface = PACK_STONE;
    struct navmesh *mesh = build(&test);
    assert_int_equal(mesh->layers[0].component_count, 1);
    navmesh_destroy(mesh);
    // At one end of the common side the step is too high: that is enough.
    ramp->heights_mm[2] = 1999;
    mesh = build(&test);
    assert_int_equal(mesh->layers[0].component_count, 2);
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void a_side_may_have_any_number_of_neighbours(void **state)
{
    (void)state;
    enum { NEIGHBOURS = 20 };
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 1000 * NEIGHBOURS, 1000, 0);
    for (int32_t i = 0; i < NEIGHBOURS; i++)
        test_scene_add_floor(&test, 1000 * i, 1000, 1000 * i + 1000, 2000, 0)->surface = 1 + i % 2;
    struct navmesh *mesh = build(&test);
    uint32_t long_cell = cell_at(mesh, 0, 0, 0);
    assert_int_equal(mesh->layers[0].component_count, 1);
    for (int32_t i = 0; i < NEIGHBOURS; i++)
        assert_true(is_linked(mesh, long_cell, cell_at(mesh, 1000 * i + 1000, 2000, 0)));
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void floors_above_one_another_stay_apart(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 1000, 1000, 0);
    test_scene_add_floor(&test, 0, 0, 1000, 1000, 3000);
    test_scene_add_floor(&test, 1000, 0, 2000, 1000, 0)->surface = PACK_STONE;
    test_scene_add_floor(&test, 1000, 0, 2000, 1000, 3000)->surface = PACK_STONE;
    struct navmesh *mesh = build(&test);
    assert_int_equal(mesh->layers[0].component_count, 2);
    assert_true(is_linked(mesh, cell_at(mesh, 0, 0, 0), cell_at(mesh, 2000, 0, 0)));
    assert_true(is_linked(mesh, cell_at(mesh, 0, 0, 3000), cell_at(mesh, 2000, 0, 3000)));
    assert_false(is_linked(mesh, cell_at(mesh, 0, 0, 0), cell_at(mesh, 2000, 0, 3000)));
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

/// Two floors joined by a gate of some width.
static struct navmesh *build_gate(struct test_scene *test, int32_t width_mm, int32_t radius_mm)
{
    test_scene_begin(test, radius_mm);
    test_scene_add_floor(test, 0, 0, 4000, 4000, 0);
    test_scene_add_floor(test, 4000, 1000, 5000, 1000 + width_mm, 0)->surface = PACK_STONE;
    test_scene_add_floor(test, 5000, 0, 9000, 4000, 0)->surface = PACK_SAND;
    return build(test);
}

static void gaps_narrower_than_the_agent_do_not_connect(void **state)
{
    (void)state;
    static const struct {
        int32_t width_mm, radius_mm;
        enum mesh_gap gap;
    } cases[] = {{700, 350, MESH_GAP_NONE},
                 {699, 350, MESH_GAP_WIDTH},
                 {699, 0, MESH_GAP_NONE},
                 {1400, 701, MESH_GAP_WIDTH}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct test_scene test;
        struct navmesh *mesh = build_gate(&test, cases[i].width_mm, cases[i].radius_mm);
        uint32_t left = cell_at(mesh, 0, 0, 0);
        uint32_t right = cell_at(mesh, 9000, 0, 0);
        assert_int_equal(mesh_gap_between(&mesh->layers[0], left, right), cases[i].gap);
        assert_int_equal(mesh_gap_between(&mesh->layers[0], right, left), cases[i].gap);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

static void portals_keep_from_walls_and_not_from_open_ground(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 100);
    // Four floors meet at (1000, 1000); all around is wall.
    for (int32_t i = 0; i < 4; i++)
        test_scene_add_floor(&test, i % 2 * 1000, i / 2 * 1000, i % 2 * 1000 + 1000, i / 2 * 1000 + 1000, 0)
            ->surface = (enum pack_surface)i;
    struct navmesh *mesh = build(&test);
    size_t portals = 0;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        struct mesh_portal portal;
        if (mesh_is_wall(mesh, side))
            continue;
        assert_true(mesh_side_portal(mesh, &mesh->layers[0], side, &portal));
        assert_true(fabs(geo_place_distance(portal.left, portal.right) - 900) < 0.001);
        assert_true(geo_place_distance(portal.left, (struct geo_place){1000, 1000}) == 0 ||
                    geo_place_distance(portal.right, (struct geo_place){1000, 1000}) == 0);
        portals++;
    }
    assert_int_equal(portals, 8);
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void islands_are_apart(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 1000, 1000, 0);
    // Touching at a corner is not touching.
    test_scene_add_floor(&test, 1000, 1000, 2000, 2000, 0);
    struct navmesh *mesh = build(&test);
    assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 1), MESH_GAP_APART);
    navmesh_destroy(mesh);
    navmesh_destroy(NULL);
    test_scene_finish(&test);
}

static void heights_come_from_the_triangles(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    struct pack_region *region = test_scene_add_floor(&test, 0, 0, 1000, 1000, 0);
    region->heights_mm[1] = 400;
    region->heights_mm[2] = 400;
    struct navmesh *mesh = build(&test);
    assert_int_equal(mesh->cell_count, 1);
    for (int x = 0; x <= 1000; x += 50) {
        for (int z = 0; z <= 1000; z += 50)
            assert_true(fabs(mesh_height(mesh, 0, (struct geo_place){x, z}) - 0.4 * x) < 1e-9);
    }
    assert_true(mesh_cell_distance(mesh, 0, (struct geo_place){500, 1000}) == 0);
    assert_true(mesh_cell_distance(mesh, 0, (struct geo_place){-3, -4}) == 5);
    assert_true(mesh_size_bytes(mesh) > sizeof *mesh);
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void meshes_are_no_larger_than_their_numbers_can_say(void **state)
{
    (void)state;
    struct navmesh mesh = {.cell_count = MESH_CELLS_MAX,
                           .side_count = MESH_SHARED - 1,
                           .triangle_count = MESH_SHARED - 1,
                           .ground_count = MESH_GROUNDS_MAX};
    assert_int_equal(sizeof *mesh.sides, 8);
    assert_int_equal(sizeof *mesh.cells, 8);
    assert_true(navmesh_is_numbered(&mesh));
    struct mesh_side side = {.cell = MESH_CELLS_MAX - 1, .link = MESH_WALL};
    struct mesh_cell cell = {
        .first_side = MESH_SHARED - 1, .first_triangle = MESH_SHARED - 1, .ground = MESH_GROUNDS_MAX - 1};
    assert_true(side.cell == MESH_CELLS_MAX - 1 && side.link == MESH_WALL);
    assert_true(cell.first_side == MESH_SHARED - 1 && cell.first_triangle == MESH_SHARED - 1);
    assert_true(cell.ground == MESH_GROUNDS_MAX - 1);
    size_t *const counts[] = {&mesh.cell_count, &mesh.side_count, &mesh.triangle_count, &mesh.ground_count};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        *counts[i] += 1;
        assert_false(navmesh_is_numbered(&mesh));
        *counts[i] -= 1;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_up_to_the_limit_connect_both_ways),
        cmocka_unit_test(a_slope_is_judged_where_it_meets_the_floor),
        cmocka_unit_test(a_side_may_have_any_number_of_neighbours),
        cmocka_unit_test(floors_above_one_another_stay_apart),
        cmocka_unit_test(gaps_narrower_than_the_agent_do_not_connect),
        cmocka_unit_test(portals_keep_from_walls_and_not_from_open_ground),
        cmocka_unit_test(islands_are_apart),
        cmocka_unit_test(heights_come_from_the_triangles),
        cmocka_unit_test(meshes_are_no_larger_than_their_numbers_can_say),
    };
    return cmocka_run_group_tests_name("mesh", tests, NULL, NULL);
}
