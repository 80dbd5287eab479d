// Meshes made one by one meet where they lie side by side.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/chunk.h"
#include "nav/mesh_build.h"
#include "nav/weave.h"
#include "tests/data/river.h"
#include "tests/data/test_scene.h"

/// A floor of its own.
static struct navmesh *make_floor(int32_t x0, int32_t z0, int32_t x1, int32_t z1)
{
    static struct test_scene test;
    static struct report report;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, x0, z0, x1, z1, 0);
    struct navmesh *mesh = mesh_build(&test.scene, &report);
    assert_non_null(mesh);
    test_scene_finish(&test);
    return mesh;
}

static void a_part_with_other_corners_than_its_neighbours_meets_them(void **state)
{
    (void)state;
    static const int32_t spans[][2] = {{500, 2500}, {-700, 1500}, {-1000, 4000}, {2999, 3500}};
    struct navmesh *whole = river_make();
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        struct navmesh *part = make_floor(5000, spans[i][0], 9000, spans[i][1]);
        struct navmesh *made = chunk_replace(whole, 1, part);
        assert_non_null(made);
        assert_int_equal(made->chunks[1].version, 1);
        assert_int_equal(made->chunks[0].version, 0);
        assert_int_equal(mesh_gap_between(&made->layers[0], 0, 1), MESH_GAP_NONE);
        // People wider than a millimetre need more than that of a common side.
        assert_int_equal(mesh_gap_between(&made->layers[1], 0, 1), i < 3 ? MESH_GAP_NONE : MESH_GAP_WIDTH);
        // From here on nothing needs new corners.
        struct navmesh *again = chunk_replace(made, 1, part);
        assert_non_null(again);
        assert_int_equal(again->side_count, made->side_count);
        assert_int_equal(again->corner_count, made->corner_count);
        navmesh_destroy(again);
        navmesh_destroy(made);
        navmesh_destroy(part);
    }
    navmesh_destroy(whole);
}

static void only_corners_inside_a_side_are_inserted(void **state)
{
    (void)state;
    struct navmesh *whole = river_make();
    struct navmesh *beside = make_floor(5000, -3000, 9000, 0); // along the bridge, end to end
    struct navmesh *along = make_floor(6000, -3000, 7000, 0);
    struct navmesh *woven;
    const struct weave_mesh river = {whole, WEAVE_ALL};
    assert_true(weave(river, (struct weave_mesh){beside, WEAVE_ALL}, &woven));
    assert_null(woven);
    assert_true(weave(river, (struct weave_mesh){along, WEAVE_ALL}, &woven));
    assert_non_null(woven);
    assert_int_equal(woven->side_count, whole->side_count + 2);
    assert_int_equal(woven->cell_count, whole->cell_count);
    navmesh_destroy(woven);
    // Nothing is inserted in a chunk that is left out, nor comes from one.
    assert_true(weave((struct weave_mesh){whole, 1}, (struct weave_mesh){along, WEAVE_ALL}, &woven));
    assert_null(woven);
    assert_true(weave(river, (struct weave_mesh){along, 0}, &woven));
    assert_null(woven);
    navmesh_destroy(along);
    navmesh_destroy(beside);
    navmesh_destroy(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_with_other_corners_than_its_neighbours_meets_them),
        cmocka_unit_test(only_corners_inside_a_side_are_inserted),
    };
    return cmocka_run_group_tests_name("weave", tests, NULL, NULL);
}
