// Names of waypoints hold as long as their chunk stays, and places are found on every level.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/chunk.h"
#include "nav/locate.h"
#include "nav/path.h"
#include "nav/waypoint.h"
#include "tests/data/river.h"

static void ids_of_waypoints_hold_until_their_chunk_is_replaced(void **state)
{
    (void)state;
    struct navmesh *whole = river_make();
    struct navmesh *bridge = river_make_bridge(0);
    struct navmesh *next = chunk_replace(whole, 1, bridge);
    assert_non_null(next);
    for (uint32_t cell = 0; cell < whole->cell_count; cell++) {
        struct waypoint_id id = waypoint_name(whole, cell);
        assert_int_equal(waypoint_find(whole, id), cell);
        assert_int_equal(waypoint_find(next, id), id.chunk == 1 ? MESH_NONE : cell);
    }
    assert_int_equal(waypoint_find(whole, (struct waypoint_id){2, 0, 0}), MESH_NONE);
    assert_int_equal(waypoint_find(whole, (struct waypoint_id){0, 0, 2}), MESH_NONE);
    navmesh_destroy(next);
    navmesh_destroy(bridge);
    navmesh_destroy(whole);
}

static void a_place_is_located_on_every_level(void **state)
{
    (void)state;
    struct navmesh *whole = river_make();
    struct locator *locator = locator_create(whole);
    assert_non_null(locator);
    static const struct {
        double x;
        uint32_t chunk, set;
    } cases[] = {{1000, 0, 0}, {7000, 1, 2}, {13000, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct mesh_layer *layer = &whole->layers[1];
        struct locator_place place = {.at = {cases[i].x, 1000}};
        assert_true(locator_find(locator, layer, &place, MESH_NONE, &place));
        struct locator_levels levels = locator_levels_of(locator, layer, &place);
        assert_int_equal(levels.chunk, cases[i].chunk);
        assert_int_equal(levels.set, cases[i].set);
        assert_int_equal(levels.waypoint, place.cell);
        assert_int_equal(levels.edge, 0);
    }
    locator_destroy(locator);
    navmesh_destroy(whole);
}

static void a_goal_whose_cell_is_removed_during_the_search_is_answered(void **state)
{
    (void)state;
    struct navmesh *whole = river_make();
    struct locator *locator = locator_create(whole);
    struct path_query *query = path_query_create(16, 16);
    assert_true(locator && query);
    struct locator_place goal = {.at = {7000, 1500}};
    assert_true(locator_find(locator, &whole->layers[1], &goal, MESH_NONE, &goal));
    // The bridge falls while somebody looks for a way onto it.
    struct navmesh *fallen = chunk_replace(whole, 1, NULL);
    assert_non_null(fallen);
    struct locator *next = locator_create(fallen);
    assert_non_null(next);
    struct path_place end = {goal.at, goal.cell};
    struct path_request request = {.mesh = whole,
                                   .layer = &whole->layers[1],
                                   .start = {{1000, 1500}, 0},
                                   .goals = &end,
                                   .goal_count = 1};
    struct path path;
    assert_int_equal(path_query_find(query, &request, &path), PATH_FOUND);
    // Asked again, it is told that there is no such ground, and by name no such cell.
    assert_false(locator_find(next, &fallen->layers[1], &goal, MESH_NONE, &goal));
    assert_int_equal(waypoint_find(fallen, waypoint_name(whole, end.cell)), MESH_NONE);
    assert_true(locator_nearest(next, &fallen->layers[1], &goal, 10000, MESH_NONE, &goal));
    locator_destroy(next);
    locator_destroy(locator);
    navmesh_destroy(fallen);
    path_query_destroy(query);
    navmesh_destroy(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_of_waypoints_hold_until_their_chunk_is_replaced),
        cmocka_unit_test(a_place_is_located_on_every_level),
        cmocka_unit_test(a_goal_whose_cell_is_removed_during_the_search_is_answered),
    };
    return cmocka_run_group_tests_name("waypoint", tests, NULL, NULL);
}
