// Versions share what they have in common and keep it until the last of them goes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/load.h"
#include "nav/version.h"
#include "tests/data/random_world.h"

static const struct random_world_size world_size = {
    .scene_count = 3, .island_count = 2, .road_count = 2, .npc_count = 1};

static struct version_input input_of(struct load_parts *parts, const struct nav_version *before)
{
    return (struct version_input){.drafts = parts->drafts,
                                  .scene_count = parts->scene_count,
                                  .graphs = parts->graphs,
                                  .agent_count = parts->agent_count,
                                  .before = before,
                                  .limits = {.cells_max = 1000,
                                             .corners_max = 9000,
                                             .sides_max = 9000,
                                             .windows_max = 1000,
                                             .nodes_max = 1000,
                                             .road_nodes_max = 1000}};
}

static void scenes_that_stay_are_shared(void **state)
{
    (void)state;
    static struct report report;
    struct pack *pack = random_world_make(2, &world_size);
    struct load_parts parts = {0};
    assert_true(random_world_load(&parts, pack, &(struct nav_options){0}, &report));
    struct version_input input = input_of(&parts, NULL);
    struct nav_version *first = nav_version_create(&input);
    assert_non_null(first);
    for (size_t i = 0; i < 3; i++)
        parts.drafts[i].is_changed = i == 1;
    input = input_of(&parts, first);
    struct nav_version *second = nav_version_create(&input);
    assert_non_null(second);
    assert_ptr_equal(first->scenes[0], second->scenes[0]);
    assert_ptr_not_equal(first->scenes[1], second->scenes[1]);
    assert_ptr_equal(first->scenes[1]->ground, second->scenes[1]->ground);
    assert_ptr_not_equal(first->scenes[1]->roads, second->scenes[1]->roads);
    nav_version_destroy(first);
    assert_int_equal(second->scenes[0]->holder_count, 1);
    assert_int_equal(second->scenes[1]->ground->holder_count, 2); // the draft's and the version's
    assert_true(second->agents[0].scenes[0].mesh->cell_count > 0);
    nav_version_destroy(second);
    nav_version_destroy(NULL);
    load_finish(&parts);
    random_world_free(pack);
}

static void graphs_that_are_not_used_are_not_made(void **state)
{
    (void)state;
    static struct report report;
    static const struct {
        enum nav_graphs graphs;
        bool has_roads, has_gates;
    } cases[] = {{NAV_GRAPHS_ALL, true, true},
                 {NAV_GRAPHS_ROADS_ONLY, true, false},
                 {NAV_GRAPHS_MESH_ONLY, false, false}};
    for (size_t i = 0; i < 3; i++) {
        struct pack *pack = random_world_make(2, &world_size);
        struct load_parts parts = {0};
        assert_true(
            random_world_load(&parts, pack, &(struct nav_options){.graphs = cases[i].graphs}, &report));
        struct version_input input = input_of(&parts, NULL);
        struct nav_version *version = nav_version_create(&input);
        assert_non_null(version);
        const struct route_scene *scene = &version->agents[0].scenes[2];
        assert_int_equal(scene->roads != NULL, cases[i].has_roads);
        assert_int_equal(scene->gates != NULL, cases[i].has_gates);
        assert_int_equal(route_scene_has_roads_only(scene), cases[i].graphs == NAV_GRAPHS_ROADS_ONLY);
        assert_int_equal(scene->number, 2);
        nav_version_destroy(version);
        load_finish(&parts);
        random_world_free(pack);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_that_stay_are_shared),
        cmocka_unit_test(graphs_that_are_not_used_are_not_made),
    };
    return cmocka_run_group_tests_name("version", tests, NULL, NULL);
}
