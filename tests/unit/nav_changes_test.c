// A world changes while it is asked: nobody sees half a change, and what was seen stays until all have left.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "nav/mesh_build.h"
#include "nav/nav.h"
#include "tests/data/test_scene.h"

enum { POINTS_MAX = 512, READERS = 3 };

/// Two fields with a river between them, which a bridge may cross.
struct world {
    struct test_scene test;
    struct nav *nav;
    struct nav_query *query;
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
};

static void add_fields(struct test_scene *test, bool has_bridge)
{
    test_scene_begin(test, 0);
    test_scene_add_floor(test, 0, 0, 10000, 10000, 0);
    test_scene_add_floor(test, 20000, 0, 30000, 10000, 0);
    if (has_bridge)
        test_scene_add_floor(test, 10000, 4000, 20000, 6000, 0)->surface = PACK_WOOD;
}

static struct navmesh *make_mesh(bool has_bridge)
{
    static struct test_scene test;
    static struct report report;
    add_fields(&test, has_bridge);
    struct navmesh *mesh = mesh_build(&test.scene, &report);
    assert_non_null(mesh);
    test_scene_finish(&test);
    return mesh;
}

static void open_world(struct world *world, bool has_bridge)
{
    static struct report report;
    add_fields(&world->test, has_bridge);
    test_scene_add_npc(&world->test, "smith", "", 25000, 5000);
    world->test.npcs[0].region = 1;
    world->nav = nav_create(&world->test.pack, NULL, &report);
    world->query = world->nav ? nav_query_create(world->nav, 0) : NULL;
    assert_non_null(world->query);
    world->trip = (struct nav_trip){.points = world->points, .points_max = POINTS_MAX};
}

static void close_world(struct world *world)
{
    nav_query_destroy(world->query);
    nav_destroy(world->nav);
    test_scene_finish(&world->test);
}

static struct nav_position at(double x, double z)
{
    return (struct nav_position){.x = x, .z = z};
}

static enum nav_status ask(struct world *world)
{
    return nav_query_npc(world->query, at(5, 5), "smith", NULL, &world->trip);
}

static void publish(struct world *world)
{
    struct nav_version *before = nav_publish(world->nav);
    assert_non_null(before);
    nav_version_destroy(before);
}

static void roads_are_taken_once_published_and_no_more_once_removed(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, false);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    assert_int_equal(world.trip.reason, NAV_REASON_NO_JUMP);
    struct nav_position points[] = {at(9, 5), at(15, 5), at(21, 5)};
    nav_road road = nav_add_road(world.nav, points, 3, 2);
    assert_int_not_equal(road, 0);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    publish(&world);
    assert_int_equal(ask(&world), NAV_FOUND);
    assert_int_equal(world.trip.legs[0].graph, NAV_GRAPH_ROADS);
    assert_true(fabs(world.trip.length_m - 20) < 1e-9);
    // A second road over the same nodes keeps them when the first one goes.
    nav_road other = nav_add_road(world.nav, points, 3, 2);
    assert_true(nav_remove_road(world.nav, road));
    assert_false(nav_remove_road(world.nav, road));
    publish(&world);
    assert_int_equal(ask(&world), NAV_FOUND);
    assert_true(nav_remove_road(world.nav, other));
    assert_int_equal(ask(&world), NAV_FOUND);
    publish(&world);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    close_world(&world);
}

static void roads_and_walks_between_them_lead_further_than_either(void **state)
{
    (void)state;
    static struct world world;
    add_fields(&world.test, false);
    // A third field beyond the second: a road to the second, and another from there on.
    test_scene_add_floor(&world.test, 40000, 0, 50000, 10000, 0);
    test_scene_add_npc(&world.test, "smith", "", 45000, 5000);
    world.test.npcs[0].region = 2;
    static struct report report;
    world.nav = nav_create(&world.test.pack, NULL, &report);
    world.query = nav_query_create(world.nav, 0);
    world.trip = (struct nav_trip){.points = world.points, .points_max = POINTS_MAX};
    struct nav_position first[] = {at(9, 5), at(21, 5)};
    struct nav_position second[] = {at(29, 5), at(41, 5)};
    nav_road road = nav_add_road(world.nav, first, 2, 2);
    assert_true(road != 0 && nav_add_road(world.nav, second, 2, 2) != 0);
    publish(&world);
    assert_int_equal(ask(&world), NAV_FOUND);
    assert_int_equal(world.trip.leg_count, 1);
    assert_int_equal(world.trip.legs[0].graph, NAV_GRAPH_BOTH);
    assert_true(fabs(world.trip.length_m - 40) < 1e-9);
    assert_true(nav_remove_road(world.nav, road));
    publish(&world);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    assert_true(fabs(world.trip.nearest.x - 10) < 1e-9);
    close_world(&world);
}

static void jumps_are_taken_once_published_and_no_more_once_removed(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, false);
    struct nav_position ends[] = {at(8, 8), at(24, 5)};
    struct nav_jump_point ferry = {.at = at(6, 5), .ends = ends, .end_count = 2, .cost_m = 2};
    nav_jump jump = nav_add_jump(world.nav, &ferry);
    assert_int_not_equal(jump, 0);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    publish(&world);
    assert_int_equal(ask(&world), NAV_FOUND);
    assert_int_equal(world.trip.legs[1].jump, jump);
    assert_true(fabs(world.trip.cost_m - 4) < 1e-9);
    assert_true(nav_remove_jump(world.nav, jump));
    assert_false(nav_remove_jump(world.nav, jump));
    publish(&world);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    close_world(&world);
}

static void a_bridge_falls_and_is_built_again(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, true);
    assert_int_equal(ask(&world), NAV_FOUND);
    assert_int_equal(nav_query_place(world.query, at(5, 5), at(15, 5), &world.trip), NAV_FOUND);
    assert_true(nav_replace_mesh(world.nav, 0, make_mesh(false)));
    assert_int_equal(ask(&world), NAV_FOUND);
    publish(&world);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    // Who wanted to stand on it stands nowhere.
    assert_int_equal(nav_query_place(world.query, at(5, 5), at(15, 5), &world.trip), NAV_OFF_MESH);
    assert_int_equal(nav_query_place(world.query, at(15, 5), at(5, 5), &world.trip), NAV_OFF_MESH);
    assert_true(nav_replace_mesh(world.nav, 0, make_mesh(true)));
    publish(&world);
    assert_int_equal(ask(&world), NAV_FOUND);
    close_world(&world);
}

static void a_chunk_is_replaced_while_the_rest_stays(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, true);
    struct navmesh *fields = make_mesh(false);
    assert_int_equal(nav_mesh(world.nav, 0)->chunk_count, 1);
    assert_true(nav_replace_chunk(world.nav, 0, 0, fields));
    assert_false(nav_replace_chunk(world.nav, 0, 1, fields));
    assert_false(nav_replace_chunk(world.nav, 1, 0, fields));
    navmesh_destroy(fields);
    assert_int_equal(ask(&world), NAV_FOUND);
    publish(&world);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    assert_true(nav_replace_chunk(world.nav, 0, 0, NULL));
    publish(&world);
    assert_int_equal(ask(&world), NAV_OFF_MESH);
    close_world(&world);
}

static void a_bridge_that_is_a_chunk_falls_and_is_built_again(void **state)
{
    (void)state;
    static struct world world;
    static struct report report;
    add_fields(&world.test, true);
    (void)snprintf(world.test.regions[2].chunk, sizeof world.test.regions[2].chunk, "bridge");
    test_scene_add_npc(&world.test, "smith", "", 25000, 5000);
    world.test.npcs[0].region = 1;
    world.nav = nav_create(&world.test.pack, NULL, &report);
    world.query = world.nav ? nav_query_create(world.nav, 0) : NULL;
    assert_non_null(world.query);
    world.trip = (struct nav_trip){.points = world.points, .points_max = POINTS_MAX};
    assert_int_equal(nav_mesh(world.nav, 0)->chunk_count, 2);
    struct navmesh *bridge = mesh_build_chunk(&world.test.scene, 1, &report);
    assert_non_null(bridge);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ask(&world), NAV_FOUND);
        assert_true(nav_replace_chunk(world.nav, 0, 1, NULL));
        publish(&world);
        assert_int_equal(ask(&world), NAV_UNREACHABLE);
        assert_int_equal(world.trip.reason, NAV_REASON_NO_JUMP);
        assert_true(nav_replace_chunk(world.nav, 0, 1, bridge));
        publish(&world);
    }
    assert_int_equal(ask(&world), NAV_FOUND);
    navmesh_destroy(bridge);
    close_world(&world);
}

static void changes_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, false);
    struct nav_position good[] = {at(9, 5), at(15, 5)};
    struct nav_position bad[] = {at(9, 5), at(9, 5)};
    assert_int_equal(nav_add_road(world.nav, good, 1, 2), 0);
    assert_int_equal(nav_add_road(world.nav, good, 2, -1), 0);
    assert_int_equal(nav_add_road(world.nav, good, 2, NAN), 0);
    assert_int_equal(nav_add_road(world.nav, bad, 2, 2), 0);
    const struct nav_position wrong[] = {
        {.x = NAN}, {.x = 1e9}, {.x = 1, .y = -INFINITY}, {.x = 1, .scene = 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        bad[1] = wrong[i];
        assert_int_equal(nav_add_road(world.nav, bad, 2, 2), 0);
        struct nav_jump_point from = {.at = wrong[i], .ends = good, .end_count = 1};
        struct nav_jump_point to = {.at = good[0], .ends = &wrong[i], .end_count = 1};
        assert_int_equal(nav_add_jump(world.nav, &from), 0);
        assert_int_equal(nav_add_jump(world.nav, &to), 0);
    }
    struct nav_jump_point jump = {.at = good[0], .ends = good, .end_count = 0};
    assert_int_equal(nav_add_jump(world.nav, &jump), 0);
    jump = (struct nav_jump_point){.at = good[0], .ends = good, .end_count = 1, .cost_m = -1};
    assert_int_equal(nav_add_jump(world.nav, &jump), 0);
    assert_false(nav_replace_mesh(world.nav, 1, make_mesh(true)));
    assert_false(nav_remove_road(world.nav, 0));
    assert_false(nav_remove_jump(world.nav, 0));
    close_world(&world);
}

static void room_for_what_comes_later_ends(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world, false);
    nav_road road = 0;
    size_t count = 0;
    do {
        struct nav_position points[] = {at(1, 0.001 * (double)count), at(2, 0.001 * (double)count)};
        road = nav_add_road(world.nav, points, 2, 1);
        count += road != 0;
    } while (road != 0);
    assert_int_equal(count, NAV_ROAD_NODES_SPARE / 2);
    publish(&world);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    close_world(&world);
    open_world(&world, false);
    struct nav_position end = at(3, 3);
    struct nav_jump_point jump = {.at = at(1, 1), .ends = &end, .end_count = 1};
    for (count = 0; nav_add_jump(world.nav, &jump) != 0; count++)
        continue;
    assert_int_equal(count, NAV_JUMPS_SPARE);
    publish(&world);
    assert_int_equal(ask(&world), NAV_UNREACHABLE);
    close_world(&world);
}

/// Somebody who asks and asks.
struct reader {
    const struct nav *nav;
    struct nav_query *query;
    pthread_t thread;
    _Atomic uint64_t answer_count;
    _Atomic bool is_done;
    _Atomic size_t wrong_count;
    size_t found_count;
};

static void *read_on(void *context)
{
    struct reader *reader = context;
    struct nav_position points[POINTS_MAX];
    while (!atomic_load(&reader->is_done)) {
        struct nav_trip trip = {.points = points, .points_max = POINTS_MAX};
        enum nav_status status = nav_query_npc(reader->query, at(5, 5), "smith", NULL, &trip);
        // With the bridge it is 20 m; with the road, not far from it; else there is no way.
        bool is_way = status == NAV_FOUND && trip.length_m > 19.99 && trip.length_m < 21;
        reader->found_count += is_way;
        if (!is_way && status != NAV_UNREACHABLE)
            atomic_fetch_add(&reader->wrong_count, 1);
        atomic_fetch_add(&reader->answer_count, 1);
        sched_yield();
    }
    return NULL;
}

/// Publishes, and destroys the version before when every reader has ended the request that it was in.
static void publish_and_wait(struct nav *nav, struct reader *readers)
{
    struct nav_version *before = nav_publish(nav);
    assert_non_null(before);
    for (int i = 0; i < READERS; i++) {
        uint64_t then = atomic_load(&readers[i].answer_count);
        while (atomic_load(&readers[i].answer_count) < then + 1)
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    nav_version_destroy(before);
}

static void readers_go_on_while_versions_come_and_go(void **state)
{
    (void)state;
    enum { CHANGES = 20 };
    static struct world world;
    static struct reader readers[READERS];
    open_world(&world, true);
    for (int i = 0; i < READERS; i++) {
        readers[i] = (struct reader){.nav = world.nav, .query = nav_query_create(world.nav, 0)};
        assert_non_null(readers[i].query);
        assert_int_equal(pthread_create(&readers[i].thread, NULL, read_on, &readers[i]), 0);
    }
    struct nav_position points[] = {at(9, 5.5), at(15, 5.5), at(21, 5.5)};
    for (int i = 0; i < CHANGES; i++) {
        assert_true(nav_replace_mesh(world.nav, 0, make_mesh(i % 2)));
        publish_and_wait(world.nav, readers);
        nav_road road = nav_add_road(world.nav, points, 3, 2);
        publish_and_wait(world.nav, readers);
        assert_true(nav_remove_road(world.nav, road));
        publish_and_wait(world.nav, readers);
    }
    for (int i = 0; i < READERS; i++) {
        atomic_store(&readers[i].is_done, true);
        assert_int_equal(pthread_join(readers[i].thread, NULL), 0);
        assert_int_equal(readers[i].wrong_count, 0);
        assert_true(readers[i].found_count > 0 && readers[i].found_count < readers[i].answer_count);
        nav_query_destroy(readers[i].query);
    }
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roads_are_taken_once_published_and_no_more_once_removed),
        cmocka_unit_test(roads_and_walks_between_them_lead_further_than_either),
        cmocka_unit_test(jumps_are_taken_once_published_and_no_more_once_removed),
        cmocka_unit_test(a_bridge_falls_and_is_built_again),
        cmocka_unit_test(a_chunk_is_replaced_while_the_rest_stays),
        cmocka_unit_test(a_bridge_that_is_a_chunk_falls_and_is_built_again),
        cmocka_unit_test(changes_that_make_no_sense_are_refused),
        cmocka_unit_test(room_for_what_comes_later_ends),
        cmocka_unit_test(readers_go_on_while_versions_come_and_go),
    };
    return cmocka_run_group_tests_name("nav_changes", tests, NULL, NULL);
}
