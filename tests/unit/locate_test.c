// A place is found on the right cell: the floor meant, and on borders too.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/import_cells.h"
#include "nav/import_dnav.h"
#include "nav/import_mesh.h"
#include "nav/import_text.h"
#include "nav/locate.h"
#include "nav/mesh_build.h"
#include "tests/data/test_scene.h"

struct world {
    struct test_scene test;
    struct navmesh *mesh;
    struct locator *locator;
};

static void open_world(struct world *world)
{
    static struct report report;
    world->mesh = mesh_build(&world->test.scene, &report);
    assert_non_null(world->mesh);
    world->locator = locator_create(world->mesh);
    assert_non_null(world->locator);
}

static void close_world(struct world *world)
{
    locator_destroy(world->locator);
    navmesh_destroy(world->mesh);
    test_scene_finish(&world->test);
}

static bool find(const struct world *world, double x, double z, double height_mm, struct locator_place *found)
{
    struct locator_place asked = {.at = {x, z}, .height_mm = height_mm};
    return locator_find(world->locator, &world->mesh->layers[0], &asked, MESH_NONE, found);
}

static void the_floor_nearest_in_height_is_meant(void **state)
{
    (void)state;
    static struct world world;
    static const struct {
        double height_mm, floor_mm;
    } cases[] = {{0, 0}, {1400, 0}, {1600, 3000}, {2900, 3000}, {3000, 3000}, {99000, 3000}, {-99000, 0}};
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 5000, 5000, 0);
    test_scene_add_floor(&world.test, 0, 0, 5000, 5000, 3000);
    open_world(&world);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct locator_place found;
        assert_true(find(&world, 2500, 2500, cases[i].height_mm, &found));
        assert_true(found.height_mm == cases[i].floor_mm);
        // Off the mesh beside both floors, the floor meant is still the nearest in height.
        struct locator_place asked = {.at = {-700, 2500}, .height_mm = cases[i].height_mm};
        assert_true(locator_nearest(world.locator, &world.mesh->layers[0], &asked, 1000, MESH_NONE, &found));
        assert_true(found.height_mm == cases[i].floor_mm);
        assert_true(found.at.x == 0);
    }
    close_world(&world);
}

/// Whether the place is on some cell, by looking at all of them.
static bool is_on_some_cell(const struct navmesh *mesh, struct geo_place at)
{
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        if (mesh_cell_distance(mesh, cell, at) == 0)
            return true;
    }
    return false;
}

static void finding_is_looking_at_all_cells(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        static struct world world;
        static struct random_region region;
        uint64_t random = seed;
        random_region_make(seed, 1 + (int)(seed % 10), 1000, &region);
        test_scene_begin(&world.test, 0);
        test_scene_add_random(&world.test, &region, (struct geo_point){0, 0}, 0);
        open_world(&world);
        for (int i = 0; i < 50; i++) {
            struct geo_place at = {seed_between(&random, -1000, 12000) + 0.25,
                                   seed_between(&random, -1000, 12000) + 0.5};
            struct locator_place found;
            bool is_found = find(&world, at.x, at.z, 0, &found);
            bool is_there = is_on_some_cell(world.mesh, at);
            if (is_there != is_found && (is_there || geo_place_distance(found.at, at) > 1))
                fail_msg("seed %lu: %.2f, %.2f", seed, at.x, at.z);
            if (is_found && mesh_cell_distance(world.mesh, found.cell, found.at) > 1e-6)
                fail_msg("seed %lu: found beside its cell", seed);
        }
        close_world(&world);
    }
}

static void borders_and_corners_are_inside(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static struct world world;
        static struct random_region region;
        random_region_make(seed, 5, 1000, &region);
        test_scene_begin(&world.test, 0);
        test_scene_add_random(&world.test, &region, (struct geo_point){GEO_COORDINATE_MAX - 9000, 77}, 0);
        open_world(&world);
        for (uint32_t side = 0; side < world.mesh->side_count; side++) {
            struct geo_place from = geo_place_of(mesh_side_start(world.mesh, side)->at);
            struct geo_place to =
                geo_place_of(mesh_side_start(world.mesh, mesh_next_side(world.mesh, side))->at);
            for (int i = 0; i <= 3; i++) {
                struct geo_place at = geo_place_mix(from, to, i / 3.0);
                struct locator_place found;
                if (!find(&world, at.x, at.z, 0, &found) || geo_place_distance(found.at, at) > 1e-6)
                    fail_msg("seed %lu: a place on side %u is outside", seed, side);
            }
        }
        close_world(&world);
    }
}

static void who_stands_on_a_ledge_does_not_fall_off(void **state)
{
    (void)state;
    static struct world world;
    struct locator_place found;
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 1000, 1000, 0);
    test_scene_add_floor(&world.test, 1000, 0, 2000, 1000, 2000);
    open_world(&world);
    assert_true(find(&world, 1000, 500, 2000, &found));
    assert_true(found.height_mm == 2000);
    assert_true(find(&world, 1000, 500, 0, &found));
    assert_true(found.height_mm == 0);
    // Rounding has put them a hair over the edge.
    assert_true(find(&world, 999.9999, 500, 2000, &found));
    assert_true(found.height_mm == 2000);
    assert_true(found.at.x == 1000);
    close_world(&world);
}

static void a_place_on_a_shared_side_or_vertex_stays_on_its_island(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    // Four floors meet at one vertex; the steps between them are too high, so each is an island.
    for (int32_t i = 0; i < 4; i++)
        test_scene_add_floor(&world.test, i % 2 * 1000, i / 2 * 1000, i % 2 * 1000 + 1000,
                             i / 2 * 1000 + 1000, i * 400);
    open_world(&world);
    const struct mesh_layer *layer = &world.mesh->layers[0];
    assert_int_equal(layer->component_count, 4);
    static const struct geo_place places[] = {
        {1000, 1000}, {1000, 999.9995}, {1000.0004, 1000}, {999.9999, 1000.0001}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        for (uint32_t component = 0; component < 4; component++) {
            // Whatever height is asked for.
            struct locator_place asked = {.at = places[i], .height_mm = 400.0 * (3 - component)};
            struct locator_place found;
            assert_true(locator_find(world.locator, layer, &asked, component, &found));
            assert_int_equal(mesh_component(layer, found.cell), component);
            assert_true(geo_place_distance(found.at, places[i]) < 0.001);
            asked.height_mm = found.height_mm;
            assert_true(locator_find(world.locator, layer, &asked, MESH_NONE, &found));
            assert_int_equal(mesh_component(layer, found.cell), component);
        }
    }
    close_world(&world);
}

/// The distance to the nearest cell of a component, by looking at all of them.
static double nearest_distance(const struct navmesh *mesh, struct geo_place at)
{
    double best = INFINITY;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        best = fmin(best, mesh_cell_distance(mesh, cell, at));
    return best;
}

static void nothing_walkable_is_nearer_than_the_nearest(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static struct world world;
        static struct random_region region;
        uint64_t random = seed;
        random_region_make(seed, 1 + (int)(seed % 10), 1000, &region);
        test_scene_begin(&world.test, 0);
        test_scene_add_random(&world.test, &region, (struct geo_point){0, 0}, 0);
        open_world(&world);
        for (int i = 0; i < 20; i++) {
            struct locator_place asked = {
                .at = {seed_between(&random, -30000, 40000), seed_between(&random, -9000, 20000)}};
            struct locator_place found;
            double expected = nearest_distance(world.mesh, asked.at);
            assert_true(
                locator_nearest(world.locator, &world.mesh->layers[0], &asked, INFINITY, MESH_NONE, &found));
            if (fabs(geo_place_distance(found.at, asked.at) - expected) > 1e-6)
                fail_msg("seed %lu: found at %.3f instead of %.3f", seed,
                         geo_place_distance(found.at, asked.at), expected);
            assert_int_equal(locator_nearest(world.locator, &world.mesh->layers[0], &asked, expected / 2,
                                             MESH_NONE, &found),
                             expected == 0);
        }
        close_world(&world);
    }
    locator_destroy(NULL);
}

/// Of a mesh file's polygons and a locator, per cell.
static double bytes_a_cell(const char *file, bool is_dnav)
{
    static struct report report;
    size_t size;
    struct import_polygons polygons = {0};
    struct import_cells cells = {0};
    char *bytes = import_text_load(file, &size, &report);
    assert_non_null(bytes);
    assert_true(is_dnav ? import_dnav_read(file, bytes, size, &polygons, &report)
                        : import_mesh_read(file, bytes, size, &polygons, &report));
    assert_true(import_cells_make(file, &polygons, IMPORT_AS_IS, &cells, &report));
    struct navmesh *mesh = import_cells_connect(&cells, &polygons);
    assert_non_null(mesh);
    struct locator *locator = locator_create(mesh);
    assert_non_null(locator);
    double all = (double)(mesh_size_bytes(mesh) + locator_size_bytes(locator));
    double count = (double)mesh->cell_count;
    locator_destroy(locator);
    navmesh_destroy(mesh);
    import_cells_finish(&cells);
    import_polygons_finish(&polygons);
    free(bytes);
    return all / count;
}

static void small_meshes_too_take_at_most_96_bytes_a_cell(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        bool is_dnav;
    } cases[] = {{"tests/data/meshes/navmesh/nav_test.dnav", true},
                 {"tests/data/meshes/navmesh/dungeon.dnav", true},
                 {"tests/data/meshes/polyanya/arena.mesh", false},
                 {"tests/data/meshes/polyanya/arena-merged.mesh", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double bytes = bytes_a_cell(cases[i].file, cases[i].is_dnav);
        if (bytes > 96)
            fail_msg("%s: %.1f bytes a cell", cases[i].file, bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_floor_nearest_in_height_is_meant),
        cmocka_unit_test(finding_is_looking_at_all_cells),
        cmocka_unit_test(borders_and_corners_are_inside),
        cmocka_unit_test(who_stands_on_a_ledge_does_not_fall_off),
        cmocka_unit_test(a_place_on_a_shared_side_or_vertex_stays_on_its_island),
        cmocka_unit_test(nothing_walkable_is_nearer_than_the_nearest),
        cmocka_unit_test(small_meshes_too_take_at_most_96_bytes_a_cell),
    };
    return cmocka_run_group_tests_name("locate", tests, NULL, NULL);
}
