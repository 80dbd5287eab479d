// Dead ends are what has one way in, and nothing else.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/marks.h"
#include "nav/mesh_build.h"
#include "tests/data/test_board.h"
#include "tests/data/test_scene.h"

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

static void a_passage_leads_from_either_of_two_ways_to_the_other(void **state)
{
    (void)state;
    size_t passages = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
            uint32_t ways[2] = {MESH_NONE, MESH_NONE};
            uint32_t count = 0;
            for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side;
                 side++) {
                if (!mesh->sides[side].is_dead_end && count++ < 2)
                    ways[count - 1] = side;
            }
            for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side;
                 side++) {
                bool is_way = count == 2 && !mesh->sides[side].is_dead_end;
                uint32_t other = ways[0] == side ? ways[1] : ways[0];
                if (marks_passage(mesh, side) != (is_way ? other : MESH_NONE))
                    fail_msg("seed %lu: side %u", seed, side);
            }
            assert_true(count == 1 || marks_way_out(mesh, cell) == MESH_NONE);
            passages += count == 2;
        }
        navmesh_destroy(mesh);
    }
    assert_true(passages > 0);
}

enum { BOWL_CORNERS = 24 };

/// A corner of a convex region, on a parabola.
static struct geo_point bowl_corner(int32_t number)
{
    return (struct geo_point){1000 * number, 50 * number * number};
}

/// Adds the region to the scene, makes the mesh, and finds the region's cell, which has all its corners.
static struct navmesh *make_with_bowl(struct test_scene *test, uint32_t *bowl)
{
    static struct report report;
    struct geo_point corners[BOWL_CORNERS];
    for (int32_t i = 0; i < BOWL_CORNERS; i++)
        corners[i] = bowl_corner(i);
    test_scene_add_region(test, corners, BOWL_CORNERS, 0);
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    assert_non_null(mesh);
    *bowl = 0;
    while (mesh->cells[*bowl + 1].first_side - mesh->cells[*bowl].first_side < BOWL_CORNERS)
        (*bowl)++;
    return mesh;
}

static uint32_t find_side(const struct navmesh *mesh, uint32_t cell, struct geo_point start)
{
    uint32_t side = mesh->cells[cell].first_side;
    while (!geo_equal(mesh_side_start(mesh, side)->at, start))
        side++;
    return side;
}

static void a_cell_of_many_sides_knows_its_way_out(void **state)
{
    (void)state;
    for (int32_t i = 0; i + 1 < BOWL_CORNERS; i++) {
        static struct test_scene test;
        struct geo_point from = bowl_corner(i);
        struct geo_point to = bowl_corner(i + 1);
        uint32_t bowl;
        test_scene_begin(&test, 0);
        test_scene_add_region(&test, (struct geo_point[]){to, from, {from.x + 500, from.z - 3000}}, 3, 0)
            ->surface = PACK_STONE;
        struct navmesh *mesh = make_with_bowl(&test, &bowl);
        uint32_t out = find_side(mesh, bowl, from);
        // Of two that have only each other, one is the root of their tree.
        if (marks_way_out(mesh, bowl) != out)
            fail_msg("side %d: %u", i, marks_way_out(mesh, bowl));
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

static void passages_lead_right_where_cells_have_many_sides(void **state)
{
    (void)state;
    size_t found = 0;
    for (int32_t i = 0; i + 3 < BOWL_CORNERS; i++) {
        static struct test_scene test;
        int32_t k = (i * 7 % (BOWL_CORNERS - 3 - i)) + i + 2;
        struct geo_point a = bowl_corner(i);
        struct geo_point b = bowl_corner(i + 1);
        struct geo_point c = bowl_corner(k);
        struct geo_point d = bowl_corner(k + 1);
        uint32_t bowl;
        test_scene_begin(&test, 0);
        struct geo_point handle[] = {b, a, {a.x, -5000}, {d.x, -5000}, d, c, {c.x, -3000}, {b.x, -3000}};
        test_scene_add_region(&test, handle, 8, 0)->surface = PACK_STONE;
        struct navmesh *mesh = make_with_bowl(&test, &bowl);
        uint32_t first = find_side(mesh, bowl, a);
        uint32_t second = find_side(mesh, bowl, c);
        bool is_near = marks_passage(mesh, first) != MESH_NONE;
        if (is_near && marks_passage(mesh, first) != second)
            fail_msg("sides %d and %d: %u", i, k, marks_passage(mesh, first));
        assert_int_equal(marks_passage(mesh, second), is_near ? first : MESH_NONE);
        found += is_near;
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
    assert_true(found > 0 && found < BOWL_CORNERS - 3);
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

/// The last side of the fan around a corner, walked to from one of its sides; the side itself after a full
/// turn.
static uint32_t last_of_fan(const struct navmesh *mesh, const struct mesh_layer *layer, uint32_t side)
{
    uint32_t last = side;
    while (marks_is_plain(mesh, last) && mesh_link_is_open(layer, last)) {
        last = mesh_next_side(mesh, mesh->sides[last].link);
        if (last == side)
            break;
    }
    return last;
}

/// Random ground of several surfaces, so narrow here and there that people do not get through.
static struct navmesh *make_random(struct test_scene *test, uint64_t seed)
{
    static struct random_region whole;
    static struct random_region parts[RANDOM_PARTS_MAX];
    static struct report report;
    size_t count = random_region_split(seed, 10, 1000, &whole, parts);
    test_scene_begin(test, 400);
    for (size_t i = 0; i < count; i++) {
        test_scene_add_random(test, &parts[i], (struct geo_point){0, 0}, 0);
        test->regions[i].surface = (enum pack_surface)(i % PACK_SURFACE_COUNT);
    }
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    assert_non_null(mesh);
    assert_non_null(mesh->layers[0].openings);
    return mesh;
}

static void what_lies_around_an_unparted_corner_is_one_fan(void **state)
{
    (void)state;
    size_t parted = 0;
    size_t whole = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static struct test_scene test;
        struct navmesh *mesh = make_random(&test, seed);
        const struct mesh_layer *layer = &mesh->layers[0];
        uint32_t *lasts = calloc(mesh->corner_count, sizeof *lasts);
        assert_non_null(lasts);
        for (uint32_t corner = 0; corner < mesh->corner_count; corner++)
            lasts[corner] = MESH_NONE;
        for (uint32_t side = 0; side < mesh->side_count; side++) {
            uint32_t corner = mesh->sides[side].corner;
            bool is_parted = marks_is_parted(layer, corner);
            parted += is_parted;
            whole += !is_parted;
            if (is_parted || mesh->sides[side].is_pinched)
                continue;
            uint32_t last = last_of_fan(mesh, layer, side);
            bool is_round = marks_is_plain(mesh, last) && mesh_link_is_open(layer, last);
            if (!is_round && !mesh->sides[side].is_wall_end)
                fail_msg("seed %lu: side %u cannot be walked around", seed, side);
            if (!is_round && lasts[corner] != MESH_NONE && lasts[corner] != last)
                fail_msg("seed %lu: side %u is of another fan", seed, side);
            lasts[corner] = is_round ? MESH_NONE : last;
        }
        free(lasts);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
    assert_true(parted > 0 && whole > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dead_end_has_no_other_way_out),
        cmocka_unit_test(a_cell_with_one_neighbour_is_a_dead_end),
        cmocka_unit_test(a_passage_leads_from_either_of_two_ways_to_the_other),
        cmocka_unit_test(a_cell_of_many_sides_knows_its_way_out),
        cmocka_unit_test(passages_lead_right_where_cells_have_many_sides),
        cmocka_unit_test(corners_that_squares_only_touch_at_are_pinched),
        cmocka_unit_test(what_lies_around_an_unparted_corner_is_one_fan),
    };
    return cmocka_run_group_tests_name("marks", tests, NULL, NULL);
}
