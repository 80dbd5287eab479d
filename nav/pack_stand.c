#include "nav/pack_stand.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "nav/grid.h"
#include "nav/pack_gate.h"
#include "nav/pack_region.h"
#include "nav/polygon.h"

/// The scene that is looked at, and where its problems go.
struct check {
    const struct pack_scene *scene;
    struct report *report;
    struct grid grid; // of obstacles, by their boxes; not made when there are none
    size_t npc;       // the scene's first: those of one scene follow one another
};

/// Someone who stands in the scene: an NPC, or a player who has just come.
struct person {
    const char *what;
    const char *file; // that places it
    char place[REPORT_PLACE_MAX];
    struct geo_point at;
    size_t region;
};

/// Corners of the square that comes within `margin_mm` of a box.
static struct geo_box widened(struct geo_box box, int32_t margin_mm)
{
    return (struct geo_box){{box.low.x - margin_mm, box.low.z - margin_mm},
                            {box.high.x + margin_mm, box.high.z + margin_mm}};
}

static bool fill_grid(struct check *check)
{
    const struct pack_scene *scene = check->scene;
    struct geo_box all = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        struct geo_box box =
            geo_bounds(scene->obstacles[i].outline.points, scene->obstacles[i].outline.count);
        struct geo_point ends[4] = {all.low, all.high, box.low, box.high};
        all = i == 0 ? box : geo_bounds(ends, 4);
    }
    if (!grid_init(&check->grid, all, scene->obstacle_count))
        return false;
    for (uint32_t i = 0; i < scene->obstacle_count; i++) {
        struct geo_box box =
            geo_bounds(scene->obstacles[i].outline.points, scene->obstacles[i].outline.count);
        struct geo_point third = {box.low.x, box.high.z};
        struct geo_point fourth = {box.high.x, box.low.z};
        if (!grid_insert_triangle(&check->grid, i, box.low, box.high, third) ||
            !grid_insert_triangle(&check->grid, i, box.low, box.high, fourth))
            return false;
    }
    return true;
}

/// @return whether the problem was added
static bool check_obstacle(const struct check *check, const struct person *person, uint32_t number)
{
    const struct pack_scene *scene = check->scene;
    const struct pack_obstacle *obstacle = &scene->obstacles[number];
    const struct pack_polygon *outline = &obstacle->outline;
    bool is_in = polygon_locate(outline->points, outline->count, person->at) != POLYGON_OUTSIDE;
    if (!is_in && !polygon_is_near(outline->points, outline->count, person->at, scene->agent_radius_mm))
        return false;
    if (!pack_region_is_level_with(scene, obstacle->region, person->region))
        return false;
    report_add(check->report, person->file, person->place,
               "%s stands %s obstacle %u of %s; move it %.3f m away", person->what,
               is_in ? "inside" : "too near to", number, scene->file, scene->agent_radius_mm / 1000.0);
    return true;
}

/// @return whether the problem was added
static bool check_door(const struct check *check, const struct person *person)
{
    size_t gate;
    if (!pack_gate_is_door(check->scene, person->region, &gate))
        return false;
    report_add(check->report, person->file, person->place,
               "%s stands on ground that is gone while door \"%s\" of %s is shut; move it off", person->what,
               check->scene->gates[gate].name, check->scene->file);
    return true;
}

static void check_clearance(const struct check *check, const struct person *person)
{
    if (check_door(check, person))
        return;
    if (check->scene->obstacle_count == 0)
        return;
    struct geo_box box = widened((struct geo_box){person->at, person->at}, check->scene->agent_radius_mm);
    const struct geo_point thirds[2] = {{box.low.x, box.high.z}, {box.high.x, box.low.z}};
    for (int i = 0; i < 2; i++) {
        struct grid_walk walk;
        uint32_t item;
        grid_walk_begin(&walk, &check->grid, box.low, box.high, thirds[i]);
        while (grid_walk_next(&walk, &item)) {
            if (check_obstacle(check, person, item))
                return;
        }
    }
}

/// @return the first NPC of the scenes after
static size_t check_npcs(const struct check *check, const struct pack *pack, size_t scene)
{
    size_t i = check->npc;
    for (; i < pack->npc_count && pack->npcs[i].scene == scene; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        struct person person = {
            .what = "this NPC", .file = check->scene->file, .at = npc->at, .region = npc->region};
        snprintf(person.place, sizeof person.place, "$.npcs[%zu].at", i - check->npc);
        check_clearance(check, &person);
    }
    return i;
}

/// Looks at the ends of a jump that lie in the scene.
static void check_arrivals(const struct check *check, const struct pack *pack, const struct pack_jump *jump,
                           size_t number)
{
    for (size_t i = 0; i < jump->end_count; i++) {
        const struct pack_jump_end *end = &jump->ends[i];
        struct person person = {.what = "whoever arrives here",
                                .file = pack->scenes[jump->scene].file,
                                .at = end->at,
                                .region = end->region};
        if (&pack->scenes[end->scene] != check->scene)
            continue;
        snprintf(person.place, sizeof person.place, "$.jumps[%zu].to[%zu].at", number, i);
        check_clearance(check, &person);
    }
}

static void check_jumps(const struct check *check, const struct pack *pack)
{
    size_t number = 0; // in its scene's file
    for (size_t i = 0; i < pack->jump_count; i++) {
        const struct pack_jump *jump = &pack->jumps[i];
        struct person person = {.what = "whoever takes this jump",
                                .file = check->scene->file,
                                .at = jump->at,
                                .region = jump->region};
        number = i > 0 && jump[-1].scene == jump->scene ? number + 1 : 0;
        check_arrivals(check, pack, jump, number);
        if (&pack->scenes[jump->scene] != check->scene)
            continue;
        snprintf(person.place, sizeof person.place, "$.jumps[%zu].at", number);
        check_clearance(check, &person);
    }
}

static void check_bridges(const struct check *check)
{
    for (size_t i = 0; i < check->scene->gate_count; i++) {
        const struct pack_gate *gate = &check->scene->gates[i];
        for (size_t k = 0; gate->kind == PACK_GATE_BRIDGE && k < 2; k++) {
            struct person person = {.what = "whoever comes to the bridge here",
                                    .file = check->scene->file,
                                    .at = gate->line[k],
                                    .region = gate->regions[k]};
            snprintf(person.place, sizeof person.place, "$.gates[%zu].line[%zu]", i, k);
            check_clearance(check, &person);
        }
    }
}

static void check_enemies(const struct check *check, const struct pack *pack, size_t scene)
{
    size_t number = 0; // in the scene's file
    for (size_t i = 0; i < pack->enemies_count; i++) {
        const struct pack_enemies *enemies = &pack->enemies[i];
        struct person person = {.what = "whoever lives here",
                                .file = check->scene->file,
                                .at = enemies->at,
                                .region = enemies->region};
        if (enemies->scene != scene)
            continue;
        snprintf(person.place, sizeof person.place, "$.enemies[%zu].at", number++);
        check_clearance(check, &person);
    }
}

static void check_spots(const struct check *check, const struct pack *pack, size_t scene)
{
    size_t number = 0; // in the scene's file
    for (size_t i = 0; i < pack->spot_count; i++) {
        const struct pack_spot *spot = &pack->spots[i];
        struct person person = {
            .what = "whoever takes this", .file = check->scene->file, .at = spot->at, .region = spot->region};
        if (spot->scene != scene)
            continue;
        snprintf(person.place, sizeof person.place, "$.items[%zu].at", number++);
        check_clearance(check, &person);
    }
}

static void check_spawn(const struct check *check, const struct pack *pack)
{
    struct person person = {.what = "whoever spawns here",
                            .file = "world.json",
                            .place = "$.spawn.at",
                            .at = pack->spawn,
                            .region = pack->spawn_region};
    check_clearance(check, &person);
}

static void check_scene(struct check *check, const struct pack *pack, size_t scene)
{
    if (check->scene->obstacle_count > 0 && !fill_grid(check)) {
        report_add(check->report, check->scene->file, "", "memory ran out; make the scene smaller");
        return;
    }
    check->npc = check_npcs(check, pack, scene);
    check_jumps(check, pack);
    check_bridges(check);
    check_enemies(check, pack, scene);
    check_spots(check, pack, scene);
    if (scene == pack->spawn_scene)
        check_spawn(check, pack);
}

void pack_stand_check(const struct pack *pack, struct report *report)
{
    assert(pack);
    assert(report);
    struct check check = {.report = report};
    for (size_t i = 0; i < pack->scene_count; i++) {
        check.scene = &pack->scenes[i];
        check_scene(&check, pack, i);
        grid_finish(&check.grid);
    }
}
