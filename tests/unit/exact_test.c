// The exact search finds the shortest way there is, as judged by brute force, whatever the cells are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nav/exact.h"
#include "nav/import_cells.h"
#include "nav/import_dnav.h"
#include "nav/import_mesh.h"
#include "nav/import_queries.h"
#include "tests/data/test_board.h"
#include "tests/data/test_way.h"
#include "tests/data/visibility.h"

static struct exact_query *create_for(const struct navmesh *mesh, size_t nodes_max)
{
    struct exact_limits limits = {.cells_max = mesh->cell_count,
                                  .corners_max = mesh->corner_count,
                                  .sides_max = mesh->side_count,
                                  .nodes_max = nodes_max};
    struct exact_query *query = exact_query_create(&limits);
    assert_non_null(query);
    return query;
}

static struct exact_query *create(const struct navmesh *mesh)
{
    return create_for(mesh, 64 * mesh->cell_count + 1024);
}

static struct path_request request_of(const struct navmesh *mesh, struct path_place start,
                                      const struct path_place *goals, size_t goal_count)
{
    return (struct path_request){
        .mesh = mesh, .layer = &mesh->layers[0], .start = start, .goals = goals, .goal_count = goal_count};
}

static enum path_status find(struct exact_query *query, const struct navmesh *mesh, struct path_place start,
                             struct path_place goal, struct path *path)
{
    struct path_request request = request_of(mesh, start, &goal, 1);
    return exact_query_find(query, &request, path);
}

static struct geo_place random_place(const struct random_region *region, uint64_t *seed)
{
    struct geo_place at;
    struct geo_point rounded;
    do {
        rounded = (struct geo_point){seed_between(seed, 0, 11000), seed_between(seed, 0, 11000)};
        // Some at corners.
        if (seed_between(seed, 0, 3) == 0)
            rounded = region->points[seed_between(seed, 0, (int32_t)region->point_count - 1)];
        at = (struct geo_place){rounded.x, rounded.z};
    } while (!random_region_contains(region, rounded));
    return at;
}

static struct geo_point whole(struct geo_place at)
{
    return (struct geo_point){(int32_t)at.x, (int32_t)at.z};
}

/// Fails unless the line is as long as the path says, and its points lie in the cells that they should.
static void check_line(const struct exact_query *query, const struct navmesh *mesh, const struct path *path,
                       uint64_t seed)
{
    const struct funnel_point *points;
    size_t count = exact_query_line(query, &points);
    if (fabs(test_way_length(points, count) - path->length_mm) > 1e-5)
        fail_msg("seed %lu: the line is %.6f long, not %.6f", seed, test_way_length(points, count),
                 path->length_mm);
    for (size_t i = 0; i < count; i++) {
        size_t crossed = points[i].portal;
        assert_true(i == 0 || crossed >= points[i - 1].portal);
        uint32_t cell = crossed < path->side_count ? mesh->sides[path->sides[crossed]].cell : path->end.cell;
        if (mesh_cell_distance(mesh, cell, points[i].at) > 0.01)
            fail_msg("seed %lu: point %zu is not where it says", seed, i);
    }
    assert_int_equal(points[count - 1].portal, path->side_count);
}

static void ways_are_the_shortest(void **state)
{
    (void)state;
    static struct test_way way;
    static struct random_region region;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        test_way_open_random(&way, seed, 2 + (int)(seed % 8), 1000, 0, &region);
        struct visibility *visibility = visibility_create(&region);
        struct exact_query *query = create(way.mesh);
        for (int i = 0; i < 12; i++) {
            struct geo_place from = random_place(&region, &random);
            struct geo_place to = random_place(&region, &random);
            struct path_place start = test_way_locate(&way, from);
            struct path_place goal = test_way_locate(&way, to);
            struct path path = {0};
            struct path back = {0};
            double shortest = visibility_shortest(visibility, whole(from), whole(to));
            if (find(query, way.mesh, goal, start, &back) != PATH_FOUND ||
                find(query, way.mesh, start, goal, &path) != PATH_FOUND)
                fail_msg("seed %lu: no way from %.0f, %.0f to %.0f, %.0f", seed, from.x, from.z, to.x, to.z);
            if (fabs(path.length_mm - shortest) > 1e-6 || fabs(back.length_mm - shortest) > 1e-6)
                fail_msg("seed %lu: %.6f there, %.6f back, %.6f is shortest from %.0f, %.0f to %.0f, %.0f",
                         seed, path.length_mm, back.length_mm, shortest, from.x, from.z, to.x, to.z);
            check_line(query, way.mesh, &path, seed);
        }
        exact_query_destroy(query);
        visibility_destroy(visibility);
        test_way_close(&way);
    }
}

static void corners_where_walls_touch_part_the_ways(void **state)
{
    (void)state;
    size_t found = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        uint64_t random = seed + 1000;
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        struct exact_query *query = create(mesh);
        struct path_query *cells = path_query_create(mesh->cell_count, mesh->cell_count);
        struct corridor *corridor = corridor_create(mesh->cell_count);
        for (int i = 0; i < 60; i++) {
            struct path_place start = test_board_place(mesh, &random);
            struct path_place goal = test_board_place(mesh, &random);
            struct path_request request = request_of(mesh, start, &goal, 1);
            struct path path;
            struct path other;
            const struct funnel_point *points;
            enum path_status status = path_query_find(cells, &request, &other);
            if (find(query, mesh, start, goal, &path) != status)
                fail_msg(
                    "seed %lu: way %d is found by one search only: %d %d nodes %zu cells %zu openings %p",
                    seed, i, status, find(query, mesh, start, goal, &path), path.node_count, mesh->cell_count,
                    (void *)mesh->layers[0].openings);
            if (status != PATH_FOUND)
                continue;
            check_line(query, mesh, &path, seed);
            size_t count = corridor_pull(corridor, mesh, mesh->layers, start, &other, &points);
            if (path.length_mm > test_way_length(points, count) + 1e-6)
                fail_msg("seed %lu: way %d is %.3f long, the other search's %.3f", seed, i, path.length_mm,
                         test_way_length(points, count));
            struct path back;
            assert_int_equal(find(query, mesh, goal, start, &back), PATH_FOUND);
            if (fabs(back.length_mm - path.length_mm) > 1e-6)
                fail_msg("seed %lu: way %d is %.6f there and %.6f back", seed, i, path.length_mm,
                         back.length_mm);
            found++;
        }
        corridor_destroy(corridor);
        path_query_destroy(cells);
        exact_query_destroy(query);
        navmesh_destroy(mesh);
    }
    assert_true(found > 3000);
}

static void answers_move_with_the_mesh_and_depend_on_no_other(void **state)
{
    (void)state;
    static const struct geo_point offsets[] = {{536000000, -536000000}, {-1, 1}, {-77777777, 123456789}};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint64_t random = seed;
        struct geo_point offset = offsets[seed % 3];
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        struct navmesh *moved = test_board_make(seed, offset.x, offset.z);
        struct exact_query *query = create(mesh);
        struct exact_query *used = create(mesh);
        for (int i = 0; i < 40; i++) {
            struct path_place start = test_board_place(mesh, &random);
            struct path_place goal = test_board_place(mesh, &random);
            struct path path;
            struct path again;
            enum path_status status = find(query, mesh, start, goal, &path);
            start.at = (struct geo_place){start.at.x + offset.x, start.at.z + offset.z};
            goal.at = (struct geo_place){goal.at.x + offset.x, goal.at.z + offset.z};
            assert_int_equal(find(used, moved, start, goal, &again), status);
            assert_true(path.length_mm == again.length_mm);
            assert_int_equal(path.side_count, again.side_count);
            if (path.side_count > 0)
                assert_memory_equal(path.sides, again.sides, path.side_count * sizeof *path.sides);
            if (i % 2 == 0) {
                exact_query_destroy(query);
                query = create(mesh);
            }
        }
        exact_query_destroy(query);
        exact_query_destroy(used);
        navmesh_destroy(mesh);
        navmesh_destroy(moved);
    }
}

static void the_nearest_goal_on_foot_is_chosen(void **state)
{
    (void)state;
    enum { GOALS = 40 };
    for (uint64_t seed = 1; seed <= 80; seed++) {
        uint64_t random = seed;
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        struct exact_query *query = create(mesh);
        struct path_place start = test_board_place(mesh, &random);
        struct path_place goals[GOALS];
        // Few goals guide the search, many do not.
        size_t count = seed % 2 ? 5 : GOALS;
        double best = INFINITY;
        struct path path;
        for (size_t i = 0; i < count; i++) {
            goals[i] = test_board_place(mesh, &random);
            if (find(query, mesh, start, goals[i], &path) == PATH_FOUND)
                best = fmin(best, path.length_mm);
        }
        struct path_request request = request_of(mesh, start, goals, count);
        enum path_status status = exact_query_find(query, &request, &path);
        assert_int_equal(status, best < INFINITY ? PATH_FOUND : PATH_NONE);
        if (status == PATH_FOUND) {
            if (fabs(path.length_mm - best) > 1e-6)
                fail_msg("seed %lu: %.6f to goal %zu, %.6f is best", seed, path.length_mm, path.goal, best);
            assert_int_equal(path.end.cell, goals[path.goal].cell);
            assert_true(path.end.at.x == goals[path.goal].at.x && path.end.at.z == goals[path.goal].at.z);
            check_line(query, mesh, &path, seed);
        }
        exact_query_destroy(query);
        navmesh_destroy(mesh);
    }
}

static void a_search_out_of_nodes_says_so_and_leads_as_near_as_it_came(void **state)
{
    (void)state;
    size_t out = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t random = seed;
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        struct exact_query *query = create(mesh);
        for (int i = 0; i < 10; i++) {
            struct path_place start = test_board_place(mesh, &random);
            struct path_place goal = test_board_place(mesh, &random);
            struct path path;
            struct path full;
            if (find(query, mesh, start, goal, &full) != PATH_FOUND)
                continue;
            for (size_t nodes_max = 1; nodes_max < 200; nodes_max += 7) {
                struct exact_query *small = create_for(mesh, nodes_max);
                enum path_status status = find(small, mesh, start, goal, &path);
                assert_true(status == PATH_FOUND || status == PATH_OUT_OF_NODES);
                assert_true(path.length_mm >= full.length_mm - 1e-6 || status == PATH_OUT_OF_NODES);
                if (status == PATH_OUT_OF_NODES) {
                    out++;
                    check_line(small, mesh, &path, seed);
                    assert_true(geo_place_distance(path.end.at, goal.at) <=
                                geo_place_distance(start.at, goal.at));
                }
                exact_query_destroy(small);
            }
        }
        exact_query_destroy(query);
        navmesh_destroy(mesh);
    }
    assert_true(out > 100);
}

/// A mesh of another program, and the queries to measure it by.
struct foreign {
    struct import_polygons polygons;
    struct import_cells cells;
    struct import_queries queries;
    struct navmesh *mesh;
    struct locator *locator;
};

static void open_foreign(struct foreign *foreign, const char *mesh, const char *queries,
                         enum import_merging merging)
{
    static struct report report;
    size_t size;
    *foreign = (struct foreign){0};
    char *bytes = import_text_load(mesh, &size, &report);
    assert_non_null(bytes);
    assert_true(strstr(mesh, ".dnav") ? import_dnav_read(mesh, bytes, size, &foreign->polygons, &report)
                                      : import_mesh_read(mesh, bytes, size, &foreign->polygons, &report));
    free(bytes);
    assert_true(import_cells_make(mesh, &foreign->polygons, merging, &foreign->cells, &report));
    foreign->mesh = import_cells_connect(&foreign->cells, &foreign->polygons);
    foreign->locator = foreign->mesh ? locator_create(foreign->mesh) : NULL;
    assert_non_null(foreign->locator);
    bytes = import_text_load(queries, &size, &report);
    assert_non_null(bytes);
    assert_true(strstr(queries, ".scen")
                    ? import_queries_read_scen(queries, bytes, size, &foreign->queries, &report)
                    : import_queries_read_csv(queries, bytes, size, foreign->polygons.polygon_count,
                                              &foreign->queries, &report));
    free(bytes);
}

static void close_foreign(struct foreign *foreign)
{
    locator_destroy(foreign->locator);
    navmesh_destroy(foreign->mesh);
    import_queries_finish(&foreign->queries);
    import_cells_finish(&foreign->cells);
    import_polygons_finish(&foreign->polygons);
}

static struct path_place place_of(const struct foreign *foreign, struct import_place place, uint32_t polygon)
{
    struct path_place at = {.at = import_plan_of(&foreign->polygons, place)};
    struct locator_place asked = {.at = at.at};
    struct locator_place found;
    if (polygon != MESH_NONE)
        (void)import_cells_find(&foreign->cells, &foreign->polygons, foreign->mesh, polygon, at.at, &at.cell);
    else if (locator_find(foreign->locator, foreign->mesh->layers, &asked, MESH_NONE, &found))
        at = (struct path_place){found.at, found.cell};
    else
        at.cell = MESH_NONE;
    return at;
}

static void ways_on_other_programs_meshes_are_as_short_as_known(void **state)
{
    (void)state;
#define MESHES "tests/data/meshes/"
    static const char *const files[][2] = {
        {MESHES "navmesh/nav_test.dnav", MESHES "navmesh/nav_test.queries.csv"},
        {MESHES "navmesh/dungeon.dnav", MESHES "navmesh/dungeon.queries.csv"},
        {MESHES "polyanya/bad-collinear.mesh", MESHES "polyanya/bad-collinear.scen"},
        {MESHES "polyanya/bad-collinear2-rot0.mesh", MESHES "polyanya/bad-collinear2-rot0.scen"},
        {MESHES "polyanya/bad-collinear2-rot45.mesh", MESHES "polyanya/bad-collinear2-rot45.scen"},
        {MESHES "polyanya/bad-collinear2-rot90.mesh", MESHES "polyanya/bad-collinear2-rot90.scen"},
        {MESHES "polyanya/square.mesh", MESHES "polyanya/square.scen"},
    };
    for (size_t file = 0; file < 2 * sizeof files / sizeof *files; file++) {
        struct foreign foreign;
        open_foreign(&foreign, files[file / 2][0], files[file / 2][1],
                     file % 2 ? IMPORT_MERGED : IMPORT_AS_IS);
        struct exact_query *query = create(foreign.mesh);
        for (size_t i = 0; i < foreign.queries.count; i++) {
            const struct import_query *asked = &foreign.queries.queries[i];
            struct path_place start = place_of(&foreign, asked->start, asked->start_polygon);
            struct path_place goal = place_of(&foreign, asked->end, asked->end_polygon);
            struct path path;
            assert_true(start.cell != MESH_NONE);
            assert_true(goal.cell != MESH_NONE);
            enum path_status status = find(query, foreign.mesh, start, goal, &path);
            double known_mm = asked->reference_m * 1000;
            if (status != (known_mm < 0 ? PATH_NONE : PATH_FOUND))
                fail_msg("%s: way %zu has status %d", files[file / 2][0], i, status);
            // Meshes are rounded to whole millimetres, and a few scenarios to three digits.
            if (known_mm >= 0 && fabs(path.length_mm - known_mm) > known_mm * 1e-4 + 2)
                fail_msg("%s: way %zu is %.3f long, not %.3f", files[file / 2][0], i, path.length_mm,
                         known_mm);
        }
        exact_query_destroy(query);
        close_foreign(&foreign);
    }
#undef MESHES
}

/// Writes a line as its golden file has it: millimetres from the mesh's origin.
static void print_line(const struct exact_query *query, const struct path *path, char *text, size_t text_max)
{
    const struct funnel_point *points;
    size_t count = exact_query_line(query, &points);
    int length = snprintf(text, text_max, "%.6f", path->length_mm);
    for (size_t i = 0; i < count; i++)
        length +=
            snprintf(text + length, text_max - (size_t)length, " %.6f,%.6f", points[i].at.x, points[i].at.z);
    (void)snprintf(text + length, text_max - (size_t)length, "\n");
}

static void lines_stay_what_they_were(void **state)
{
    (void)state;
    enum { EVERY = 5, TEXT_MAX = 4096 };
    static char expected[TEXT_MAX];
    static char text[TEXT_MAX];
    struct foreign foreign;
    open_foreign(&foreign, "tests/data/meshes/navmesh/nav_test.dnav",
                 "tests/data/meshes/navmesh/nav_test.queries.csv", IMPORT_AS_IS);
    struct exact_query *query = create(foreign.mesh);
    FILE *golden = fopen("tests/golden/nav_lines.txt", "r");
    assert_non_null(golden);
    size_t lines = 0;
    for (size_t i = 0; i < foreign.queries.count; i++) {
        const struct import_query *asked = &foreign.queries.queries[i];
        struct path path;
        if (asked->reference_m < 0 || lines++ % EVERY != 0)
            continue;
        struct path_place goal = place_of(&foreign, asked->end, asked->end_polygon);
        struct path_place start = place_of(&foreign, asked->start, asked->start_polygon);
        assert_int_equal(find(query, foreign.mesh, start, goal, &path), PATH_FOUND);
        print_line(query, &path, text, sizeof text);
        if (!fgets(expected, sizeof expected, golden) || strcmp(expected, text) != 0)
            fail_msg("query %zu: the line is\n%s, it was\n%s", i, text, expected);
    }
    assert_true(lines > EVERY);
    assert_null(fgets(expected, sizeof expected, golden));
    (void)fclose(golden);
    exact_query_destroy(query);
    close_foreign(&foreign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_the_shortest),
        cmocka_unit_test(corners_where_walls_touch_part_the_ways),
        cmocka_unit_test(answers_move_with_the_mesh_and_depend_on_no_other),
        cmocka_unit_test(the_nearest_goal_on_foot_is_chosen),
        cmocka_unit_test(a_search_out_of_nodes_says_so_and_leads_as_near_as_it_came),
        cmocka_unit_test(ways_on_other_programs_meshes_are_as_short_as_known),
        cmocka_unit_test(lines_stay_what_they_were),
    };
    return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
