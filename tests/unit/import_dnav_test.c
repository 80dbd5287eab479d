// Recast's polygons are read and turned around, and wrong files are refused with line and remedy.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/import_dnav.h"

static struct report report;

static bool read_bytes(const char *bytes, struct import_polygons *polygons)
{
    report.count = 0;
    return import_dnav_read("a.dnav", bytes, strlen(bytes), polygons, &report);
}

/// Two triangles of a square of 2 m at height 5 m, clockwise.
#define HEAD   "# two triangles\ndnav1 4 2\nV 10 5 10\nV 12 5 10\n#\nV 12 5 12\nV 10 5.25 12\n"
#define SQUARE HEAD "P 3 0 3 1 -1 1 -1 0 1\nP 3 1 3 2 0 -1 -1 7 1\n# end"

static void polygons_are_turned_around(void **state)
{
    (void)state;
    struct import_polygons polygons;
    assert_true(read_bytes(SQUARE, &polygons));
    assert_int_equal(polygons.polygon_count, 2);
    static const uint32_t corners[] = {1, 3, 0, 2, 3, 1};
    static const uint32_t neighbours[] = {1, MESH_NONE, MESH_NONE, MESH_NONE, 0, MESH_NONE};
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(polygons.sides[i].corner, corners[i]);
        assert_int_equal(polygons.sides[i].neighbour, neighbours[i]);
    }
    assert_int_equal(polygons.polygons[1].surface, 7);
    assert_int_equal(polygons.corners[3].height_mm, 250);
    assert_int_equal(polygons.corners[2].at.x, 2000);
    import_polygons_finish(&polygons);
}

static void both_demo_scenes_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t polygons;
        size_t corners;
    } cases[] = {
        {"tests/data/meshes/navmesh/dungeon.dnav", 118, 223},
        {"tests/data/meshes/navmesh/nav_test.dnav", 155, 349},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct import_polygons polygons;
        size_t size;
        report.count = 0;
        char *bytes = import_text_load(cases[i].file, &size, &report);
        assert_non_null(bytes);
        assert_true(import_dnav_read(cases[i].file, bytes, size, &polygons, &report));
        assert_int_equal(polygons.polygon_count, cases[i].polygons);
        assert_int_equal(polygons.corner_count, cases[i].corners);
        import_polygons_finish(&polygons);
        free(bytes);
    }
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        const char *place;
        const char *words;
    } cases[] = {
        {"", "line 1", "dnav1"},
        {"dnav2 4 2\n", "line 1", "dnav1"},
        {"dnav1 4 2000000000\nV 0 0 0\nV 0 0 0\nV 0 0 0\nV 0 0 0\n", "line 1", "correct the count"},
        {"dnav1 1000000 1\n", "line 1", "correct the count"},
        {HEAD "V 0 0 0\n             \n", "line 8", "begins with \"P\""},
        {HEAD "P 3 0 3 1 -1 1 -1 0 1\nP 3 1 3 2 0 -1 -1 0\n", "line 10", "the file ends"},
        {HEAD "P 3 0 3 9 -1 1 -1 0 1\nP 3 1 3 2 0 -1 -1 0 1\n", "line 8", "a polygon's vertex"},
        {HEAD "P 3 0 3 1 -1 2 -1 0 1\nP 3 1 3 2 0 -1 -1 0 1\n", "line 8", "a polygon's neighbour"},
        {HEAD "P 3 0 3 1 -1 0 -1 0 1\nP 3 1 3 2 0 -1 -1 0 1\n", "line 8", "its own neighbour"},
        {HEAD "P 3 0 1 3 -1 1 -1 0 1\nP 3 1 3 2 0 -1 -1 0 1\n", "line 8", "counter-clockwise"},
        {HEAD "P 3 0 3 1 -1 1 -1 0 1\nP 3 1 3 2 -1 -1 -1 0 1\n", "line 8", "in return"},
        {HEAD "P 3 0 3 1 -1 1 -1 0 1\nP 3 1 3 2 0 -1 -1 0 1\nP\n", "line 10", "goes on"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct import_polygons polygons;
        assert_false(read_bytes(cases[i].bytes, &polygons));
        import_polygons_finish(&polygons);
        assert_int_equal(report.count, 1);
        if (strcmp(report.problems[0].place, cases[i].place) != 0 ||
            !strstr(report.problems[0].text, cases[i].words))
            fail_msg("expected %s: %s, got %s: %s", cases[i].place, cases[i].words, report.problems[0].place,
                     report.problems[0].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_are_turned_around),
        cmocka_unit_test(both_demo_scenes_are_read),
        cmocka_unit_test(wrong_files_are_refused),
    };
    return cmocka_run_group_tests_name("import_dnav", tests, NULL, NULL);
}
