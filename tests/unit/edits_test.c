// Jumps and roads that were added are known by their names until they are removed, and never after.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/edits.h"

static struct nav_position at(double x)
{
    return (struct nav_position){.x = x};
}

static void jumps_are_listed_until_they_are_removed(void **state)
{
    (void)state;
    struct edits *edits = edits_create(3);
    struct nav_position ends[] = {at(7), at(8)};
    struct jump listed[3];
    nav_jump names[3];
    nav_jump added[3];
    for (int i = 0; i < 3; i++) {
        struct jump jump = {.at = at(i), .ends = ends, .end_count = 2, .cost_m = i};
        added[i] = edits_add_jump(edits, &jump);
        assert_int_not_equal(added[i], 0);
    }
    struct jump jump = {.at = at(9), .ends = ends, .end_count = 1};
    assert_int_equal(edits_add_jump(edits, &jump), 0);
    assert_int_equal(edits_end_count(edits), 6);
    assert_true(edits_remove_jump(edits, added[1]));
    assert_false(edits_remove_jump(edits, added[1]));
    assert_int_equal(edits_list_jumps(edits, listed, names), 2);
    assert_true(names[0] == added[0] && names[1] == added[2]);
    assert_true(listed[1].at.x == 2 && listed[1].cost_m == 2 && listed[1].ends[1].x == 8);
    assert_ptr_not_equal(listed[1].ends, ends);
    nav_jump newcomer = edits_add_jump(edits, &jump);
    assert_int_not_equal(newcomer, added[1]);
    assert_int_not_equal(newcomer, 0);
    assert_false(edits_remove_jump(edits, added[1]));
    assert_int_equal(edits_end_count(edits), 5);
    assert_int_equal(edits_list_jumps(edits, listed, names), 3);
    assert_true(listed[1].at.x == 9);
    assert_false(edits_remove_jump(edits, 0));
    assert_false(edits_remove_jump(edits, UINT32_MAX));
    edits_destroy(edits);
    edits_destroy(NULL);
}

static void roads_are_taken_out_as_they_were_put_in(void **state)
{
    (void)state;
    struct edits *edits = edits_create(0);
    struct roads *roads = roads_create();
    // Two roads that cross at the middle of both.
    struct edits_point first[] = {{{0, 0}, 0}, {{1000, 0}, 0}, {{2000, 0}, 0}};
    struct edits_point second[] = {{{1000, -1000}, 0}, {{1000, 0}, 0}, {{1000, 1000}, 0}};
    uint32_t names[] = {edits_add_road(edits, 4, roads, first, 3, 500),
                        edits_add_road(edits, 4, roads, second, 3, 500)};
    uint32_t scene = 0;
    assert_true(names[0] != 0 && names[1] != 0 && names[0] != names[1]);
    assert_int_equal(quadtree_count(roads->tree), 5);
    assert_true(edits_find_road(edits, names[0], &scene));
    assert_int_equal(scene, 4);
    uint32_t south = roads_stand_on(roads, (struct geo_place){1000, -1000}, 0);
    uint32_t north = roads_stand_on(roads, (struct geo_place){1000, 1000}, 0);
    edits_remove_road(edits, names[0], roads);
    assert_false(edits_find_road(edits, names[0], &scene));
    assert_int_equal(quadtree_count(roads->tree), 3);
    assert_int_equal(roads_component(roads, south), roads_component(roads, north));
    uint32_t again = edits_add_road(edits, 4, roads, first, 3, 500);
    assert_int_not_equal(again, names[0]);
    edits_remove_road(edits, again, roads);
    edits_remove_road(edits, names[1], roads);
    assert_int_equal(quadtree_count(roads->tree), 0);
    assert_false(edits_find_road(edits, 0, &scene));
    roads_destroy(roads);
    edits_destroy(edits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_are_listed_until_they_are_removed),
        cmocka_unit_test(roads_are_taken_out_as_they_were_put_in),
    };
    return cmocka_run_group_tests_name("edits", tests, NULL, NULL);
}
