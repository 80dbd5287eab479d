// The way over roads is the shortest of all, and few ways on foot are measured to find it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/trunk.h"
#include "tests/data/allocations.h"
#include "tests/data/random_region.h"

enum { NODES = 40 };

/// Random roads, and ways on foot that are up to half longer than the straight line, or not there.
struct network {
    struct roads *roads;
    struct geo_place start;
    struct geo_place goal;
    double lengths[NODES + 1][NODES + 1]; // of ways on foot; the last is the start, or the goal
    size_t walk_count;
};

static struct geo_place place_of(const struct network *network, uint32_t node, struct geo_place end)
{
    return node == ROADS_NONE ? end : geo_place_of(network->roads->nodes[node].at);
}

static double walk(void *context, uint32_t from, uint32_t to)
{
    struct network *network = context;
    network->walk_count++;
    return network->lengths[from == ROADS_NONE ? NODES : from][to == ROADS_NONE ? NODES : to];
}

static struct geo_point random_point(uint64_t *seed)
{
    return (struct geo_point){seed_between(seed, 0, 100000), seed_between(seed, 0, 100000)};
}

static void make(struct network *network, uint64_t seed)
{
    network->roads = roads_create();
    network->start = geo_place_of(random_point(&seed));
    network->goal = geo_place_of(random_point(&seed));
    for (int i = 0; i < NODES; i++)
        assert_int_equal(roads_add_node(network->roads, random_point(&seed), 0), i);
    for (int i = 0; i < NODES; i++) {
        uint32_t from = (uint32_t)seed_between(&seed, 0, NODES - 1);
        uint32_t to = (uint32_t)seed_between(&seed, 0, NODES - 1);
        if (from != to)
            (void)roads_add_link(network->roads, from, to, 0);
    }
    for (uint32_t i = 0; i <= NODES; i++) {
        for (uint32_t k = 0; k <= NODES; k++) {
            struct geo_place from = place_of(network, i == NODES ? ROADS_NONE : i, network->start);
            struct geo_place to = place_of(network, k == NODES ? ROADS_NONE : k, network->goal);
            double length = geo_place_distance(from, to) * seed_between(&seed, 100, 150) / 100;
            network->lengths[i][k] = seed_next(&seed) % 4 == 0 ? INFINITY : length;
        }
    }
}

/// The least length by looking at all pairs of nodes, along roads by Floyd's method.
static double plain_least(const struct network *network, const uint32_t *starts, size_t start_count,
                          const uint32_t *goals, size_t goal_count)
{
    static double lengths[NODES][NODES];
    double least = INFINITY;
    for (uint32_t i = 0; i < NODES; i++) {
        for (uint32_t k = 0; k < NODES; k++)
            lengths[i][k] = i == k ? 0 : INFINITY;
        for (uint32_t half = network->roads->nodes[i].first_half; half != ROADS_NONE;
             half = roads_next_half(network->roads, half))
            lengths[i][roads_other_end(network->roads, half)] = network->roads->links[half / 2].length_mm;
    }
    for (int by = 0; by < NODES; by++) {
        for (int i = 0; i < NODES; i++) {
            for (int k = 0; k < NODES; k++)
                lengths[i][k] = fmin(lengths[i][k], lengths[i][by] + lengths[by][k]);
        }
    }
    for (size_t i = 0; i < start_count; i++) {
        for (size_t k = 0; k < goal_count; k++)
            least = fmin(least, network->lengths[NODES][starts[i]] + lengths[starts[i]][goals[k]] +
                                    network->lengths[goals[k]][NODES]);
    }
    return least;
}

static double length_of(struct network *network, const struct trunk_way *way)
{
    double length = 0;
    uint32_t last = ROADS_NONE;
    for (size_t i = 0; i < way->step_count; i++) {
        struct trunk_step step = way->steps[i];
        assert_int_equal(step.is_walked, i == 0);
        length += step.is_walked ? walk(network, last, step.node)
                                 : geo_place_distance(place_of(network, last, network->start),
                                                      place_of(network, step.node, network->goal));
        last = step.node;
    }
    return length + walk(network, last, ROADS_NONE);
}

static void the_way_is_the_shortest_of_all(void **state)
{
    (void)state;
    struct trunk_query *query = trunk_query_create(NODES);
    size_t found_count = 0;
    size_t walk_count = 0;
    size_t walks_max = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        static struct network network;
        uint32_t starts[NODES];
        uint32_t goals[NODES];
        size_t start_count = 0;
        size_t goal_count = 0;
        uint64_t random = seed;
        make(&network, seed);
        for (uint32_t i = 0; i < NODES; i++) {
            if (seed_next(&random) % 3 == 0)
                starts[start_count++] = i;
            if (seed_next(&random) % 3 == 0)
                goals[goal_count++] = i;
        }
        struct trunk_request request = {.roads = network.roads,
                                        .start = network.start,
                                        .goal = network.goal,
                                        .starts = starts,
                                        .start_count = start_count,
                                        .goals = goals,
                                        .goal_count = goal_count,
                                        .walk = walk,
                                        .context = &network};
        struct trunk_way way;
        network.walk_count = 0;
        enum trunk_status status = trunk_query_find(query, &request, &way);
        walk_count += network.walk_count;
        walks_max += start_count + goal_count;
        double least = plain_least(&network, starts, start_count, goals, goal_count);
        if ((status == TRUNK_FOUND) != (least < INFINITY))
            fail_msg("seed %lu: status %d, but %f", seed, status, least);
        if (status == TRUNK_FOUND) {
            found_count++;
            if (fabs(way.length_mm - least) > 0.01)
                fail_msg("seed %lu: %f, not %f", seed, way.length_mm, least);
            assert_true(fabs(length_of(&network, &way) - least) < 0.01);
        }
        roads_destroy(network.roads);
    }
    print_message("found %zu; measured %zu of %zu ways on foot\n", found_count, walk_count, walks_max);
    assert_true(found_count > 200);
    assert_true(walk_count < walks_max / 2);
    trunk_query_destroy(query);
    trunk_query_destroy(NULL);
}

static void nothing_leads_from_nowhere(void **state)
{
    (void)state;
    struct trunk_query *query = trunk_query_create(NODES);
    static struct network network;
    struct trunk_way way;
    make(&network, 1);
    struct trunk_request request = {.roads = network.roads, .walk = walk, .context = &network};
    assert_int_equal(trunk_query_find(query, &request, &way), TRUNK_NONE);
    roads_destroy(network.roads);
    trunk_query_destroy(query);
}

static void searching_allocates_nothing(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    struct trunk_query *query = trunk_query_create(NODES);
    static struct network network;
    uint32_t all[NODES];
    make(&network, 5);
    for (uint32_t i = 0; i < NODES; i++)
        all[i] = i;
    struct trunk_request request = {.roads = network.roads,
                                    .start = network.start,
                                    .goal = network.goal,
                                    .starts = all,
                                    .start_count = NODES,
                                    .goals = all,
                                    .goal_count = NODES,
                                    .walk = walk,
                                    .context = &network};
    struct trunk_way way;
    size_t before = allocations_count();
    for (int i = 0; i < 10; i++)
        assert_int_equal(trunk_query_find(query, &request, &way), TRUNK_FOUND);
    assert_int_equal(allocations_count(), before);
    roads_destroy(network.roads);
    trunk_query_destroy(query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_is_the_shortest_of_all),
        cmocka_unit_test(nothing_leads_from_nowhere),
        cmocka_unit_test(searching_allocates_nothing),
    };
    return cmocka_run_group_tests_name("trunk", tests, NULL, NULL);
}
