// The ends of a way are found on their floors, on roads, and on both sides of a border.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/ends.h"
#include "nav/mesh_build.h"
#include "tests/data/test_scene.h"

/// Two fields with a step of a metre between them, another field beyond a gap, and a roof over the first.
struct world {
    struct test_scene test;
    struct navmesh *mesh;
    struct locator *locator;
    struct roads *roads;
    struct gates *gates;
    struct route_scene scene;
};

static void open_world(struct world *world, bool has_road)
{
    static struct report report;
    test_scene_begin(&world->test, 0);
    test_scene_add_floor(&world->test, 0, 0, 10000, 10000, 0);
    test_scene_add_floor(&world->test, 10000, 0, 20000, 10000, 1000)->surface = PACK_STONE;
    test_scene_add_floor(&world->test, 30000, 0, 40000, 10000, 0);
    test_scene_add_floor(&world->test, 0, 0, 10000, 10000, 3000)->surface = PACK_WOOD;
    world->mesh = mesh_build(&world->test.scene, &report);
    assert_non_null(world->mesh);
    world->locator = locator_create(world->mesh);
    world->roads = roads_create();
    assert_true(world->locator && world->roads);
    if (has_road) {
        uint32_t from = roads_add_node(world->roads, (struct geo_point){9000, 5000}, 0);
        uint32_t to = roads_add_node(world->roads, (struct geo_point){31000, 5000}, 0);
        assert_int_not_equal(roads_add_link(world->roads, from, to, 500), ROADS_NONE);
    }
    struct gates_input input = {.mesh = world->mesh,
                                .layer = &world->mesh->layers[0],
                                .locator = world->locator,
                                .roads = world->roads};
    world->gates = gates_create(&input);
    assert_non_null(world->gates);
    world->scene = (struct route_scene){.mesh = world->mesh,
                                        .layer = &world->mesh->layers[0],
                                        .locator = world->locator,
                                        .roads = world->roads,
                                        .gates = world->gates,
                                        .number = 3};
}

static void close_world(struct world *world)
{
    gates_destroy(world->gates);
    roads_destroy(world->roads);
    locator_destroy(world->locator);
    navmesh_destroy(world->mesh);
    test_scene_finish(&world->test);
}

static struct nav_position at(double x, double y, double z)
{
    return (struct nav_position){x, y, z, 3};
}

static bool are_joined(const struct world *world, struct nav_position from, struct nav_position to)
{
    struct ends ends;
    assert_true(ends_find(&world->scene, from, to, &ends));
    return ends_are_joined(&world->scene, &ends);
}

static void floors_one_above_another_are_told_apart(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, false);
    assert_true(are_joined(&world, at(1, 0, 1), at(9, 0.2, 9)));
    assert_true(are_joined(&world, at(1, 2.9, 1), at(9, 3, 9)));
    assert_false(are_joined(&world, at(1, 0, 1), at(9, 2.9, 9)));
    assert_false(are_joined(&world, at(1, 0, 1), at(11, 1, 9)));
    struct nav_position ground;
    assert_true(ends_find_ground(&world.scene, at(5, 2.9, 5), &ground));
    assert_true(ground.y == 3 && ground.scene == 3);
    assert_false(ends_find_ground(&world.scene, at(25, 0, 5), &ground));
    assert_false(ends_find_ground(&world.scene, at(5, NAN, 5), &ground));
    close_world(&world);
}

static void roads_join_what_the_mesh_does_not(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, true);
    assert_true(are_joined(&world, at(1, 0, 1), at(35, 0, 5)));
    assert_true(are_joined(&world, at(35, 0, 5), at(1, 0, 1)));
    assert_false(are_joined(&world, at(1, 3, 1), at(35, 0, 5)));
    close_world(&world);
}

static void with_roads_only_one_stands_on_a_road_or_nowhere(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, true);
    world.scene.gates = NULL;
    assert_true(are_joined(&world, at(9, 0, 5), at(31, 0, 5.4)));
    struct ends ends;
    assert_false(ends_find(&world.scene, at(1, 0, 1), at(31, 0, 5), &ends));
    // In the middle of the road is no ground, but road.
    assert_true(are_joined(&world, at(25, 0, 5), at(31, 0, 5)));
    uint32_t from = roads_add_node(world.roads, (struct geo_point){1000, 1000}, 0);
    uint32_t to = roads_add_node(world.roads, (struct geo_point){2000, 1000}, 0);
    assert_int_not_equal(roads_add_link(world.roads, from, to, 500), ROADS_NONE);
    assert_true(ends_find(&world.scene, at(1.1, 0, 1), at(31, 0, 5), &ends));
    assert_false(ends_are_joined(&world.scene, &ends));
    struct ends_gap gap;
    ends_explain(&world.scene, &ends, &gap);
    assert_int_equal(gap.reason, NAV_REASON_NO_JUMP);
    assert_true(gap.nearest.x == 2 && gap.nearest.z == 1);
    close_world(&world);
}

static void the_explanation_is_about_the_nearest_place_reached(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, true);
    struct ends ends;
    struct ends_gap gap;
    assert_true(ends_find(&world.scene, at(35, 0, 5), at(12, 1, 7), &ends));
    ends_explain(&world.scene, &ends, &gap);
    // Over the road to the first field, and there the step is in the way.
    assert_int_equal(gap.reason, NAV_REASON_STEP);
    assert_true(fabs(gap.nearest.x - 10) < 1e-9 && fabs(gap.nearest.z - 7) < 1e-9);
    assert_true(fabs(gap.distance_m - 2) < 1e-9);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_one_above_another_are_told_apart),
        cmocka_unit_test(roads_join_what_the_mesh_does_not),
        cmocka_unit_test(with_roads_only_one_stands_on_a_road_or_nowhere),
        cmocka_unit_test(the_explanation_is_about_the_nearest_place_reached),
    };
    return cmocka_run_group_tests_name("ends", tests, NULL, NULL);
}
