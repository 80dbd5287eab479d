// One request finds the cheapest NPC of a kind, or says that there is none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "nav/nav.h"
#include "tests/data/allocations.h"
#include "tests/data/test_scene.h"

enum { POINTS_MAX = 512 };

struct world {
    struct test_scene test;
    struct nav *nav;
    struct nav_query *query;
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
};

static void open_world(struct world *world, uint64_t hash_seed)
{
    static struct report report;
    world->nav = nav_create(&world->test.pack, &(struct nav_options){.hash_seed = hash_seed}, &report);
    assert_non_null(world->nav);
    world->query = nav_query_create(world->nav, 0);
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

/// A long hall with a wall in it: as the crow flies the nearest is not the cheapest.
static void open_hall(struct world *world, uint64_t hash_seed)
{
    test_scene_begin(&world->test, 200);
    test_scene_add_floor(&world->test, 0, 0, 20000, 10000, 500);
    test_scene_add_box(&world->test, 4000, 100, 5000, 9000, 0);
    test_scene_add_npc(&world->test, "merchant", "fish", 5500, 1000);
    test_scene_add_npc(&world->test, "merchant", "cheese", 1000, 8000);
    test_scene_add_npc(&world->test, "guard", "", 15000, 5000);
    open_world(world, hash_seed);
}

static void the_npc_cheapest_to_reach_is_found_not_the_nearest(void **state)
{
    (void)state;
    static struct world world;
    struct nav_position npc;
    open_hall(&world, 1);
    assert_int_equal(nav_query_npc(world.query, at(3.5, 1), "merchant", NULL, &world.trip), NAV_FOUND);
    assert_true(npc_index_position(nav_index(world.nav), world.trip.npc, &npc));
    assert_true(npc.x == 1 && npc.z == 8 && npc.y == 0.5);
    const struct nav_position *end = &world.points[world.trip.point_count - 1];
    assert_true(end->x == 1 && end->z == 8 && end->y == 0.5);
    assert_int_equal(nav_query_npc(world.query, at(3.5, 1), "merchant", "fish", &world.trip), NAV_FOUND);
    assert_true(world.trip.length_m > 15);
    assert_int_equal(nav_query_npc(world.query, at(3.5, 1), "merchant", "", &world.trip), NAV_FOUND);
    assert_true(world.trip.length_m < 10);
    close_world(&world);
}

static void nobody_of_that_type_is_a_normal_answer(void **state)
{
    (void)state;
    static struct world world;
    open_hall(&world, 1);
    assert_int_equal(nav_query_npc(world.query, at(1, 1), "dragon", NULL, &world.trip), NAV_NO_SUCH_NPC);
    assert_int_equal(nav_query_npc(world.query, at(1, 1), "guard", "gate", &world.trip), NAV_NO_SUCH_NPC);
    assert_int_equal(world.trip.point_count, 0);
    assert_int_equal(world.trip.leg_count, 0);
    close_world(&world);
}

static void npcs_are_found_where_they_have_moved(void **state)
{
    (void)state;
    static struct world world;
    open_hall(&world, 1);
    struct npc_index *index = nav_index(world.nav);
    npc_id guard = npc_index_find(index, "guard", NULL).ids[0];
    assert_true(npc_index_move(index, guard, at(2, 1)));
    assert_int_equal(nav_query_npc(world.query, at(1, 1), "guard", NULL, &world.trip), NAV_FOUND);
    assert_true(fabs(world.trip.length_m - 1) < 1e-9);
    assert_int_equal(world.trip.npc, guard);
    // Into the wall: nobody can stand there.
    assert_true(npc_index_move(index, guard, at(4.5, 5)));
    assert_int_equal(nav_query_npc(world.query, at(1, 1), "guard", NULL, &world.trip), NAV_OFF_MESH);
    assert_true(npc_index_erase(index, guard));
    assert_int_equal(nav_query_npc(world.query, at(1, 1), "guard", NULL, &world.trip), NAV_NO_SUCH_NPC);
    close_world(&world);
}

static void npcs_of_the_pack_are_known_by_their_number(void **state)
{
    (void)state;
    static struct world world;
    open_hall(&world, 1);
    struct npc_index *index = nav_index(world.nav);
    assert_int_equal(nav_pack_npc(world.nav, 0), npc_index_find(index, "merchant", "fish").ids[0]);
    assert_int_equal(nav_pack_npc(world.nav, 1), npc_index_find(index, "merchant", "cheese").ids[0]);
    assert_int_equal(nav_pack_npc(world.nav, 2), npc_index_find(index, "guard", NULL).ids[0]);
    close_world(&world);
}

static void where_the_packs_npcs_stand_first_is_known_when_they_have_moved(void **state)
{
    (void)state;
    static struct world world;
    open_hall(&world, 1);
    struct npc_index *index = nav_index(world.nav);
    npc_id npc = nav_pack_npc(world.nav, 1);
    struct nav_position first;
    assert_true(npc_index_position(index, npc, &first));
    for (int i = 0; i < 3; i++) {
        struct nav_position place = nav_pack_npc_place(world.nav, 1);
        assert_true(place.x == first.x && place.y == first.y && place.z == first.z);
        assert_int_equal(place.scene, first.scene);
        if (i == 0)
            assert_true(npc_index_move(index, npc, at(1, 1)));
        else if (i == 1)
            assert_true(npc_index_erase(index, npc));
    }
    close_world(&world);
}

static void scenes_that_do_not_exist_are_off_the_mesh(void **state)
{
    (void)state;
    static struct world world;
    open_hall(&world, 1);
    struct nav_position far = at(1, 1);
    far.scene = 1;
    struct npc_index *index = nav_index(world.nav);
    assert_true(npc_index_insert(index, "healer", NULL, far) != 0);
    assert_int_equal(nav_query_npc(world.query, at(1, 1), "healer", NULL, &world.trip), NAV_OFF_MESH);
    assert_int_equal(nav_query_place(world.query, at(1, 1), far, &world.trip), NAV_OFF_MESH);
    assert_int_equal(nav_query_npc(world.query, far, "guard", NULL, &world.trip), NAV_OFF_MESH);
    struct nav_position found;
    assert_false(nav_nearest(world.nav, far, 1, &found));
    assert_null(nav_mesh(world.nav, 1));
    assert_non_null(nav_mesh(world.nav, 0));
    close_world(&world);
}

static void the_nearest_ground_is_beside_the_wall(void **state)
{
    (void)state;
    static struct world world;
    struct nav_position found;
    open_hall(&world, 1);
    assert_true(nav_nearest(world.nav, at(4.2, 5), 1, &found));
    assert_true(found.x == 4 && found.y == 0.5 && found.z == 5);
    assert_false(nav_nearest(world.nav, at(4.2, 5), 0.1, &found));
    assert_false(nav_nearest(world.nav, at(NAN, 5), 1, &found));
    assert_true(nav_nearest(world.nav, at(2, 2), 0, &found));
    assert_true(found.x == 2 && found.z == 2);
    close_world(&world);
}

static void budgets_are_kept_and_said(void **state)
{
    (void)state;
    static struct world world;
    open_hall(&world, 1);
    struct nav_query *small = nav_query_create(world.nav, 1);
    assert_non_null(small);
    assert_int_equal(nav_query_place(small, at(1, 1), at(19, 9), &world.trip), NAV_OUT_OF_NODES);
    assert_true(world.trip.point_count >= 1);
    nav_query_destroy(small);
    nav_query_destroy(NULL);
    close_world(&world);
}

static void answers_do_not_depend_on_the_hash_seed(void **state)
{
    (void)state;
    static struct world worlds[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = (struct world){0};
        open_hall(&worlds[i], i ? UINT64_C(0x123456789abcdef0) : 0);
        for (int k = 0; k < 40; k++)
            (void)npc_index_insert(nav_index(worlds[i].nav), "merchant", "wool", at(8 + k % 7, 1 + k % 5));
        assert_int_equal(nav_query_npc(worlds[i].query, at(12, 9), "merchant", NULL, &worlds[i].trip),
                         NAV_FOUND);
    }
    assert_int_equal(worlds[0].trip.npc, worlds[1].trip.npc);
    assert_int_equal(worlds[0].trip.point_count, worlds[1].trip.point_count);
    for (size_t i = 0; i < worlds[0].trip.point_count; i++)
        assert_true(worlds[0].points[i].x == worlds[1].points[i].x &&
                    worlds[0].points[i].z == worlds[1].points[i].z);
    close_world(&worlds[0]);
    close_world(&worlds[1]);
}

static void bad_worlds_are_reported(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    test_scene_begin(&test, 0);
    assert_null(nav_create(&test.pack, NULL, &report));
    assert_int_equal(report.count, 1);
    test_scene_finish(&test);
    nav_destroy(NULL);
}

static void requests_allocate_nothing_once_all_are_known(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    static struct world world;
    struct nav_position found;
    open_hall(&world, 1);
    (void)nav_query_npc(world.query, at(0, 3), "merchant", "fish", &world.trip);
    (void)nav_query_npc(world.query, at(0, 3), "merchant", "cheese", &world.trip);
    size_t before = allocations_count();
    for (int i = 0; i < 100; i++) {
        (void)nav_query_npc(world.query, at(i * 0.2, 3), "merchant", NULL, &world.trip);
        (void)nav_query_npc(world.query, at(i * 0.2, 3), "dragon", NULL, &world.trip);
        (void)nav_query_place(world.query, at(i * 0.2, 3), at(4.5, 5), &world.trip);
        (void)nav_nearest(world.nav, at(i * 0.3, 5), 9, &found);
    }
    assert_int_equal(allocations_count(), before);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_npc_cheapest_to_reach_is_found_not_the_nearest),
        cmocka_unit_test(nobody_of_that_type_is_a_normal_answer),
        cmocka_unit_test(npcs_are_found_where_they_have_moved),
        cmocka_unit_test(npcs_of_the_pack_are_known_by_their_number),
        cmocka_unit_test(where_the_packs_npcs_stand_first_is_known_when_they_have_moved),
        cmocka_unit_test(scenes_that_do_not_exist_are_off_the_mesh),
        cmocka_unit_test(the_nearest_ground_is_beside_the_wall),
        cmocka_unit_test(budgets_are_kept_and_said),
        cmocka_unit_test(answers_do_not_depend_on_the_hash_seed),
        cmocka_unit_test(bad_worlds_are_reported),
        cmocka_unit_test(requests_allocate_nothing_once_all_are_known),
    };
    return cmocka_run_group_tests_name("nav", tests, NULL, NULL);
}
