// Whatever edges are led across it, a triangulation stays one of the same ground.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/flips.h"
#include "nav/mesh_make.h"
#include "nav/triangulate.h"
#include "tests/data/random_region.h"

static void begin(struct narrows *narrows, struct flips *flips, const struct random_region *region)
{
    static const struct mesh_ground ground;
    static const struct mesh_agent agent;
    struct region_rings rings = {region->points, region->ends[region->ring_count - 1], region->ends,
                                 (uint32_t)region->ring_count};
    size_t count = triangulate_count(&rings);
    *narrows = (struct narrows){.corner_count = rings.point_count, .triangle_count = count};
    narrows->corners = calloc(rings.point_count, sizeof *narrows->corners);
    narrows->triangles = calloc(count, sizeof *narrows->triangles);
    narrows->grounds = calloc(count, sizeof *narrows->grounds);
    assert_true(triangulate(&rings, narrows->triangles));
    for (size_t i = 0; i < rings.point_count; i++)
        narrows->corners[i].at = region->points[i];
    uint32_t *firsts = calloc(count + 1, sizeof *firsts);
    for (size_t i = 0; i <= count; i++)
        firsts[i] = 3 * (uint32_t)i;
    struct mesh_input input = {.corners = narrows->corners,
                               .corner_count = narrows->corner_count,
                               .cell_corners = narrows->triangles[0].points,
                               .cell_firsts = firsts,
                               .cell_count = count,
                               .grounds = &ground,
                               .ground_count = 1,
                               .agents = &agent,
                               .agent_count = 1};
    struct navmesh *mesh = navmesh_create(&input);
    assert_non_null(mesh);
    *flips = (struct flips){0};
    assert_true(flips_begin(flips, narrows, mesh));
    navmesh_destroy(mesh);
    free(firsts);
}

static void finish(struct narrows *narrows, struct flips *flips)
{
    flips_finish(flips);
    free(narrows->corners);
    free(narrows->triangles);
    free(narrows->grounds);
    free(narrows->twins);
}

static void check(const struct flips *flips, int64_t expected, uint64_t seed)
{
    int64_t area = 0;
    for (uint32_t side = 0; side < 3 * flips->narrows->triangle_count; side++) {
        uint32_t next = flips_next(side);
        uint32_t twin = flips->sides[side].twin;
        int64_t twice = geo_cross(flips_start(flips, side), flips_start(flips, next),
                                  flips_start(flips, flips_next(next)));
        if (twice <= 0)
            fail_msg("seed %lu: triangle %u is not counter-clockwise", seed, side / 3);
        area += side % 3 == 0 ? twice : 0;
        if (twin != MESH_NONE && (flips->sides[twin].twin != side ||
                                  !geo_equal(flips_start(flips, twin), flips_start(flips, next)) ||
                                  !geo_equal(flips_start(flips, side), flips_start(flips, flips_next(twin)))))
            fail_msg("seed %lu: side %u and its twin do not meet", seed, side);
        if (flips->sides[side].wall != FLIPS_NO_WALL)
            assert_int_equal(flips->wall_sides[flips->sides[side].wall], side);
    }
    if (area != expected)
        fail_msg("seed %lu: the triangles' area has changed", seed);
}

static void edges_and_corners_leave_a_triangulation_of_the_same_ground(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        static struct random_region region;
        struct narrows narrows;
        struct flips flips;
        uint64_t random = seed;
        random_region_make(seed, 1 + (int)(seed % 7), 1000, &region);
        begin(&narrows, &flips, &region);
        for (int i = 0; i < 20; i++) {
            uint32_t wall =
                (uint32_t)seed_between(&random, 0, (int32_t)region.ends[region.ring_count - 1] - 1);
            uint32_t side = flips.wall_sides[wall];
            uint32_t corner;
            struct geo_place middle = geo_place_mix(geo_place_of(flips_start(&flips, side)),
                                                    geo_place_of(flips_start(&flips, flips_next(side))), 0.4);
            uint32_t from = (uint32_t)seed_between(&random, 0, (int32_t)narrows.corner_count - 1);
            assert_true(flips_add_before_wall(&flips, wall, middle, &corner));
            assert_true(corner == MESH_NONE || flips_lead_edge(&flips, from, corner));
            check(&flips, random_region_area_twice(&region), seed);
        }
        assert_true(flips_end(&flips));
        finish(&narrows, &flips);
    }
}

static void an_edge_led_is_there_and_stays(void **state)
{
    (void)state;
    // A long hall with pillars' corners along both walls; the edge runs from one end to the other.
    static struct random_region region;
    struct narrows narrows;
    struct flips flips;
    enum { COUNT = 20 };
    for (uint32_t i = 0; i < COUNT; i++) {
        region.points[i] = (struct geo_point){(int32_t)i * 1000, i % 2 ? 400 : 0};
        region.points[2 * COUNT - 1 - i] = (struct geo_point){(int32_t)i * 1000, i % 2 ? 2600 : 3000};
    }
    region.ends[0] = 2 * COUNT;
    region.ring_count = 1;
    begin(&narrows, &flips, &region);
    const uint32_t from = 1;
    const uint32_t to = 2 * COUNT - 1 - 17; // far down the other wall
    assert_true(flips_lead_edge(&flips, from, to));
    size_t sides = 0;
    for (uint32_t side = 0; side < 3 * narrows.triangle_count; side++) {
        bool is_edge = (flips.sides[side].corner == from && flips.sides[flips_next(side)].corner == to) ||
                       (flips.sides[side].corner == to && flips.sides[flips_next(side)].corner == from);
        sides += is_edge;
        if (is_edge)
            assert_true(flips.sides[side].is_fixed);
    }
    assert_int_equal(sides, 2);
    assert_true(flips_end(&flips));
    finish(&narrows, &flips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_and_corners_leave_a_triangulation_of_the_same_ground),
        cmocka_unit_test(an_edge_led_is_there_and_stays),
    };
    return cmocka_run_group_tests_name("flips", tests, NULL, NULL);
}
