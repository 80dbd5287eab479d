// The search finds a way whenever there is one, and a good one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "nav/funnel.h"
#include "nav/locate.h"
#include "nav/mesh_build.h"
#include "nav/path.h"
#include "tests/data/portals.h"
#include "tests/data/test_scene.h"
#include "tests/data/visibility.h"

enum { SIZE_SQUARES = 9, SPAN_MM = (SIZE_SQUARES + 2) * 1000, PORTALS_MAX = 4096 };

struct world {
    struct test_scene test;
    struct random_region region;
    struct navmesh *mesh;
    struct locator *locator;
    struct path_query *query;
    struct funnel *funnel;
    struct mesh_portal portals[PORTALS_MAX];
};

/// @param is_split  the region in parts of several surfaces, not as one
static void open_world(struct world *world, uint64_t seed, int size, bool is_split)
{
    static struct random_region parts[RANDOM_PARTS_MAX];
    static struct report report;
    size_t count = random_region_split(seed, size, 1000, &world->region, parts);
    test_scene_begin(&world->test, 0);
    if (!is_split)
        test_scene_add_random(&world->test, &world->region, (struct geo_point){0, 0}, 0);
    for (size_t i = 0; is_split && i < count; i++) {
        test_scene_add_random(&world->test, &parts[i], (struct geo_point){0, 0}, 0);
        world->test.regions[i].surface = (enum pack_surface)(i % PACK_SURFACE_COUNT);
    }
    world->mesh = mesh_build(&world->test.scene, &report);
    assert_non_null(world->mesh);
    world->locator = locator_create(world->mesh);
    world->query = path_query_create(world->mesh->cell_count, world->mesh->cell_count);
    world->funnel = funnel_create(world->mesh->cell_count);
    assert_true(world->locator && world->query && world->funnel);
}

static void close_world(struct world *world)
{
    funnel_destroy(world->funnel);
    path_query_destroy(world->query);
    locator_destroy(world->locator);
    navmesh_destroy(world->mesh);
    test_scene_finish(&world->test);
}

static struct path_place locate(const struct world *world, struct geo_point at)
{
    struct locator_place asked = {.at = geo_place_of(at)};
    struct locator_place found;
    if (!locator_find(world->locator, &world->mesh->layers[0], &asked, MESH_NONE, &found))
        fail_msg("%d, %d is off the mesh", at.x, at.z);
    return (struct path_place){found.at, found.cell};
}

static struct geo_point random_place(const struct world *world, uint64_t *seed)
{
    struct geo_point at;
    do {
        at = (struct geo_point){seed_between(seed, 0, SPAN_MM), seed_between(seed, 0, SPAN_MM)};
    } while (!random_region_contains(&world->region, at));
    return at;
}

static struct path_request request_of(const struct world *world, struct path_place start,
                                      const struct path_place *goals, size_t goal_count)
{
    return (struct path_request){.mesh = world->mesh,
                                 .layer = &world->mesh->layers[0],
                                 .start = start,
                                 .goals = goals,
                                 .goal_count = goal_count};
}

/// Pulls the path tight.
static size_t pull(struct world *world, const struct path_request *request, const struct path *path,
                   const struct funnel_point **points)
{
    for (size_t i = 0; i < path->side_count; i++) {
        uint32_t cell =
            i + 1 < path->side_count ? world->mesh->sides[path->sides[i + 1]].cell : path->end.cell;
        assert_true(mesh_side_portal(world->mesh, &world->mesh->layers[0],
                                     mesh_link_to(world->mesh, path->sides[i], cell), &world->portals[i]));
    }
    return portals_pull(world->funnel, world->portals, path->side_count, request->start.at, path->end.at,
                        points);
}

static double length_of(const struct funnel_point *points, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++)
        length += geo_place_distance(points[i - 1].at, points[i].at);
    return length;
}

static bool is_on_mesh(const struct world *world, struct geo_place at)
{
    for (uint32_t cell = 0; cell < world->mesh->cell_count; cell++) {
        if (mesh_cell_distance(world->mesh, cell, at) < 1e-6)
            return true;
    }
    return false;
}

static bool is_line_on_mesh(const struct world *world, const struct funnel_point *points, size_t count)
{
    enum { SAMPLES = 17 };
    for (size_t i = 1; i < count; i++) {
        for (int k = 0; k <= SAMPLES; k++) {
            if (!is_on_mesh(world, geo_place_mix(points[i - 1].at, points[i].at, k / (double)SAMPLES)))
                return false;
        }
    }
    return true;
}

/// Mean ratio of found to shortest lengths in random worlds.
static double mean_ratio(bool is_split)
{
    static struct world world;
    double sum = 0;
    int count = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        open_world(&world, seed, 2 + (int)(seed % (SIZE_SQUARES - 1)), is_split);
        struct visibility *visibility = visibility_create(&world.region);
        uint64_t random = seed;
        for (int i = 0; i < 12; i++) {
            struct geo_point from = random_place(&world, &random);
            struct geo_point to = random_place(&world, &random);
            struct path_place goal = locate(&world, to);
            struct path_request request = request_of(&world, locate(&world, from), &goal, 1);
            struct path path;
            const struct funnel_point *points;
            if (path_query_find(world.query, &request, &path) != PATH_FOUND)
                fail_msg("seed %lu: no way from %d, %d to %d, %d", seed, from.x, from.z, to.x, to.z);
            size_t point_count = pull(&world, &request, &path, &points);
            double length = length_of(points, point_count);
            double shortest = visibility_shortest(visibility, from, to);
            if (length < shortest * (1 - 1e-9) || length > path.length_mm * (1 + 1e-9))
                fail_msg("seed %lu: length %.6f, shortest %.6f", seed, length, shortest);
            if (!is_line_on_mesh(&world, points, point_count))
                fail_msg("seed %lu: the line from %d, %d to %d, %d leaves the mesh", seed, from.x, from.z,
                         to.x, to.z);
            sum += shortest > 0 ? length / shortest : 1;
            count++;
        }
        visibility_destroy(visibility);
        close_world(&world);
    }
    return sum / count;
}

static void ways_are_close_to_the_shortest(void **state)
{
    (void)state;
    double ratio = mean_ratio(false);
    if (ratio > 1.002)
        fail_msg("mean ratio %.6f", ratio);
}

static void ways_over_many_regions_are_close_to_the_shortest(void **state)
{
    (void)state;
    double ratio = mean_ratio(true);
    if (ratio > 1.002)
        fail_msg("mean ratio %.6f", ratio);
}

static void the_cheapest_goal_is_chosen(void **state)
{
    (void)state;
    enum { GOALS = 70 };
    static struct world world;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        open_world(&world, seed, SIZE_SQUARES, true);
        uint64_t random = seed;
        struct path_place goals[GOALS];
        struct path path;
        const struct funnel_point *points;
        struct path_place start = locate(&world, random_place(&world, &random));
        for (int i = 0; i < GOALS; i++)
            goals[i] = locate(&world, random_place(&world, &random));
        // Few goals guide the search, many do not.
        size_t count = seed % 2 ? 5 : GOALS;
        double best = INFINITY;
        for (size_t i = 0; i < count; i++) {
            struct path_request request = request_of(&world, start, &goals[i], 1);
            assert_int_equal(path_query_find(world.query, &request, &path), PATH_FOUND);
            size_t point_count = pull(&world, &request, &path, &points);
            best = fmin(best, length_of(points, point_count));
        }
        struct path_request request = request_of(&world, start, goals, count);
        assert_int_equal(path_query_find(world.query, &request, &path), PATH_FOUND);
        size_t point_count = pull(&world, &request, &path, &points);
        double length = length_of(points, point_count);
        if (length > best * 1.02 + 1)
            fail_msg("seed %lu: %.1f mm to goal %zu, another is %.1f mm away", seed, length, path.goal, best);
        close_world(&world);
    }
}

static void a_goal_in_the_starts_cell_needs_no_side(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, 2, 3, false);
    struct path path;
    uint64_t random = 1;
    struct path_place start = locate(&world, random_place(&world, &random));
    struct path_request request = request_of(&world, start, &start, 1);
    assert_int_equal(path_query_find(world.query, &request, &path), PATH_FOUND);
    assert_int_equal(path.side_count, 0);
    assert_true(path.length_mm == 0);
    close_world(&world);
}

static void a_search_out_of_nodes_says_so_and_leads_as_near_as_it_came(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, 4, SIZE_SQUARES, false);
    uint64_t random = 7;
    for (int i = 0; i < 200; i++) {
        struct path_place start = locate(&world, random_place(&world, &random));
        struct path_place goal = locate(&world, random_place(&world, &random));
        struct path_request request = request_of(&world, start, &goal, 1);
        struct path path;
        assert_int_equal(path_query_find(world.query, &request, &path), PATH_FOUND);
        size_t needed = path.node_count;
        for (size_t nodes_max = 1; nodes_max <= needed; nodes_max++) {
            struct path_query *query = path_query_create(world.mesh->cell_count, nodes_max);
            assert_non_null(query);
            enum path_status status = path_query_find(query, &request, &path);
            assert_int_equal(status, nodes_max < needed ? PATH_OUT_OF_NODES : PATH_FOUND);
            assert_true(path.node_count <= nodes_max);
            assert_true(path.side_count < nodes_max || nodes_max == needed);
            if (status == PATH_OUT_OF_NODES)
                assert_true(geo_place_distance(path.end.at, goal.at) <=
                            geo_place_distance(start.at, goal.at));
            path_query_destroy(query);
        }
    }
    close_world(&world);
}

static void an_answer_does_not_depend_on_earlier_ones(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, 6, SIZE_SQUARES, true);
    uint64_t random = 3;
    for (int i = 0; i < 100; i++) {
        struct path_place goal = locate(&world, random_place(&world, &random));
        struct path_request request =
            request_of(&world, locate(&world, random_place(&world, &random)), &goal, 1);
        struct path_query *fresh = path_query_create(world.mesh->cell_count, world.mesh->cell_count);
        struct path first;
        struct path second;
        assert_non_null(fresh);
        assert_int_equal(path_query_find(fresh, &request, &first), PATH_FOUND);
        assert_int_equal(path_query_find(world.query, &request, &second), PATH_FOUND);
        assert_int_equal(first.side_count, second.side_count);
        assert_memory_equal(first.sides, second.sides, first.side_count * sizeof *first.sides);
        path_query_destroy(fresh);
    }
    close_world(&world);
}

static void an_agent_too_wide_finds_nothing(void **state)
{
    (void)state;
    static struct world world;
    for (int32_t radius_mm = 100; radius_mm <= 101; radius_mm++) {
        static struct report report;
        test_scene_begin(&world.test, radius_mm);
        test_scene_add_floor(&world.test, 0, 0, 1000, 1000, 0);
        test_scene_add_floor(&world.test, 1000, 400, 2000, 600, 0)->surface = PACK_STONE;
        world.mesh = mesh_build(&world.test.scene, &report);
        assert_non_null(world.mesh);
        world.locator = locator_create(world.mesh);
        world.query = path_query_create(world.mesh->cell_count, world.mesh->cell_count);
        world.funnel = NULL;
        struct path_place goal = locate(&world, (struct geo_point){1500, 500});
        struct path_request request =
            request_of(&world, locate(&world, (struct geo_point){500, 500}), &goal, 1);
        struct path path;
        assert_int_equal(path_query_find(world.query, &request, &path),
                         radius_mm == 100 ? PATH_FOUND : PATH_NONE);
        assert_int_equal(path.side_count, radius_mm == 100 ? 1 : 0);
        close_world(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_close_to_the_shortest),
        cmocka_unit_test(ways_over_many_regions_are_close_to_the_shortest),
        cmocka_unit_test(the_cheapest_goal_is_chosen),
        cmocka_unit_test(a_goal_in_the_starts_cell_needs_no_side),
        cmocka_unit_test(a_search_out_of_nodes_says_so_and_leads_as_near_as_it_came),
        cmocka_unit_test(an_answer_does_not_depend_on_earlier_ones),
        cmocka_unit_test(an_agent_too_wide_finds_nothing),
    };
    return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
