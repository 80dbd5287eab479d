// Whatever the regions: cells are convex, cover them exactly and move with them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "nav/chunk.h"
#include "nav/mesh_build.h"
#include "tests/data/mesh_laws.h"
#include "tests/data/test_scene.h"

static struct navmesh *build(const struct test_scene *test, uint64_t seed)
{
    static struct report report;
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    if (!mesh)
        fail_msg("seed %lu: %s %s", seed, report.problems[0].place, report.problems[0].text);
    return mesh;
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
        mesh_laws_check_cells(mesh, area, seed);
        mesh_laws_check_links(mesh, seed);
        if (seed % 3 != 0 && mesh->layers[0].component_count != 1)
            fail_msg("seed %lu: parts of one region do not connect", seed);
        navmesh_destroy(mesh);
        test_scene_finish(&test);
    }
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
        if (!mesh_laws_is_moved(mesh, moved, offset))
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
    mesh_laws_check_cells(mesh, 2 * (INT64_C(100000000) - 12000000), 0);
    assert_int_equal(mesh->layers[0].component_count, 1);
    for (size_t i = 0; i < mesh->corner_count; i++)
        assert_int_equal(mesh->corners[i].height_mm, mesh->corners[i].at.z / 10);
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void set_chunk(struct pack_region *region, const char *name)
{
    (void)snprintf(region->chunk, sizeof region->chunk, "%s", name);
}

static void cells_of_different_chunks_do_not_merge(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    set_chunk(test_scene_add_floor(&test, 0, 0, 1000, 1000, 0), "east");
    test_scene_add_floor(&test, 1000, 0, 2000, 1000, 0);
    set_chunk(test_scene_add_floor(&test, 2000, 0, 3000, 1000, 0), "west");
    set_chunk(test_scene_add_floor(&test, 3000, 0, 4000, 1000, 0), "east");
    struct navmesh *mesh = build(&test, 0);
    assert_int_equal(mesh->chunk_count, 3);
    assert_int_equal(mesh->cell_count, 4); // the same ground, but chunks do not merge
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

static void a_chunk_is_made_alone_and_put_in_its_place(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 4000, 5000, 0);
    set_chunk(test_scene_add_floor(&test, 4000, 1000, 6000, 2000, 0), "gate");
    test_scene_add_floor(&test, 6000, 0, 9000, 5000, 0);
    struct navmesh *open = build(&test, 0);
    test_scene_add_box(&test, 4500, 500, 5500, 2500, 1);
    struct navmesh *part = mesh_build_chunk(&test.scene, 1, &report);
    struct navmesh *shut = build(&test, 0);
    assert_non_null(part);
    assert_int_equal(part->cell_count, 2);
    struct navmesh *replaced = chunk_replace(open, 1, part);
    assert_non_null(replaced);
    assert_int_equal(open->layers[0].component_count, 1);
    assert_int_equal(shut->layers[0].component_count, 2);
    assert_int_equal(replaced->layers[0].component_count, 2);
    assert_int_equal(replaced->cell_count, shut->cell_count);
    test_scene_add_box(&test, 3500, 500, 6500, 2500, 1);
    assert_null(mesh_build_chunk(&test.scene, 1, &report));
    assert_int_equal(report.count, 0);
    navmesh_destroy(open);
    navmesh_destroy(part);
    navmesh_destroy(shut);
    navmesh_destroy(replaced);
    test_scene_finish(&test);
}

static void equal_ceilings_merge_and_others_do_not(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    for (int i = 0; i < 4; i++) {
        struct pack_region *region = test_scene_add_floor(&test, i * 1000, 0, (i + 1) * 1000, 1000, 0);
        region->ceilings_mm = calloc(4, sizeof *region->ceilings_mm);
        assert_non_null(region->ceilings_mm);
        for (int k = 0; k < 4; k++)
            region->ceilings_mm[k] = i < 2 ? 2500 : 2500 + 100 * i;
    }
    struct navmesh *mesh = build(&test, 0);
    assert_int_equal(mesh->cell_count, 3);
    assert_int_equal(mesh->ground_count, 3);
    navmesh_destroy(mesh);
    for (int i = 0; i < 4; i++)
        free(test.regions[i].ceilings_mm);
    test_scene_finish(&test);
}

static void every_size_of_people_has_a_layer(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 200);
    test_scene_add_floor(&test, 0, 0, 4000, 4000, 0);
    test_scene_add_floor(&test, 4000, 1000, 5000, 2000, 0);
    test_scene_add_floor(&test, 5000, 0, 9000, 4000, 0);
    test.scene.agent_count = 1;
    test.scene.agents[0] = (struct pack_agent){.name = "cart", .radius_mm = 600, .height_mm = 2000};
    struct navmesh *mesh = build(&test, 0);
    assert_int_equal(mesh->layer_count, 2);
    assert_int_equal(mesh->layers[1].agent.radius_mm, 600);
    assert_int_equal(mesh->layers[0].component_count, 1);
    assert_true(mesh->layers[1].component_count > 1);
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
        cmocka_unit_test(cells_of_different_chunks_do_not_merge),
        cmocka_unit_test(a_chunk_is_made_alone_and_put_in_its_place),
        cmocka_unit_test(equal_ceilings_merge_and_others_do_not),
        cmocka_unit_test(every_size_of_people_has_a_layer),
        cmocka_unit_test(a_region_that_cannot_be_cut_is_named),
        cmocka_unit_test(a_scene_without_ground_is_an_error),
    };
    return cmocka_run_group_tests_name("mesh_build", tests, NULL, NULL);
}
