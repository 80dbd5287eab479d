#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "nav/mesh_build.h"
#include "nav/nav.h"
#include "nav/pack.h"
#include "nav/report.h"
#include "nav/tool/check_ways.h"
#include "nav/tool/verbs.h"

#define NEAR_M 0.001 // what rounding may move

/// The world that is looked at, and where its problems go.
struct check {
    const struct pack *pack;
    struct nav *nav;
    struct report *report;
};

/// A scene's mesh that cannot be made is named, and the others are looked at all the same.
static void check_meshes(const struct pack *pack, struct report *report)
{
    for (size_t i = 0; i < pack->scene_count; i++)
        navmesh_destroy(mesh_build(&pack->scenes[i], report));
}

// ---- roads -------------------------------------------------------------------------------------

/// Whether people stand at a node of a road: there is ground, and at its height.
static bool is_on_ground(const struct check *check, size_t scene, const struct pack_road_node *node)
{
    struct nav_position found;
    struct nav_position at = {.x = node->at.x / 1000.0,
                              .y = node->height_mm / 1000.0,
                              .z = node->at.z / 1000.0,
                              .scene = (uint32_t)scene};
    double step_m = check->pack->scenes[scene].step_height_mm / 1000.0;
    return nav_nearest(check->nav, at, NEAR_M, &found) && fabs(found.y - at.y) <= step_m + NEAR_M;
}

/// A road that ends in the air, in a house or beside the ground leads nowhere.
static void check_road_ends(const struct check *check, size_t number)
{
    const struct pack_scene *scene = &check->pack->scenes[number];
    uint32_t *link_counts = calloc(scene->road_node_count + 1, sizeof *link_counts);
    for (size_t i = 0; link_counts && i < scene->road_link_count; i++) {
        link_counts[scene->road_links[i].nodes[0]]++;
        link_counts[scene->road_links[i].nodes[1]]++;
    }
    for (size_t i = 0; link_counts && i < 2 * scene->road_link_count; i++) {
        const struct pack_road_link *link = &scene->road_links[i / 2];
        const struct pack_road_node *node = &scene->road_nodes[link->nodes[i % 2]];
        char place[REPORT_PLACE_MAX];
        if (link_counts[link->nodes[i % 2]] > 1 || is_on_ground(check, number, node))
            continue;
        snprintf(place, sizeof place, "$.roads[%u]", link->road);
        report_add(
            check->report, scene->file, place,
            "it ends at (%.3f, %.3f), height %.3f, where nobody can stand; lead it to open ground or to "
            "another road",
            node->at.x / 1000.0, node->at.z / 1000.0, node->height_mm / 1000.0);
    }
    if (!link_counts)
        report_add(check->report, scene->file, "", "memory ran out; make the scene smaller");
    free(link_counts);
}

// ---- the world ---------------------------------------------------------------------------------

static void check_all(const struct pack *pack, struct report *report)
{
    struct check check = {.pack = pack, .nav = nav_create(pack, NULL, report), .report = report};
    if (check.nav) {
        for (size_t i = 0; i < pack->scene_count; i++)
            check_road_ends(&check, i);
        check_ways(pack, check.nav, report);
    } else {
        *report = (struct report){0}; // it has the first wrong scene only
        check_meshes(pack, report);
        if (report->count == 0)
            report_add(report, "world.json", "", "memory ran out; make the world smaller");
    }
    nav_destroy(check.nav);
}

static void print_summary(const struct pack *pack)
{
    size_t regions = 0;
    size_t obstacles = 0;
    size_t roads = 0;
    size_t gates = 0;
    size_t enemies = 0;
    for (size_t i = 0; i < pack->scene_count; i++) {
        regions += pack->scenes[i].region_count;
        obstacles += pack->scenes[i].obstacle_count;
        roads += pack->scenes[i].road_count;
        gates += pack->scenes[i].gate_count;
    }
    for (size_t i = 0; i < pack->enemies_count; i++)
        enemies += pack->enemies[i].count;
    printf("ok: %s: scenes %zu, regions %zu, obstacles %zu, roads %zu, jumps %zu, gates %zu, NPCs %zu, "
           "enemies %zu, items %zu, quests %zu, languages %zu, Find entries %zu\n",
           pack->name, pack->scene_count, regions, obstacles, roads, pack->jump_count, gates, pack->npc_count,
           enemies, pack->item_count, pack->quest_count, pack->language_count, pack->find_count);
}

enum verb_status verb_check(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "waynav check: takes one folder, got %d arguments\n", argc - 1);
        return VERB_MISUSED;
    }
    struct report report = {0};
    struct pack *pack = pack_load(argv[1], &report);
    if (pack)
        check_all(pack, &report);
    if (pack && report.count == 0)
        print_summary(pack);
    report_print(&report, stderr);
    pack_destroy(pack);
    return report.count == 0 ? VERB_DONE : VERB_FAILED;
}
