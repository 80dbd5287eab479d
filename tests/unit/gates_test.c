// Gates are the road nodes that lie on the mesh, grouped by what can be reached from them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/gates.h"
#include "nav/mesh_build.h"
#include "tests/data/test_scene.h"

/// Two fields, and a third one high above the first.
struct world {
    struct test_scene test;
    struct navmesh *mesh;
    struct locator *locator;
    struct roads *roads;
    struct gates *gates;
};

static void open_world(struct world *world)
{
    static struct report report;
    test_scene_begin(&world->test, 0);
    test_scene_add_floor(&world->test, 0, 0, 10000, 10000, 0);
    test_scene_add_floor(&world->test, 20000, 0, 30000, 10000, 0);
    test_scene_add_floor(&world->test, 0, 0, 10000, 10000, 5000);
    world->mesh = mesh_build(&world->test.scene, &report);
    assert_non_null(world->mesh);
    world->locator = locator_create(world->mesh);
    world->roads = roads_create();
    assert_true(world->locator && world->roads);
}

static void make_gates(struct world *world)
{
    struct gates_input input = {.mesh = world->mesh,
                                .layer = &world->mesh->layers[0],
                                .locator = world->locator,
                                .roads = world->roads};
    world->gates = gates_create(&input);
    assert_non_null(world->gates);
}

static void close_world(struct world *world)
{
    gates_destroy(world->gates);
    roads_destroy(world->roads);
    locator_destroy(world->locator);
    navmesh_destroy(world->mesh);
    test_scene_finish(&world->test);
}

static uint32_t ground_at(const struct world *world, double x, double z, double height_mm)
{
    struct locator_place asked = {.at = {x, z}, .height_mm = height_mm};
    struct locator_place found;
    assert_true(locator_find(world->locator, &world->mesh->layers[0], &asked, MESH_NONE, &found));
    return mesh_component(&world->mesh->layers[0], found.cell);
}

static void nodes_are_gates_where_there_is_ground_at_their_height(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world);
    const struct {
        struct geo_point at;
        int32_t height_mm;
        bool is_gate;
    } cases[] = {
        {{1000, 1000}, 0, true},     {{1000, 1000}, 5000, true},  {{2000, 1000}, 300, true},
        {{3000, 1000}, 301, false},  {{3000, 1000}, 2500, false}, {{15000, 1000}, 0, false},
        {{25000, 1000}, -300, true},
    };
    enum { COUNT = sizeof cases / sizeof cases[0] };
    uint32_t nodes[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        nodes[i] = roads_add_node(world.roads, cases[i].at, cases[i].height_mm);
        if (i > 0)
            (void)roads_add_link(world.roads, nodes[i - 1], nodes[i], 500);
    }
    uint32_t alone = roads_add_node(world.roads, (struct geo_point){5000, 5000}, 0);
    make_gates(&world);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(world.gates->places[nodes[i]].cell != MESH_NONE, cases[i].is_gate);
        assert_int_equal(world.gates->groups_of_nodes[nodes[i]] != GATES_NONE, cases[i].is_gate);
    }
    // A node without a link lies on the ground, but leads nowhere.
    assert_int_not_equal(world.gates->places[alone].cell, MESH_NONE);
    assert_int_equal(world.gates->groups_of_nodes[alone], GATES_NONE);
    close_world(&world);
}

static void grounds_that_a_road_joins_are_one_union(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world);
    uint32_t west = roads_add_node(world.roads, (struct geo_point){9000, 5000}, 0);
    uint32_t middle = roads_add_node(world.roads, (struct geo_point){15000, 5000}, 0);
    uint32_t east = roads_add_node(world.roads, (struct geo_point){21000, 5000}, 0);
    uint32_t top = roads_add_node(world.roads, (struct geo_point){1000, 1000}, 5000);
    uint32_t top_too = roads_add_node(world.roads, (struct geo_point){2000, 1000}, 5000);
    (void)roads_add_link(world.roads, west, middle, 500);
    (void)roads_add_link(world.roads, middle, east, 500);
    (void)roads_add_link(world.roads, top, top_too, 500);
    make_gates(&world);
    const struct gates *gates = world.gates;
    uint32_t west_ground = ground_at(&world, 1, 1, 0);
    uint32_t east_ground = ground_at(&world, 25000, 1, 0);
    uint32_t top_ground = ground_at(&world, 1, 1, 5000);
    assert_int_equal(gates->unions[west_ground], gates->unions[east_ground]);
    assert_int_not_equal(gates->unions[west_ground], gates->unions[top_ground]);
    assert_int_equal(gates->group_count, 3);
    uint32_t trunk = roads_component(world.roads, west);
    uint32_t group = gates_find_group(gates, west_ground, trunk);
    assert_int_equal(group, gates->groups_of_nodes[west]);
    assert_int_equal(quadtree_count(gates->groups[group].nodes), 1);
    assert_int_equal(gates_find_group(gates, east_ground, trunk), gates->groups_of_nodes[east]);
    assert_int_equal(gates_find_group(gates, top_ground, trunk), GATES_NONE);
    group = gates_find_group(gates, top_ground, roads_component(world.roads, top));
    assert_int_equal(quadtree_count(gates->groups[group].nodes), 2);
    close_world(&world);
}

static void few_gates_are_listed_all(void **state)
{
    (void)state;
    for (int32_t road_count = 1; road_count <= GATES_FEW; road_count++) {
        static struct world world;
        struct quadtree_found found[GATES_FEW];
        open_world(&world);
        for (int32_t i = 0; i < road_count; i++) {
            uint32_t near = roads_add_node(world.roads, (struct geo_point){500 * i + 100, 1000}, 0);
            uint32_t far = roads_add_node(world.roads, (struct geo_point){500 * i + 100, 9000}, 0);
            (void)roads_add_link(world.roads, near, far, 100);
        }
        make_gates(&world);
        uint32_t ground = ground_at(&world, 1, 1, 0);
        bool are_few = 2 * road_count <= GATES_FEW;
        assert_int_equal(gates_are_few(world.gates, ground), are_few);
        assert_true(gates_are_few(world.gates, ground_at(&world, 25000, 1, 0)));
        size_t count = are_few ? gates_list_few(world.gates, ground, (struct geo_place){0, 0}, found) : 0;
        assert_int_equal(count, are_few ? 2 * road_count : 0);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(world.roads->nodes[found[i].item].at.z, i % 2 == 0 ? 1000 : 9000);
            for (size_t k = 0; k < i; k++)
                assert_int_not_equal(found[k].item, found[i].item);
        }
        close_world(&world);
    }
}

static void no_roads_no_gates(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world);
    make_gates(&world);
    assert_int_equal(world.gates->group_count, 0);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(gates_find_group(world.gates, i, 0), GATES_NONE);
    assert_int_not_equal(world.gates->unions[0], world.gates->unions[1]);
    close_world(&world);
    gates_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_gates_where_there_is_ground_at_their_height),
        cmocka_unit_test(grounds_that_a_road_joins_are_one_union),
        cmocka_unit_test(few_gates_are_listed_all),
        cmocka_unit_test(no_roads_no_gates),
    };
    return cmocka_run_group_tests_name("gates", tests, NULL, NULL);
}
