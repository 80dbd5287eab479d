#include "cloudsvc/game/barrier.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/game/calendar.h"
#include "cloudsvc/game/upheaval.h"
#include "cloudsvc/game/world.h"
#include "nav/chunk_names.h"
#include "nav/mesh_build.h"
#include "nav/plane.h"

#define NEAR_MM 600.0 // so much above or below a bridge somebody stands on it

enum { SIDE_STEP_MM = 250, SIDE_STEPS = 80 }; // as deep as a gateway may be

// ---- places ----------------------------------------------------------------------------------------

static struct nav_position position_at(const struct barrier *gate, struct geo_place at, double height_mm)
{
    return (struct nav_position){at.x / 1000.0, height_mm / 1000.0, at.z / 1000.0, gate->scene};
}

bool barrier_is_ground_of(const struct game *game, const struct barrier *gate, struct geo_point at)
{
    const struct pack_scene *scene = &game->pack->scenes[gate->scene];
    for (size_t i = 0; i < scene->region_count; i++)
        if (strcmp(scene->regions[i].chunk, gate->about->chunk) == 0 &&
            pack_region_contains(&scene->regions[i], at))
            return true;
    return false;
}

bool barrier_is_on_bridge(const struct barrier *gate, const struct nav_position *place, double *share)
{
    const struct pack_gate *about = gate->about;
    struct geo_place a = geo_place_of(about->line[0]);
    struct geo_place b = geo_place_of(about->line[1]);
    struct geo_place at = {place->x * 1000, place->z * 1000};
    *share = geo_place_project(a, b, at);
    double height_mm = about->heights_mm[0] + *share * (about->heights_mm[1] - about->heights_mm[0]);
    return geo_place_distance(geo_place_mix(a, b, *share), at) <= about->width_mm / 2.0 &&
           fabs(height_mm - place->y * 1000) <= NEAR_MM;
}

// Ground beside a door: straight out from the middle of its leaves until its own ground ends, and a little
// on.
static struct nav_position beside_door(const struct game *game, const struct barrier *gate, double sense)
{
    const struct pack_gate *about = gate->about;
    struct geo_place a = geo_place_of(about->line[0]);
    struct geo_place b = geo_place_of(about->line[1]);
    struct geo_place middle = geo_place_mix(a, b, 0.5);
    struct geo_place along = plane_minus(b, a);
    double length_mm = plane_length(along);
    double gap_mm = game->pack->scenes[gate->scene].agent_radius_mm + SIDE_STEP_MM;
    struct geo_point at = about->line[0];
    for (int i = 1; i <= SIDE_STEPS; i++) {
        double out_mm = sense * i * SIDE_STEP_MM;
        at = (struct geo_point){(int32_t)(middle.x - along.z / length_mm * out_mm),
                                (int32_t)(middle.z + along.x / length_mm * out_mm)};
        if (!barrier_is_ground_of(game, gate, at))
            break;
    }
    struct geo_place out = {at.x - along.z / length_mm * sense * gap_mm,
                            at.z + along.x / length_mm * sense * gap_mm};
    return position_at(gate, out, (about->heights_mm[0] + about->heights_mm[1]) / 2.0);
}

static void find_sides(const struct game *game, struct barrier *gate)
{
    const double around_m = 2.0;
    assert(gate->about);
    for (int i = 0; i < 2; i++) {
        struct nav_position *side = &gate->sides[i];
        if (gate->about->kind == PACK_GATE_DOOR)
            *side = beside_door(game, gate, i == 0 ? -1.0 : 1.0);
        else
            *side = position_at(gate, geo_place_of(gate->about->line[i]), gate->about->heights_mm[i]);
        nav_nearest(game->nav, *side, around_m, side);
    }
}

bool barrier_leave(const struct game *game, struct nav_position *place)
{
    for (size_t i = 0; i < game->barriers.count; i++) {
        const struct barrier *gate = &game->barriers.all[i];
        double share;
        if (gate->about->kind != PACK_GATE_BRIDGE || !gate->is_open || gate->scene != place->scene ||
            !barrier_is_on_bridge(gate, place, &share))
            continue;
        *place = gate->sides[share > 0.5];
        return true;
    }
    return false;
}

// ---- opening and shutting --------------------------------------------------------------------------

static bool should_be_open(const struct game *game, const struct barrier *gate)
{
    if (gate->is_open_for_good)
        return true;
    return gate->about->has_hours ? calendar_is_within(game->pack, gate->about->hours, game->tick)
                                  : gate->about->is_open;
}

static bool turn_door(struct game *game, struct barrier *gate, bool is_open)
{
    return nav_replace_chunk(game->nav, gate->scene, gate->chunk, is_open ? gate->part : NULL);
}

static bool turn_bridge(struct game *game, struct barrier *gate, bool is_open)
{
    const struct pack_gate *about = gate->about;
    if (!is_open)
        return nav_remove_road(game->nav, gate->road);
    struct nav_position ends[2];
    for (int i = 0; i < 2; i++)
        ends[i] = position_at(gate, geo_place_of(about->line[i]), about->heights_mm[i]);
    gate->road = nav_add_road(game->nav, ends, 2, about->width_mm / 1000.0);
    return gate->road != 0;
}

// Nothing changes when memory runs out; the next tick tries again.
static bool turn(struct game *game, struct barrier *gate, bool is_open)
{
    bool is_turned = gate->about->kind == PACK_GATE_DOOR ? turn_door(game, gate, is_open)
                                                         : turn_bridge(game, gate, is_open);
    if (is_turned) {
        gate->is_open = is_open;
        gate->has_just_shut = !is_open;
        game->barriers.is_unpublished = true;
    }
    return is_turned;
}

static bool publish(struct game *game)
{
    struct nav_version *before = nav_publish(game->nav);
    if (!before)
        return false;
    nav_version_destroy(before);
    game->barriers.is_unpublished = false;
    return true;
}

void barrier_step(struct game *game)
{
    struct barriers *barriers = &game->barriers;
    for (size_t i = 0; i < barriers->count; i++) {
        struct barrier *gate = &barriers->all[i];
        bool should_be = should_be_open(game, gate);
        if (gate->is_open != should_be)
            (void)turn(game, gate, should_be);
    }
    if (!barriers->is_unpublished || !publish(game))
        return;
    upheaval_settle(game);
    for (size_t i = 0; i < barriers->count; i++)
        barriers->all[i].has_just_shut = false;
}

void barrier_open_for_good(struct game *game, uint32_t scene, uint32_t gate)
{
    for (size_t i = 0; i < game->barriers.count; i++) {
        struct barrier *barrier = &game->barriers.all[i];
        if (barrier->scene == scene && barrier->number == gate)
            barrier->is_open_for_good = true;
    }
}

uint64_t barrier_open_gates(const struct game *game, uint32_t scene)
{
    uint64_t open = 0;
    for (size_t i = 0; i < game->barriers.count; i++) {
        const struct barrier *gate = &game->barriers.all[i];
        if (gate->scene == scene && gate->is_open)
            open |= UINT64_C(1) << gate->number;
    }
    return open;
}

// ---- beginning and end -----------------------------------------------------------------------------

// A door is as its pack has it, open; a bridge is not laid yet.
static bool begin_gate(struct game *game, struct barrier *gate)
{
    struct report report = {0};
    const struct pack_scene *scene = &game->pack->scenes[gate->scene];
    if (gate->about->kind == PACK_GATE_BRIDGE)
        return true;
    gate->chunk = chunk_names_find(scene, gate->about->chunk);
    gate->part = mesh_build_chunk(scene, gate->chunk, &report);
    return gate->part && turn(game, gate, true);
}

bool barrier_begin(struct game *game)
{
    const struct pack *pack = game->pack;
    struct barriers *barriers = &game->barriers;
    size_t count = 0;
    for (size_t i = 0; i < pack->scene_count; i++)
        count += pack->scenes[i].gate_count;
    barriers->all = calloc(count + 1, sizeof *barriers->all);
    bool is_begun = barriers->all;
    for (uint32_t i = 0; is_begun && i < pack->scene_count; i++) {
        for (uint32_t k = 0; is_begun && k < pack->scenes[i].gate_count; k++) {
            struct barrier *gate = &barriers->all[barriers->count++];
            *gate = (struct barrier){.about = &pack->scenes[i].gates[k], .scene = i, .number = k};
            is_begun = begin_gate(game, gate);
        }
    }
    if (is_begun && barriers->is_unpublished)
        is_begun = publish(game);
    for (size_t i = 0; is_begun && i < barriers->count; i++)
        find_sides(game, &barriers->all[i]);
    return is_begun;
}

void barrier_finish(struct game *game)
{
    struct barriers *barriers = &game->barriers;
    for (size_t i = 0; i < barriers->count; i++) {
        struct barrier *gate = &barriers->all[i];
        bool as_it_came = gate->about->kind == PACK_GATE_DOOR;
        if (gate->is_open != as_it_came && (gate->part || !as_it_came))
            (void)turn(game, gate, as_it_came);
        navmesh_destroy(gate->part);
    }
    if (barriers->is_unpublished)
        (void)publish(game);
    free(barriers->all);
}
