// What a pack holds becomes parts of a world: grounds, roads, jumps, NPCs and sizes of people.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "nav/load.h"
#include "tests/data/random_world.h"

static const struct random_world_size world_size = {
    .scene_count = 3, .island_count = 2, .road_count = 2, .jump_count = 5, .npc_count = 7};

static void everything_in_the_pack_is_there(void **state)
{
    (void)state;
    static struct report report;
    struct pack *pack = random_world_make(5, &world_size);
    struct load_parts parts = {0};
    struct nav_options options = {.graphs = NAV_GRAPHS_MESH_ONLY, .index_scheme = NPC_INDEX_CHOICES};
    assert_true(random_world_load(&parts, pack, &options, &report));
    assert_int_equal(parts.graphs, VERSION_MESH);
    assert_int_equal(parts.scene_count, 3);
    assert_int_equal(npc_index_stats(parts.index).npc_count, 7);
    assert_int_equal(npc_index_stats(parts.index).scheme, NPC_INDEX_CHOICES);
    for (size_t i = 0; i < 7; i++) {
        struct nav_position at;
        assert_true(npc_index_position(parts.index, parts.pack_npcs[i], &at));
        assert_true(at.x == pack->npcs[i].at.x / 1000.0 && at.z == pack->npcs[i].at.z / 1000.0);
        assert_int_equal(at.scene, pack->npcs[i].scene);
    }
    struct jump jumps[5 + NAV_JUMPS_SPARE];
    nav_jump names[5 + NAV_JUMPS_SPARE];
    assert_int_equal(edits_list_jumps(parts.edits, jumps, names), 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(names[i], parts.pack_jumps[i]);
        assert_true(jumps[i].at.x == pack->jumps[i].at.x / 1000.0);
        assert_int_equal(jumps[i].end_count, pack->jumps[i].end_count);
        assert_true(jumps[i].cost_m == pack->jumps[i].cost_m);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_true(parts.drafts[i].ground->mesh->cell_count > 0);
        assert_int_equal(quadtree_count(parts.drafts[i].roads->tree), pack->scenes[i].road_node_count);
        assert_int_equal(parts.drafts[i].roads->link_count, pack->scenes[i].road_link_count);
    }
    load_finish(&parts);
    random_world_free(pack);
}

static void sizes_are_numbered_by_their_names(void **state)
{
    (void)state;
    static struct report report;
    struct pack *pack = random_world_make(5, &world_size);
    struct load_parts parts = {0};
    pack->scenes[0].agent_count = 1;
    pack->scenes[0].agents[0] = (struct pack_agent){.name = "cart", .radius_mm = 900, .height_mm = 2000};
    pack->scenes[2].agent_count = 2;
    pack->scenes[2].agents[0] = (struct pack_agent){.name = "cat", .radius_mm = 100, .height_mm = 300};
    pack->scenes[2].agents[1] = (struct pack_agent){.name = "cart", .radius_mm = 800, .height_mm = 2000};
    assert_true(random_world_load(&parts, pack, &(struct nav_options){0}, &report));
    assert_int_equal(parts.agent_count, 3);
    assert_string_equal(parts.agents[1], "cart");
    assert_string_equal(parts.agents[2], "cat");
    static const uint32_t layers[3][3] = {{0, 1, 0}, {0, 0, 0}, {0, 2, 1}};
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(parts.drafts[i].layers, layers[i], sizeof layers[i]);
    load_finish(&parts);
    random_world_free(pack);
}

static void too_many_sizes_are_reported(void **state)
{
    (void)state;
    static struct report report;
    struct pack *pack = random_world_make(5, &world_size);
    struct load_parts parts = {0};
    for (size_t i = 0; i < 2; i++) {
        pack->scenes[i].agent_count = 4;
        for (size_t k = 0; k < 4; k++) {
            struct pack_agent *agent = &pack->scenes[i].agents[k];
            *agent = (struct pack_agent){.radius_mm = 100, .height_mm = 300};
            (void)snprintf(agent->name, sizeof agent->name, "size%zu", 4 * i + k);
        }
    }
    assert_false(random_world_load(&parts, pack, &(struct nav_options){0}, &report));
    assert_non_null(strstr(report.problems[0].text, "use fewer names"));
    load_finish(&parts);
    random_world_free(pack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_in_the_pack_is_there),
        cmocka_unit_test(sizes_are_numbered_by_their_names),
        cmocka_unit_test(too_many_sizes_are_reported),
    };
    return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
