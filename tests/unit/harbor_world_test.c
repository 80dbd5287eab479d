// The shipped harbor world: what it is there to show can be seen in it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/nav.h"
#include "nav/pack.h"

enum { TOWN, FOREST, ISLAND };

static struct pack *pack;
static struct nav *worlds[2]; // with roads and without
static struct nav_query *queries[2];
static struct nav_position points[NAV_POINTS_MAX];
static struct nav_trip trip = {.points = points, .points_max = NAV_POINTS_MAX};

static int set_up(void **state)
{
    (void)state;
    static struct report report;
    pack = pack_load("cloudsvc/worlds/harbor", &report);
    report_print(&report, stderr);
    for (int i = 0; pack && i < 2; i++) {
        struct nav_options options = {.graphs = i == 0 ? NAV_GRAPHS_ALL : NAV_GRAPHS_MESH_ONLY};
        worlds[i] = nav_create(pack, &options, &report);
        queries[i] = worlds[i] ? nav_query_create(worlds[i], 0) : NULL;
    }
    return queries[0] && queries[1] ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        nav_query_destroy(queries[i]);
        nav_destroy(worlds[i]);
    }
    pack_destroy(pack);
    return 0;
}

static struct nav_position spawn(void)
{
    return (struct nav_position){pack->spawn.x / 1000.0, 0, pack->spawn.z / 1000.0,
                                 (uint32_t)pack->spawn_scene};
}

static struct nav_position position_of(size_t npc)
{
    struct nav_position at;
    assert_true(npc_index_position(nav_index(worlds[0]), nav_pack_npc(worlds[0], npc), &at));
    return at;
}

static size_t jump_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < trip.leg_count; i++)
        count += trip.legs[i].kind == NAV_LEG_JUMP;
    return count;
}

static bool leads_through(double x, double z)
{
    for (size_t i = 0; i < trip.point_count; i++)
        if (points[i].x == x && points[i].z == z)
            return true;
    return false;
}

static bool is_first_of_its_type(size_t npc)
{
    for (size_t i = 0; i < npc; i++)
        if (strcmp(pack->npcs[i].type, pack->npcs[npc].type) == 0)
            return false;
    return true;
}

static void many_kinds_of_people_live_in_all_scenes(void **state)
{
    (void)state;
    size_t here[3] = {0};
    size_t types = 0;
    assert_int_equal(pack->scene_count, 3);
    for (size_t i = 0; i < pack->npc_count; i++) {
        here[pack->npcs[i].scene]++;
        types += is_first_of_its_type(i);
    }
    assert_true(pack->npc_count >= 12 && types >= 6);
    assert_true(here[TOWN] > 0 && here[FOREST] > 0 && here[ISLAND] > 0);
    for (size_t i = 0; i < pack->scene_count; i++)
        assert_true(pack->scenes[i].road_count > 0);
}

static void everybody_gets_to_everybody(void **state)
{
    (void)state;
    for (size_t from = 0; from < pack->npc_count; from++) {
        for (size_t to = 0; to < pack->npc_count; to++) {
            if (nav_query_place(queries[0], position_of(from), position_of(to), &trip) != NAV_FOUND)
                fail_msg("no way from %s to %s", pack->npcs[from].name, pack->npcs[to].name);
        }
    }
}

static void most_entries_of_the_find_list_lead_into_another_scene(void **state)
{
    (void)state;
    size_t elsewhere = 0;
    for (size_t i = 0; i < pack->find_count; i++) {
        const struct pack_find *find = &pack->find[i];
        assert_int_equal(nav_query_npc(queries[0], spawn(), find->type, find->subtype, &trip), NAV_FOUND);
        elsewhere += jump_count() > 0;
    }
    assert_true(2 * elsewhere >= pack->find_count);
}

static void the_sage_is_reached_over_the_plank_alone(void **state)
{
    (void)state;
    assert_int_equal(nav_query_npc(queries[0], spawn(), "sage", "", &trip), NAV_FOUND);
    assert_int_equal(jump_count(), 1);
    for (size_t i = 0; i < trip.leg_count; i++)
        if (trip.legs[i].kind == NAV_LEG_WALK)
            assert_int_equal(trip.legs[i].graph, NAV_GRAPH_ROADS);
    assert_true(leads_through(6.6, -1) && leads_through(12, -1));
    assert_int_equal(nav_query_npc(queries[1], spawn(), "sage", "", &trip), NAV_UNREACHABLE);
}

static void the_road_to_the_forest_gate_is_not_the_shortest_way(void **state)
{
    (void)state;
    assert_int_equal(nav_query_npc(queries[0], spawn(), "blacksmith", "", &trip), NAV_FOUND);
    assert_int_equal(trip.legs[0].graph, NAV_GRAPH_ROADS);
    double by_road_m = trip.length_m;
    assert_int_equal(nav_query_npc(queries[1], spawn(), "blacksmith", "", &trip), NAV_FOUND);
    assert_true(by_road_m > 1.2 * trip.length_m);
}

// Even where a road is set, the shortest way can be asked for; it knows no planks and no other scenes.
static void who_walks_on_foot_takes_the_shortest_way(void **state)
{
    (void)state;
    struct nav_position smith = {18.6, 0, -12, TOWN};
    assert_int_equal(nav_query_walk(queries[0], spawn(), smith, &trip), NAV_FOUND);
    assert_int_equal(trip.leg_count, 1);
    assert_int_equal(trip.legs[0].graph, NAV_GRAPH_MESH);
    double on_foot_m = trip.length_m;
    assert_int_equal(nav_query_place(queries[1], spawn(), smith, &trip), NAV_FOUND);
    assert_true(on_foot_m == trip.length_m);
    struct nav_position west = {3, 0, -1, FOREST};
    struct nav_position east = {15, 0, -1, FOREST};
    assert_int_equal(nav_query_walk(queries[0], west, east, &trip), NAV_UNREACHABLE);
    assert_int_equal(trip.leg_count, 0);
    assert_int_equal(nav_query_place(queries[0], west, east, &trip), NAV_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_kinds_of_people_live_in_all_scenes),
        cmocka_unit_test(everybody_gets_to_everybody),
        cmocka_unit_test(most_entries_of_the_find_list_lead_into_another_scene),
        cmocka_unit_test(the_sage_is_reached_over_the_plank_alone),
        cmocka_unit_test(the_road_to_the_forest_gate_is_not_the_shortest_way),
        cmocka_unit_test(who_walks_on_foot_takes_the_shortest_way),
    };
    return cmocka_run_group_tests_name("harbor_world", tests, set_up, tear_down);
}
