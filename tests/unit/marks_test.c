// Dead ends are what has one way in, and nothing else.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/marks.h"
#include "tests/data/test_board.h"

/// Whether `to` can be reached from `from` without crossing the link of `closed`, either way.
static bool is_connected_without(const struct navmesh *mesh, uint32_t from, uint32_t to, uint32_t closed)
{
    bool *is_seen = calloc(mesh->cell_count, sizeof *is_seen);
    uint32_t *waiting = calloc(mesh->cell_count, sizeof *waiting);
    assert_true(is_seen && waiting);
    size_t count = 0;
    waiting[count++] = from;
    is_seen[from] = true;
    while (count > 0) {
        uint32_t cell = waiting[--count];
        for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
            uint32_t link = mesh->sides[side].link;
            if (link == MESH_WALL || side == closed || link == closed || is_seen[mesh->sides[link].cell])
                continue;
            is_seen[mesh->sides[link].cell] = true;
            waiting[count++] = mesh->sides[link].cell;
        }
    }
    bool is_connected = is_seen[to];
    free(is_seen);
    free(waiting);
    return is_connected;
}

static void a_dead_end_has_no_other_way_out(void **state)
{
    (void)state;
    size_t dead_ends = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        for (uint32_t side = 0; side < mesh->side_count; side++) {
            uint32_t link = mesh->sides[side].link;
            if (link == MESH_WALL) {
                assert_true(mesh->sides[side].is_dead_end);
                continue;
            }
            bool is_bridge =
                !is_connected_without(mesh, mesh->sides[side].cell, mesh->sides[link].cell, side);
            if (mesh->sides[side].is_dead_end && !is_bridge)
                fail_msg("seed %lu: side %u is no dead end", seed, side);
            dead_ends += mesh->sides[side].is_dead_end;
        }
        navmesh_destroy(mesh);
    }
    assert_true(dead_ends > 0);
}

static void a_cell_with_one_neighbour_is_a_dead_end(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
            uint32_t neighbours = 0;
            uint32_t out = MESH_NONE;
            for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side;
                 side++) {
                neighbours += !mesh_is_wall(mesh, side);
                out = mesh_is_wall(mesh, side) ? out : side;
            }
            if (neighbours != 1)
                continue;
            // Of two that have only each other, one is the root of their tree.
            bool is_pair = mesh->sides[out].is_dead_end;
            assert_true(mesh->sides[mesh->sides[out].link].is_dead_end || is_pair);
            assert_true(is_pair || marks_way_out(mesh, cell) == out);
        }
        navmesh_destroy(mesh);
    }
}

static void corners_that_squares_only_touch_at_are_pinched(void **state)
{
    (void)state;
    size_t pinched = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        for (uint32_t side = 0; side < mesh->side_count; side++) {
            // Squares around the corner, and the walls that begin at it: one for every fan that ends there.
            size_t squares = 0;
            size_t walls = 0;
            for (uint32_t other = 0; other < mesh->side_count; other++) {
                bool is_here = mesh->sides[other].corner == mesh->sides[side].corner;
                squares += is_here;
                walls += is_here && mesh_is_wall(mesh, other);
            }
            assert_int_equal(mesh->sides[side].is_pinched, squares == 2 && walls == 2);
            pinched += mesh->sides[side].is_pinched;
        }
        navmesh_destroy(mesh);
    }
    assert_true(pinched > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dead_end_has_no_other_way_out),
        cmocka_unit_test(a_cell_with_one_neighbour_is_a_dead_end),
        cmocka_unit_test(corners_that_squares_only_touch_at_are_pinched),
    };
    return cmocka_run_group_tests_name("marks", tests, NULL, NULL);
}
