// What a pack holds is baked: meshes, roads, and places with their heights.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/baked.h"
#include "tests/data/baked_world.h"

static struct report report;

static void everything_of_the_pack_is_there_with_its_height(void **state)
{
    (void)state;
    struct pack *pack = baked_world_pack();
    struct baked *baked = baked_make(pack, &report);
    assert_non_null(baked);
    assert_string_equal(baked->name, "Small");
    assert_int_equal(baked->scene_count, 2);
    const struct baked_scene *yard = &baked->scenes[0];
    assert_string_equal(yard->name, "yard");
    assert_string_equal(yard->agents[0], "");
    assert_string_equal(yard->agents[1], "cart");
    assert_int_equal(yard->mesh->layer_count, 2);
    assert_int_equal(yard->mesh->chunk_count, 2);
    assert_true(yard->mesh->shared_count > 0 || yard->mesh->ledge_count > 0);
    assert_int_equal(yard->road_node_count, pack->scenes[0].road_node_count);
    assert_int_equal(yard->road_link_count, pack->scenes[0].road_link_count);
    assert_int_equal(yard->road_links[0].half_width_mm, 750);
    assert_int_equal(baked->jump_count, 2);
    assert_int_equal(baked->jumps[1].first_end, 1);
    assert_int_equal(baked->jumps[2].first_end, 2);
    assert_int_equal(baked->ends[0].scene, 1);
    assert_true(baked->jumps[0].cost_m == 3);
    assert_int_equal(baked->npc_count, 4);
    assert_int_equal(baked->npcs[0].at.height_mm, 1000); // on the loft
    assert_int_equal(baked->npcs[3].at.scene, 1);
    baked_destroy(baked);
    pack_destroy(pack);
}

static void a_pack_without_ground_is_reported(void **state)
{
    (void)state;
    struct pack *pack = baked_world_pack();
    size_t region_count = pack->scenes[1].region_count;
    report.count = 0;
    pack->scenes[1].region_count = 0;
    assert_null(baked_make(pack, &report));
    assert_int_equal(report.count, 1);
    assert_string_equal(report.problems[0].file, "scenes/far.json");
    pack->scenes[1].region_count = region_count;
    pack_destroy(pack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_of_the_pack_is_there_with_its_height),
        cmocka_unit_test(a_pack_without_ground_is_reported),
    };
    return cmocka_run_group_tests_name("baked", tests, NULL, NULL);
}
