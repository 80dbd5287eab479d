// A mesh keeps what it is given: heights of all kinds of cells, neighbours as told, little memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/mesh_make.h"

static const struct mesh_agent thin = {.radius_mm = 0, .height_mm = 1800};
static const struct mesh_ground ground;

/// Two squares side by side, the left one with its corners first.
static const struct mesh_corner corners[] = {{{0, 0}, 0},    {{1000, 0}, 0}, {{1000, 1000}, 0},
                                             {{0, 1000}, 0}, {{2000, 0}, 0}, {{2000, 1000}, 0}};
static const uint32_t cell_corners[] = {0, 1, 2, 3, 1, 4, 5, 2};
static const uint32_t cell_firsts[] = {0, 4, 8};

static struct mesh_input two_squares(void)
{
    return (struct mesh_input){.corners = corners,
                               .corner_count = 6,
                               .cell_corners = cell_corners,
                               .cell_firsts = cell_firsts,
                               .cell_count = 2,
                               .grounds = &ground,
                               .ground_count = 1,
                               .agents = &thin,
                               .agent_count = 1,
                               .step_mm = 300};
}

static struct navmesh *create(const struct mesh_input *input)
{
    struct navmesh *mesh = navmesh_create(input);
    assert_non_null(mesh);
    return mesh;
}

static void neighbours_are_what_the_input_says(void **state)
{
    (void)state;
    enum { NONE = UINT32_MAX };
    static const struct {
        uint32_t neighbours[8];
        bool is_linked;
    } cases[] = {
        {{NONE, 1, NONE, NONE, NONE, NONE, NONE, 0}, true},
        {{NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE}, false},
        {{NONE, 1, NONE, NONE, NONE, NONE, NONE, NONE}, false}, // one-sided
        {{NONE, NONE, 1, NONE, NONE, NONE, NONE, 0}, false},    // across another side
        {{NONE, 77, NONE, NONE, NONE, NONE, NONE, 0}, false},   // no such cell
    };
    struct mesh_input input = two_squares();
    struct navmesh *mesh = create(&input);
    assert_int_equal(mesh_link_to(mesh, 1, 1), 1);
    navmesh_destroy(mesh);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        input.neighbours = cases[i].neighbours;
        mesh = create(&input);
        assert_int_equal(mesh_link_to(mesh, 1, 1) != MESH_NONE, cases[i].is_linked);
        assert_int_equal(mesh_link_to(mesh, 7, 0) != MESH_NONE, cases[i].is_linked);
        assert_int_equal(mesh_gap_between(&mesh->layers[0], 0, 1),
                         cases[i].is_linked ? MESH_GAP_NONE : MESH_GAP_APART);
        navmesh_destroy(mesh);
    }
}

static void only_cells_with_creases_keep_their_triangles(void **state)
{
    (void)state;
    static const struct {
        int32_t heights_mm[4];
        size_t triangles;
    } cases[] = {
        {{700, 700, 700, 700}, 0}, {{0, 100, 200, 100}, 1}, {{0, 100, 100, 0}, 1}, {{0, 100, 0, 0}, 2}};
    static const struct triangle triangles[] = {{{0, 1, 2}}, {{0, 2, 3}}};
    static const uint32_t cells_of_triangles[] = {0, 0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct mesh_corner bent[4];
        for (int k = 0; k < 4; k++)
            bent[k] = (struct mesh_corner){corners[k].at, cases[i].heights_mm[k]};
        struct mesh_input input = two_squares();
        input.corners = bent;
        input.corner_count = 4;
        input.cell_count = 1;
        for (int is_given = 0; is_given < 2; is_given++) {
            input.triangles = is_given ? triangles : NULL;
            input.triangle_count = is_given ? 2 : 0;
            input.cells_of_triangles = cells_of_triangles;
            struct navmesh *mesh = create(&input);
            assert_int_equal(mesh->triangle_count, cases[i].triangles);
            for (int k = 0; k < 4; k++) {
                struct geo_place at = geo_place_of(bent[k].at);
                assert_true(fabs(mesh_height(mesh, 0, at) - cases[i].heights_mm[k]) < 1e-9);
            }
            double middle = (cases[i].heights_mm[0] + cases[i].heights_mm[2]) / 2.0;
            assert_true(fabs(mesh_height(mesh, 0, (struct geo_place){500, 500}) - middle) < 1e-9);
            navmesh_destroy(mesh);
        }
    }
}

static void corners_on_a_straight_side_are_no_triangle(void **state)
{
    (void)state;
    static const struct mesh_corner bent[] = {
        {{0, 0}, 0}, {{1000, 0}, 50}, {{2000, 0}, 0}, {{2000, 1000}, 0}, {{0, 1000}, 0}};
    static const uint32_t numbers[] = {0, 1, 2, 3, 4};
    static const uint32_t firsts[] = {0, 5};
    struct mesh_input input = two_squares();
    input.corners = bent;
    input.corner_count = 5;
    input.cell_corners = numbers;
    input.cell_firsts = firsts;
    input.cell_count = 1;
    struct navmesh *mesh = create(&input);
    assert_int_equal(mesh->triangle_count, 2);
    assert_true(isfinite(mesh_height(mesh, 0, (struct geo_place){1000, 0})));
    navmesh_destroy(mesh);
}

static void every_size_of_agent_has_a_layer(void **state)
{
    (void)state;
    struct mesh_agent agents[MESH_LAYERS_MAX];
    struct mesh_input input = two_squares();
    for (int32_t i = 0; i < MESH_LAYERS_MAX; i++)
        agents[i] = (struct mesh_agent){.radius_mm = 100 * i, .height_mm = 1800};
    input.agents = agents;
    input.agent_count = MESH_LAYERS_MAX;
    struct navmesh *mesh = create(&input);
    assert_int_equal(mesh->layer_count, MESH_LAYERS_MAX);
    assert_null(mesh->layers[0].openings);
    for (size_t i = 0; i < MESH_LAYERS_MAX; i++) {
        const struct mesh_layer *layer = &mesh->layers[i];
        struct mesh_portal portal;
        bool fits = agents[i].radius_mm <= 500;
        assert_int_equal(layer->agent.radius_mm, agents[i].radius_mm);
        assert_int_equal(mesh_side_portal(mesh, layer, mesh_link_first(mesh, 1), &portal), fits);
        assert_int_equal(mesh_gap_between(layer, 0, 1), fits ? MESH_GAP_NONE : MESH_GAP_WIDTH);
        if (fits)
            assert_true(fabs(portal.left.z - portal.right.z - (1000 - 2 * agents[i].radius_mm)) < 0.001);
    }
    navmesh_destroy(mesh);
}

static void a_grid_of_cells_takes_under_96_bytes_a_cell(void **state)
{
    (void)state;
    enum { ROW = 60 };
    static struct mesh_corner grid[(ROW + 1) * (ROW + 1)];
    static uint32_t numbers[4 * ROW * ROW];
    static uint32_t firsts[ROW * ROW + 1];
    for (int32_t i = 0; i < (ROW + 1) * (ROW + 1); i++)
        grid[i] = (struct mesh_corner){.at = {i % (ROW + 1) * 1000, i / (ROW + 1) * 1000}};
    for (uint32_t i = 0; i < ROW * ROW; i++) {
        uint32_t corner = i / ROW * (ROW + 1) + i % ROW;
        uint32_t square[] = {corner, corner + 1, corner + ROW + 2, corner + ROW + 1};
        for (uint32_t k = 0; k < 4; k++)
            numbers[4 * i + k] = square[k];
        firsts[i + 1] = 4 * i + 4;
    }
    struct mesh_input input = two_squares();
    input.corners = grid;
    input.corner_count = (ROW + 1) * (ROW + 1);
    input.cell_corners = numbers;
    input.cell_firsts = firsts;
    input.cell_count = ROW * ROW;
    struct navmesh *mesh = create(&input);
    assert_true(mesh_size_bytes(mesh) < 96 * mesh->cell_count);
    assert_int_equal(mesh->layers[0].component_count, 1);
    // Every inner vertex can be walked around, no outer one can.
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        struct geo_point at = mesh_side_start(mesh, side)->at;
        bool is_outer = at.x == 0 || at.z == 0 || at.x == ROW * 1000 || at.z == ROW * 1000;
        assert_int_equal(mesh->sides[side].is_wall_end, is_outer);
    }
    navmesh_destroy(mesh);
    navmesh_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_what_the_input_says),
        cmocka_unit_test(only_cells_with_creases_keep_their_triangles),
        cmocka_unit_test(corners_on_a_straight_side_are_no_triangle),
        cmocka_unit_test(every_size_of_agent_has_a_layer),
        cmocka_unit_test(a_grid_of_cells_takes_under_96_bytes_a_cell),
    };
    return cmocka_run_group_tests_name("mesh_make", tests, NULL, NULL);
}
