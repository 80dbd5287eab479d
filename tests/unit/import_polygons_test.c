// Polygons that were read have the shape and the neighbours that they claim.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/import_mesh.h"

static struct report report;

static bool read_text(const char *bytes, struct import_polygons *polygons)
{
    report.count = 0;
    return import_mesh_read("a.mesh", bytes, strlen(bytes), polygons, &report);
}

static void every_twin_names_its_twin(void **state)
{
    (void)state;
    struct import_polygons polygons;
    size_t size;
    char *bytes = import_text_load("tests/data/meshes/polyanya/arena.mesh", &size, &report);
    assert_non_null(bytes);
    assert_true(import_mesh_read("arena.mesh", bytes, size, &polygons, &report));
    for (uint32_t side = 0; side < polygons.side_count; side++) {
        uint32_t twin = polygons.sides[side].twin;
        assert_int_equal(twin == MESH_NONE, polygons.sides[side].neighbour == MESH_NONE);
        if (twin == MESH_NONE)
            continue;
        assert_int_equal(polygons.sides[twin].twin, side);
        assert_int_equal(polygons.sides[twin].polygon, polygons.sides[side].neighbour);
        assert_int_equal(polygons.sides[twin].corner,
                         polygons.sides[import_next_side(&polygons, side)].corner);
    }
    import_polygons_finish(&polygons);
    free(bytes);
}

static void vertices_at_one_place_are_one(void **state)
{
    (void)state;
    // The square's diagonal is written twice.
    struct import_polygons polygons;
    assert_true(read_text("mesh 2 6 2 0 0 0 1 0 0 0 1 0 1 0 0 1 1 0 0 1 0 "
                          "3 0 1 2 -1 -1 1 3 3 4 5 0 -1 -1",
                          &polygons));
    assert_int_equal(polygons.sides[1].twin, 5);
    assert_int_equal(polygons.sides[3].corner, 1);
    assert_int_equal(polygons.sides[5].corner, 2);
    import_polygons_finish(&polygons);
}

/// Rounding leaves the middle corner of a side at either hand of it.
static void corners_dented_by_rounding_are_legal(void **state)
{
    (void)state;
    static const double offsets_m[] = {0.0004, -0.0004, 0.0009, -0.0009};
    for (size_t i = 0; i < sizeof offsets_m / sizeof offsets_m[0]; i++) {
        struct import_polygons polygons;
        char bytes[200];
        snprintf(bytes, sizeof bytes, "mesh 2 5 1 0 0 0 1 %f 0 2 0 0 2 2 0 0 2 0 5 0 1 2 3 4 -1 -1 -1 -1 -1",
                 offsets_m[i]);
        assert_true(read_text(bytes, &polygons));
        import_polygons_finish(&polygons);
    }
}

static void a_wide_polygon_with_many_neighbours_takes_no_time(void **state)
{
    (void)state;
    // The sides of a wide polygon, each with a neighbour of its own, would take hours if every neighbour
    // looked along all of them.
    enum { COUNT = 20000 };
    struct import_polygons polygons;
    static char bytes[COUNT * 96];
    char *end = bytes + sprintf(bytes, "mesh 2 %d %d\n", 2 * COUNT, COUNT);
    // A parabola, and its copy further down.
    for (int row = 0; row < 2; row++) {
        for (int64_t i = 0; i < COUNT; i++)
            end += sprintf(end, "%.3f %.3f 0\n", (double)i * 0.1, (double)(i * i) * 0.001 - row);
    }
    end += sprintf(end, "%d", COUNT);
    for (int i = 0; i < COUNT; i++)
        end += sprintf(end, " %d", i);
    end += sprintf(end, " -1");
    for (int i = 1; i < COUNT; i++)
        end += sprintf(end, " %d", i);
    for (int i = 1; i < COUNT; i++)
        end += sprintf(end, "\n4 %d %d %d %d 0 %d -1 %d", i - 1, COUNT + i - 1, COUNT + i, i,
                       i == 1 ? -1 : i - 1, i + 1 == COUNT ? -1 : i + 1);
    assert_true(end < bytes + sizeof bytes);
    if (!read_text(bytes, &polygons))
        fail_msg("%s: %s", report.problems[0].place, report.problems[0].text);
    assert_int_equal(polygons.sides[0].twin, COUNT + 3);
    import_polygons_finish(&polygons);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_twin_names_its_twin),
        cmocka_unit_test(vertices_at_one_place_are_one),
        cmocka_unit_test(corners_dented_by_rounding_are_legal),
        cmocka_unit_test(a_wide_polygon_with_many_neighbours_takes_no_time),
    };
    return cmocka_run_group_tests_name("import_polygons", tests, NULL, NULL);
}
