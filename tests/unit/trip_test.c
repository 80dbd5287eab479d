// Outcomes have names.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/trip.h"

static void every_outcome_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = NAV_FOUND; i <= NAV_OUT_OF_NODES; i++) {
        for (int k = NAV_FOUND; k < i; k++)
            assert_string_not_equal(nav_status_name((enum nav_status)i), nav_status_name((enum nav_status)k));
    }
    for (int i = NAV_REASON_NONE; i <= NAV_REASON_NO_JUMP; i++) {
        for (int k = NAV_REASON_NONE; k < i; k++)
            assert_string_not_equal(nav_reason_name((enum nav_reason)i), nav_reason_name((enum nav_reason)k));
    }
    assert_string_equal(nav_status_name(NAV_FOUND), "found");
    assert_string_equal(nav_reason_name(NAV_REASON_NO_JUMP), "no jump");
}

static void equal_trips_and_no_others_have_equal_hashes(void **state)
{
    (void)state;
    struct nav_position points[2] = {{.x = 1, .y = 2, .z = 3}, {.x = 4, .y = 5, .z = 6}};
    struct nav_position others[2] = {points[0], points[1]};
    struct nav_trip trip = {.points = points, .points_max = 2, .point_count = 2, .leg_count = 1};
    trip.legs[0] = (struct nav_leg){.count = 2, .length_m = 5, .cost_m = 5};
    struct nav_trip other = trip;
    other.points = others;
    uint64_t hash = nav_trip_hash(NAV_FOUND, &trip);
    assert_true(nav_trip_hash(NAV_FOUND, &other) == hash);
    assert_true(nav_trip_hash(NAV_OUT_OF_NODES, &other) != hash);
    others[1].z = nextafter(points[1].z, 7);
    assert_true(nav_trip_hash(NAV_FOUND, &other) != hash);
    others[1] = points[1];
    others[1].scene = 1;
    assert_true(nav_trip_hash(NAV_FOUND, &other) != hash);
    others[1] = points[1];
    other.legs[0].graph = NAV_GRAPH_ROADS;
    assert_true(nav_trip_hash(NAV_FOUND, &other) != hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome_has_a_name_of_its_own),
        cmocka_unit_test(equal_trips_and_no_others_have_equal_hashes),
    };
    return cmocka_run_group_tests_name("trip", tests, NULL, NULL);
}
