// The graph of a way is chosen as a plain look at all roads near its ends says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "nav/nav.h"
#include "tests/data/random_region.h"
#include "tests/data/random_world.h"

enum { POINTS_MAX = 512, NODES_MAX = 64, ISLANDS_MAX = 8, NEAR = 4 };

/// A scene of islands and roads; they are one graph in one world and not there in the other.
struct world {
    struct pack *pack;
    const struct pack_scene *scene;
    struct nav *nav;
    struct nav *mesh_nav;
    struct nav_query *query;
    struct nav_query *mesh_query;
    double roads[NODES_MAX][NODES_MAX];   // least lengths along roads, metres
    size_t sets[ISLANDS_MAX + NODES_MAX]; // islands, then nodes: equal where both graphs lead
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
};

static size_t island_of(struct geo_point at)
{
    return (size_t)(at.x / 16000);
}

static double straight_m(struct geo_point a, struct geo_point b)
{
    return hypot(b.x - a.x, b.z - a.z) / 1000;
}

static void join(struct world *world, size_t a, size_t b)
{
    size_t kept = world->sets[a];
    size_t joined = world->sets[b];
    for (size_t i = 0; i < ISLANDS_MAX + NODES_MAX; i++) {
        if (world->sets[i] == joined)
            world->sets[i] = kept;
    }
}

/// Lengths along roads [Floyd], and what hangs together.
static void survey(struct world *world)
{
    const struct pack_scene *scene = world->scene;
    size_t count = scene->road_node_count;
    for (size_t i = 0; i < ISLANDS_MAX + NODES_MAX; i++)
        world->sets[i] = i;
    for (size_t i = 0; i < count; i++) {
        join(world, island_of(scene->road_nodes[i].at), ISLANDS_MAX + i);
        for (size_t k = 0; k < count; k++)
            world->roads[i][k] = i == k ? 0 : INFINITY;
    }
    for (size_t i = 0; i < scene->road_link_count; i++) {
        const uint32_t *nodes = scene->road_links[i].nodes;
        double length_m = straight_m(scene->road_nodes[nodes[0]].at, scene->road_nodes[nodes[1]].at);
        world->roads[nodes[0]][nodes[1]] = length_m;
        world->roads[nodes[1]][nodes[0]] = length_m;
        join(world, ISLANDS_MAX + nodes[0], ISLANDS_MAX + nodes[1]);
    }
    for (size_t by = 0; by < count; by++) {
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < count; k++)
                world->roads[i][k] = fmin(world->roads[i][k], world->roads[i][by] + world->roads[by][k]);
        }
    }
}

static void open_world(struct world *world, uint64_t seed, const struct random_world_size *size)
{
    static struct report report;
    struct nav_options options = {.graphs = NAV_GRAPHS_MESH_ONLY};
    *world = (struct world){.pack = random_world_make(seed, size)};
    world->scene = &world->pack->scenes[0];
    assert_true(world->scene->road_node_count <= NODES_MAX);
    world->nav = nav_create(world->pack, NULL, &report);
    world->mesh_nav = nav_create(world->pack, &options, &report);
    assert_true(world->nav && world->mesh_nav);
    world->query = nav_query_create(world->nav, 0);
    world->mesh_query = nav_query_create(world->mesh_nav, 0);
    assert_true(world->query && world->mesh_query);
    survey(world);
}

static void close_world(struct world *world)
{
    nav_query_destroy(world->query);
    nav_query_destroy(world->mesh_query);
    nav_destroy(world->nav);
    nav_destroy(world->mesh_nav);
    random_world_free(world->pack);
}

static enum nav_status ask(struct world *world, struct nav_query *query, struct geo_point from,
                           struct geo_point to)
{
    world->trip = (struct nav_trip){.points = world->points, .points_max = POINTS_MAX};
    return nav_query_place(query, (struct nav_position){.x = from.x / 1000.0, .z = from.z / 1000.0},
                           (struct nav_position){.x = to.x / 1000.0, .z = to.z / 1000.0}, &world->trip);
}

/// On the mesh alone.
static double walk_m(struct world *world, struct geo_point from, struct geo_point to)
{
    return ask(world, world->mesh_query, from, to) == NAV_FOUND ? world->trip.length_m : INFINITY;
}

/// Marks the nodes to try from a place: of those on its island, the nearest few and the nearest of each road.
static void mark_near(const struct world *world, struct geo_point from, size_t other_island, bool *marks)
{
    const struct pack_scene *scene = world->scene;
    for (size_t i = 0; i < scene->road_node_count; i++) {
        size_t nearer = 0;
        size_t nearer_of_road = 0;
        bool leads = false;
        for (size_t k = 0; k < scene->road_node_count; k++) {
            bool is_one_road = world->roads[i][k] < INFINITY;
            leads = leads || (is_one_road && island_of(scene->road_nodes[k].at) == other_island);
        }
        for (size_t k = 0; k < scene->road_node_count; k++) {
            bool is_candidate = island_of(scene->road_nodes[k].at) == island_of(from);
            bool leads_too = false;
            for (size_t n = 0; n < scene->road_node_count; n++)
                leads_too = leads_too || (world->roads[k][n] < INFINITY &&
                                          island_of(scene->road_nodes[n].at) == other_island);
            bool is_nearer =
                straight_m(from, scene->road_nodes[k].at) < straight_m(from, scene->road_nodes[i].at);
            nearer += is_candidate && leads_too && is_nearer;
            nearer_of_road += is_candidate && is_nearer && world->roads[i][k] < INFINITY;
        }
        marks[i] = leads && island_of(scene->road_nodes[i].at) == island_of(from) &&
                   (nearer < NEAR || nearer_of_road == 0);
    }
}

/// The least length over one road from a node near the start to one near the goal.
/// @param[out] is_one_node  whether both are the same
static double plain_roads(struct world *world, struct geo_point from, struct geo_point to, bool *is_one_node)
{
    const struct pack_scene *scene = world->scene;
    bool starts[NODES_MAX] = {false};
    bool goals[NODES_MAX] = {false};
    double to_m[NODES_MAX];
    double least = INFINITY;
    mark_near(world, from, island_of(to), starts);
    mark_near(world, to, island_of(from), goals);
    for (size_t i = 0; i < scene->road_node_count; i++)
        to_m[i] = goals[i] ? walk_m(world, scene->road_nodes[i].at, to) : INFINITY;
    for (size_t i = 0; i < scene->road_node_count; i++) {
        double from_m = starts[i] ? walk_m(world, from, scene->road_nodes[i].at) : INFINITY;
        for (size_t k = 0; k < scene->road_node_count; k++) {
            double length_m = from_m + world->roads[i][k] + to_m[k];
            if (length_m >= least)
                continue;
            least = length_m;
            *is_one_node = i == k;
        }
    }
    return least;
}

/// The least length with roads and ways on foot in any order.
static double plain_both(struct world *world, struct geo_point from, struct geo_point to)
{
    const struct pack_scene *scene = world->scene;
    size_t count = scene->road_node_count;
    static double walks[NODES_MAX][NODES_MAX];
    double costs[NODES_MAX] = {0};
    double least = walk_m(world, from, to);
    for (size_t i = 0; i < count; i++) {
        costs[i] = walk_m(world, from, scene->road_nodes[i].at);
        for (size_t k = 0; k < count; k++)
            walks[i][k] =
                fmin(world->roads[i][k], walk_m(world, scene->road_nodes[i].at, scene->road_nodes[k].at));
    }
    for (size_t by = 0; by < count; by++) {
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < count; k++)
                walks[i][k] = fmin(walks[i][k], walks[i][by] + walks[by][k]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++)
            least = fmin(least, costs[i] + walks[i][k] + walk_m(world, scene->road_nodes[k].at, to));
    }
    return least;
}

static double points_length(const struct world *world)
{
    double length_m = 0;
    for (size_t i = 1; i < world->trip.point_count; i++)
        length_m +=
            hypot(world->points[i].x - world->points[i - 1].x, world->points[i].z - world->points[i - 1].z);
    return length_m;
}

static void try_way(struct world *world, struct geo_point from, struct geo_point to, uint64_t seed,
                    size_t counts[3])
{
    double mesh_m = walk_m(world, from, to);
    bool is_one_node = false;
    double roads_m = plain_roads(world, from, to, &is_one_node);
    enum nav_status status = ask(world, world->query, from, to);
    if (status == NAV_OFF_MESH)
        return;
    bool is_connected = world->sets[island_of(from)] == world->sets[island_of(to)];
    if ((status == NAV_FOUND) != is_connected)
        fail_msg("seed %lu: %s", seed, nav_status_name(status));
    if (!is_connected)
        return;
    assert_int_equal(world->trip.leg_count, 1);
    enum nav_graph graph = world->trip.legs[0].graph;
    bool is_roads = roads_m < INFINITY && !is_one_node;
    enum nav_graph expected = is_roads            ? NAV_GRAPH_ROADS
                              : mesh_m < INFINITY ? NAV_GRAPH_MESH
                                                  : NAV_GRAPH_BOTH;
    if (graph != expected)
        fail_msg("seed %lu: from %d %d to %d %d: graph %d, not %d", seed, from.x, from.z, to.x, to.z, graph,
                 expected);
    double length_m = is_roads ? roads_m : mesh_m;
    if (expected != NAV_GRAPH_BOTH && fabs(world->trip.length_m - length_m) > 1e-6)
        fail_msg("seed %lu: %.6f m on graph %d, not %.6f m", seed, world->trip.length_m, graph, length_m);
    if (expected == NAV_GRAPH_BOTH) {
        double both_m = world->trip.length_m;
        double least_m = plain_both(world, from, to);
        if (both_m < least_m - 1e-6 || both_m > least_m + 1e-6)
            fail_msg("seed %lu: %.6f m over both graphs, the least is %.6f m", seed, both_m, least_m);
        (void)ask(world, world->query, from, to);
    }
    assert_true(fabs(points_length(world) - world->trip.length_m) < 0.01);
    assert_true(world->trip.length_m > straight_m(from, to) - 0.01);
    counts[graph]++;
}

static void graphs_are_chosen_like_a_plain_look_at_all_roads(void **state)
{
    (void)state;
    size_t counts[3] = {0};
    for (uint64_t seed = 1; seed <= 120; seed++) {
        static struct world world;
        struct random_world_size size = {
            .scene_count = 1, .island_count = 1 + seed % 6, .road_count = 1 + seed % 5, .npc_count = 0};
        uint64_t random = seed;
        open_world(&world, seed, &size);
        for (int i = 0; i < 8; i++) {
            struct geo_point from = random_world_place(&random, &size);
            struct geo_point to = random_world_place(&random, &size);
            try_way(&world, from, to, seed, counts);
        }
        close_world(&world);
    }
    print_message("mesh %zu, roads %zu, both %zu\n", counts[NAV_GRAPH_MESH], counts[NAV_GRAPH_ROADS],
                  counts[NAV_GRAPH_BOTH]);
    assert_true(counts[NAV_GRAPH_MESH] > 20 && counts[NAV_GRAPH_ROADS] > 200 && counts[NAV_GRAPH_BOTH] > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_are_chosen_like_a_plain_look_at_all_roads),
    };
    return cmocka_run_group_tests_name("choosing", tests, NULL, NULL);
}
