// Scenarios and queries are read as written, and wrong ones are refused with line and remedy.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/import_queries.h"

enum { POLYGONS = 10 };

#define NAMES "id,sx,sy,sz,ex,ey,ez,start_cell,end_cell,reference_2d\n"

static struct report report;

static bool read_bytes(const char *bytes, bool is_csv, struct import_queries *queries)
{
    report.count = 0;
    if (is_csv)
        return import_queries_read_csv("a.csv", bytes, strlen(bytes), POLYGONS, queries, &report);
    return import_queries_read_scen("a.scen", bytes, strlen(bytes), queries, &report);
}

static void scenarios_are_read(void **state)
{
    (void)state;
    struct import_queries queries;
    // Maps' names may hold spaces, and some files part their numbers by spaces.
    assert_true(read_bytes("version 1\r\n0\tmaps/a.map\t49\t49\t1\t11.5\t-1\t12\t1.41421\r\n\n"
                           "1 my maps/b.map 7 2 1.0 0.0 4.0 3.0 6",
                           false, &queries));
    assert_int_equal(queries.count, 2);
    const struct import_query *query = &queries.queries[0];
    assert_true(query->start.x == 1 && query->start.y == 0 && query->start.z == 11.5);
    assert_true(query->end.x == -1 && query->end.z == 12 && query->reference_m == 1.41421);
    assert_int_equal(query->start_polygon, MESH_NONE);
    assert_int_equal(query->end_polygon, MESH_NONE);
    assert_int_equal(query->line, 2);
    query = &queries.queries[1];
    assert_true(query->end.x == 4 && query->end.z == 3 && query->reference_m == 6);
    assert_int_equal(query->line, 4);
    import_queries_finish(&queries);
}

static void rows_are_read(void **state)
{
    (void)state;
    struct import_queries queries;
    assert_true(read_bytes(NAMES "0,1.5,2,-3,4,5,6,0,9,7.25\n1,0,0,0,1,0,1,-1,-1,-1\n2,0,0,0,1,0,1,-1,3,\n",
                           true, &queries));
    assert_int_equal(queries.count, 3);
    const struct import_query *query = queries.queries;
    assert_true(query->start.x == 1.5 && query->start.y == 2 && query->start.z == -3);
    assert_true(query->end.x == 4 && query->end.y == 5 && query->end.z == 6 && query->reference_m == 7.25);
    assert_int_equal(query->start_polygon, 0);
    assert_int_equal(query->end_polygon, 9);
    assert_int_equal(query[1].start_polygon, MESH_NONE);
    assert_true(query[1].reference_m == -1);
    assert_true(isnan(query[2].reference_m));
    assert_int_equal(query[2].end_polygon, 3);
    import_queries_finish(&queries);
}

static void the_files_in_the_tree_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t count;
        bool is_csv;
    } cases[] = {
        {"tests/data/meshes/polyanya/arena.scen", 160, false},
        {"tests/data/meshes/polyanya/bad-collinear2-rot0.scen", 1, false},
        {"tests/data/meshes/navmesh/dungeon.queries.csv", 400, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct import_queries queries;
        size_t size;
        report.count = 0;
        char *bytes = import_text_load(cases[i].file, &size, &report);
        assert_non_null(bytes);
        assert_true(cases[i].is_csv
                        ? import_queries_read_csv(cases[i].file, bytes, size, 118, &queries, &report)
                        : import_queries_read_scen(cases[i].file, bytes, size, &queries, &report));
        assert_int_equal(queries.count, cases[i].count);
        import_queries_finish(&queries);
        free(bytes);
    }
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        bool is_csv;
        const char *place;
        const char *words;
    } cases[] = {
        {"", false, "line 1", "version 1"},
        {"version 2\n", false, "line 1", "the version"},
        {"version 1\n0 m 1 1 1 2 3 4\n", false, "line 2", "8 words"},
        {"version 1\n0 m 1 1 1 2 3 4 5\n0 m 1 1 1 2 x 4 5\n", false, "line 3", "goal's x"},
        {"version 1\n0 m 1 1 1 2 3 1e300 5\n", false, "line 2", "goal's y"},
        {"version 1\n0 m 1 1 1 2 nan 4 5\n", false, "line 2", "goal's x"},
        {"version 1\n0 m 1 1 1 2 3 4 -5\n", false, "line 2", "the length"},
        {"", true, "line 1", "id,sx"},
        {"id,sx\n", true, "line 1", "id,sx"},
        {NAMES "0,1,2,3,4,5,6,0,0\n", true, "line 2", "','"},
        {NAMES "0,1,2,3,4,5,6,0,10,\n", true, "line 2", "a polygon's number"},
        {NAMES "0,1,2,3,4,5,6,-2,1,\n", true, "line 2", "a polygon's number"},
        {NAMES "0,1,2,,4,5,6,1,1,\n", true, "line 2", "a z coordinate"},
        {NAMES "0,1,2,\n4,5,6,1,1,1,1\n", true, "line 2", "a z coordinate"},
        {NAMES "0,1,2,3,4,5,6,1,1,1,1\n", true, "line 2", "goes on"},
        {NAMES "0,1e30,2,3,4,5,6,1,1,1\n", true, "line 2", "an x coordinate"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct import_queries queries;
        assert_false(read_bytes(cases[i].bytes, cases[i].is_csv, &queries));
        import_queries_finish(&queries);
        assert_int_equal(report.count, 1);
        if (strcmp(report.problems[0].place, cases[i].place) != 0 ||
            !strstr(report.problems[0].text, cases[i].words))
            fail_msg("case %zu: expected %s: %s, got %s: %s", i, cases[i].place, cases[i].words,
                     report.problems[0].place, report.problems[0].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_are_read),
        cmocka_unit_test(rows_are_read),
        cmocka_unit_test(the_files_in_the_tree_are_read),
        cmocka_unit_test(wrong_files_are_refused),
    };
    return cmocka_run_group_tests_name("import_queries", tests, NULL, NULL);
}
