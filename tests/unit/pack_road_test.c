// Roads are read into one network of nodes and links; wrong ones are named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/world_text.h"

/// The scene with these roads; its ground rises from 0 to 0.5 m over z 0 to 20 m.
#define ROADS(roads) SCENE_FILE, "\"npcs\": [", "\"roads\": [" roads "], \"npcs\": ["

static struct pack *load(struct world_change change)
{
    return world_text_load(&change, 1);
}

/// Number of the node at a place and height; fails the test when there is none.
static uint32_t node_at(const struct pack_scene *scene, int32_t x, int32_t z, int32_t height_mm)
{
    for (uint32_t i = 0; i < scene->road_node_count; i++) {
        const struct pack_road_node *node = &scene->road_nodes[i];
        if (node->at.x == x && node->at.z == z && node->height_mm == height_mm)
            return i;
    }
    fail_msg("no node at %d, %d, height %d", x, z, height_mm);
    return 0;
}

static bool are_linked(const struct pack_scene *scene, uint32_t a, uint32_t b, uint32_t road)
{
    for (size_t i = 0; i < scene->road_link_count; i++) {
        const struct pack_road_link *link = &scene->road_links[i];
        bool is_pair =
            (link->nodes[0] == a && link->nodes[1] == b) || (link->nodes[0] == b && link->nodes[1] == a);
        if (is_pair && link->road == road)
            return true;
    }
    return false;
}

static void a_line_is_a_chain_of_nodes_on_the_ground(void **state)
{
    (void)state;
    struct pack *pack = load((struct world_change){"line",
                                                   ROADS("{\"name\": \"street\", \"line\": [[1, 0], "
                                                         "[1, 8], [9, 12]], \"width\": 2}"),
                                                   "", ""});
    const struct pack_scene *scene = &pack->scenes[0];
    assert_int_equal(scene->road_count, 1);
    assert_string_equal(scene->roads[0].name, "street");
    assert_int_equal(scene->roads[0].width_mm, 2000);
    assert_int_equal(scene->roads[0].line.count, 3);
    assert_int_equal(scene->roads[0].outline.count, 6);
    // Sides longer than five metres are divided.
    assert_int_equal(scene->road_node_count, 5);
    assert_int_equal(scene->road_link_count, 4);
    uint32_t bend = node_at(scene, 1000, 8000, 200);
    uint32_t before = node_at(scene, 1000, 4000, 100);
    assert_true(are_linked(scene, node_at(scene, 1000, 0, 0), before, 0));
    assert_true(are_linked(scene, before, bend, 0));
    assert_true(are_linked(scene, bend, node_at(scene, 5000, 10000, 250), 0));
    node_at(scene, 9000, 12000, 300);
    pack_destroy(pack);
}

static void lines_that_cross_or_touch_share_a_node(void **state)
{
    (void)state;
    struct pack *pack =
        load((struct world_change){"cross",
                                   ROADS("{\"name\": \"a\", \"line\": [[2, 10], [10, 10]], \"width\": 1}, "
                                         "{\"name\": \"b\", \"line\": [[4, 8], [7, 13]], \"width\": 1}, "
                                         "{\"name\": \"c\", \"line\": [[10, 10], [10, 4]], \"width\": 1}, "
                                         "{\"name\": \"d\", \"line\": [[8, 2], [8, 9.6]], \"width\": 1}"),
                                   "", ""});
    const struct pack_scene *scene = &pack->scenes[0];
    uint32_t west = node_at(scene, 2000, 10000, 250);
    uint32_t crossing = node_at(scene, 5200, 10000, 250);
    uint32_t joined = node_at(scene, 8000, 10000, 250);
    uint32_t east = node_at(scene, 10000, 10000, 250);
    uint32_t middle = node_at(scene, 6000, 10000, 250);
    assert_int_equal(scene->road_node_count, 9 + 4);
    assert_true(are_linked(scene, west, crossing, 0));
    assert_true(are_linked(scene, crossing, middle, 0));
    assert_true(are_linked(scene, middle, joined, 0));
    assert_true(are_linked(scene, joined, east, 0));
    assert_true(are_linked(scene, crossing, node_at(scene, 5500, 10500, 263), 1));
    assert_true(are_linked(scene, east, node_at(scene, 10000, 7000, 175), 2));
    // The last road ends 0.4 m before the middle of the first one, which is half a metre wide there.
    assert_true(are_linked(scene, node_at(scene, 8000, 9600, 240), joined, 3));
    assert_int_equal(scene->road_link_count, 3 + 2 + 1 + 2 + 4);
    pack_destroy(pack);
}

static void a_bridge_shares_no_node_with_the_road_below(void **state)
{
    (void)state;
    struct pack *pack = load((struct world_change){
        "bridge",
        ROADS("{\"name\": \"low\", \"line\": [[2, 10], [10, 10]], \"width\": 1}, "
              "{\"name\": \"high\", \"line\": [[-4, 8], [14, 8], [14, 26]], \"width\": 1, \"height\": [3, 3, "
              "4]}, "
              "{\"name\": \"over\", \"line\": [[6, 2], [6, 14]], \"width\": 1, \"height\": 3}"),
        "", ""});
    const struct pack_scene *scene = &pack->scenes[0];
    assert_int_equal(scene->road_node_count, 3 + 9 + 4 + 1);
    assert_true(node_at(scene, 6000, 10000, 250) != node_at(scene, 6000, 10000, 3000));
    assert_true(are_linked(scene, node_at(scene, 5000, 8000, 3000), node_at(scene, 6000, 8000, 3000), 1));
    node_at(scene, 14000, 26000, 4000);
    pack_destroy(pack);
}

static void cells_are_linked_by_name_and_meet_lines(void **state)
{
    (void)state;
    struct pack *pack = load((struct world_change){
        "cells",
        ROADS("{\"name\": \"planks\", \"cells\": [{\"name\": \"west\", \"at\": [2, 10], \"links\": "
              "[\"middle\"]}, "
              "{\"name\": \"middle\", \"at\": [-3, 10], \"height\": 1, \"links\": [\"west\", \"east\"]}]}, "
              "{\"name\": \"a\", \"line\": [[2, 10], [10, 10]], \"width\": 1}, "
              "{\"name\": \"more\", \"cells\": [{\"name\": \"east\", \"at\": [15, 15], \"region\": "
              "\"floor\"}]}"),
        "", ""});
    const struct pack_scene *scene = &pack->scenes[0];
    uint32_t west = node_at(scene, 2000, 10000, 250);
    uint32_t middle = node_at(scene, -3000, 10000, 1000);
    assert_int_equal(scene->road_node_count, 5);
    assert_int_equal(scene->road_link_count, 4);
    assert_true(are_linked(scene, west, middle, 0));
    assert_true(are_linked(scene, middle, node_at(scene, 15000, 15000, 300), 0));
    assert_true(are_linked(scene, west, node_at(scene, 6000, 10000, 250), 1));
    assert_int_equal(scene->roads[0].line.count, 0);
    pack_destroy(pack);
}

static const struct world_change changes[] = {
    {"no name", ROADS("{\"line\": [[1, 1], [2, 1]], \"width\": 1}"), "$.roads[0]", "\"name\" is missing"},
    {"two of one name",
     ROADS("{\"name\": \"a\", \"line\": [[1, 1], [2, 1]], \"width\": 1}, {\"name\": \"a\", \"line\": [[1, "
           "2], [2, 2]], "
           "\"width\": 1}"),
     "$.roads[1].name", "road 0 has the name \"a\" too; rename one"},
    {"no shape", ROADS("{\"name\": \"a\"}"), "$.roads[0]", "write either \"line\""},
    {"two shapes", ROADS("{\"name\": \"a\", \"line\": [[1, 1], [2, 1]], \"width\": 1, \"cells\": []}"),
     "$.roads[0]", "write either \"line\""},
    {"no width", ROADS("{\"name\": \"a\", \"line\": [[1, 1], [2, 1]]}"), "$.roads[0]",
     "\"width\" is missing"},
    {"width of cells",
     ROADS("{\"name\": \"a\", \"cells\": [{\"name\": \"c\", \"at\": [1, 1]}], \"width\": 1}"),
     "$.roads[0].width", "belongs to a \"line\""},
    {"sharp", ROADS("{\"name\": \"a\", \"line\": [[1, 1], [5, 1], [1, 2]], \"width\": 1}"), "$.roads[0].line",
     "turns too sharply"},
    {"off the ground", ROADS("{\"name\": \"a\", \"line\": [[1, 1], [-5, 1]], \"width\": 1}"),
     "$.roads[0].line[1]", "no ground lies under (-5.000, 1.000)"},
    {"heights too few", ROADS("{\"name\": \"a\", \"line\": [[1, 1], [5, 1]], \"width\": 1, \"height\": [1]}"),
     "$.roads[0].height", "1 heights for 2 corners"},
    {"no cells", ROADS("{\"name\": \"a\", \"cells\": []}"), "$.roads[0].cells", "write 1 to"},
    {"cell off the ground", ROADS("{\"name\": \"a\", \"cells\": [{\"name\": \"c\", \"at\": [-1, 1]}]}"),
     "$.roads[0].cells[0].at", "no ground lies under"},
    {"cell in another region",
     ROADS("{\"name\": \"a\", \"cells\": [{\"name\": \"c\", \"at\": [1, 1], \"region\": \"floor\"}]}"),
     "$.roads[0].cells[0].at", "not inside region \"floor\""},
    {"link to nobody",
     ROADS("{\"name\": \"a\", \"cells\": [{\"name\": \"c\", \"at\": [1, 1], \"links\": [\"d\"]}]}"),
     "$.roads[0].cells[0].links[0]", "no cell of a road of this scene has the name \"d\""},
    {"cells of one name",
     ROADS("{\"name\": \"a\", \"cells\": [{\"name\": \"c\", \"at\": [1, 1]}, {\"name\": \"c\", \"at\": [2, "
           "1]}]}"),
     "$.roads", "have the name \"c\"; rename one"},
    {"roads no array", SCENE_FILE, "\"npcs\": [", "\"roads\": 1, \"npcs\": [", "$.roads", "write an array"},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused(changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_a_chain_of_nodes_on_the_ground),
        cmocka_unit_test(lines_that_cross_or_touch_share_a_node),
        cmocka_unit_test(a_bridge_shares_no_node_with_the_road_below),
        cmocka_unit_test(cells_are_linked_by_name_and_meet_lines),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_road", tests, NULL, NULL);
}
