// What stands in a line's way: solids and doors that are shut, but nothing that one steps over.
#include "cloudsvc/game/sight.h"

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

static void expect(double x, double y, double z, struct direction along, double clear_m)
{
    struct nav_position from = {x, y, z, 0};
    double found_m = sight_clear_m(arena.game, &from, along, 12.0);
    if (fabs(found_m - clear_m) > 0.001)
        fail_msg("from (%g, %g, %g): %g m instead of %g m", x, y, z, found_m, clear_m);
}

static void lines_end_at_walls_and_not_at_gaps(void **state)
{
    (void)state;
    struct direction east = {1, 0};
    struct direction west = {-1, 0};
    struct direction north = {0, 1};
    expect(2, 0, 4, east, 12);
    expect(2, 0, 8, east, 7.8);
    expect(15, 0, 8, west, 4.8);
    expect(2, 0, 12, east, 12);
    expect(2, 0, 20.5, east, 7.1);
    expect(19, 0, 25, north, 5);
    expect(2, 5, 8, east, 12);  // above
    expect(2, -5, 8, east, 12); // below
}

static void a_door_ends_lines_while_it_is_shut(void **state)
{
    (void)state;
    struct direction east = {1, 0};
    struct direction west = {-1, 0};
    expect(55, 0, 4, east, 5.85);
    expect(65, 0, 4, west, 3.85);
    expect(55, 0, 8, east, 12); // beside it
    expect(65, 0, 4, east, 12); // away from it
    barrier_open_for_good(arena.game, 0, 0);
    plain_world_tick(&arena, 2);
    expect(55, 0, 4, east, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_end_at_walls_and_not_at_gaps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_door_ends_lines_while_it_is_shut, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("sight", tests, NULL, NULL);
}
