// A mesh that was flattened and made whole again is the mesh that it was, to the last bit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/baked.h"
#include "nav/baked_mesh.h"
#include "nav/waypointset.h"
#include "tests/data/baked_world.h"

static void *copy(const void *array, size_t count, size_t size_bytes)
{
    void *made = calloc(count + 1, size_bytes);
    assert_non_null(made);
    memcpy(made, array, count * size_bytes);
    return made;
}

/// Copies what a file holds of a mesh.
static struct navmesh *bare_copy(const struct navmesh *mesh)
{
    struct navmesh *bare = calloc(1, sizeof *bare);
    assert_non_null(bare);
    *bare = (struct navmesh){.step_mm = mesh->step_mm,
                             .corner_count = mesh->corner_count,
                             .cell_count = mesh->cell_count,
                             .side_count = mesh->side_count,
                             .ledge_count = mesh->ledge_count,
                             .triangle_count = mesh->triangle_count,
                             .ground_count = mesh->ground_count,
                             .chunk_count = mesh->chunk_count,
                             .layer_count = mesh->layer_count};
    bare->corners = copy(mesh->corners, mesh->corner_count, sizeof *mesh->corners);
    bare->cells = copy(mesh->cells, mesh->cell_count + 1, sizeof *mesh->cells);
    bare->sides = copy(mesh->sides, mesh->side_count, sizeof *mesh->sides);
    bare->ledges = copy(mesh->ledges, mesh->ledge_count, sizeof *mesh->ledges);
    bare->triangles = copy(mesh->triangles, mesh->triangle_count, sizeof *mesh->triangles);
    bare->grounds = copy(mesh->grounds, mesh->ground_count, sizeof *mesh->grounds);
    bare->chunks = copy(mesh->chunks, mesh->chunk_count + 1, sizeof *mesh->chunks);
    for (size_t i = 0; i < mesh->side_count; i++)
        bare->sides[i] = (struct mesh_side){.corner = mesh->sides[i].corner, .cell = mesh->sides[i].cell};
    for (size_t i = 0; i < mesh->chunk_count; i++)
        bare->chunks[i].box = (struct geo_box){0};
    bare->layers = calloc(mesh->layer_count, sizeof *bare->layers);
    assert_non_null(bare->layers);
    for (size_t i = 0; i < mesh->layer_count; i++)
        bare->layers[i].agent = mesh->layers[i].agent;
    return bare;
}

#define ASSERT_EQUAL(a, b, array, count)                                                                     \
    assert_memory_equal((a)->array, (b)->array, (count) * sizeof *(a)->array)

static void assert_same_layer(const struct navmesh *mesh, const struct mesh_layer *a,
                              const struct mesh_layer *b)
{
    assert_int_equal(a->set_count, b->set_count);
    assert_int_equal(a->component_count, b->component_count);
    assert_int_equal(a->connect_count, b->connect_count);
    assert_int_equal(a->openings != NULL, b->openings != NULL);
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        assert_int_equal(waypointset_of(a, cell), waypointset_of(b, cell));
    ASSERT_EQUAL(a, b, sets, a->set_count + 1);
    ASSERT_EQUAL(a, b, connects, a->connect_count);
    for (size_t i = 0; i < mesh_gap_index((uint32_t)a->component_count, MESH_GAP_WIDTH); i++)
        assert_int_equal(numbers_get(&a->gap_groups, i), numbers_get(&b->gap_groups, i));
    for (uint32_t side = 0; a->openings && side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link))
            assert_memory_equal(&a->openings[link], &b->openings[link], sizeof *a->openings);
    }
}

static void a_mesh_made_whole_again_is_the_same(void **state)
{
    (void)state;
    static struct report report;
    struct pack *pack = baked_world_pack();
    struct baked *baked = baked_make(pack, &report);
    for (size_t scene = 0; scene < 2; scene++) {
        struct navmesh *mesh = baked->scenes[scene].mesh;
        struct baked_mesh flat = {0};
        assert_true(baked_mesh_flatten(mesh, &flat));
        assert_int_equal(flat.opening_count, mesh->layer_count * flat.link_count); // all have a width
        struct navmesh *bare = bare_copy(mesh);
        flat.mesh = bare;
        assert_true(baked_mesh_restore(&flat));
        assert_int_equal(bare->shared_count, mesh->shared_count);
        assert_int_equal(bare->border_count, mesh->border_count);
        assert_int_equal(mesh_size_bytes(bare), mesh_size_bytes(mesh));
        ASSERT_EQUAL(mesh, bare, sides, mesh->side_count);
        ASSERT_EQUAL(mesh, bare, shared, mesh->shared_count);
        ASSERT_EQUAL(mesh, bare, borders, mesh->border_count);
        ASSERT_EQUAL(mesh, bare, chunks, mesh->chunk_count + 1);
        for (size_t i = 0; i < mesh->layer_count; i++)
            assert_same_layer(mesh, &mesh->layers[i], &bare->layers[i]);
        baked_mesh_finish(&flat);
        navmesh_destroy(bare);
    }
    assert_true(baked->scenes[0].mesh->border_count > 0);
    baked_destroy(baked);
    pack_destroy(pack);
}

static void people_of_no_width_have_no_openings_of_their_own(void **state)
{
    (void)state;
    struct mesh_layer layers[3] = {{.agent = {0, 1800}}, {.agent = {300, 1800}}, {.agent = {0, 900}}};
    struct navmesh mesh = {.layers = layers, .layer_count = 3};
    assert_int_equal(baked_mesh_wide_count(&mesh), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_made_whole_again_is_the_same),
        cmocka_unit_test(people_of_no_width_have_no_openings_of_their_own),
    };
    return cmocka_run_group_tests_name("baked_mesh", tests, NULL, NULL);
}
