// Sides of faces are joined to the rings around their ground.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/polygon.h"
#include "nav/trace.h"

enum { SIDES_MAX = 256 };

/// Unit squares of a map of rows, the last row at the bottom: '#' is ground.
static struct trace trace_map(const char *const *rows, size_t row_count)
{
    struct trace_side sides[SIDES_MAX];
    struct trace trace;
    size_t count = 0;
    for (size_t row = 0; row < row_count; row++) {
        for (int32_t x = 0; rows[row][x]; x++) {
            int32_t z = (int32_t)(row_count - 1 - row);
            struct geo_point corners[4] = {{x, z}, {x + 1, z}, {x + 1, z + 1}, {x, z + 1}};
            for (int i = 0; i < 4 && rows[row][x] == '#'; i++)
                sides[count++] = (struct trace_side){corners[i], corners[(i + 1) % 4]};
        }
    }
    assert_true(count < SIDES_MAX);
    assert_true(trace_rings(sides, count, &trace));
    return trace;
}

static int64_t ring_area_twice(const struct trace *trace, uint32_t ring)
{
    uint32_t first = ring == 0 ? 0 : trace->ends[ring - 1];
    return polygon_area_twice(trace->points + first, trace->ends[ring] - first);
}

/// Expects so many pieces and rings, outlines first, and the area of the ground.
static void expect(const char *const *rows, size_t row_count, size_t pieces, size_t rings)
{
    struct trace trace = trace_map(rows, row_count);
    int64_t area = 0;
    int64_t wanted = 0;
    for (size_t row = 0; row < row_count; row++) {
        for (size_t x = 0; rows[row][x]; x++)
            wanted += rows[row][x] == '#';
    }
    assert_int_equal(trace.piece_count, pieces);
    assert_int_equal(trace.ring_count, rings);
    for (size_t i = 0; i < trace.piece_count; i++) {
        for (uint32_t ring = trace.pieces[i].first_ring; ring < trace.pieces[i + 1].first_ring; ring++) {
            bool is_outline = ring == trace.pieces[i].first_ring;
            assert_true((ring_area_twice(&trace, ring) > 0) == is_outline);
            area += ring_area_twice(&trace, ring);
        }
    }
    assert_int_equal(area, 2 * wanted);
    trace_finish(&trace);
}

#define ROWS(...)                                                                                            \
    (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

static void neighbours_become_one_ring(void **state)
{
    (void)state;
    expect(ROWS("##", "##"), 1, 1);
    expect(ROWS("#.#", "###"), 1, 1);
}

static void pieces_apart_and_at_a_corner_are_apart(void **state)
{
    (void)state;
    expect(ROWS("#.#"), 2, 2);
    expect(ROWS("#.", ".#"), 2, 2);
}

static void holes_follow_their_outline(void **state)
{
    (void)state;
    expect(ROWS("###", "#.#", "###"), 1, 2);
    expect(ROWS("###.###", "#.#.#.#", "###.###"), 2, 4);
    expect(ROWS("#####", "#...#", "#.#.#", "#...#", "#####"), 2, 3);
}

static void holes_that_touch_at_a_corner_are_one_ring(void **state)
{
    (void)state;
    expect(ROWS("####", "#.##", "##.#", "####"), 1, 2);
    expect(ROWS("####", "#.##", "###.", "####"), 1, 2);
}

static void a_hole_that_touches_the_outline_is_part_of_it(void **state)
{
    (void)state;
    expect(ROWS("####", "##.#", "#.##", ".###"), 1, 1);
}

static void nothing_gives_nothing(void **state)
{
    (void)state;
    expect(ROWS("..."), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_become_one_ring),
        cmocka_unit_test(pieces_apart_and_at_a_corner_are_apart),
        cmocka_unit_test(holes_follow_their_outline),
        cmocka_unit_test(holes_that_touch_at_a_corner_are_one_ring),
        cmocka_unit_test(a_hole_that_touches_the_outline_is_part_of_it),
        cmocka_unit_test(nothing_gives_nothing),
    };
    return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
