#include "cloudsvc/game/way.h"

#include <math.h>

#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/plank.h"

#define TALK_M 1.2  // between two who talk
#define ROOM_M 0.8  // between two who wait for their turn
#define SAME_M 0.01 // nearer than that two places are one

enum { PEOPLE_IN_LINE = 4 }; // more share the last place

// ---- asking ----------------------------------------------------------------------------------------

static bool leave_planks(const struct game *game, struct nav_position *place)
{
    return barrier_leave(game, place) || plank_leave(&game->pack->scenes[place->scene], place);
}

bool way_is_on_planks(const struct game *game, const struct player *player)
{
    struct nav_position place = player->body.position;
    return leave_planks(game, &place);
}

struct nav_position way_start(const struct game *game, const struct player *player)
{
    struct nav_position start = player->body.position;
    leave_planks(game, &start);
    nav_nearest(game->nav, start, WAY_AROUND_M, &start);
    return start;
}

static enum nav_status ask_shortest(struct game *game, const struct player *player, struct nav_position goal)
{
    struct nav_position start = way_start(game, player);
    double on_foot_m = INFINITY;
    if (start.scene == goal.scene && nav_query_walk(game->query, start, goal, &game->trip) == NAV_FOUND)
        on_foot_m = game->trip.length_m;
    enum nav_status status = nav_query_place(game->query, start, goal, &game->trip);
    if (on_foot_m < INFINITY && (status != NAV_FOUND || on_foot_m <= game->trip.cost_m))
        status = nav_query_walk(game->query, start, goal, &game->trip);
    return status;
}

enum nav_status way_ask(struct game *game, const struct player *player, const struct errand *errand)
{
    if (errand->kind != ERRAND_NPC)
        return ask_shortest(game, player, errand->goal);
    return nav_query_place(game->query, way_start(game, player), errand->goal, &game->trip);
}

// ---- waiting one's turn ----------------------------------------------------------------------------

// Whether another player stands or will come to a stand where this one's walk ends.
static bool is_taken(const struct game *game, const struct player *player)
{
    struct walk_point end = walk_last(&player->walk, &player->body.position);
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        const struct player *other = &game->players[i];
        if (other == player || !other->is_here || other->body.position.scene != player->body.position.scene)
            continue;
        struct walk_point there = walk_last(&other->walk, &other->body.position);
        if (plan_apart(there.x, there.z, end.x, end.z) < ROOM_M)
            return true;
    }
    return false;
}

static void line_up(const struct game *game, struct player *player)
{
    walk_shorten(&player->walk, &player->body.position, TALK_M);
    for (int i = 0; i < PEOPLE_IN_LINE && walk_is_under_way(&player->walk) && is_taken(game, player); i++)
        walk_shorten(&player->walk, &player->body.position, ROOM_M);
}

// ---- setting out -----------------------------------------------------------------------------------

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

bool way_take(struct game *game, struct player *player)
{
    size_t count = first_part(&game->trip, &player->errand);
    player->errand.is_stale = false;
    game->trip_points[0] = player->body.position;
    if (plan_distance(&game->trip_points[0], &game->trip_points[1]) < SAME_M)
        walk_begin(&player->walk, game->trip.points, count);
    else
        walk_begin(&player->walk, game->trip_points, 1 + count);
    if (player->errand.kind == ERRAND_NPC && !player->walk.is_cut && !player->errand.has_jump)
        line_up(game, player);
    return walk_is_under_way(&player->walk);
}
