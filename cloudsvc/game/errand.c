#include "cloudsvc/game/errand.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "cloudsvc/game/jump.h"
#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/way.h"

#define BESIDE_M 0.3 // a place farther from ground is not ground

enum { TURNS = 16 }; // ways that are stale are planned anew in so many ticks, not all in one

static struct errand nothing(void)
{
    return (struct errand){.kind = ERRAND_NONE, .npc = WORLD_NOBODY, .find = PACK_FIND_MAX};
}

static struct errand to_place(struct nav_position goal, const char *label)
{
    struct errand errand = nothing();
    errand.kind = ERRAND_PLACE;
    errand.goal = goal;
    snprintf(errand.label, sizeof errand.label, "%s", label);
    return errand;
}

void errand_drop(struct player *player)
{
    walk_end(&player->walk);
    player->errand = nothing();
}

// ---- setting out -----------------------------------------------------------------------------------

static void set_out(struct game *game, struct player *player)
{
    if (!way_take(game, player))
        errand_arrive(game, player);
}

static void clear(struct game *game, struct player *player)
{
    errand_drop(player);
    dialogue_close(game, player);
    player->quests.due = QUEST_NONE;
    player->refusal.end_tick = game->tick;
    player->message_end_tick = game->tick; // it was about what went before
}

// Begins an errand with the answer to its query.
static void begin(struct game *game, struct player *player, enum nav_status status,
                  const struct errand *errand)
{
    clear(game, player);
    if (status != NAV_FOUND) {
        refusal_say(game, player, status, errand);
        return;
    }
    player->errand = *errand;
    camera_release(&player->camera);
    set_out(game, player);
}

// ---- to places -------------------------------------------------------------------------------------

// A tap on water, a wall or a roof means the ground beside it that can be reached.
// @return whether there is some and it is not the goal yet
static bool mean_reachable(const struct game *game, const struct nav_position *place, struct errand *errand)
{
    const struct nav_position *nearest = &game->trip.nearest;
    bool is_meant = errand->kind == ERRAND_PLACE && plan_distance(place, &errand->goal) > BESIDE_M &&
                    nearest->scene == place->scene && plan_distance(place, nearest) <= WAY_AROUND_M;
    if (is_meant)
        errand->goal = *nearest;
    return is_meant;
}

bool errand_walk(struct game *game, struct player *player, struct nav_position place)
{
    struct errand errand = to_place(place, "");
    const struct jump_place *jump = jump_near(game, &place);
    if (jump) {
        errand.kind = ERRAND_JUMP;
        errand.goal = jump->at;
    } else if (!nav_nearest(game->nav, place, WAY_AROUND_M, &errand.goal)) {
        return false;
    }
    enum nav_status status = way_ask(game, player, &errand);
    if (status == NAV_UNREACHABLE && mean_reachable(game, &place, &errand))
        status = way_ask(game, player, &errand);
    begin(game, player, status, &errand);
    return true;
}

void errand_nearest(struct game *game, struct player *player, const struct nav_position *places, size_t count,
                    const char *label)
{
    assert(count > 0);
    size_t nearest = 0;
    double least_m = INFINITY;
    game->counters.wayfinding_requests++;
    for (size_t i = 0; i < count; i++) {
        struct errand errand = to_place(places[i], label);
        if (way_ask(game, player, &errand) != NAV_FOUND || game->trip.cost_m >= least_m)
            continue;
        nearest = i;
        least_m = game->trip.cost_m;
    }
    struct errand errand = to_place(places[nearest], label);
    enum nav_status status = way_ask(game, player, &errand);
    begin(game, player, status, &errand);
}

bool errand_go_near(struct game *game, struct player *player)
{
    return refusal_offers_nearest(game, player) && errand_walk(game, player, player->refusal.nearest);
}

void errand_fight(struct game *game, struct player *player, uint32_t enemy, const struct nav_position *goal)
{
    clear(game, player);
    player->errand = to_place(*goal, "");
    player->errand.kind = ERRAND_FIGHT;
    player->errand.enemy = enemy;
}

// ---- to people -------------------------------------------------------------------------------------

void errand_talk(struct game *game, struct player *player, uint32_t npc)
{
    assert(npc < game->npc_count);
    const struct pack_npc *about = game->npcs[npc].about;
    struct errand errand =
        to_place(game->npcs[npc].body.position, world_text(game, player, about->name_text, about->name));
    errand.kind = ERRAND_NPC;
    errand.npc = npc;
    game->counters.wayfinding_requests++;
    enum nav_status status = way_ask(game, player, &errand);
    begin(game, player, status, &errand);
}

// Looks for the nearest of the errand's kind, who becomes its goal.
static enum nav_status look_for(struct game *game, const struct player *player, struct errand *errand)
{
    enum nav_status status =
        nav_query_npc(game->query, way_start(game, player), errand->type, errand->subtype, &game->trip);
    if (status != NAV_FOUND)
        return status;
    errand->npc = world_npc_of_entry(game, game->trip.npc);
    if (errand->npc == WORLD_NOBODY)
        return NAV_NO_SUCH_NPC; // in the index, but not of this world
    errand->kind = ERRAND_NPC;
    errand->goal = game->npcs[errand->npc].body.position;
    return NAV_FOUND;
}

static void begin_looking(struct game *game, struct player *player, struct errand *errand)
{
    game->counters.wayfinding_requests++;
    enum nav_status status = look_for(game, player, errand);
    begin(game, player, status, errand);
}

void errand_find(struct game *game, struct player *player, uint32_t find)
{
    assert(find < game->pack->find_count);
    const struct pack_find *entry = &game->pack->find[find];
    struct errand errand = nothing();
    errand.find = find;
    errand.type = entry->type;
    errand.subtype = entry->subtype;
    snprintf(errand.label, sizeof errand.label, "%s",
             world_text(game, player, entry->label_text, entry->label));
    begin_looking(game, player, &errand);
}

void errand_person(struct game *game, struct player *player, const struct pack_person *person,
                   const char *label)
{
    struct errand errand = nothing();
    errand.type = person->type;
    errand.subtype = person->subtype;
    snprintf(errand.label, sizeof errand.label, "%s", label);
    begin_looking(game, player, &errand);
}

// ---- under way -------------------------------------------------------------------------------------

// Goes on with what was found, or says why not. The errand's goal may be another one now.
static void go_on(struct game *game, struct player *player, enum nav_status status, struct errand errand)
{
    walk_end(&player->walk);
    player->errand = errand;
    if (status == NAV_FOUND) {
        set_out(game, player);
        return;
    }
    errand_drop(player);
    refusal_say(game, player, status, &errand);
}

void errand_plan_anew(struct game *game, struct player *player)
{
    struct errand errand = player->errand;
    errand.is_stale = false;
    if (errand.kind == ERRAND_NONE || errand.kind == ERRAND_FIGHT || errand.is_jumping) {
        player->errand = errand; // fights find their own ways, and after the jump it is planned anyway
        return;
    }
    enum nav_status status = way_ask(game, player, &errand);
    go_on(game, player, status, errand);
}

void errand_miss(struct game *game, uint32_t npc)
{
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        struct player *player = &game->players[i];
        struct errand errand = player->errand;
        if (!player->is_here || errand.kind != ERRAND_NPC || errand.npc != npc)
            continue;
        enum nav_status status = errand.type ? look_for(game, player, &errand) : NAV_NO_SUCH_NPC;
        if (errand.is_jumping && status == NAV_FOUND)
            player->errand = errand; // after the jump it is planned anyway
        else
            go_on(game, player, status, errand);
    }
}

void errand_step(struct game *game, struct player *player)
{
    uint32_t slot = (uint32_t)(player - game->players);
    bool has_come_out = jump_step(player);
    bool is_its_turn =
        player->errand.is_stale && game->tick % TURNS == slot % TURNS && !way_is_on_planks(game, player);
    if (has_come_out || is_its_turn)
        errand_plan_anew(game, player);
}

void errand_arrive(struct game *game, struct player *player)
{
    if (player->errand.kind == ERRAND_FIGHT)
        return;
    if (player->walk.is_cut) {
        errand_plan_anew(game, player);
        return;
    }
    if (player->errand.kind == ERRAND_JUMP && !player->errand.has_jump)
        jump_stand_at_goal(game, &player->errand);
    if (player->errand.has_jump) {
        player->errand.is_jumping = true;
        return;
    }
    struct errand errand = player->errand;
    errand_drop(player);
    if (errand.kind == ERRAND_NPC)
        dialogue_open(game, player, errand.npc);
}
