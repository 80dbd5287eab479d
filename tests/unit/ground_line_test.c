// A line across a mesh is written with a point wherever the line or the ground bends, and two at a step.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/ground_line.h"
#include "tests/data/test_way.h"

enum { POINTS_MAX = 16 };

struct line {
    struct test_way way;
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
};

/// Writes the line between two places.
/// @return whether it found room
static bool write_line(struct line *line, struct geo_place from, struct geo_place to, size_t points_max)
{
    const struct funnel_point *points;
    struct path_place start = test_way_locate(&line->way, from);
    size_t count = test_way_find(&line->way, from, to, &points);
    struct ground_line ground = {.mesh = line->way.mesh,
                                 .start = start,
                                 .end_cell = test_way_locate(&line->way, to).cell,
                                 .points = points,
                                 .point_count = count};
    ground.sides = corridor_sides(line->way.corridor, &ground.side_count);
    line->trip = (struct nav_trip){.points = line->points, .points_max = points_max};
    return ground_line_write(&ground, 7, &line->trip);
}

static void open_line(struct line *line)
{
    test_scene_begin(&line->way.test, 0);
    test_scene_add_floor(&line->way.test, 0, 0, 2000, 2000, 0);
    test_scene_add_floor(&line->way.test, 2000, 0, 3000, 2000, 300)->surface = PACK_STONE;
    struct pack_region *ramp = test_scene_add_floor(&line->way.test, 3000, 0, 7000, 2000, 300);
    ramp->heights_mm[1] = 2300;
    ramp->heights_mm[2] = 2300;
    test_way_open(&line->way);
}

static void steps_have_two_points_and_slopes_begin_at_one(void **state)
{
    (void)state;
    static struct line line;
    static const double expected[][2] = {{1, 0}, {2, 0}, {2, 0.3}, {3, 0.3}, {6, 1.8}};
    open_line(&line);
    assert_true(
        write_line(&line, (struct geo_place){1000, 1000}, (struct geo_place){6000, 1000}, POINTS_MAX));
    assert_int_equal(line.trip.point_count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(fabs(line.points[i].x - expected[i][0]) < 1e-9);
        assert_true(fabs(line.points[i].y - expected[i][1]) < 1e-9);
        assert_true(line.points[i].z == 1 && line.points[i].scene == 7);
    }
    test_way_close(&line.way);
}

static void a_line_without_room_says_so(void **state)
{
    (void)state;
    static struct line line;
    open_line(&line);
    assert_false(write_line(&line, (struct geo_place){1000, 1000}, (struct geo_place){6000, 1000}, 4));
    assert_int_equal(line.trip.point_count, 4);
    assert_true(write_line(&line, (struct geo_place){1000, 1000}, (struct geo_place){1000, 1000}, 1));
    assert_int_equal(line.trip.point_count, 1);
    test_way_close(&line.way);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_have_two_points_and_slopes_begin_at_one),
        cmocka_unit_test(a_line_without_room_says_so),
    };
    return cmocka_run_group_tests_name("ground_line", tests, NULL, NULL);
}
