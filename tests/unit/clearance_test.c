// What is open of a side keeps from all walls, and nothing that does is taken away at its ends.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/clearance.h"
#include "nav/mesh_build.h"
#include "tests/data/test_scene.h"

static struct navmesh *build(struct test_scene *test)
{
    static struct report report;
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    assert_non_null(mesh);
    return mesh;
}

static bool is_linked(const struct navmesh *mesh, uint32_t side)
{
    return !mesh_is_wall(mesh, side);
}

/// What is open of a side with one neighbour.
static struct mesh_opening opening_of(const struct navmesh *mesh, uint32_t side)
{
    return mesh->layers[0].openings[mesh_link_first(mesh, side)];
}

/// Distance to the nearest wall of the whole mesh, by looking at all.
static double wall_distance(const struct navmesh *mesh, struct geo_place at)
{
    double best = INFINITY;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        struct geo_place from = geo_place_of(mesh_side_start(mesh, side)->at);
        struct geo_place to = geo_place_of(mesh_side_start(mesh, mesh_next_side(mesh, side))->at);
        if (!is_linked(mesh, side))
            best =
                fmin(best, geo_place_distance(geo_place_mix(from, to, geo_place_project(from, to, at)), at));
    }
    return best;
}

static void add_parts(struct test_scene *test, uint64_t seed)
{
    static struct random_region whole;
    static struct random_region parts[RANDOM_PARTS_MAX];
    size_t count = random_region_split(seed, 2 + (int)(seed % 7), 1000, &whole, parts);
    for (size_t i = 0; i < count; i++) {
        test_scene_add_random(test, &parts[i], (struct geo_point){0, 0}, 0);
        test->regions[i].surface = i % 5;
    }
}

/// Looks at places all along a side.
static void check_side(const struct navmesh *mesh, uint32_t side, double radius_mm, uint64_t seed)
{
    enum { SAMPLES = 40 };
    struct geo_place from = geo_place_of(mesh_side_start(mesh, side)->at);
    struct geo_place to = geo_place_of(mesh_side_start(mesh, mesh_next_side(mesh, side))->at);
    double open_from = opening_of(mesh, side).from;
    double open_to = opening_of(mesh, side).to;
    for (int i = 0; i <= SAMPLES; i++) {
        double t = i / (double)SAMPLES;
        double distance = wall_distance(mesh, geo_place_mix(from, to, t));
        if (t >= open_from && t <= open_to && distance < radius_mm - 0.01)
            fail_msg("seed %lu: side %u is open %.3f mm from a wall", seed, side, distance);
    }
    if (open_from <= open_to)
        return;
    for (int i = 0; i <= SAMPLES; i++) {
        if (wall_distance(mesh, geo_place_mix(from, to, i / (double)SAMPLES)) > radius_mm + 0.01)
            fail_msg("seed %lu: side %u is closed, but not all of it is near a wall", seed, side);
    }
}

static void open_parts_keep_the_radius_from_every_wall(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        static struct test_scene test;
        int32_t radius_mm = 50 + (int32_t)(seed % 5) * 100;
        test_scene_begin(&test, radius_mm);
        add_parts(&test, seed);
        struct navmesh *mesh = build(&test);
        for (uint32_t side = 0; side < mesh->side_count; side++) {
            if (is_linked(mesh, side))
                check_side(mesh, side, radius_mm, seed);
        }
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

static void both_cells_agree_about_their_side(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static struct test_scene test;
        test_scene_begin(&test, 333);
        add_parts(&test, seed);
        struct navmesh *mesh = build(&test);
        for (uint32_t side = 0; side < mesh->side_count; side++) {
            if (!is_linked(mesh, side))
                continue;
            struct mesh_opening a = opening_of(mesh, side);
            struct mesh_opening b = opening_of(mesh, mesh_link_side(mesh, side));
            if ((a.from <= a.to) != (b.from <= b.to) || fabsf(a.from - (1 - b.to)) > 1e-6F ||
                fabsf(a.to - (1 - b.from)) > 1e-6F)
                fail_msg("seed %lu: side %u", seed, side);
        }
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

static void a_wall_on_another_floor_does_not_count(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 300);
    // The side between the lower floors passes under the end of an upper one.
    test_scene_add_floor(&test, 0, 0, 5000, 5000, 0);
    test_scene_add_floor(&test, 5000, 0, 9000, 5000, 0)->surface = PACK_STONE;
    test_scene_add_floor(&test, 1000, 2000, 5100, 3000, 4000);
    struct navmesh *mesh = build(&test);
    size_t links = 0;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (!is_linked(mesh, side))
            continue;
        assert_true(opening_of(mesh, side).from < 0.07F && opening_of(mesh, side).to > 0.93F);
        links++;
    }
    assert_true(links > 0);
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void a_gap_of_exactly_the_base_is_open_at_one_point(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 350);
    test_scene_add_floor(&test, 0, 0, 4000, 700, 0);
    test_scene_add_floor(&test, 4000, 0, 8000, 700, 0)->surface = PACK_STONE;
    struct navmesh *mesh = build(&test);
    static const bool is_low[64];
    struct clearance *exact = clearance_create(mesh, is_low, 350);
    struct clearance *wider = clearance_create(mesh, is_low, 351);
    assert_true(exact && wider);
    assert_true(mesh->side_count <= sizeof is_low);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        struct mesh_opening opening;
        if (!is_linked(mesh, side))
            continue;
        assert_true(clearance_of_link(exact, side, side, &opening));
        assert_true(opening.from == 0.5F && opening.to == 0.5F);
        assert_true(clearance_of_link(wider, side, side, &opening));
        assert_true(opening.from > opening.to);
    }
    clearance_destroy(exact);
    clearance_destroy(wider);
    clearance_destroy(NULL);
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_parts_keep_the_radius_from_every_wall),
        cmocka_unit_test(both_cells_agree_about_their_side),
        cmocka_unit_test(a_wall_on_another_floor_does_not_count),
        cmocka_unit_test(a_gap_of_exactly_the_base_is_open_at_one_point),
    };
    return cmocka_run_group_tests_name("clearance", tests, NULL, NULL);
}
