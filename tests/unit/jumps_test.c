// The network of jumps knows the least cost from every jump to every other, the way they lead only.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "nav/jumps.h"
#include "tests/data/random_region.h"

enum { COUNT_MAX = 300, ENDS_MAX = 3 };

/// A random network in scenes where one may walk straight, but between x below 0 and above.
struct network {
    struct jump jumps[COUNT_MAX];
    struct nav_position ends[COUNT_MAX][ENDS_MAX];
    size_t count;
    size_t scene_count;
    size_t walk_count; // asked for
    struct jumps *made;
};

static double straight(void *context, struct nav_position from, struct nav_position to)
{
    struct network *network = context;
    assert_int_equal(from.scene, to.scene);
    network->walk_count++;
    return (from.x < 0) == (to.x < 0) ? hypot(to.x - from.x, to.z - from.z) : INFINITY;
}

static struct nav_position random_position(uint64_t *seed, size_t scene_count)
{
    return (struct nav_position){.x = seed_between(seed, -50, 50),
                                 .z = seed_between(seed, -50, 50),
                                 .scene = (uint32_t)(seed_next(seed) % scene_count)};
}

static void make(struct network *network, uint64_t seed, size_t count, size_t scene_count)
{
    *network = (struct network){.count = count, .scene_count = scene_count};
    for (size_t i = 0; i < count; i++) {
        network->jumps[i] = (struct jump){.at = random_position(&seed, scene_count),
                                          .ends = network->ends[i],
                                          .end_count = 1 + seed_next(&seed) % ENDS_MAX,
                                          .cost_m = seed_between(&seed, 0, 9)};
        for (size_t k = 0; k < network->jumps[i].end_count; k++)
            network->ends[i][k] = random_position(&seed, scene_count);
    }
}

static struct jumps *create(struct network *network, const struct jumps *before, const bool *is_changed)
{
    struct jumps_input input = {.jumps = network->jumps,
                                .count = network->count,
                                .scene_count = network->scene_count,
                                .walk = straight,
                                .context = network,
                                .before = before,
                                .is_changed = is_changed};
    struct jumps *jumps = jumps_create(&input);
    assert_non_null(jumps);
    return jumps;
}

/// The cheapest way to take one jump and walk to another, by looking at all ends.
static double plain_step(struct network *network, size_t from, size_t to)
{
    double least = INFINITY;
    for (size_t i = 0; i < network->jumps[from].end_count; i++) {
        struct nav_position end = network->ends[from][i];
        if (end.scene == network->jumps[to].at.scene)
            least = fmin(least, network->jumps[from].cost_m + straight(network, end, network->jumps[to].at));
    }
    return least;
}

/// Least costs from one jump by relaxing until nothing changes.
static void plain_costs(struct network *network, size_t from, double *costs)
{
    for (size_t i = 0; i < network->count; i++)
        costs[i] = i == from ? 0 : INFINITY;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (size_t i = 0; i < network->count; i++) {
            for (size_t k = 0; k < network->count && costs[i] < INFINITY; k++) {
                double cost = costs[i] + plain_step(network, i, k);
                if (cost < costs[k] - 1e-9) {
                    costs[k] = cost;
                    is_changed = true;
                }
            }
        }
    }
}

static void the_table_holds_the_least_costs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        static struct network network;
        make(&network, seed, seed + 3, 1 + seed % 7);
        struct jumps *jumps = create(&network, NULL, NULL);
        for (size_t from = 0; from < network.count; from++) {
            double costs[COUNT_MAX] = {0};
            plain_costs(&network, from, costs);
            for (size_t to = 0; to < network.count; to++) {
                double cost = jumps->costs_m[from * network.count + to];
                if (cost != costs[to] && fabs(cost - costs[to]) > 1e-9)
                    fail_msg("seed %lu: from %zu to %zu: %g, not %g", seed, from, to, cost, costs[to]);
                if (from == to || costs[to] == INFINITY)
                    continue;
                // The last step of the way is a step, and what comes before it costs the rest.
                uint32_t end;
                uint32_t last = jumps->previous[from * network.count + to];
                double step = jumps_step(jumps, last, (uint32_t)to, &end);
                assert_int_equal(jumps->end_jumps[end], last);
                assert_true(fabs(jumps->costs_m[from * network.count + last] + step - cost) < 1e-9);
            }
        }
        jumps_destroy(jumps);
    }
}

static void one_way_jumps_lead_one_way(void **state)
{
    (void)state;
    static struct network network;
    network = (struct network){.count = 2, .scene_count = 2};
    network.jumps[0] = (struct jump){.at = {.x = 1, .scene = 0}, .ends = network.ends[0], .end_count = 1};
    network.jumps[1] = (struct jump){.at = {.x = 2, .scene = 1}, .ends = network.ends[1], .end_count = 1};
    network.ends[0][0] = (struct nav_position){.x = 5, .scene = 1};
    network.ends[1][0] = (struct nav_position){.x = 6, .scene = 1};
    struct jumps *jumps = create(&network, NULL, NULL);
    assert_true(jumps->costs_m[0 * 2 + 1] == 3);
    assert_true(jumps->costs_m[1 * 2 + 0] == INFINITY);
    jumps_destroy(jumps);
}

static void many_jumps_have_no_table(void **state)
{
    (void)state;
    static struct network network;
    make(&network, 1, JUMPS_TABLE_MAX, 5);
    struct jumps *jumps = create(&network, NULL, NULL);
    assert_non_null(jumps->costs_m);
    jumps_destroy(jumps);
    make(&network, 1, JUMPS_TABLE_MAX + 1, 5);
    jumps = create(&network, NULL, NULL);
    assert_null(jumps->costs_m);
    for (uint32_t from = 0; from < network.count; from += 7) {
        for (uint32_t to = 0; to < network.count; to++) {
            uint32_t end;
            double step = jumps_step(jumps, from, to, &end);
            assert_true(step == plain_step(&network, from, to));
            assert_int_equal(end == JUMPS_NONE, step == INFINITY);
        }
    }
    jumps_destroy(jumps);
}

static void ways_of_scenes_that_stay_are_not_measured_again(void **state)
{
    (void)state;
    static struct network network;
    make(&network, 3, 40, 4);
    struct jumps *before = create(&network, NULL, NULL);
    size_t all = network.walk_count;
    bool is_changed[4] = {false};
    network.walk_count = 0;
    struct jumps *same = create(&network, before, is_changed);
    assert_int_equal(network.walk_count, 0);
    is_changed[2] = true;
    struct jumps *changed = create(&network, before, is_changed);
    assert_int_equal(network.walk_count, changed->scenes[2].end_count * changed->scenes[2].jump_count);
    assert_true(network.walk_count < all);
    assert_memory_equal(same->costs_m, changed->costs_m, 40 * 40 * sizeof *same->costs_m);
    // Another jump moves the numbers of those behind it, but not the ways of scenes that it does not touch.
    is_changed[2] = false;
    network.jumps[0].at.scene = 1;
    network.ends[0][0].scene = 1;
    network.jumps[0].end_count = 1;
    network.walk_count = 0;
    struct jumps *moved = create(&network, before, is_changed);
    jumps_destroy(before);
    before = create(&network, NULL, NULL);
    assert_memory_equal(before->costs_m, moved->costs_m, 40 * 40 * sizeof *before->costs_m);
    jumps_destroy(before);
    jumps_destroy(same);
    jumps_destroy(changed);
    jumps_destroy(moved);
}

static void a_world_without_jumps_is_a_network(void **state)
{
    (void)state;
    static struct network network;
    make(&network, 1, 0, 1);
    struct jumps *jumps = create(&network, NULL, NULL);
    assert_int_equal(jumps->count, 0);
    assert_int_equal(jumps->scenes[0].jump_count, 0);
    jumps_destroy(jumps);
    jumps_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_holds_the_least_costs),
        cmocka_unit_test(one_way_jumps_lead_one_way),
        cmocka_unit_test(many_jumps_have_no_table),
        cmocka_unit_test(ways_of_scenes_that_stay_are_not_measured_again),
        cmocka_unit_test(a_world_without_jumps_is_a_network),
    };
    return cmocka_run_group_tests_name("jumps", tests, NULL, NULL);
}
