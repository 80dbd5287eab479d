// The collision test: who is too tall or too wide does not get through, and is told which of both.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/mesh_make.h"

enum { STEP_MM = 300, CELLS = 3, LENGTH_MM = 2000, WIDTH_MM = 1000 };

/// Three squares in a row, with the doorway in the middle.
struct row {
    struct mesh_corner corners[4 * CELLS];
    uint32_t cell_corners[4 * CELLS];
    uint32_t cell_firsts[CELLS + 1];
    uint32_t cell_grounds[CELLS];
    struct mesh_ground grounds[2];
    struct mesh_agent agents[2];
};

/// @param near_mm  height of the doorway's ceiling at the near end
/// @param far_mm   and at the far end
static struct navmesh *make_row(struct row *row, int32_t near_mm, int32_t far_mm, int32_t floor_mm,
                                struct mesh_agent agent, struct mesh_agent other)
{
    *row = (struct row){.cell_grounds = {0, 1, 0}, .agents = {agent, other}};
    for (int32_t cell = 0; cell < CELLS; cell++) {
        int32_t low = cell * LENGTH_MM;
        int32_t high = low + LENGTH_MM;
        struct geo_point places[] = {{low, 0}, {high, 0}, {high, WIDTH_MM}, {low, WIDTH_MM}};
        for (int32_t k = 0; k < 4; k++) {
            row->corners[4 * cell + k] = (struct mesh_corner){places[k], cell == 1 ? floor_mm : 0};
            row->cell_corners[4 * cell + k] = (uint32_t)(4 * cell + k);
        }
        row->cell_firsts[cell + 1] = (uint32_t)(4 * cell + 4);
    }
    row->grounds[1] = (struct mesh_ground){.has_ceiling = true,
                                           .ceiling = {{{LENGTH_MM, 0}, near_mm},
                                                       {{2 * LENGTH_MM, 0}, far_mm},
                                                       {{LENGTH_MM, WIDTH_MM}, near_mm}}};
    struct mesh_input input = {.corners = row->corners,
                               .corner_count = 4 * CELLS,
                               .cell_corners = row->cell_corners,
                               .cell_firsts = row->cell_firsts,
                               .cell_count = CELLS,
                               .cell_grounds = row->cell_grounds,
                               .grounds = row->grounds,
                               .ground_count = 2,
                               .agents = row->agents,
                               .agent_count = 2,
                               .step_mm = STEP_MM};
    struct navmesh *mesh = navmesh_create(&input);
    assert_non_null(mesh);
    return mesh;
}

static void a_doorway_as_high_as_the_raised_model_connects_equality_included(void **state)
{
    (void)state;
    // People of 1,800 mm, raised by a step of 300, need 2,100 above the floor of the doorway.
    static const struct {
        int32_t near_mm, far_mm, floor_mm;
        bool is_near_open, is_far_open;
    } cases[] = {
        {2100, 2100, 0, true, true},    {2099, 2099, 0, false, false},   {2100, 2099, 0, true, false},
        {1000, 9000, 0, false, true},   {2300, 2300, 200, true, true},   {2299, 2299, 200, false, false},
        {1900, 1900, -200, true, true}, {1899, 2101, -200, false, true},
    };
    const struct mesh_agent agent = {0, 1800};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct row row;
        struct navmesh *mesh =
            make_row(&row, cases[i].near_mm, cases[i].far_mm, cases[i].floor_mm, agent, agent);
        const struct mesh_layer *layer = &mesh->layers[0];
        enum mesh_gap near = cases[i].is_near_open ? MESH_GAP_NONE : MESH_GAP_CLEARANCE;
        enum mesh_gap far = cases[i].is_far_open ? MESH_GAP_NONE : MESH_GAP_CLEARANCE;
        // The way out of the doorway is open where the way in is.
        if (mesh_gap_between(layer, 0, 1) != near || mesh_gap_between(layer, 1, 0) != near ||
            mesh_gap_between(layer, 1, 2) != far || mesh_gap_between(layer, 2, 1) != far)
            fail_msg("case %zu", i);
        navmesh_destroy(mesh);
    }
}

static void a_sloping_ceiling_counts_where_it_is_highest_along_the_crossed_side(void **state)
{
    (void)state;
    static struct row row;
    const struct mesh_agent agent = {0, 1800};
    struct navmesh *mesh = make_row(&row, 2000, 2000, 0, agent, agent);
    assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 2), MESH_GAP_CLEARANCE);
    // Rising across the way: 2,000 at one end of the crossed sides, 2,100 at the other.
    mesh->grounds[1].ceiling[2].height_mm = 2100;
    struct mesh_input input = {.corners = row.corners,
                               .corner_count = 4 * CELLS,
                               .cell_corners = row.cell_corners,
                               .cell_firsts = row.cell_firsts,
                               .cell_count = CELLS,
                               .cell_grounds = row.cell_grounds,
                               .grounds = mesh->grounds,
                               .ground_count = 2,
                               .agents = row.agents,
                               .agent_count = 1,
                               .step_mm = STEP_MM};
    struct navmesh *sloping = navmesh_create(&input);
    assert_non_null(sloping);
    assert_int_equal(mesh_gap_between(&sloping->layers[0], 0, 2), MESH_GAP_NONE);
    navmesh_destroy(sloping);
    navmesh_destroy(mesh);
}

static void one_mesh_serves_people_of_several_sizes(void **state)
{
    (void)state;
    static struct row row;
    struct navmesh *mesh =
        make_row(&row, 1800, 1800, 0, (struct mesh_agent){300, 1800}, (struct mesh_agent){300, 1500});
    assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 2), MESH_GAP_CLEARANCE);
    assert_int_equal(mesh_gap_between(&mesh->layers[1], 0, 2), MESH_GAP_NONE);
    navmesh_destroy(mesh);
    mesh = make_row(&row, 9000, 9000, 0, (struct mesh_agent){500, 1800}, (struct mesh_agent){501, 1800});
    assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 2), MESH_GAP_NONE);
    assert_int_equal(mesh_gap_between(&mesh->layers[1], 0, 2), MESH_GAP_WIDTH);
    navmesh_destroy(mesh);
}

static void the_reason_is_what_it_takes_to_open_a_way(void **state)
{
    (void)state;
    static struct row row;
    // Too wide and too tall: being narrow alone does not help.
    struct navmesh *mesh =
        make_row(&row, 1000, 1000, 0, (struct mesh_agent){600, 1800}, (struct mesh_agent){0, 1800});
    assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 1), MESH_GAP_CLEARANCE);
    navmesh_destroy(mesh);
    // A step too high besides.
    mesh = make_row(&row, 9000, 9000, 301, (struct mesh_agent){600, 1800}, (struct mesh_agent){0, 1800});
    assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 1), MESH_GAP_STEP);
    assert_int_equal(mesh_gap_between(&mesh->layers[1], 1, 2), MESH_GAP_STEP);
    assert_int_equal(mesh->ledge_count, 2);
    navmesh_destroy(mesh);
}

static void a_low_doorway_is_a_wall_to_the_wide_as_well(void **state)
{
    (void)state;
    static struct row row;
    struct navmesh *mesh =
        make_row(&row, 1000, 9000, 0, (struct mesh_agent){300, 1800}, (struct mesh_agent){300, 600});
    struct mesh_portal portal;
    // Those that fit under the near end cross 300 mm from the walls at either hand.
    assert_false(mesh_side_portal(mesh, &mesh->layers[0], mesh_link_to(mesh, 1, 1), &portal));
    assert_true(mesh_side_portal(mesh, &mesh->layers[1], mesh_link_to(mesh, 1, 1), &portal));
    // The corners of the near end belong to a wall for some.
    assert_true(mesh->sides[1].is_wall_end);
    navmesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_doorway_as_high_as_the_raised_model_connects_equality_included),
        cmocka_unit_test(a_sloping_ceiling_counts_where_it_is_highest_along_the_crossed_side),
        cmocka_unit_test(one_mesh_serves_people_of_several_sizes),
        cmocka_unit_test(the_reason_is_what_it_takes_to_open_a_way),
        cmocka_unit_test(a_low_doorway_is_a_wall_to_the_wide_as_well),
    };
    return cmocka_run_group_tests_name("layer", tests, NULL, NULL);
}
