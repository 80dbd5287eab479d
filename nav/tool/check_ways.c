#include "nav/tool/check_ways.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "nav/floors.h"

/// The world that is looked at, and where its problems go.
struct check {
    const struct pack *pack;
    struct nav *nav;
    struct nav_query *query;
    struct nav_position spawn;
    struct nav_trip trip;
    struct nav_position *points; // room for one trip
    struct report *report;
};

/// Where somebody is sent: named in a file at a place.
struct errand {
    const char *file;
    char place[REPORT_PLACE_MAX];
};

static struct nav_position position_of(struct geo_point at, int32_t height_mm, size_t scene)
{
    return (struct nav_position){
        .x = at.x / 1000.0, .y = height_mm / 1000.0, .z = at.z / 1000.0, .scene = (uint32_t)scene};
}

static struct nav_position spawn_position(const struct pack *pack)
{
    struct floors *floors = floors_create(&pack->scenes[pack->spawn_scene]);
    int32_t height_mm = pack->scenes[pack->spawn_scene].regions[pack->spawn_region].heights_mm[0];
    if (floors)
        (void)floors_height(floors, pack->spawn_region, pack->spawn, &height_mm);
    floors_destroy(floors);
    return position_of(pack->spawn, height_mm, pack->spawn_scene);
}

/// @param status  of the trip that was looked for
static void expect_way(const struct check *check, const struct errand *errand, enum nav_status status,
                       const char *whom)
{
    const struct nav_trip *trip = &check->trip;
    if (status == NAV_FOUND)
        return;
    report_add(check->report, errand->file, errand->place,
               "from the spawn there is no way to %s: %s, %s; open one near (%.3f, %.3f) of %s", whom,
               nav_status_name(status), nav_reason_name(trip->reason), trip->nearest.x, trip->nearest.z,
               check->pack->scenes[trip->nearest.scene].file);
}

// ---- people ------------------------------------------------------------------------------------

static void check_person(struct check *check, const struct errand *errand, const char *type,
                         const char *subtype)
{
    char whom[2 * PACK_NAME_MAX + 16];
    check->trip = (struct nav_trip){.points = check->points, .points_max = NAV_POINTS_MAX};
    enum nav_status status = nav_query_npc(check->query, check->spawn, type, subtype, &check->trip);
    (void)snprintf(whom, sizeof whom, "any \"%s%s%s\"", type, subtype[0] ? "/" : "", subtype);
    expect_way(check, errand, status, whom);
}

static void check_banners(struct check *check)
{
    const struct pack *pack = check->pack;
    struct errand errand = {.file = "world.json"};
    for (size_t i = 0; i < pack->find_count; i++) {
        (void)snprintf(errand.place, sizeof errand.place, "$.find[%zu]", i);
        check_person(check, &errand, pack->find[i].type, pack->find[i].subtype);
    }
    (void)snprintf(errand.place, sizeof errand.place, "$.festival");
    if (pack->festival.title)
        check_person(check, &errand, pack->festival.person.type, pack->festival.person.subtype);
    (void)snprintf(errand.place, sizeof errand.place, "$.treasurer");
    if (pack->treasurer.type[0])
        check_person(check, &errand, pack->treasurer.type, pack->treasurer.subtype);
}

static void check_quest(struct check *check, size_t number)
{
    const struct pack_quest *quest = &check->pack->quests[number];
    struct errand errand = {.file = "quests.json"};
    (void)snprintf(errand.place, sizeof errand.place, "$.quests[%zu].giver", number);
    check_person(check, &errand, quest->giver.type, quest->giver.subtype);
    for (size_t i = 0; i < quest->task_count; i++) {
        const struct pack_task *task = &quest->tasks[i];
        (void)snprintf(errand.place, sizeof errand.place, "$.quests[%zu].tasks[%zu].to", number, i);
        if (task->kind == PACK_TASK_TALK || task->kind == PACK_TASK_DELIVER)
            check_person(check, &errand, task->person.type, task->person.subtype);
    }
}

// ---- places ------------------------------------------------------------------------------------

static void check_place(struct check *check, const struct errand *errand, struct nav_position goal)
{
    check->trip = (struct nav_trip){.points = check->points, .points_max = NAV_POINTS_MAX};
    expect_way(check, errand, nav_query_place(check->query, check->spawn, goal, &check->trip), "this place");
}

/// Looks at the enemies' grounds and the spots of one scene.
static void check_places(struct check *check, struct floors *floors, size_t scene)
{
    const struct pack *pack = check->pack;
    struct errand errand = {.file = pack->scenes[scene].file};
    int32_t height_mm = 0;
    size_t number = 0; // in the scene's file
    for (size_t i = 0; i < pack->enemies_count; i++) {
        const struct pack_enemies *enemies = &pack->enemies[i];
        if (enemies->scene != scene || !floors_height(floors, enemies->region, enemies->at, &height_mm))
            continue;
        (void)snprintf(errand.place, sizeof errand.place, "$.enemies[%zu].at", number++);
        check_place(check, &errand, position_of(enemies->at, height_mm, scene));
    }
    number = 0;
    for (size_t i = 0; i < pack->spot_count; i++) {
        const struct pack_spot *spot = &pack->spots[i];
        if (spot->scene != scene || !floors_height(floors, spot->region, spot->at, &height_mm))
            continue;
        (void)snprintf(errand.place, sizeof errand.place, "$.items[%zu].at", number++);
        check_place(check, &errand, position_of(spot->at, height_mm, scene));
    }
}

// ---- jumps -------------------------------------------------------------------------------------

static void check_return(struct check *check, const struct errand *errand, struct nav_position end)
{
    const struct nav_trip *trip = &check->trip;
    check->trip = (struct nav_trip){.points = check->points, .points_max = NAV_POINTS_MAX};
    enum nav_status status = nav_query_place(check->query, end, check->spawn, &check->trip);
    if (status == NAV_FOUND)
        return;
    report_add(check->report, errand->file, errand->place,
               "from here there is no way back to the spawn: %s, %s; open one near (%.3f, %.3f) of %s, "
               "or add a jump",
               nav_status_name(status), nav_reason_name(trip->reason), trip->nearest.x, trip->nearest.z,
               check->pack->scenes[trip->nearest.scene].file);
}

/// Looks at the places of one scene that jumps lead to: nobody may be caught there.
static void check_ends(struct check *check, struct floors *floors, size_t scene)
{
    const struct pack *pack = check->pack;
    size_t number = 0; // in the scene's file
    for (size_t i = 0; i < pack->jump_count; i++) {
        const struct pack_jump *jump = &pack->jumps[i];
        struct errand errand = {.file = pack->scenes[jump->scene].file};
        number = i > 0 && pack->jumps[i - 1].scene == jump->scene ? number + 1 : 0;
        for (size_t k = 0; k < jump->end_count; k++) {
            const struct pack_jump_end *end = &jump->ends[k];
            int32_t height_mm = 0;
            if (end->scene != scene || !floors_height(floors, end->region, end->at, &height_mm))
                continue;
            (void)snprintf(errand.place, sizeof errand.place, "$.jumps[%zu].to[%zu]", number, k);
            check_return(check, &errand, position_of(end->at, height_mm, scene));
        }
    }
}

// ---- bridges -----------------------------------------------------------------------------------

/// @return false when there is no room
static bool lay_bridges(const struct check *check)
{
    bool is_laid = true;
    for (size_t i = 0; i < check->pack->scene_count; i++) {
        const struct pack_scene *scene = &check->pack->scenes[i];
        for (size_t k = 0; k < scene->gate_count; k++) {
            const struct pack_gate *gate = &scene->gates[k];
            const struct nav_position ends[2] = {position_of(gate->line[0], gate->heights_mm[0], i),
                                                 position_of(gate->line[1], gate->heights_mm[1], i)};
            if (gate->kind == PACK_GATE_BRIDGE)
                is_laid = nav_add_road(check->nav, ends, 2, gate->width_mm / 1000.0) && is_laid;
        }
    }
    struct nav_version *before = is_laid ? nav_publish(check->nav) : NULL;
    nav_version_destroy(before);
    return before;
}

static void check_all(struct check *check)
{
    check_banners(check);
    for (size_t i = 0; i < check->pack->quest_count; i++)
        check_quest(check, i);
    for (size_t i = 0; i < check->pack->scene_count; i++) {
        struct floors *floors = floors_create(&check->pack->scenes[i]);
        if (floors) {
            check_places(check, floors, i);
            check_ends(check, floors, i);
        } else
            report_add(check->report, check->pack->scenes[i].file, "",
                       "memory ran out; make the scene smaller");
        floors_destroy(floors);
    }
}

void check_ways(const struct pack *pack, struct nav *nav, struct report *report)
{
    struct check check = {.pack = pack, .nav = nav, .report = report, .spawn = spawn_position(pack)};
    check.points = calloc(NAV_POINTS_MAX, sizeof *check.points);
    check.query = lay_bridges(&check) ? nav_query_create(nav, 0) : NULL;
    if (check.points && check.query)
        check_all(&check);
    else
        report_add(report, "world.json", "", "memory ran out; make the world smaller");
    nav_query_destroy(check.query);
    free(check.points);
}
