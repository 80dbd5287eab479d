#include "cloudsvc/game/errand.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "cloudsvc/game/message.h"
#include "cloudsvc/game/plank.h"

#define TALK_M   1.2  // between two who talk
#define ROOM_M   0.8  // between two who wait for their turn
#define BESIDE_M 0.3  // a place farther from ground is not ground
#define AROUND_M 12.0 // ground farther from a tapped place is not what was meant
#define SAME_M   0.01 // nearer than that two places are one
#define PORTAL_M 1.3  // a tap so near to a jump point means it

enum { PEOPLE_IN_LINE = 4 }; // more share the last place

void errand_drop(struct player *player)
{
    walk_end(&player->walk);
    player->errand = (struct errand){.kind = ERRAND_NONE, .npc = WORLD_NOBODY, .find = PACK_FIND_MAX};
}

void errand_close_dialogue(struct game *game, struct player *player)
{
    if (player->dialogue_npc == WORLD_NOBODY)
        return;
    struct npc *npc = &game->npcs[player->dialogue_npc];
    if (npc->listener == (uint32_t)(player - game->players)) {
        npc->listener = WORLD_NOBODY;
        npc->body.wanted = npc->rest;
    }
    player->dialogue_npc = WORLD_NOBODY;
}

static void open_dialogue(struct game *game, struct player *player, uint32_t index)
{
    struct npc *npc = &game->npcs[index];
    const struct nav_position *there = &npc->body.position;
    const struct nav_position *here = &player->body.position;
    npc->listener = (uint32_t)(player - game->players);
    npc->body.wanted = direction_between(there->x, there->z, here->x, here->z, npc->rest);
    player->body.wanted = direction_between(here->x, here->z, there->x, there->z, player->body.facing);
    camera_face(&player->camera, player->body.wanted);
    player->dialogue_npc = index;
}

static void clear(struct game *game, struct player *player)
{
    errand_drop(player);
    errand_close_dialogue(game, player);
    player->message_end_tick = game->tick; // it was about what went before
}

// Whether another player stands or will come to a stand where this one's walk ends.
static bool is_taken(const struct game *game, const struct player *player)
{
    struct walk_point end = walk_last(&player->walk, &player->body.position);
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        const struct player *other = &game->players[i];
        if (other == player || !other->is_here || other->body.position.scene != player->body.position.scene)
            continue;
        struct walk_point there = walk_last(&other->walk, &other->body.position);
        double x = there.x - end.x;
        double z = there.z - end.z;
        if (x * x + z * z < ROOM_M * ROOM_M)
            return true;
    }
    return false;
}

// Ends the walk within speaking distance, behind those who came first.
static void line_up(const struct game *game, struct player *player)
{
    walk_shorten(&player->walk, &player->body.position, TALK_M);
    for (int i = 0; i < PEOPLE_IN_LINE && walk_is_under_way(&player->walk) && is_taken(game, player); i++)
        walk_shorten(&player->walk, &player->body.position, ROOM_M);
}

static bool is_same_place(const struct nav_position *a, const struct nav_position *b)
{
    double x = a->x - b->x;
    double z = a->z - b->z;
    return x * x + z * z < SAME_M * SAME_M;
}

static uint32_t scenes_ahead(const struct nav_trip *trip)
{
    uint32_t count = 0;
    for (size_t i = 0; i < trip->leg_count; i++) {
        const struct nav_position *ends = &trip->points[trip->legs[i].first];
        count += trip->legs[i].kind == NAV_LEG_JUMP && ends[0].scene != ends[1].scene;
    }
    return count;
}

// The points of the trip up to its first jump, which the errand takes note of.
static size_t first_part(const struct nav_trip *trip, struct errand *errand)
{
    double walked_m = 0.0;
    errand->has_jump = false;
    errand->beyond_m = 0.0;
    errand->scenes_to_go = scenes_ahead(trip);
    for (size_t i = 0; i < trip->leg_count; i++) {
        const struct nav_leg *leg = &trip->legs[i];
        if (leg->kind == NAV_LEG_JUMP) {
            errand->has_jump = true;
            errand->arrival = trip->points[leg->first + 1];
            errand->beyond_m = trip->length_m - walked_m;
            return leg->first + 1;
        }
        walked_m += leg->length_m;
    }
    return trip->point_count;
}

// Takes the trip just found as the player's walk. It may begin beside the avatar, which goes there first.
static void set_out(struct game *game, struct player *player)
{
    size_t count = first_part(&game->trip, &player->errand);
    game->trip_points[0] = player->body.position;
    if (is_same_place(&game->trip_points[0], &game->trip_points[1]))
        walk_begin(&player->walk, game->trip.points, count);
    else
        walk_begin(&player->walk, game->trip_points, 1 + count);
    if (player->errand.kind == ERRAND_NPC && !player->walk.is_cut && !player->errand.has_jump)
        line_up(game, player);
    if (!walk_is_under_way(&player->walk))
        errand_arrive(game, player);
}

static void say_no_way(struct game *game, struct player *player, enum nav_status status,
                       const struct errand *errand)
{
    char goal[PACK_NAME_MAX + 8] = "there";
    char text[VIEW_TEXT_MAX];
    if (errand->find < PACK_FIND_MAX)
        message_goal(goal, sizeof goal, errand->label);
    else if (errand->label[0])
        snprintf(goal, sizeof goal, "to %s", errand->label);
    message_no_way(text, sizeof text, status, game->trip.reason, goal);
    world_say(game, player, text);
}

// Begins an errand with the answer to its query.
static void begin(struct game *game, struct player *player, enum nav_status status,
                  const struct errand *errand)
{
    clear(game, player);
    if (status != NAV_FOUND) {
        say_no_way(game, player, status, errand);
        return;
    }
    player->errand = *errand;
    camera_release(&player->camera);
    set_out(game, player);
}

// Where the avatar's ways begin: on the ground nearest to its feet, should they ever leave it; from a plank
// at the end of it.
static struct nav_position start_of(const struct game *game, const struct player *player)
{
    struct nav_position start = player->body.position;
    plank_leave(&game->pack->scenes[start.scene], &start);
    nav_nearest(game->nav, start, AROUND_M, &start);
    return start;
}

// Roads are for those who look for somebody: who points at a place goes there the shortest way.
static enum nav_status ask_shortest(struct game *game, const struct player *player, struct nav_position goal)
{
    struct nav_position start = start_of(game, player);
    double on_foot_m = INFINITY;
    if (start.scene == goal.scene && nav_query_walk(game->query, start, goal, &game->trip) == NAV_FOUND)
        on_foot_m = game->trip.length_m;
    enum nav_status status = nav_query_place(game->query, start, goal, &game->trip);
    if (on_foot_m < INFINITY && (status != NAV_FOUND || on_foot_m <= game->trip.cost_m))
        status = nav_query_walk(game->query, start, goal, &game->trip);
    return status;
}

static enum nav_status ask(struct game *game, const struct player *player, const struct errand *errand)
{
    if (errand->kind != ERRAND_NPC)
        return ask_shortest(game, player, errand->goal);
    return nav_query_place(game->query, start_of(game, player), errand->goal, &game->trip);
}

// The jump point that a tap at the place means; NULL: none.
static const struct jump_place *jump_near(const struct game *game, const struct nav_position *place)
{
    const struct jump_place *nearest = NULL;
    double least = PORTAL_M * PORTAL_M;
    for (size_t i = 0; i < game->jump_count; i++) {
        const struct nav_position *at = &game->jumps[i].at;
        double x = at->x - place->x;
        double y = at->y - place->y;
        double z = at->z - place->z;
        if (at->scene != place->scene || x * x + y * y + z * z >= least)
            continue;
        nearest = &game->jumps[i];
        least = x * x + y * y + z * z;
    }
    return nearest;
}

static double plan_distance(const struct nav_position *a, const struct nav_position *b)
{
    double x = a->x - b->x;
    double z = a->z - b->z;
    return sqrt(x * x + z * z);
}

// A tap on water, a wall or a roof means the ground beside it that can be reached.
// @return whether there is some and it is not the goal yet
static bool mean_reachable(const struct game *game, const struct nav_position *place, struct errand *errand)
{
    const struct nav_position *nearest = &game->trip.nearest;
    bool is_meant = errand->kind == ERRAND_PLACE && plan_distance(place, &errand->goal) > BESIDE_M &&
                    nearest->scene == place->scene && plan_distance(place, nearest) <= AROUND_M;
    if (is_meant)
        errand->goal = *nearest;
    return is_meant;
}

bool errand_walk(struct game *game, struct player *player, struct nav_position place)
{
    struct errand errand = {.kind = ERRAND_PLACE, .npc = WORLD_NOBODY, .find = PACK_FIND_MAX};
    const struct jump_place *jump = jump_near(game, &place);
    if (jump) {
        errand.kind = ERRAND_JUMP;
        errand.goal = jump->at;
    } else if (!nav_nearest(game->nav, place, AROUND_M, &errand.goal)) {
        return false;
    }
    enum nav_status status = ask(game, player, &errand);
    if (status == NAV_UNREACHABLE && mean_reachable(game, &place, &errand))
        status = ask(game, player, &errand);
    begin(game, player, status, &errand);
    return true;
}

static struct errand errand_to_npc(const struct game *game, uint32_t npc)
{
    return (struct errand){
        .kind = ERRAND_NPC, .goal = game->npcs[npc].body.position, .npc = npc, .find = PACK_FIND_MAX};
}

void errand_talk(struct game *game, struct player *player, uint32_t npc)
{
    assert(npc < game->npc_count);
    struct errand errand = errand_to_npc(game, npc);
    snprintf(errand.label, sizeof errand.label, "%s", game->npcs[npc].about->name);
    game->counters.wayfinding_requests++;
    enum nav_status status = ask(game, player, &errand);
    begin(game, player, status, &errand);
}

void errand_find(struct game *game, struct player *player, uint32_t find)
{
    assert(find < game->pack->find_count);
    const struct pack_find *entry = &game->pack->find[find];
    game->counters.wayfinding_requests++;
    enum nav_status status =
        nav_query_npc(game->query, start_of(game, player), entry->type, entry->subtype, &game->trip);
    uint32_t npc = status == NAV_FOUND ? world_npc(game, game->trip.npc) : WORLD_NOBODY;
    if (status == NAV_FOUND && npc == WORLD_NOBODY)
        status = NAV_NO_SUCH_NPC; // in the index, but not of this world
    struct errand errand = {.kind = ERRAND_NONE};
    if (status == NAV_FOUND)
        errand = errand_to_npc(game, npc);
    errand.find = find;
    snprintf(errand.label, sizeof errand.label, "%s", entry->label);
    begin(game, player, status, &errand);
}

// Plans what is still missing of the way.
static void go_on(struct game *game, struct player *player)
{
    struct errand errand = player->errand;
    enum nav_status status = ask(game, player, &errand);
    walk_end(&player->walk);
    if (status == NAV_FOUND) {
        set_out(game, player);
        return;
    }
    errand_drop(player);
    say_no_way(game, player, status, &errand);
}

// Comes out where the jump leads to, behind it the camera, as near as it was, and goes on from there.
static void jump(struct game *game, struct player *player)
{
    player->body.position = player->errand.arrival;
    player->body.climb_m = 0.0;
    player->errand.has_jump = false;
    player->errand.is_jumping = false;
    double zoom = player->camera.wanted_zoom;
    camera_begin(&player->camera, &player->body);
    player->camera.zoom = player->camera.wanted_zoom = zoom;
    go_on(game, player);
}

void errand_step(struct game *game, struct player *player)
{
    if (!player->errand.is_jumping) {
        player->dark_ticks -= player->dark_ticks > 0;
        return;
    }
    if (player->dark_ticks < WORLD_FADE_TICKS)
        player->dark_ticks++;
    if (player->dark_ticks == WORLD_FADE_TICKS)
        jump(game, player);
}

// The jump point that was the errand's goal is reached: the way leads on to where it leads.
static void stand_at_jump(const struct game *game, struct errand *errand)
{
    const struct jump_place *jump = jump_near(game, &errand->goal);
    assert(jump);
    errand->kind = ERRAND_PLACE;
    errand->has_jump = true;
    errand->arrival = errand->goal = jump->arrival;
}

void errand_arrive(struct game *game, struct player *player)
{
    if (player->walk.is_cut) {
        go_on(game, player);
        return;
    }
    if (player->errand.kind == ERRAND_JUMP && !player->errand.has_jump)
        stand_at_jump(game, &player->errand);
    if (player->errand.has_jump) {
        player->errand.is_jumping = true;
        return;
    }
    struct errand errand = player->errand;
    errand_drop(player);
    if (errand.kind == ERRAND_NPC)
        open_dialogue(game, player, errand.npc);
}
