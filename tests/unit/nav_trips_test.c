// Trips lead through jumps and over roads when that is cheaper, and say what keeps them from it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nav/nav.h"
#include "tests/data/test_scene.h"

enum { POINTS_MAX = 512, SCENES_MAX = 50, JUMPS_MAX_HERE = 64 };

/// A world of level fields of 20 m by 20 m, to which tests add what they need.
struct world {
    struct test_scene tests[SCENES_MAX];
    struct pack_scene scenes[SCENES_MAX];
    struct pack_jump jumps[JUMPS_MAX_HERE];
    struct pack_jump_end ends[JUMPS_MAX_HERE][2];
    struct pack_npc npcs[4];
    struct pack pack;
    struct nav *nav;
    struct nav_query *query;
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
};

static void begin_world(struct world *world, size_t scene_count)
{
    memset(world, 0, sizeof *world);
    for (size_t i = 0; i < scene_count; i++) {
        test_scene_begin(&world->tests[i], 0);
        test_scene_add_floor(&world->tests[i], 0, 0, 20000, 20000, 0);
    }
    world->pack.scenes = world->scenes;
    world->pack.scene_count = scene_count;
    world->pack.jumps = world->jumps;
    world->pack.npcs = world->npcs;
}

static void add_jump(struct world *world, size_t from, struct geo_point at, size_t to, struct geo_point end,
                     double cost_m)
{
    size_t i = world->pack.jump_count++;
    world->ends[i][0] = (struct pack_jump_end){.scene = to, .at = end};
    world->jumps[i] =
        (struct pack_jump){.scene = from, .at = at, .ends = world->ends[i], .end_count = 1, .cost_m = cost_m};
}

static void add_npc(struct world *world, const char *type, size_t scene, size_t region, struct geo_point at)
{
    struct pack_npc *npc = &world->npcs[world->pack.npc_count++];
    *npc = (struct pack_npc){.scene = scene, .region = region, .at = at, .facing = {0, 1}};
    (void)snprintf(npc->type, sizeof npc->type, "%s", type);
}

static void open_world(struct world *world, const struct nav_options *options)
{
    static struct report report;
    for (size_t i = 0; i < world->pack.scene_count; i++)
        world->scenes[i] = world->tests[i].scene;
    world->nav = nav_create(&world->pack, options, &report);
    world->query = world->nav ? nav_query_create(world->nav, 0) : NULL;
    if (!world->query) {
        report_print(&report, stderr);
        fail_msg("no world");
    }
    world->trip = (struct nav_trip){.points = world->points, .points_max = POINTS_MAX};
}

static void close_world(struct world *world)
{
    nav_query_destroy(world->query);
    nav_destroy(world->nav);
    for (size_t i = 0; i < world->pack.scene_count; i++)
        test_scene_finish(&world->tests[i]);
}

static struct nav_position at(uint32_t scene, double x, double z)
{
    return (struct nav_position){.x = x, .z = z, .scene = scene};
}

static enum nav_status ask(struct world *world, struct nav_position start, struct nav_position goal)
{
    return nav_query_place(world->query, start, goal, &world->trip);
}

static const struct nav_position *last_point(const struct world *world)
{
    return &world->points[world->trip.point_count - 1];
}

// ---- jumps -----------------------------------------------------------------------------------

static void inside_one_cell_a_jump_may_be_the_shorter_way(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 1);
    add_jump(&world, 0, (struct geo_point){1000, 2000}, 0, (struct geo_point){19000, 18000}, 3);
    open_world(&world, NULL);
    assert_int_equal(nav_mesh(world.nav, 0)->cell_count, 1);
    assert_int_equal(ask(&world, at(0, 1, 1), at(0, 19, 19)), NAV_FOUND);
    assert_int_equal(world.trip.leg_count, 3);
    assert_int_equal(world.trip.legs[1].kind, NAV_LEG_JUMP);
    assert_int_equal(world.trip.legs[1].jump, nav_pack_jump(world.nav, 0));
    assert_true(fabs(world.trip.length_m - 2) < 1e-9 && fabs(world.trip.cost_m - 5) < 1e-9);
    // And not when it is not.
    assert_int_equal(ask(&world, at(0, 1, 5), at(0, 4, 9)), NAV_FOUND);
    assert_int_equal(world.trip.leg_count, 1);
    assert_true(fabs(world.trip.length_m - 5) < 1e-9);
    close_world(&world);
}

static void one_way_jumps_are_not_taken_backwards(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 2);
    add_jump(&world, 0, (struct geo_point){5000, 5000}, 1, (struct geo_point){7000, 7000}, 0);
    open_world(&world, NULL);
    assert_int_equal(ask(&world, at(0, 1, 1), at(1, 1, 1)), NAV_FOUND);
    assert_int_equal(world.trip.leg_count, 3);
    assert_int_equal(ask(&world, at(1, 1, 1), at(0, 1, 1)), NAV_UNREACHABLE);
    assert_int_equal(world.trip.reason, NAV_REASON_NO_JUMP);
    assert_true(world.trip.nearest.scene == 1 && world.trip.nearest.x == 1 && world.trip.nearest.z == 1);
    assert_int_equal(world.trip.point_count, 0);
    close_world(&world);
}

static void the_end_that_serves_best_is_chosen(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 2);
    add_jump(&world, 0, (struct geo_point){5000, 5000}, 1, (struct geo_point){1000, 1000}, 0);
    world.ends[0][1] = (struct pack_jump_end){.scene = 1, .at = {19000, 19000}};
    world.jumps[0].end_count = 2;
    open_world(&world, NULL);
    assert_int_equal(ask(&world, at(0, 5, 4), at(1, 19, 18)), NAV_FOUND);
    assert_true(fabs(world.trip.length_m - 2) < 1e-9);
    assert_int_equal(ask(&world, at(0, 5, 4), at(1, 1, 2)), NAV_FOUND);
    assert_true(fabs(world.trip.length_m - 2) < 1e-9);
    close_world(&world);
}

static void an_npc_in_another_scene_may_be_the_cheapest(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 2);
    add_jump(&world, 0, (struct geo_point){2000, 1000}, 1, (struct geo_point){7000, 7000}, 1);
    add_npc(&world, "smith", 0, 0, (struct geo_point){19000, 19000});
    add_npc(&world, "smith", 1, 0, (struct geo_point){8000, 7000});
    open_world(&world, NULL);
    assert_int_equal(nav_query_npc(world.query, at(0, 1, 1), "smith", NULL, &world.trip), NAV_FOUND);
    assert_int_equal(world.trip.npc, nav_pack_npc(world.nav, 1));
    assert_true(fabs(world.trip.cost_m - 3) < 1e-9);
    assert_int_equal(nav_query_npc(world.query, at(0, 18, 18), "smith", NULL, &world.trip), NAV_FOUND);
    assert_int_equal(world.trip.npc, nav_pack_npc(world.nav, 0));
    close_world(&world);
}

static void a_trip_of_too_many_legs_says_so(void **state)
{
    (void)state;
    static struct world world;
    enum { SCENES = 40, FITTING = (NAV_LEGS_MAX - 1) / 2 };
    begin_world(&world, SCENES);
    for (size_t i = 0; i + 1 < SCENES; i++)
        add_jump(&world, i, (struct geo_point){5000, 5000}, i + 1, (struct geo_point){5000, 4000}, 0);
    open_world(&world, NULL);
    assert_int_equal(ask(&world, at(0, 5, 4), at(FITTING, 5, 5)), NAV_FOUND);
    assert_int_equal(world.trip.leg_count, 2 * FITTING + 1);
    assert_true(fabs(world.trip.length_m - (FITTING + 1)) < 1e-9);
    assert_int_equal(ask(&world, at(0, 5, 4), at(SCENES - 1, 5, 5)), NAV_OUT_OF_NODES);
    assert_int_equal(world.trip.leg_count, NAV_LEGS_MAX);
    // The points run out in a jump and in a walk.
    for (size_t room = 1; room < 8; room++) {
        world.trip.points_max = room;
        assert_int_equal(ask(&world, at(0, 5, 4), at(2, 5, 5)), NAV_OUT_OF_NODES);
        assert_true(world.trip.point_count <= room && world.trip.point_count > 0);
    }
    close_world(&world);
}

// ---- no way ----------------------------------------------------------------------------------

static void what_is_in_the_way_is_said_where_one_gets_nearest(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 2);
    // In the other scene the NPC stands on a block too high to climb.
    test_scene_add_floor(&world.tests[1], 20000, 0, 25000, 20000, 900)->surface = PACK_STONE;
    add_jump(&world, 0, (struct geo_point){5000, 5000}, 1, (struct geo_point){7000, 7000}, 0);
    add_npc(&world, "hermit", 1, 1, (struct geo_point){22000, 9000});
    open_world(&world, NULL);
    assert_int_equal(nav_query_npc(world.query, at(0, 1, 1), "hermit", NULL, &world.trip), NAV_UNREACHABLE);
    assert_int_equal(world.trip.reason, NAV_REASON_STEP);
    assert_true(world.trip.nearest.scene == 1);
    assert_true(fabs(world.trip.nearest.x - 20) < 1e-9 && fabs(world.trip.nearest.z - 9) < 1e-9);
    assert_int_equal(world.trip.npc, nav_pack_npc(world.nav, 0));
    // A jump up there, from the other scene, is a way.
    struct nav_position top = {22, 0.9, 2, 1};
    struct nav_jump_point jump = {.at = at(0, 1, 2), .ends = &top, .end_count = 1, .cost_m = 0};
    assert_int_not_equal(nav_add_jump(world.nav, &jump), 0);
    nav_version_destroy(nav_publish(world.nav));
    assert_int_equal(nav_query_npc(world.query, at(0, 1, 1), "hermit", NULL, &world.trip), NAV_FOUND);
    assert_true(last_point(&world)->y == 0.9);
    close_world(&world);
}

static void budgets_used_up_are_said_and_the_rest_is_marked(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 2);
    for (size_t i = 0; i < 2; i++) {
        for (int32_t k = 1; k < 12; k++)
            test_scene_add_floor(&world.tests[i], 20000 * k, 0, 20000 * (k + 1), 20000, 0)->surface =
                k % 2 ? PACK_STONE : PACK_GRASS;
        // Walls that one can pass on either hand: there is more than one way.
        for (int32_t k = 0; k < 8; k++)
            test_scene_add_box(&world.tests[i], 20000 * k + 8000, 3000, 20000 * k + 12000, 17000, (size_t)k);
    }
    add_jump(&world, 0, (struct geo_point){210000, 5000}, 1, (struct geo_point){7000, 7000}, 0);
    open_world(&world, NULL);
    struct nav_query *small = nav_query_create(world.nav, 4);
    assert_int_equal(ask(&world, at(0, 1, 1), at(0, 210, 1)), NAV_FOUND);
    assert_int_equal(nav_query_place(small, at(0, 1, 1), at(0, 210, 1), &world.trip), NAV_OUT_OF_NODES);
    assert_true(world.trip.leg_count == 1 && world.trip.length_m > 10 && last_point(&world)->x > 10);
    assert_int_equal(nav_query_place(small, at(0, 1, 1), at(1, 1, 1), &world.trip), NAV_OUT_OF_NODES);
    assert_true(world.trip.point_count > 0);
    assert_int_equal(nav_query_place(small, at(0, 1, 1), at(0, 5, 2), &world.trip), NAV_FOUND);
    nav_query_destroy(small);
    close_world(&world);
}

// ---- sizes of agents -------------------------------------------------------------------------

static void sizes_of_people_have_ways_of_their_own(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 2);
    // A gate of 600 mm, and behind it a tunnel 1 m high.
    test_scene_add_floor(&world.tests[0], 20000, 0, 25000, 600, 0)->surface = PACK_STONE;
    test_scene_add_floor(&world.tests[0], 25000, 0, 30000, 9000, 0)->surface = PACK_GRASS;
    struct pack_region *tunnel = test_scene_add_floor(&world.tests[0], 30000, 0, 35000, 9000, 0);
    tunnel->ceilings_mm = calloc(4, sizeof *tunnel->ceilings_mm);
    for (int i = 0; i < 4; i++)
        tunnel->ceilings_mm[i] = 1000;
    world.tests[0].scene.agent_radius_mm = 400;
    world.tests[0].scene.agents[0] =
        (struct pack_agent){.name = "child", .radius_mm = 250, .height_mm = 1200};
    world.tests[0].scene.agents[1] = (struct pack_agent){.name = "cat", .radius_mm = 100, .height_mm = 300};
    world.tests[0].scene.agent_count = 2;
    open_world(&world, NULL);
    assert_int_equal(nav_agent_count(world.nav), 3);
    assert_int_equal(nav_agent_find(world.nav, "dragon"), 3);
    static const char *const names[] = {"", "child", "cat"};
    static const enum nav_status gate[] = {NAV_UNREACHABLE, NAV_FOUND, NAV_FOUND};
    static const enum nav_status beyond[] = {NAV_UNREACHABLE, NAV_UNREACHABLE, NAV_FOUND};
    static const enum nav_reason reasons[] = {NAV_REASON_WIDTH, NAV_REASON_CLEARANCE, NAV_REASON_NONE};
    for (size_t i = 0; i < 3; i++) {
        nav_query_set_agent(world.query, nav_agent_find(world.nav, names[i]));
        assert_int_equal(ask(&world, at(0, 1, 1), at(0, 28, 5)), gate[i]);
        assert_int_equal(ask(&world, at(0, 28, 5), at(0, 34, 5)), i == 2 ? NAV_FOUND : NAV_UNREACHABLE);
        assert_int_equal(world.trip.reason, i == 2 ? NAV_REASON_NONE : NAV_REASON_CLEARANCE);
        assert_int_equal(ask(&world, at(0, 1, 1), at(0, 34, 5)), beyond[i]);
        if (i > 0)
            assert_int_equal(world.trip.reason, reasons[i]);
        // A scene that knows no such size has its own walk there.
        assert_int_equal(ask(&world, at(1, 1, 1), at(1, 5, 5)), NAV_FOUND);
    }
    free(tunnel->ceilings_mm);
    close_world(&world);
}

// ---- requests --------------------------------------------------------------------------------

static void a_request_is_counted_once_whatever_the_trip(void **state)
{
    (void)state;
    static struct world world;
    begin_world(&world, 2);
    add_jump(&world, 0, (struct geo_point){5000, 5000}, 1, (struct geo_point){7000, 7000}, 0);
    add_npc(&world, "smith", 1, 0, (struct geo_point){8000, 7000});
    open_world(&world, NULL);
    assert_int_equal(nav_query_request_count(world.query), 0);
    assert_int_equal(nav_query_npc(world.query, at(0, 1, 1), "smith", NULL, &world.trip), NAV_FOUND);
    assert_int_equal(nav_query_request_count(world.query), 1);
    // Planning again on the way is not another request.
    assert_int_equal(ask(&world, at(0, 2, 2), at(1, 8, 7)), NAV_FOUND);
    assert_int_equal(ask(&world, at(1, 7, 7), at(1, 8, 7)), NAV_FOUND);
    assert_int_equal(nav_query_request_count(world.query), 1);
    assert_int_equal(nav_query_npc(world.query, at(0, 1, 1), "dragon", NULL, &world.trip), NAV_NO_SUCH_NPC);
    assert_int_equal(nav_query_request_count(world.query), 2);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside_one_cell_a_jump_may_be_the_shorter_way),
        cmocka_unit_test(one_way_jumps_are_not_taken_backwards),
        cmocka_unit_test(the_end_that_serves_best_is_chosen),
        cmocka_unit_test(an_npc_in_another_scene_may_be_the_cheapest),
        cmocka_unit_test(a_trip_of_too_many_legs_says_so),
        cmocka_unit_test(what_is_in_the_way_is_said_where_one_gets_nearest),
        cmocka_unit_test(budgets_used_up_are_said_and_the_rest_is_marked),
        cmocka_unit_test(sizes_of_people_have_ways_of_their_own),
        cmocka_unit_test(a_request_is_counted_once_whatever_the_trip),
    };
    return cmocka_run_group_tests_name("nav_trips", tests, NULL, NULL);
}
