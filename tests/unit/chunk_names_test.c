// Regions of one chunk become cells of one chunk.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>

#include "nav/chunk_names.h"
#include "nav/mesh_build.h"
#include "nav/waypoint.h"
#include "tests/data/test_scene.h"

enum { REGIONS = 6 };

/// Floors in a row, of the chunks named.
static void begin_row(struct test_scene *test, const char *const names[REGIONS])
{
    test_scene_begin(test, 0);
    for (int32_t i = 0; i < REGIONS; i++) {
        struct pack_region *region = test_scene_add_floor(test, i * 1000, 0, i * 1000 + 1000, 1000, 0);
        (void)snprintf(region->chunk, sizeof region->chunk, "%s", names[i]);
    }
}

static const char *const row[REGIONS] = {"", "bridge", "bridge", "gate", "", "bridge"};
static const uint32_t expected[REGIONS] = {0, 1, 1, 2, 0, 1};

static void chunks_are_numbered_in_the_order_of_their_first_regions(void **state)
{
    (void)state;
    static struct test_scene test;
    uint32_t numbers[REGIONS];
    begin_row(&test, row);
    assert_int_equal(chunk_names_number(&test.scene, numbers), 3);
    for (int i = 0; i < REGIONS; i++) {
        assert_int_equal(numbers[i], expected[i]);
        assert_int_equal(chunk_names_find(&test.scene, row[i]), expected[i]);
    }
    assert_int_equal(chunk_names_find(&test.scene, "tower"), CHUNK_NAMES_NONE);
    test_scene_finish(&test);
    // The main chunk is there even when no region is of it.
    begin_row(&test, (const char *const[REGIONS]){"a", "a", "a", "b", "b", "a"});
    assert_int_equal(chunk_names_number(&test.scene, numbers), 3);
    assert_int_equal(numbers[0], 1);
    assert_int_equal(chunk_names_find(&test.scene, ""), 0);
    test_scene_finish(&test);
}

static void cells_never_merge_across_chunks(void **state)
{
    (void)state;
    static struct test_scene test;
    static struct report report;
    begin_row(&test, row);
    struct navmesh *mesh = mesh_build(&test.scene, &report);
    assert_non_null(mesh);
    assert_int_equal(mesh->chunk_count, 3);
    assert_int_equal(mesh->layers[0].component_count, 1);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        uint32_t cell = mesh->sides[side].cell;
        struct geo_place middle = geo_place_mix(geo_place_of(mesh_side_start(mesh, side)->at),
                                                geo_place_of(mesh_side_end(mesh, side)->at), 0.5);
        // Just inside the cell.
        int32_t region =
            (int32_t)(middle.x +
                      (mesh_side_end(mesh, side)->at.z > mesh_side_start(mesh, side)->at.z ? -1 : 1)) /
            1000;
        if (mesh_side_end(mesh, side)->at.z != mesh_side_start(mesh, side)->at.z)
            assert_int_equal(waypoint_chunk(mesh, cell), expected[region]);
    }
    navmesh_destroy(mesh);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_are_numbered_in_the_order_of_their_first_regions),
        cmocka_unit_test(cells_never_merge_across_chunks),
    };
    return cmocka_run_group_tests_name("chunk_names", tests, NULL, NULL);
}
