// Polyanya's meshes are read as written, and wrong ones are refused with line and remedy.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/import_mesh.h"

#define FOLDER "tests/data/meshes/polyanya/"

static struct report report;

static bool read_bytes(const char *bytes, size_t size, struct import_polygons *polygons)
{
    report.count = 0;
    return import_mesh_read("a.mesh", bytes, size, polygons, &report);
}

/// Fails unless the text is refused in a line with words.
static void expect_refusal(const char *bytes, const char *place, const char *words)
{
    struct import_polygons polygons;
    assert_false(read_bytes(bytes, strlen(bytes), &polygons));
    import_polygons_finish(&polygons);
    assert_int_equal(report.count, 1);
    assert_string_equal(report.problems[0].file, "a.mesh");
    if (strcmp(report.problems[0].place, place) != 0 || !strstr(report.problems[0].text, words))
        fail_msg("expected %s: %s, got %s: %s", place, words, report.problems[0].place,
                 report.problems[0].text);
}

/// The example of the format's description: two triangles of a square.
#define SQUARE                                                                                               \
    "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n0.0 1.5 3 -1 1 0\n"                     \
    "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n"

static void the_example_is_read(void **state)
{
    (void)state;
    struct import_polygons polygons;
    assert_true(read_bytes(SQUARE, strlen(SQUARE), &polygons));
    assert_int_equal(polygons.polygon_count, 2);
    assert_int_equal(polygons.side_count, 6);
    assert_int_equal(polygons.corners[2].at.x, 1500);
    assert_int_equal(polygons.corners[2].at.z, 1500);
    // The side from vertex 1 to vertex 3 leads to the other triangle, the others nowhere.
    assert_int_equal(polygons.sides[1].corner, 1);
    assert_int_equal(polygons.sides[1].neighbour, 1);
    assert_int_equal(polygons.sides[1].twin, 5);
    assert_int_equal(polygons.sides[5].twin, 1);
    assert_int_equal(polygons.sides[0].neighbour, MESH_NONE);
    assert_int_equal(polygons.sides[2].neighbour, MESH_NONE);
    import_polygons_finish(&polygons);
}

static void every_small_mesh_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t polygons;
    } cases[] = {
        {FOLDER "square.mesh", 4},
        {FOLDER "hard.mesh", 38},
        {FOLDER "arena.mesh", 120},
        {FOLDER "arena-merged.mesh", 55},
        {FOLDER "bad-ambig.mesh", 4},
        {FOLDER "bad-collinear.mesh", 6},
        {FOLDER "bad-collinear2-rot0.mesh", 7},
        {FOLDER "bad-collinear2-rot45.mesh", 7},
        {FOLDER "bad-collinear2-rot90.mesh", 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct import_polygons polygons;
        size_t size;
        report.count = 0;
        char *bytes = import_text_load(cases[i].file, &size, &report);
        assert_non_null(bytes);
        if (!import_mesh_read(cases[i].file, bytes, size, &polygons, &report))
            fail_msg("%s: %s", cases[i].file, report.problems[0].text);
        assert_int_equal(polygons.polygon_count, cases[i].polygons);
        import_polygons_finish(&polygons);
        free(bytes);
    }
}

static void a_mesh_far_away_is_the_same_mesh(void **state)
{
    (void)state;
    static const char far[] = "mesh 2 4 2 5e8 -7e8 0 500000001.5 -7e8 0 500000001.5 -699999998.5 0 5e8 "
                              "-699999998.5 0 3 0 1 3 -1 -1 1 3 1 2 3 0 -1 -1";
    struct import_polygons polygons;
    assert_true(read_bytes(far, strlen(far), &polygons));
    assert_int_equal(polygons.corners[2].at.x, 1500);
    assert_int_equal(polygons.corners[2].at.z, 1500);
    struct geo_place place = import_plan_of(&polygons, (struct import_place){.x = 5e8, .z = -7e8});
    assert_true(place.x == 0 && place.z == 0);
    import_polygons_finish(&polygons);
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
#define CORNERS "mesh\n2\n4 2\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
    static const struct {
        const char *bytes;
        const char *place;
        const char *words;
    } cases[] = {
        {"", "line 1", "Polyanya"},
        {"navmesh 2", "line 1", "Polyanya"},
        {"mesh\n1\n4 2\n", "line 2", "version 1"},
        {"mesh\n2\n-4 2\n", "line 3", "vertices"},
        {"mesh\n2\n2000000000 2\n", "line 3", "correct the count"},
        {"mesh\n2\n3 2000000000\n0 0 0\n1 0 0\n0 1 0\n", "line 3", "correct the count"},
        {"mesh\n2\n3 1\nnan 0 0\n1 0 0\n0 1 0\n3 0 1 2 -1 -1 -1\n", "line 4", "a vertex's x"},
        {"mesh\n2\n3 1\n0 0 0\n1e9 0 0\n0 1 0\n3 0 1 2 -1 -1 -1\n", "line 5", "scale"},
        {"mesh\n2\n3 1\n0 0 1 7\n1 0 0\n0 1 0\n3 0 1 2 -1 -1 -1\n", "line 4", "around"},
        {CORNERS "3 0 1 3 -1 -1 1\n3 1 2 4 0 -1 -1\n", "line 9", "a polygon's vertex"},
        {CORNERS "3 0 1 3 -1 -1 1\n3 1 2 3 2 -1 -1\n", "line 9", "a polygon's neighbour"},
        {CORNERS "3 0 1 3 -1 -1 1\n2 1 2 0 -1 -1 -1\n", "line 9", "vertices is 2"},
        {CORNERS "3 0 1 3 -1 -1 1\n3000000 1 2 0 -1 -1 -1\n", "line 9", "correct the count"},
        {CORNERS "3 0 1 3 -1 -1 1\n", "line 9", "the file ends"},
        {CORNERS "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1         ", "line 9", "the file ends"},
        {CORNERS "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n9\n", "line 10", "goes on"},
        {CORNERS "3 0 3 1 -1 1 -1\n3 1 2 3 0 -1 -1\n", "line 8", "counter-clockwise"},
        {CORNERS "3 0 1 3 -1 -1 1\n3 1 1 3 -1 -1 0\n", "line 9", "less than a millimetre"},
        {CORNERS "3 0 1 3 -1 -1 0\n3 1 2 3 0 -1 -1\n", "line 8", "its own neighbour"},
        {CORNERS "3 0 1 3 -1 -1 1\n3 1 2 3 -1 -1 -1\n", "line 8", "not named there in return"},
        {CORNERS "3 0 1 3 -1 1 -1\n3 1 2 3 0 -1 -1\n", "line 8", "has no such side"},
        // A pentagram turns left everywhere, but twice around.
        {"mesh 2 5 1 0 3 0 2 -2 0 -3 1 0 3 1 0 -2 -2 0\n5 0 4 3 2 1 -1 -1 -1 -1 -1\n", "line 2", "once"},
        // Thinner than a millimetre, so that rounding leaves nothing of it.
        {"mesh 2 3 1 0 0 0 1 0.0001 0 2 0.0003 0\n3 0 1 2 -1 -1 -1\n", "line 2", "millimetre"},
        // An arrow head.
        {"mesh 2 4 1 0 0 0 4 0 0 1 1 0 0 4 0\n4 0 1 2 3 -1 -1 -1 -1\n", "line 2", "not convex"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_refusal(cases[i].bytes, cases[i].place, cases[i].words);
}

/// A file cut off anywhere, or with one byte changed, is taken or refused, and never both.
static void damaged_files_are_taken_or_refused(void **state)
{
    (void)state;
    char bytes[] = SQUARE;
    for (size_t i = 0; i < strlen(SQUARE); i++) {
        for (int value = 0; value < 128; value += 3) {
            struct import_polygons polygons;
            bytes[i] = (char)value;
            bool is_taken = read_bytes(bytes, strlen(SQUARE), &polygons);
            assert_int_equal(is_taken, report.count == 0);
            import_polygons_finish(&polygons);
        }
        bytes[i] = SQUARE[i];
    }
    for (size_t size = 0; size < strlen(SQUARE) - 1; size++) {
        struct import_polygons polygons;
        char *cut = calloc(size + 1, 1);
        memcpy(cut, SQUARE, size);
        assert_false(read_bytes(cut, size, &polygons));
        import_polygons_finish(&polygons);
        free(cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_is_read),
        cmocka_unit_test(every_small_mesh_is_read),
        cmocka_unit_test(a_mesh_far_away_is_the_same_mesh),
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(damaged_files_are_taken_or_refused),
    };
    return cmocka_run_group_tests_name("import_mesh", tests, NULL, NULL);
}
