// Dashes in a world with a lane for each thing that may be in the way.
#include "cloudsvc/game/dash.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/data/arena.h"

static struct plain_world arena;

static int set_up(void **state)
{
    (void)state;
    arena = arena_create(1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plain_world_destroy(&arena);
    return 0;
}

static const struct direction east = {1.0, 0.0};
static const struct direction west = {-1.0, 0.0};

struct lane {
    const char *name;
    double x, y, z;
    const struct direction *along;
    double landing_x; // NAN: it leads nowhere
    double landing_y;
};

static void expect(const struct lane *lane)
{
    struct nav_position from = {lane->x, lane->y, lane->z, 0};
    struct nav_position landing;
    bool leads_anywhere = dash_landing(arena.game, &from, *lane->along, &landing);
    if (leads_anywhere != !isnan(lane->landing_x))
        fail_msg("%s: leads %s", lane->name, leads_anywhere ? "somewhere" : "nowhere");
    if (!leads_anywhere)
        return;
    if (fabs(landing.x - lane->landing_x) > 0.11 || fabs(landing.y - lane->landing_y) > 0.01 ||
        fabs(landing.z - lane->z) > 0.02)
        fail_msg("%s: lands at (%.2f, %.2f, %.2f)", lane->name, landing.x, landing.y, landing.z);
}

static void every_lane_ends_where_it_should(void **state)
{
    (void)state;
    static const struct lane lanes[] = {
        {"open ground", 5, 0, 4, &east, 10, 0},
        {"a wall", 6, 0, 8, &east, 9.4, 0},
        {"a wall before the nose", 9.5, 0, 8, &east, NAN, 0},
        {"away from the wall", 9.5, 0, 8, &west, 4.5, 0},
        {"a ravine", 5, 0, 12, &east, 10, 0},
        {"a ravine too wide", 5, 0, 16, &east, 6.5, 0},
        {"a ravine too wide, from its edge", 6.4, 0, 16, &east, NAN, 0},
        {"a fence behind a ravine", 5, 0, 20, &east, 7, 0},
        {"a ledge too high", 57, 0, 24, &east, 60, 0},
        {"down the ledge", 63, 0.8, 24, &west, 58, 0},
        {"a gate that is shut", 58, 0, 4, &east, 60, 0},
        {"an island without a way back", 1, 0, 9, &west, 0, 0},
        {"back from the island", -3, 0, 9, &east, 2, 0},
        {"out of a cave through rock", -3, 0, 30, &east, -2, 0},
        {"into a cave through rock", 1, 0, 30, &west, 0, 0},
        {"off the land", 1, 0, 21.8, &west, 0, 0},
        {"into a pit that nobody gets out of", 1, 0, 20, &west, 0, 0},
        {"out of the pit", -1, -0.9, 20, &east, 0, -0.9},
    };
    for (size_t i = 0; i < sizeof lanes / sizeof lanes[0]; i++)
        expect(&lanes[i]);
}

static void an_open_gate_lets_it_through(void **state)
{
    (void)state;
    barrier_open_for_good(arena.game, 0, 0);
    plain_world_tick(&arena, 2);
    expect(&(struct lane){"a gate that is open", 58, 0, 4, &east, 63, 0});
}

static void wherever_it_leads_it_lands_on_ground_with_a_way_to_the_spawn(void **state)
{
    (void)state;
    struct random_generator random;
    const struct nav_position spawn = {2, 0, 38, 0};
    random_seed(&random, 11);
    static struct nav_position points[256];
    struct nav_trip trip = {.points = points, .points_max = 256};
    for (int i = 0; i < 2000; i++) {
        struct nav_position from = {random_below(&random, 60000) / 1000.0, 0.0,
                                    random_below(&random, 40000) / 1000.0, 0};
        struct direction along = direction_at(random_below(&random, 65536) / 65536.0);
        struct nav_position landing, ground;
        if (!nav_nearest(arena.nav, from, 2.0, &from) ||
            nav_query_place(arena.game->query, from, spawn, &trip) != NAV_FOUND ||
            !dash_landing(arena.game, &from, along, &landing))
            continue;
        double length_m = hypot(landing.x - from.x, landing.z - from.z);
        if (length_m > DASH_M + 0.03 || !nav_nearest(arena.nav, landing, 0.002, &ground) ||
            nav_query_place(arena.game->query, landing, spawn, &trip) != NAV_FOUND)
            fail_msg("dash %d from (%g, %g): lands at (%g, %g)", i, from.x, from.z, landing.x, landing.z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_lane_ends_where_it_should, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_open_gate_lets_it_through, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wherever_it_leads_it_lands_on_ground_with_a_way_to_the_spawn, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("dash", tests, NULL, NULL);
}
