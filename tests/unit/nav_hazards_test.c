// Places and moments at which searches get lost: corners and sides of cells, and ground that goes while it is
// searched. A search that does not end is ended by the alarm, which fails the test.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cloudsvc/base/random.h"
#include "nav/mesh_build.h"
#include "nav/nav.h"
#include "nav/pack.h"
#include "tests/data/test_scene.h"

enum { ALARM_S = 50, POINTS_MAX = NAV_POINTS_MAX };

// ---- corners and sides -----------------------------------------------------------------------------

// A corner of a cell, the middle of one of its sides, or the middle of two such places: all in whole or half
// millimetres, where comparisons come out equal.
static struct nav_position hazard(const struct navmesh *mesh, struct random_generator *random)
{
    uint32_t side = random_below(random, (uint32_t)mesh->side_count);
    struct mesh_corner a = mesh->corners[mesh->sides[side].corner];
    struct mesh_corner b = mesh->corners[mesh->sides[mesh_next_side(mesh, side)].corner];
    if (random_below(random, 2) == 0)
        b = a;
    return (struct nav_position){
        .x = ((double)a.at.x + b.at.x) / 2000,
        .y = ((double)a.height_mm + b.height_mm) / 2000,
        .z = ((double)a.at.z + b.at.z) / 2000,
    };
}

static void check_way(const struct nav_trip *trip, struct nav_position start, struct nav_position goal,
                      unsigned long seed)
{
    double straight_m = hypot(goal.x - start.x, goal.z - start.z);
    struct nav_position last = trip->points[trip->point_count - 1];
    double off_m = hypot(last.x - goal.x, last.z - goal.z);
    // Who stands at a wall walks its radius away from it.
    if (!isfinite(trip->length_m) || trip->length_m < straight_m - 2.0 || off_m > 1.0)
        fail_msg("seed %lu: from %.4f, %.4f to %.4f, %.4f: %.4f m, ends %.4f m off", seed, start.x, start.z,
                 goal.x, goal.z, trip->length_m, off_m);
}

static void searches_from_corner_to_corner_end(void **state)
{
    (void)state;
    enum { SEEDS = 4000 };
    static struct report report;
    static struct nav_position points[POINTS_MAX];
    struct pack *pack = pack_load("cloudsvc/worlds/plain", &report);
    assert_non_null(pack);
    struct nav *nav = nav_create(pack, NULL, &report);
    struct nav_query *query = nav ? nav_query_create(nav, 0) : NULL;
    assert_non_null(query);
    size_t found = 0;
    alarm(ALARM_S);
    for (unsigned long seed = 1; seed <= SEEDS; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        struct nav_position start = hazard(nav_mesh(nav, 0), &random);
        struct nav_position goal = hazard(nav_mesh(nav, 0), &random);
        struct nav_trip trip = {.points = points, .points_max = POINTS_MAX};
        enum nav_status status =
            seed % 2 ? nav_query_place(query, start, goal, &trip) : nav_query_walk(query, start, goal, &trip);
        assert_int_not_equal(status, NAV_OUT_OF_NODES);
        if (status == NAV_FOUND)
            check_way(&trip, start, goal, seed);
        found += status == NAV_FOUND;
    }
    alarm(0);
    assert_true(found > SEEDS / 2);
    nav_query_destroy(query);
    nav_destroy(nav);
    pack_destroy(pack);
}

// ---- ground that goes ------------------------------------------------------------------------------

/// Somebody who walks to a place on a bridge, again and again.
struct walker {
    struct nav_query *query;
    _Atomic uint64_t answer_count;
    _Atomic bool is_done;
    size_t found_count;
    size_t wrong_count;
};

static void *walk(void *context)
{
    struct walker *walker = context;
    struct nav_position points[64];
    const struct nav_position bank = {.x = 5, .z = 5};
    const struct nav_position bridge = {.x = 15, .z = 5};
    while (!atomic_load(&walker->is_done)) {
        struct nav_trip trip = {.points = points, .points_max = 64};
        enum nav_status status = nav_query_place(walker->query, bank, bridge, &trip);
        bool is_way = status == NAV_FOUND && fabs(trip.length_m - 10.0) < 1e-6;
        walker->found_count += is_way;
        walker->wrong_count += !is_way && status != NAV_OFF_MESH && status != NAV_UNREACHABLE;
        atomic_fetch_add(&walker->answer_count, 1);
        sched_yield();
    }
    return NULL;
}

static void publish(struct nav *nav, struct walker *walker)
{
    struct nav_version *before = nav_publish(nav);
    assert_non_null(before);
    uint64_t then = atomic_load(&walker->answer_count);
    while (atomic_load(&walker->answer_count) < then + 2)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    nav_version_destroy(before);
}

static void a_goal_whose_ground_goes_meanwhile_is_found_or_told_to_be_gone(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
    (void)snprintf(test_scene_add_floor(&test, 10000, 4000, 20000, 6000, 0)->chunk, PACK_NAME_MAX, "bridge");
    struct nav *nav = nav_create(&test.pack, NULL, &report);
    assert_non_null(nav);
    struct navmesh *bridge = mesh_build_chunk(&test.scene, 1, &report);
    struct walker walker = {.query = nav_query_create(nav, 0)};
    assert_non_null(bridge);
    assert_non_null(walker.query);
    pthread_t thread;
    alarm(ALARM_S);
    assert_int_equal(pthread_create(&thread, NULL, walk, &walker), 0);
    for (int i = 0; i < 40; i++) {
        assert_true(nav_replace_chunk(nav, 0, 1, i % 2 ? bridge : NULL));
        publish(nav, &walker);
    }
    atomic_store(&walker.is_done, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    alarm(0);
    assert_int_equal(walker.wrong_count, 0);
    assert_true(walker.found_count > 0 && walker.found_count < walker.answer_count);
    nav_query_destroy(walker.query);
    navmesh_destroy(bridge);
    nav_destroy(nav);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_from_corner_to_corner_end),
        cmocka_unit_test(a_goal_whose_ground_goes_meanwhile_is_found_or_told_to_be_gone),
    };
    return cmocka_run_group_tests_name("nav_hazards", tests, NULL, NULL);
}
