// Roads come and go, and what hangs together is known at once.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>
#include <time.h>

#include "nav/roads.h"
#include "tests/data/allocations.h"
#include "tests/data/random_region.h"

enum { NODES = 60 };

/// A plain picture of the roads: how often each pair of nodes is joined.
struct picture {
    uint32_t numbers[NODES];
    struct geo_point at[NODES];
    int joined[NODES][NODES];
    uint32_t links[NODES][NODES];
};

static void mark_reached(const struct picture *picture, size_t from, bool *reached)
{
    if (reached[from])
        return;
    reached[from] = true;
    for (size_t to = 0; to < NODES; to++) {
        if (picture->joined[from][to] > 0 && picture->numbers[to] != ROADS_NONE)
            mark_reached(picture, to, reached);
    }
}

static void compare_components(const struct roads *roads, const struct picture *picture, uint64_t seed)
{
    for (size_t from = 0; from < NODES; from++) {
        bool reached[NODES] = {false};
        if (picture->numbers[from] == ROADS_NONE)
            continue;
        mark_reached(picture, from, reached);
        for (size_t to = 0; to < NODES; to++) {
            if (picture->numbers[to] == ROADS_NONE)
                continue;
            bool is_one = roads_component(roads, picture->numbers[from]) ==
                          roads_component(roads, picture->numbers[to]);
            if (is_one != reached[to])
                fail_msg("seed %lu: nodes %zu and %zu: %d", seed, from, to, is_one);
        }
    }
}

static void change_link(struct roads *roads, struct picture *picture, uint64_t *random)
{
    size_t a = (size_t)seed_between(random, 0, NODES - 1);
    size_t b = (size_t)seed_between(random, 0, NODES - 1);
    if (a == b || picture->numbers[a] == ROADS_NONE || picture->numbers[b] == ROADS_NONE)
        return;
    if (picture->joined[a][b] > 0 && seed_next(random) % 3 != 0) {
        roads_remove_link(roads, picture->links[a][b]);
        picture->joined[a][b]--;
        picture->joined[b][a]--;
    } else {
        uint32_t link = roads_add_link(roads, picture->numbers[a], picture->numbers[b], 500);
        assert_int_not_equal(link, ROADS_NONE);
        assert_true(picture->joined[a][b] == 0 || picture->links[a][b] == link);
        picture->links[a][b] = link;
        picture->links[b][a] = link;
        picture->joined[a][b]++;
        picture->joined[b][a]++;
    }
}

static void change_node(struct roads *roads, struct picture *picture, uint64_t *random)
{
    size_t k = (size_t)seed_between(random, 0, NODES - 1);
    if (picture->numbers[k] == ROADS_NONE) {
        picture->at[k] = (struct geo_point){(int32_t)k * 1000, seed_between(random, 0, 100000)};
        picture->numbers[k] = roads_add_node(roads, picture->at[k], 0);
        return;
    }
    for (size_t other = 0; other < NODES; other++) {
        for (; picture->joined[k][other] > 0; picture->joined[k][other]--) {
            roads_remove_link(roads, picture->links[k][other]);
            picture->joined[other][k]--;
        }
    }
    roads_remove_node(roads, picture->numbers[k]);
    picture->numbers[k] = ROADS_NONE;
}

static void components_are_those_that_a_walk_finds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static struct picture picture;
        struct roads *roads = roads_create();
        uint64_t random = seed;
        memset(&picture, 0, sizeof picture);
        for (size_t i = 0; i < NODES; i++)
            picture.numbers[i] = ROADS_NONE;
        for (int i = 0; i < 600; i++) {
            if (seed_next(&random) % 4 == 0)
                change_node(roads, &picture, &random);
            else
                change_link(roads, &picture, &random);
            if (i % 10 == 0)
                compare_components(roads, &picture, seed);
        }
        struct roads *copy = roads_copy(roads);
        roads_destroy(roads);
        compare_components(copy, &picture, seed);
        for (size_t i = 0; i < NODES; i++) {
            if (picture.numbers[i] != ROADS_NONE)
                assert_true(geo_equal(copy->nodes[picture.numbers[i]].at, picture.at[i]));
        }
        change_link(copy, &picture, &random);
        compare_components(copy, &picture, seed);
        roads_destroy(copy);
    }
    roads_destroy(NULL);
}

static void roads_share_their_crossings(void **state)
{
    (void)state;
    struct roads *roads = roads_create();
    struct geo_point at = {1000, 2000};
    uint32_t node = roads_add_node(roads, at, 500);
    assert_int_equal(roads_add_node(roads, at, 500), node);
    uint32_t bridge = roads_add_node(roads, at, 5500); // over it
    assert_int_not_equal(bridge, node);
    uint32_t other = roads_add_node(roads, (struct geo_point){4000, 6000}, 500);
    uint32_t link = roads_add_link(roads, node, other, 400);
    assert_int_equal(roads_add_link(roads, other, node, 900), link);
    assert_true(roads->links[link].length_mm == 5000);
    assert_int_equal(roads->links[link].half_width_mm, 900);
    assert_int_equal(quadtree_count(roads->tree), 3);
    roads_remove_link(roads, link);
    assert_int_equal(roads_component(roads, node), roads_component(roads, other));
    roads_remove_link(roads, link);
    assert_int_not_equal(roads_component(roads, node), roads_component(roads, other));
    roads_remove_node(roads, node);
    assert_int_equal(quadtree_count(roads->tree), 3);
    roads_remove_node(roads, node);
    assert_int_equal(quadtree_count(roads->tree), 2);
    roads_destroy(roads);
}

static void who_stands_on_a_road_belongs_to_its_nearer_end(void **state)
{
    (void)state;
    struct roads *roads = roads_create();
    uint32_t west = roads_add_node(roads, (struct geo_point){0, 0}, 0);
    uint32_t east = roads_add_node(roads, (struct geo_point){100000, 0}, 0);
    uint32_t far = roads_add_node(roads, (struct geo_point){100000, 90000}, 0);
    uint32_t high_west = roads_add_node(roads, (struct geo_point){0, 100}, 3000);
    uint32_t high_east = roads_add_node(roads, (struct geo_point){100000, 100}, 3000);
    assert_int_equal(roads_stand_on(roads, (struct geo_place){0, 0}, 0), ROADS_NONE); // nothing joined yet
    assert_int_not_equal(roads_add_link(roads, west, east, 1000), ROADS_NONE);
    assert_int_not_equal(roads_add_link(roads, east, far, 2000), ROADS_NONE);
    assert_int_not_equal(roads_add_link(roads, high_west, high_east, 1000), ROADS_NONE);
    const struct {
        struct geo_place at;
        double height_mm;
        uint32_t node;
    } cases[] = {
        {{0, 0}, 0, west},
        {{49000, 999}, 0, west},
        {{51000, -1000}, 0, east},
        {{51000, -1001}, 0, ROADS_NONE},
        {{49000, 50}, 2900, high_west},
        {{49000, 50}, 1400, west},
        {{51000, 50}, 9000, high_east},
        {{102000, 45000}, 0, east},
        {{102000, 45100}, 0, far},
        {{102001, 45100}, 0, ROADS_NONE},
        {{-999, 0}, 0, west},
        {{-1001, 0}, 0, ROADS_NONE},
        {{1e12, -1e12}, 0, ROADS_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (roads_stand_on(roads, cases[i].at, cases[i].height_mm) != cases[i].node)
            fail_msg("case %zu", i);
    }
    roads_destroy(roads);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void a_hundred_thousand_nodes_are_joined_in_no_time(void **state)
{
    (void)state;
    enum { SIDE = 316 };
    struct roads *roads = roads_create();
    static uint32_t numbers[SIDE][SIDE];
    double start = cpu_seconds();
    for (int x = 0; x < SIDE; x++) {
        for (int z = 0; z < SIDE; z++) {
            numbers[x][z] = roads_add_node(roads, (struct geo_point){x * 5000, z * 5000}, 0);
            if (x > 0)
                (void)roads_add_link(roads, numbers[x - 1][z], numbers[x][z], 500);
            if (z > 0)
                (void)roads_add_link(roads, numbers[x][z - 1], numbers[x][z], 500);
        }
    }
    double seconds = cpu_seconds() - start;
    assert_int_equal(roads_component(roads, numbers[0][0]),
                     roads_component(roads, numbers[SIDE - 1][SIDE - 1]));
    print_message("%d nodes and twice as many links: %.3f us a node\n", SIDE * SIDE,
                  seconds * 1e6 / (SIDE * SIDE));
    assert_true(seconds < 2);
    roads_destroy(roads);
}

static void looking_at_roads_allocates_nothing(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    struct roads *roads = roads_create();
    uint32_t west = roads_add_node(roads, (struct geo_point){0, 0}, 0);
    uint32_t east = roads_add_node(roads, (struct geo_point){100000, 0}, 0);
    assert_int_not_equal(roads_add_link(roads, west, east, 1000), ROADS_NONE);
    size_t before = allocations_count();
    assert_int_equal(roads_stand_on(roads, (struct geo_place){70000, 0}, 0), east);
    assert_int_equal(roads_component(roads, west), roads_component(roads, east));
    assert_int_equal(allocations_count(), before);
    roads_destroy(roads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_those_that_a_walk_finds),
        cmocka_unit_test(roads_share_their_crossings),
        cmocka_unit_test(who_stands_on_a_road_belongs_to_its_nearer_end),
        cmocka_unit_test(a_hundred_thousand_nodes_are_joined_in_no_time),
        cmocka_unit_test(looking_at_roads_allocates_nothing),
    };
    return cmocka_run_group_tests_name("roads", tests, NULL, NULL);
}
