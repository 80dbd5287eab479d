// Imported polygons become cells and a mesh: convex, covering what the file covers, joined as it says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/import_cells.h"
#include "nav/import_dnav.h"
#include "nav/import_mesh.h"
#include "tests/data/imported.h"

#define POLYANYA "tests/data/meshes/polyanya/"
#define RECAST   "tests/data/meshes/navmesh/"

static struct report report;

static void read_file(const char *file, struct import_polygons *polygons)
{
    size_t size;
    report.count = 0;
    char *bytes = import_text_load(file, &size, &report);
    assert_non_null(bytes);
    bool is_read = strstr(file, ".dnav") ? import_dnav_read(file, bytes, size, polygons, &report)
                                         : import_mesh_read(file, bytes, size, polygons, &report);
    if (!is_read)
        fail_msg("%s: %s: %s", file, report.problems[0].place, report.problems[0].text);
    free(bytes);
}

static void cells_are_convex_and_cover_what_the_file_covers(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        enum import_merging merging;
        size_t cells;
    } cases[] = {
        {POLYANYA "square.mesh", IMPORT_AS_IS, 4},
        {POLYANYA "square.mesh", IMPORT_MERGED, 2},
        {POLYANYA "hard.mesh", IMPORT_AS_IS, 38},
        {POLYANYA "hard.mesh", IMPORT_MERGED, 14},
        {POLYANYA "arena.mesh", IMPORT_AS_IS, 120},
        {POLYANYA "arena.mesh", IMPORT_MERGED, 47},
        {POLYANYA "arena-merged.mesh", IMPORT_AS_IS, 55},
        {POLYANYA "bad-ambig.mesh", IMPORT_MERGED, 4},
        {POLYANYA "bad-collinear.mesh", IMPORT_AS_IS, 6},
        {POLYANYA "bad-collinear2-rot90.mesh", IMPORT_AS_IS, 7},
        // Two of its seven polygons are dented by rounding and come in two pieces.
        {POLYANYA "bad-collinear2-rot45.mesh", IMPORT_AS_IS, 9},
        {RECAST "dungeon.dnav", IMPORT_AS_IS, 118},
        {RECAST "nav_test.dnav", IMPORT_AS_IS, 155},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct import_polygons polygons;
        struct import_cells cells;
        read_file(cases[i].file, &polygons);
        assert_true(import_cells_make(cases[i].file, &polygons, cases[i].merging, &cells, &report));
        struct navmesh *mesh = import_cells_connect(&cells, &polygons);
        assert_non_null(mesh);
        assert_int_equal(mesh->cell_count, cases[i].cells);
        assert_true(imported_is_covered(&polygons, mesh));
        navmesh_destroy(mesh);
        import_cells_finish(&cells);
        import_polygons_finish(&polygons);
    }
}

/// Every side of a cell is a wall or leads where the file says, and back.
static void cells_meet_where_the_file_says(void **state)
{
    (void)state;
    static const char *const files[] = {POLYANYA "hard.mesh", POLYANYA "bad-ambig.mesh",
                                        RECAST "dungeon.dnav", RECAST "nav_test.dnav"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct import_polygons polygons;
        struct import_cells cells;
        size_t open = 0;
        size_t named = 0;
        read_file(files[i], &polygons);
        assert_true(import_cells_make(files[i], &polygons, IMPORT_AS_IS, &cells, &report));
        struct navmesh *mesh = import_cells_connect(&cells, &polygons);
        assert_non_null(mesh);
        for (uint32_t side = 0; side < mesh->side_count; side++) {
            if (mesh_is_wall(mesh, side))
                continue;
            uint32_t link = mesh_link_first(mesh, side);
            assert_int_equal(mesh_link_cell(mesh, link), cells.neighbours[side]);
            assert_int_equal(mesh_link_next(mesh, link), MESH_NONE);
            open++;
        }
        for (size_t side = 0; side < polygons.side_count; side++)
            named += polygons.sides[side].neighbour != MESH_NONE;
        assert_int_equal(open, named);
        navmesh_destroy(mesh);
        import_cells_finish(&cells);
        import_polygons_finish(&polygons);
    }
}

static void merging_stops_where_the_file_names_no_neighbour(void **state)
{
    (void)state;
    // A square of two triangles with a wall along the diagonal.
    static const char bytes[] = "mesh 2 4 2 0 0 0 1 0 0 1 1 0 0 1 0 3 0 1 3 -1 -1 -1 3 1 2 3 -1 -1 -1";
    struct import_polygons polygons;
    struct import_cells cells;
    report.count = 0;
    assert_true(import_mesh_read("a.mesh", bytes, sizeof bytes - 1, &polygons, &report));
    assert_true(import_cells_make("a.mesh", &polygons, IMPORT_MERGED, &cells, &report));
    assert_int_equal(cells.merged.cell_count, 2);
    struct navmesh *mesh = import_cells_connect(&cells, &polygons);
    assert_non_null(mesh);
    assert_int_equal(mesh->layers[0].component_count, 2);
    for (uint32_t side = 0; side < mesh->side_count; side++)
        assert_true(mesh_is_wall(mesh, side));
    navmesh_destroy(mesh);
    import_cells_finish(&cells);
    import_polygons_finish(&polygons);
}

static void places_are_found_in_the_cells_of_their_polygon(void **state)
{
    (void)state;
    static const enum import_merging mergings[] = {IMPORT_AS_IS, IMPORT_MERGED};
    for (size_t i = 0; i < 2; i++) {
        struct import_polygons polygons;
        struct import_cells cells;
        uint32_t cell = MESH_NONE;
        read_file(POLYANYA "bad-collinear2-rot45.mesh", &polygons);
        assert_true(import_cells_make("a.mesh", &polygons, mergings[i], &cells, &report));
        struct navmesh *mesh = import_cells_connect(&cells, &polygons);
        assert_non_null(mesh);
        for (uint32_t polygon = 0; polygon < polygons.polygon_count; polygon++) {
            const struct import_side *sides = &polygons.sides[polygons.polygons[polygon].first_side];
            struct geo_place middle = {0};
            for (int k = 0; k < 3; k++) {
                middle.x += polygons.corners[sides[k].corner].at.x / 3.0;
                middle.z += polygons.corners[sides[k].corner].at.z / 3.0;
            }
            assert_true(import_cells_find(&cells, &polygons, mesh, polygon, middle, &cell) < 1);
            assert_true(mesh_cell_distance(mesh, cell, middle) < 1);
        }
        assert_true(import_cells_find(&cells, &polygons, mesh, 0, (struct geo_place){99000, 0}, &cell) >
                    90000);
        navmesh_destroy(mesh);
        import_cells_finish(&cells);
        import_polygons_finish(&polygons);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_convex_and_cover_what_the_file_covers),
        cmocka_unit_test(cells_meet_where_the_file_says),
        cmocka_unit_test(merging_stops_where_the_file_names_no_neighbour),
        cmocka_unit_test(places_are_found_in_the_cells_of_their_polygon),
    };
    return cmocka_run_group_tests_name("import_cells", tests, NULL, NULL);
}
