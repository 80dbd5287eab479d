// Whatever the regions: cells are convex, cover them exactly and move with them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "nav/mesh_build.h"
#include "tests/data/test_scene.h"

static struct navmesh *build(const struct test_scene *test, uint64_t seed)
{
    static struct report report;
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    if (!mesh)
        fail_msg("seed %lu: %s %s", seed, report.problems[0].place, report.problems[0].text);
    return mesh;
}

/// Twice the area of a cell; -1 when it is not convex.
static int64_t cell_area(const struct navmesh *mesh, uint32_t cell)
{
    int64_t area = 0;
    uint32_t first = mesh->cells[cell].first_side;
    for (uint32_t side = first; side < mesh->cells[cell + 1].first_side; side++) {
        uint32_t next = mesh_next_side(mesh, side);
        struct geo_point a = mesh_side_start(mesh, side)->at;
        struct geo_point b = mesh_side_start(mesh, next)->at;
        if (geo_cross(a, b, mesh_side_start(mesh, mesh_next_side(mesh, next))->at) < 0)
            return -1;
        area += geo_cross(mesh_side_start(mesh, first)->at, a, b);
    }
    return area;
}

/// Whether all of `b` lies to the right of some side of `a`, its line included.
static bool is_beside(const struct navmesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t side = mesh->cells[a].first_side; side < mesh->cells[a + 1].first_side; side++) {
        struct geo_point from = mesh_side_start(mesh, side)->at;
        struct geo_point to = mesh_side_start(mesh, mesh_next_side(mesh, side))->at;
        bool is_right = true;
        for (uint32_t other = mesh->cells[b].first_side; other < mesh->cells[b + 1].first_side; other++)
            is_right = is_right && geo_cross(from, to, mesh_side_start(mesh, other)->at) <= 0;
        if (is_right)
            return true;
    }
    return false;
}

static void check_cells(const struct navmesh *mesh, int64_t area, uint64_t seed)
{
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        int64_t twice = cell_area(mesh, cell);
        if (twice <= 0)
            fail_msg("seed %lu: cell %u is not convex", seed, cell);
        area -= twice;
        for (uint32_t other = 0; other < cell; other++) {
            if (!is_beside(mesh, cell, other) && !is_beside(mesh, other, cell))
                fail_msg("seed %lu: cells %u and %u overlap", seed, cell, other);
        }
    }
    if (area != 0)
        fail_msg("seed %lu: the cells' area is not the regions'", seed);
}

static bool is_answered(const struct navmesh *mesh, uint32_t side, uint32_t other)
{
    for (uint32_t back = mesh_link_first(mesh, other); back != MESH_NONE; back = mesh_link_next(mesh, back)) {
        if (mesh_link_side(mesh, back) == side)
            return true;
    }
    return false;
}

static void check_links(const struct navmesh *mesh, uint64_t seed)
{
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            uint32_t other = mesh_link_side(mesh, link);
            bool is_same_side = geo_equal(mesh_side_start(mesh, side)->at, mesh_side_end(mesh, other)->at) &&
                                geo_equal(mesh_side_end(mesh, side)->at, mesh_side_start(mesh, other)->at);
            if (!is_same_side || !is_answered(mesh, side, other))
                fail_msg("seed %lu: side %u is linked one way", seed, side);
        }
    }
}

/// Adds the parts of a random region, on surfaces in turn.
/// @return twice the area of all
static int64_t add_parts(struct test_scene *test, uint64_t seed, int size, struct geo_point offset)
{
    static struct random_region whole;
    static struct random_region parts[RANDOM_PARTS_MAX];
    size_t count = random_region_split(seed, size, 1000, &whole, parts);
    for (size_t i = 0; i < count; i++) {
        test_scene_add_random(test, &parts[i], offset, seed % 3 == 0 ? seed : 0);
        test->regions[i].surface = i % 3;
    }
    return random_region_area_twice(&whole);
}

static void cells_cover_the_regions_exactly(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        static struct test_scene test;
        test_scene_begin(&test, 0);
        int64_t area = add_parts(&test, seed, 1 + (int)(seed % 8), (struct geo_point){0, 0});
        struct navmesh *mesh = build(&test, seed);
        check_cells(mesh, area, seed);
        check_links(mesh, seed);
        if (seed % 3 != 0 && mesh->layers[0].component_count != 1)
            fail_msg("seed %lu: parts of one region do not connect", seed);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
}

/// Whether two meshes differ by nothing but their corners' places, and those by `offset`.
static bool is_moved(const struct navmesh *a, const struct navmesh *b, struct geo_point offset)
{
    bool is_same_size = a->corner_count == b->corner_count && a->cell_count == b->cell_count &&
                        a->side_count == b->side_count && a->shared_count == b->shared_count &&
                        a->triangle_count == b->triangle_count;
    if (!is_same_size || memcmp(a->cells, b->cells, a->cell_count * sizeof *a->cells) != 0 ||
        memcmp(a->shared, b->shared, a->shared_count * sizeof *a->shared) != 0 ||
        memcmp(a->sides, b->sides, a->side_count * sizeof *a->sides) != 0 ||
        memcmp(a->layers[0].openings, b->layers[0].openings,
               mesh_link_count(a) * sizeof *a->layers[0].openings) != 0 ||
        memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) != 0)
        return false;
    for (size_t i = 0; i < a->corner_count; i++) {
        const struct mesh_corner *from = &a->corners[i];
        const struct mesh_corner *to = &b->corners[i];
        if (from->at.x + offset.x != to->at.x || from->at.z + offset.z != to->at.z ||
            from->height_mm != to->height_mm)
            return false;
    }
    return true;
}

static void a_scene_moved_by_millimetres_is_the_same_mesh_moved(void **state)
{
    (void)state;
    static const struct geo_point far[] = {{1, 0},
                                           {-GEO_COORDINATE_MAX + 7, -GEO_COORDINATE_MAX + 7},
                                           {GEO_COORDINATE_MAX - 12000, GEO_COORDINATE_MAX - 12000},
                                           {GEO_COORDINATE_MAX - 12000, -4711}};
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static struct test_scene here;
        static struct test_scene there;
        struct geo_point offset = far[seed % 4];
        test_scene_begin(&here, 350);
        test_scene_begin(&there, 350);
        add_parts(&here, seed, 8, (struct geo_point){0, 0});
        add_parts(&there, seed, 8, offset);
        struct navmesh *mesh = build(&here, seed);
        struct navmesh *moved = build(&there, seed);
        if (!is_moved(mesh, moved, offset))
            fail_msg("seed %lu: moved by %d, %d the mesh is another", seed, offset.x, offset.z);
        navmesh_destroy(mesh);
        navmesh_destroy(moved);
        test_scene_finish(&here);
        test_scene_finish(&there);
    }
}

static void obstacles_are_holes_on_the_ground(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    struct pack_region *slope = test_scene_add_floor(&test, 0, 0, 10000, 10000, 0);
    slope->heights_mm[2] = 1000;
    slope->heights_mm[3] = 1000;
    test_scene_add_box(&test, 2000, 2000, 4000, 5000, 0);
    test_scene_add_box(&test, 6000, 2000, 8000, 5000, 0);
    struct navmesh *mesh = build(&test, 0);
    check_cells(mesh, 2 * (INT64_C(100000000) - 12000000), 0);
    assert_int_equal(mesh->layers[0].component_count, 1);
    for (size_t i = 0; i < mesh->corner_count; i++)
        assert_int_equal(mesh->corners[i].height_mm, mesh->corners[i].at.z / 10);
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void a_region_that_cannot_be_cut_is_named(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    static const struct geo_point crossing[] = {{0, 0}, {9000, 9000}, {9000, 0}, {0, 9000}};
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 20000, 0, 30000, 1000, 0);
    test_scene_add_region(&test, crossing, 4, 0);
    assert_null(mesh_build(&test.scene, &report));
    assert_int_equal(report.count, 1);
    assert_string_equal(report.problems[0].file, "scenes/test.json");
    assert_string_equal(report.problems[0].place, "$.regions[1]");
    test_scene_finish(&test);
}

static void a_scene_without_ground_is_an_error(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    test_scene_begin(&test, 0);
    assert_null(mesh_build(&test.scene, &report));
    assert_int_equal(report.count, 1);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_cover_the_regions_exactly),
        cmocka_unit_test(a_scene_moved_by_millimetres_is_the_same_mesh_moved),
        cmocka_unit_test(obstacles_are_holes_on_the_ground),
        cmocka_unit_test(a_region_that_cannot_be_cut_is_named),
        cmocka_unit_test(a_scene_without_ground_is_an_error),
    };
    return cmocka_run_group_tests_name("mesh_build", tests, NULL, NULL);
}
