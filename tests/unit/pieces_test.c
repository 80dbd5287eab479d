// Whatever crosses, the ground is what the regions are without the obstacles, roads apart.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/mesh_build.h"
#include "nav/pieces.h"
#include "nav/polygon.h"
#include "tests/data/mesh_laws.h"
#include "tests/data/test_scene.h"

enum { SQUARE_MM = 1000, BORDER_MM = 2, BEYOND_MM = 5 };

static struct pieces make(const struct test_scene *test, uint64_t seed)
{
    struct pieces pieces;
    if (!pieces_make(&test->scene, &pieces))
        fail_msg("seed %lu: no pieces", seed);
    return pieces;
}

static int64_t ring_area_twice(const struct pieces *pieces, uint32_t ring)
{
    uint32_t first = ring == 0 ? 0 : pieces->ends[ring - 1];
    int64_t area = 0;
    for (uint32_t i = first; i + 1 < pieces->ends[ring]; i++)
        area += geo_cross(pieces->points[first].at, pieces->points[i].at, pieces->points[i + 1].at);
    return area < 0 ? -area : area;
}

/// Twice the area of pieces, exact.
static int64_t area_twice(const struct pieces *pieces)
{
    int64_t area = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const struct piece *piece = &pieces->pieces[i];
        for (uint32_t ring = piece->first_ring; ring < piece[1].first_ring; ring++)
            area +=
                ring == piece->first_ring ? ring_area_twice(pieces, ring) : -ring_area_twice(pieces, ring);
    }
    return area;
}

// ---- by hand -----------------------------------------------------------------------------------

static void a_wall_across_two_regions_cuts_both(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
    test_scene_add_floor(&test, 10000, 0, 20000, 10000, 200)->surface = PACK_STONE;
    test_scene_add_box(&test, 5000, 4000, 15000, 5000, 0);
    struct pieces pieces = make(&test, 0);
    assert_int_equal(pieces.count, 2);
    assert_int_equal(pieces.pieces[0].region, 0);
    assert_int_equal(pieces.pieces[1].region, 1);
    assert_int_equal(area_twice(&pieces), 2 * (INT64_C(200000000) - 10000000));
    pieces_finish(&pieces);
    test_scene_finish(&test);
}

static void a_wall_through_a_region_parts_it(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
    test_scene_add_box(&test, -1000, 4000, 11000, 5000, 0);
    struct pieces pieces = make(&test, 0);
    assert_int_equal(pieces.count, 2);
    assert_int_equal(area_twice(&pieces), 2 * INT64_C(90000000));
    pieces_finish(&pieces);
    test_scene_finish(&test);
}

static void only_regions_of_its_floor_are_cut(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
    test_scene_add_floor(&test, 2000, 2000, 12000, 12000, 3000);
    test_scene_add_box(&test, 8000, 1000, 11000, 9000, 0);
    struct pieces pieces = make(&test, 0);
    assert_int_equal(pieces.count, 2);
    assert_int_equal(pieces.ends[0], 8);
    assert_int_equal(pieces.ends[1], 12); // the gallery's corners alone
    assert_int_equal(area_twice(&pieces), 2 * (INT64_C(200000000) - 16000000));
    pieces_finish(&pieces);
    test_scene_finish(&test);
}

static void heights_of_new_corners_are_those_of_the_ground(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    struct pack_region *slope = test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
    slope->heights_mm[2] = slope->heights_mm[3] = 1000;
    test_scene_add_box(&test, 2000, 2000, 4000, 5000, 0);
    test_scene_add_box(&test, 3000, 3333, 14000, 8000, 0);
    struct pieces pieces = make(&test, 0);
    assert_int_equal(pieces.count, 1);
    for (size_t i = 0; i < pieces.point_count; i++)
        assert_int_equal(pieces.points[i].height_mm, (pieces.points[i].at.z + 5) / 10);
    pieces_finish(&pieces);
    test_scene_finish(&test);
}

static void a_road_is_a_piece_of_its_own(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
    test_scene_add_road(&test, (struct geo_point){2000, 5000}, (struct geo_point){8000, 5000}, 1000);
    test_scene_add_road(&test, (struct geo_point){5000, 1000}, (struct geo_point){5000, 12000}, 1000);
    struct pieces pieces = make(&test, 0);
    assert_int_equal(area_twice(&pieces), 2 * INT64_C(100000000));
    size_t of_roads[2] = {0, 0};
    for (size_t i = 0; i < pieces.count; i++) {
        if (pieces.pieces[i].road != PIECE_NO_ROAD)
            of_roads[pieces.pieces[i].road]++;
    }
    assert_int_equal(of_roads[0], 1);
    assert_int_equal(of_roads[1], 2); // the first road has the crossing
    pieces_finish(&pieces);
    struct navmesh *mesh = mesh_build(&test.scene, &report);
    assert_non_null(mesh);
    assert_int_equal(mesh->layers[0].component_count, 1);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        const struct mesh_corner *corner = mesh_side_start(mesh, side);
        const struct mesh_corner *end = mesh_side_end(mesh, side);
        struct geo_point middle = {(corner->at.x + end->at.x) / 2, (corner->at.z + end->at.z) / 2};
        bool is_in_road = middle.x > 2000 && middle.x < 8000 && middle.z > 4500 && middle.z < 5500;
        assert_false(is_in_road);
    }
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void obstacles_over_all_ground_are_an_error(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 1000, 1000, 0);
    test_scene_add_box(&test, -1000, -1000, 2000, 2000, 0);
    assert_null(mesh_build(&test.scene, &report));
    assert_int_equal(report.count, 1);
    assert_non_null(strstr(report.problems[0].text, "cover all ground"));
    test_scene_finish(&test);
}

static void rings_that_touch_at_corners_are_cut(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int32_t boxes[4][4];
        size_t count;
    } cases[] = {
        {"corner at the border", {{0, 4000, 2000, 6000}}, 1},
        {"diamond on the border", {{1000, 1000, 3000, 3000}, {3000, 3000, 5000, 5000}}, 2},
        {"ring of four",
         {{2000, 2000, 4000, 4000},
          {4000, 4000, 6000, 6000},
          {6000, 2000, 8000, 4000},
          {4000, 0, 6000, 2000}},
         4},
        {"nested", {{2000, 2000, 8000, 8000}, {3000, 3000, 4000, 4000}}, 2},
        {"chain to the border",
         {{2000, 2000, 4000, 4000}, {4000, 4000, 6000, 6000}, {6000, 6000, 10000, 8000}},
         3},
        {"same twice", {{2000, 2000, 4000, 4000}, {2000, 2000, 4000, 4000}}, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct test_scene test;
        static struct report report;
        test_scene_begin(&test, 0);
        test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
        for (size_t k = 0; k < cases[i].count; k++) {
            const int32_t *box = cases[i].boxes[k];
            test_scene_add_box(&test, box[0], box[1], box[2], box[3], 0);
        }
        struct navmesh *mesh = mesh_build(&test.scene, &report);
        if (!mesh)
            fail_msg("%s: %s", cases[i].name, report.problems[0].text);
        struct pieces pieces = make(&test, 0);
        mesh_laws_check_cells(mesh, area_twice(&pieces), i);
        pieces_finish(&pieces);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

/// A slanted side that is crossed at one end, to no millimetre, still meets a region at its other end.
static void crossed_sides_still_meet_the_regions_along_them(void **state)
{
    (void)state;
    static const struct geo_point wide[] = {{0, 0}, {10000, 3000}, {10000, 12000}, {0, 12000}};
    static const struct geo_point below[] = {{5000, -5000}, {10000, -5000}, {10000, 3000}, {5000, 1500}};
    static struct test_scene test;
    static struct report report;
    for (int32_t i = 0; i < 200; i++) {
        struct geo_point wall[] = {
            {1001 + 7 * i, 2000}, {1503 + 3 * i, -3000}, {1807 + 3 * i, -3000}, {1305 + 7 * i, 2000}};
        test_scene_begin(&test, 0);
        test_scene_add_region(&test, wide, 4, 0);
        test_scene_add_region(&test, below, 4, 0)->surface = PACK_STONE;
        test_scene_add_obstacle(&test, wall, 4, 0);
        struct navmesh *mesh = mesh_build(&test.scene, &report);
        assert_non_null(mesh);
        if (mesh->layers[0].component_count != 1)
            fail_msg("wall %d: the regions do not meet", i);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

// ---- at random ---------------------------------------------------------------------------------

static struct geo_point random_place(uint64_t *seed, int32_t size_mm)
{
    return (struct geo_point){seed_between(seed, -SQUARE_MM, size_mm + SQUARE_MM),
                              seed_between(seed, -SQUARE_MM, size_mm + SQUARE_MM)};
}

/// Adds an octagon or a thick line that begins in some region, if the place is in one.
static void add_random_obstacle(struct test_scene *test, uint64_t *seed, int32_t size_mm)
{
    struct geo_point at = random_place(seed, size_mm);
    struct geo_point line[2] = {at, random_place(seed, size_mm)};
    struct geo_point points[POLYGON_OCTAGON_COUNT];
    bool is_octagon = seed_next(seed) % 2 == 0;
    if (is_octagon)
        polygon_octagon(at, seed_between(seed, 50, 900), points);
    else if (geo_equal(line[0], line[1]) || !polygon_thicken(line, 2, seed_between(seed, 20, 400), points))
        return;
    size_t count = is_octagon ? POLYGON_OCTAGON_COUNT : 4;
    for (size_t region = 0; region < test->scene.region_count; region++) {
        if (pack_region_contains(&test->regions[region], points[0])) {
            test_scene_add_obstacle(test, points, count, region);
            return;
        }
    }
}

/// A board of parts with obstacles and roads across them, moved by `offset`.
static void make_random(struct test_scene *test, uint64_t seed, struct geo_point offset)
{
    static struct random_region whole;
    static struct random_region parts[RANDOM_PARTS_MAX];
    int size = 1 + (int)(seed % 7);
    int32_t size_mm = size * SQUARE_MM;
    uint64_t more = seed * 7919;
    test_scene_begin(test, 0);
    size_t count = random_region_split(seed, size, SQUARE_MM, &whole, parts);
    for (size_t i = 0; i < count; i++) {
        test_scene_add_random(test, &parts[i], (struct geo_point){0, 0}, seed % 3 == 0 ? seed : 0);
        test->regions[i].surface = i % 3;
    }
    for (int i = 0; i < (int)(seed % 9); i++)
        add_random_obstacle(test, &more, size_mm);
    for (int i = 0; i < (int)(seed % 4); i++) {
        struct geo_point from = random_place(&more, size_mm);
        struct geo_point to = random_place(&more, size_mm);
        if (!geo_equal(from, to))
            test_scene_add_road(test, from, to, seed_between(&more, 100, 600));
    }
    test_scene_move(test, offset);
}

/// Whether the place is so near to some border that snapping may decide.
static bool is_near_border(const struct test_scene *test, struct geo_point at)
{
    for (size_t i = 0; i < test->scene.region_count; i++) {
        const struct pack_region *region = &test->regions[i];
        if (polygon_is_near(region->outline.points, region->outline.count, at, BORDER_MM))
            return true;
        for (size_t k = 0; k < region->hole_count; k++) {
            if (polygon_is_near(region->holes[k].points, region->holes[k].count, at, BORDER_MM))
                return true;
        }
    }
    for (size_t i = 0; i < test->scene.obstacle_count; i++) {
        const struct pack_polygon *outline = &test->obstacles[i].outline;
        if (polygon_is_near(outline->points, outline->count, at, BORDER_MM))
            return true;
    }
    return false;
}

static bool is_ground(const struct test_scene *test, struct geo_point at)
{
    bool is_in = false;
    for (size_t i = 0; i < test->scene.region_count; i++)
        is_in = is_in || pack_region_contains(&test->regions[i], at);
    for (size_t i = 0; i < test->scene.obstacle_count; i++) {
        const struct pack_polygon *outline = &test->obstacles[i].outline;
        is_in = is_in && polygon_locate(outline->points, outline->count, at) == POLYGON_OUTSIDE;
    }
    return is_in;
}

static void check_places(const struct test_scene *test, const struct navmesh *mesh, uint64_t seed)
{
    uint64_t more = seed;
    int32_t size_mm = (1 + (int)(seed % 7)) * SQUARE_MM;
    for (int i = 0; i < 200; i++) {
        struct geo_point at = random_place(&more, size_mm);
        bool is_on_mesh = false;
        for (uint32_t cell = 0; cell < mesh->cell_count && !is_on_mesh; cell++)
            is_on_mesh = mesh_cell_distance(mesh, cell, geo_place_of(at)) == 0;
        if (!is_near_border(test, at) && is_on_mesh != is_ground(test, at))
            fail_msg("seed %lu: %d, %d is %s the mesh", seed, at.x, at.z, is_on_mesh ? "on" : "off");
    }
}

/// Beyond a wall there is no ground: regions and roads hang together wherever they meet.
static void check_walls(const struct test_scene *test, const struct navmesh *mesh, uint64_t seed)
{
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        struct geo_place a = geo_place_of(mesh_side_start(mesh, side)->at);
        struct geo_place b = geo_place_of(mesh_side_end(mesh, side)->at);
        double length_mm = geo_place_distance(a, b);
        if (!mesh_is_wall(mesh, side) || length_mm < 4 * BEYOND_MM) // at tips obstacles are thin
            continue;
        struct geo_point beyond = {(int32_t)((a.x + b.x) / 2 + (b.z - a.z) * BEYOND_MM / length_mm),
                                   (int32_t)((a.z + b.z) / 2 - (b.x - a.x) * BEYOND_MM / length_mm)};
        if (!is_near_border(test, beyond) && is_ground(test, beyond))
            fail_msg("seed %lu: a wall parts the ground at %d, %d", seed, beyond.x, beyond.z);
    }
}

static void crossing_obstacles_and_roads_leave_exactly_the_ground(void **state)
{
    (void)state;
    size_t built = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        static struct test_scene test;
        static struct report report;
        make_random(&test, seed, (struct geo_point){0, 0});
        report.count = 0;
        struct navmesh *mesh = mesh_build(&test.scene, &report);
        if (!mesh && !strstr(report.problems[0].text, "cover all ground"))
            fail_msg("seed %lu: %s %s", seed, report.problems[0].place, report.problems[0].text);
        if (mesh) {
            struct pieces pieces = make(&test, seed);
            mesh_laws_check_cells(mesh, area_twice(&pieces), seed);
            mesh_laws_check_links(mesh, seed);
            check_places(&test, mesh, seed);
            if (seed % 3 != 0)
                check_walls(&test, mesh, seed);
            pieces_finish(&pieces);
            built++;
        }
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
    assert_true(built > 450);
}

/// Adds a triangle or a box with corners on the grid, if it has an area.
static void add_on_grid(struct test_scene *test, uint64_t *seed, int32_t unit_mm)
{
    struct geo_point points[3];
    for (int i = 0; i < 3; i++)
        points[i] =
            (struct geo_point){seed_between(seed, -1, 21) * unit_mm, seed_between(seed, -1, 11) * unit_mm};
    size_t region = seed_next(seed) % 2;
    int64_t turn = geo_cross(points[0], points[1], points[2]);
    struct geo_point turned[3] = {points[0], points[2], points[1]};
    struct geo_box box = geo_bounds(points, 2);
    if (seed_next(seed) % 3 != 0 && turn != 0)
        test_scene_add_obstacle(test, turn > 0 ? points : turned, 3, region);
    else if (box.low.x < box.high.x && box.low.z < box.high.z)
        test_scene_add_box(test, box.low.x, box.low.z, box.high.x, box.high.z, region);
}

/// Corners on corners, corners on sides, sides on sides, and all of it within a few millimetres.
static void obstacles_on_one_grid_touch_in_every_way(void **state)
{
    (void)state;
    static const int32_t units_mm[] = {1, 3, 1000, 20000000};
    for (uint64_t seed = 1; seed <= 400; seed++) {
        static struct test_scene test;
        static struct report report;
        int32_t unit_mm = units_mm[seed % 4];
        uint64_t more = seed;
        test_scene_begin(&test, 0);
        test_scene_add_floor(&test, 0, 0, 10 * unit_mm, 10 * unit_mm, 0)->heights_mm[1] =
            (int32_t)(seed % 2) * 777;
        test_scene_add_floor(&test, 10 * unit_mm, 0, 20 * unit_mm, 10 * unit_mm, 100)->surface = PACK_STONE;
        for (int count = seed_between(&more, 1, 9); count > 0; count--)
            add_on_grid(&test, &more, unit_mm);
        report.count = 0;
        struct navmesh *mesh = mesh_build(&test.scene, &report);
        if (!mesh && !strstr(report.problems[0].text, "cover all ground"))
            fail_msg("seed %lu: %s %s", seed, report.problems[0].place, report.problems[0].text);
        struct pieces pieces = make(&test, seed);
        if (mesh) {
            mesh_laws_check_cells(mesh, area_twice(&pieces), seed);
            mesh_laws_check_links(mesh, seed);
        }
        pieces_finish(&pieces);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

static void crossings_move_with_the_scene(void **state)
{
    (void)state;
    static const struct geo_point far[] = {{1, 0},
                                           {-GEO_COORDINATE_MAX + 3000, -GEO_COORDINATE_MAX + 3000},
                                           {GEO_COORDINATE_MAX - 12000, GEO_COORDINATE_MAX - 12000},
                                           {GEO_COORDINATE_MAX - 12000, -4711}};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        static struct test_scene here;
        static struct test_scene there;
        static struct report report;
        struct geo_point offset = far[seed % 4];
        make_random(&here, seed, (struct geo_point){0, 0});
        make_random(&there, seed, offset);
        struct navmesh *mesh = mesh_build(&here.scene, &report);
        struct navmesh *moved = mesh_build(&there.scene, &report);
        if (!mesh != !moved || (mesh && !mesh_laws_is_moved(mesh, moved, offset)))
            fail_msg("seed %lu: moved by %d, %d the mesh is another", seed, offset.x, offset.z);
        navmesh_destroy(mesh);
        navmesh_destroy(moved);
        test_scene_finish(&here);
        test_scene_finish(&there);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_across_two_regions_cuts_both),
        cmocka_unit_test(a_wall_through_a_region_parts_it),
        cmocka_unit_test(only_regions_of_its_floor_are_cut),
        cmocka_unit_test(heights_of_new_corners_are_those_of_the_ground),
        cmocka_unit_test(a_road_is_a_piece_of_its_own),
        cmocka_unit_test(obstacles_over_all_ground_are_an_error),
        cmocka_unit_test(rings_that_touch_at_corners_are_cut),
        cmocka_unit_test(crossed_sides_still_meet_the_regions_along_them),
        cmocka_unit_test(crossing_obstacles_and_roads_leave_exactly_the_ground),
        cmocka_unit_test(obstacles_on_one_grid_touch_in_every_way),
        cmocka_unit_test(crossings_move_with_the_scene),
    };
    return cmocka_run_group_tests_name("pieces", tests, NULL, NULL);
}
