// `waynav bench` measures searches on other programs' meshes, as a table and as JSON, and names what is wrong
// with their files.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "tests/data/waynav.h"

#define MESHES "tests/data/meshes/"

static const char square_mesh[] = MESHES "polyanya/square.mesh";
static const char square_queries[] = MESHES "polyanya/square.scen";

/// The last line as JSON, for cJSON_Delete().
static cJSON *run_json(const char *mesh, const char *queries, const char *option)
{
    const char *const words[] = {"bench", "--json",   "--mesh", mesh,   "--queries",
                                 queries, "--repeat", "3",      option, NULL};
    char *text = waynav_run(words, 0);
    text[strlen(text) - 1] = '\0';
    const char *line = strrchr(text, '\n');
    assert_non_null(line);
    cJSON *json = cJSON_Parse(line + 1);
    assert_non_null(json);
    return json;
}

static double number(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(json, name);
    if (!cJSON_IsNumber(item))
        fail_msg("no number %s", name);
    return item->valuedouble;
}

static void every_query_has_the_outcome_of_its_reference(void **state)
{
    (void)state;
    static const struct {
        const char *mesh, *queries;
        double cells, found, unreachable;
    } cases[] = {
        {MESHES "navmesh/dungeon.dnav", MESHES "navmesh/dungeon.queries.csv", 118, 330, 70},
        {MESHES "navmesh/nav_test.dnav", MESHES "navmesh/nav_test.queries.csv", 155, 115, 285},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cJSON *json = run_json(cases[i].mesh, cases[i].queries, NULL);
        assert_string_equal(cJSON_GetObjectItem(json, "mesh")->valuestring, cases[i].mesh);
        assert_true(number(json, "cells") == cases[i].cells);
        assert_true(number(json, "bytes") > 0);
        const cJSON *mode;
        cJSON_ArrayForEach(mode, cJSON_GetObjectItem(json, "modes"))
        {
            assert_true(number(mode, "queries") == 400);
            assert_true(number(mode, "found") == cases[i].found);
            assert_true(number(mode, "unreachable") == cases[i].unreachable);
            assert_true(number(mode, "budget") == 0);
            assert_true(number(mode, "off_mesh") == 0);
            assert_true(number(mode, "wrong") == 0);
            assert_true(number(mode, "mean_us") > 0);
            assert_true(number(mode, "p50_us") <= number(mode, "p99_us"));
            // No way is shorter than the shortest, but for the rounding of the mesh.
            assert_true(number(mode, "mean_ratio") > 0.9999);
            assert_true(number(mode, "max_ratio") >= number(mode, "mean_ratio"));
        }
        cJSON_Delete(json);
    }
}

static void ends_of_scenarios_are_found_on_the_mesh(void **state)
{
    (void)state;
    static const struct {
        const char *mesh, *option;
        double cells;
    } cases[] = {
        {MESHES "polyanya/arena.mesh", NULL, 120},
        {MESHES "polyanya/arena-merged.mesh", NULL, 55},
        {MESHES "polyanya/arena.mesh", "--merge", 47},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cJSON *json = run_json(cases[i].mesh, MESHES "polyanya/arena.scen", cases[i].option);
        const cJSON *mode = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "modes"), "funnel");
        assert_true(number(json, "cells") == cases[i].cells);
        assert_true(number(mode, "found") == 160);
        // The file's lengths are those of a grid's eight directions.
        assert_true(number(mode, "max_ratio") < 1.001);
        assert_true(number(mode, "mean_ratio") > 0.9);
        cJSON_Delete(json);
    }
}

static void the_table_has_a_line_for_every_mode(void **state)
{
    (void)state;
    const char *const words[] = {"bench",   "--mesh", square_mesh, "--queries", square_queries,
                                 "--modes", "funnel", "--repeat",  "1",         NULL};
    const char *text = waynav_run(words, 0);
    assert_non_null(strstr(text, "polygons 4, cells 4"));
    assert_non_null(strstr(text, "\n  funnel        1      0      0      0      0 "));
    assert_null(strstr(text, "{"));
}

static void wrong_files_are_named_with_line_and_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *mesh, *queries;
        const char *said;
    } cases[] = {
        {MESHES "none.mesh", MESHES "polyanya/arena.scen", MESHES "none.mesh: "},
        {MESHES "README.md", MESHES "polyanya/arena.scen", "neither a .mesh nor a .dnav"},
        {MESHES "polyanya/arena.mesh", MESHES "README.md", "neither a .scen nor a .csv"},
        {"tests/fuzz/corpus/import_mesh/asymmetric.mesh", MESHES "polyanya/arena.scen",
         "asymmetric.mesh: line 8: polygon 0 names 1"},
        {MESHES "polyanya/square.mesh", MESHES "navmesh/dungeon.queries.csv",
         "dungeon.queries.csv: line 2: a polygon's number"},
        // The places of one mesh lie outside of the polygons of another.
        {MESHES "navmesh/nav_test.dnav", MESHES "navmesh/dungeon.queries.csv", "outside of polygon"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const words[] = {"bench", "--mesh", cases[i].mesh, "--queries", cases[i].queries, NULL};
        const char *text = waynav_run(words, 1);
        if (!strstr(text, cases[i].said))
            fail_msg("expected %s, got %s", cases[i].said, text);
    }
}

static void wrong_usage_is_told(void **state)
{
    (void)state;
    static const char *const wrong[][6] = {
        {"bench", NULL},
        {"bench", "--mesh", "a.mesh", NULL},
        {"bench", "--mesh", NULL},
        {"bench", "--mesh", "a.mesh", "--repeat", "0", NULL},
        {"bench", "--colour", "red", NULL},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_non_null(strstr(waynav_run(wrong[i], 2), "usage: waynav bench"));
    const char *const words[] = {"bench",        "--mesh",  square_mesh,      "--queries",
                                 square_queries, "--modes", "funnel,psychic", NULL};
    assert_non_null(strstr(waynav_run(words, 2), "psychic"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_query_has_the_outcome_of_its_reference),
        cmocka_unit_test(ends_of_scenarios_are_found_on_the_mesh),
        cmocka_unit_test(the_table_has_a_line_for_every_mode),
        cmocka_unit_test(wrong_files_are_named_with_line_and_remedy),
        cmocka_unit_test(wrong_usage_is_told),
    };
    return cmocka_run_group_tests_name("waynav_bench", tests, NULL, NULL);
}
