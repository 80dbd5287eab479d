#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "nav/nav.h"
#include "nav/pack.h"
#include "nav/report.h"
#include "nav/tool/verbs.h"

/// Room for one trip.
struct walk {
    struct nav_trip trip;
    struct nav_position points[NAV_POINTS_MAX];
};

static struct nav_position spawn_position(const struct pack *pack)
{
    const struct pack_region *region = &pack->scenes[pack->spawn_scene].regions[pack->spawn_region];
    return (struct nav_position){.x = pack->spawn.x / 1000.0,
                                 .y = region->heights_mm[0] / 1000.0,
                                 .z = pack->spawn.z / 1000.0,
                                 .scene = (uint32_t)pack->spawn_scene};
}

/// An entry of the Find list that leads nowhere is a mistake that only the mesh shows.
static void check_find(const struct pack *pack, struct nav_query *query, struct walk *walk,
                       struct report *report)
{
    for (size_t i = 0; i < pack->find_count; i++) {
        const struct pack_find *find = &pack->find[i];
        char place[REPORT_PLACE_MAX];
        walk->trip = (struct nav_trip){.points = walk->points, .points_max = NAV_POINTS_MAX};
        enum nav_status status =
            nav_query_npc(query, spawn_position(pack), find->type, find->subtype, &walk->trip);
        if (status == NAV_FOUND)
            continue;
        snprintf(place, sizeof place, "$.find[%zu]", i);
        report_add(
            report, "world.json", place,
            "from the spawn there is no way to any \"%s%s%s\": %s, %s; open one near (%.3f, %.3f) of %s",
            find->type, find->subtype[0] ? "/" : "", find->subtype, nav_status_name(status),
            nav_reason_name(walk->trip.reason), walk->trip.nearest.x, walk->trip.nearest.z,
            pack->scenes[walk->trip.nearest.scene].file);
    }
}

static void check_ways(const struct pack *pack, struct report *report)
{
    struct nav *nav = nav_create(pack, NULL, report);
    struct nav_query *query = nav ? nav_query_create(nav, 0) : NULL;
    struct walk *walk = calloc(1, sizeof *walk);
    if (query && walk)
        check_find(pack, query, walk, report);
    else if (report->count == 0)
        report_add(report, "world.json", "", "memory ran out; make the world smaller");
    free(walk);
    nav_query_destroy(query);
    nav_destroy(nav);
}

static void print_summary(const struct pack *pack)
{
    size_t regions = 0;
    size_t obstacles = 0;
    for (size_t i = 0; i < pack->scene_count; i++) {
        regions += pack->scenes[i].region_count;
        obstacles += pack->scenes[i].obstacle_count;
    }
    printf("ok: %s: scenes %zu, regions %zu, obstacles %zu, NPCs %zu, Find entries %zu\n", pack->name,
           pack->scene_count, regions, obstacles, pack->npc_count, pack->find_count);
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
        check_ways(pack, &report);
    if (pack && report.count == 0)
        print_summary(pack);
    report_print(&report, stderr);
    pack_destroy(pack);
    return report.count == 0 ? VERB_DONE : VERB_FAILED;
}
