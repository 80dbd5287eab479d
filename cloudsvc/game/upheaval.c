#include "cloudsvc/game/upheaval.h"

#include <math.h>

#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/world.h"

#define STILL_M   0.05 // ground so near is what one stands on
#define STILL_Y_M 0.5
#define FAR_M     200.0 // across any gate

static struct geo_point point_of(double x, double z)
{
    return (struct geo_point){(int32_t)lround(x * 1000), (int32_t)lround(z * 1000)};
}

// Whether the place was on the ground of the gate, which is gone.
static bool is_on(const struct game *game, const struct barrier *gate, const struct nav_position *place)
{
    double share;
    struct nav_position ground;
    if (place->scene != gate->scene)
        return false;
    bool was_on = gate->about->kind == PACK_GATE_BRIDGE
                      ? barrier_is_on_bridge(gate, place, &share)
                      : barrier_is_ground_of(game, gate, point_of(place->x, place->z));
    bool is_still_ground =
        was_on && nav_nearest(game->nav, *place, STILL_M, &ground) && fabs(ground.y - place->y) < STILL_Y_M;
    return was_on && !is_still_ground;
}

static bool move_off(const struct game *game, const struct barrier *gate, struct nav_position *place)
{
    return is_on(game, gate, place) && nav_nearest(game->nav, *place, FAR_M, place);
}

// The line across the way: of a door where its leaves stand, of a bridge across its middle.
static void line_across(const struct pack_gate *gate, struct geo_point line[2])
{
    line[0] = gate->line[0];
    line[1] = gate->line[1];
    if (gate->kind == PACK_GATE_DOOR)
        return;
    struct geo_place a = geo_place_of(gate->line[0]);
    struct geo_place b = geo_place_of(gate->line[1]);
    struct geo_place middle = geo_place_mix(a, b, 0.5);
    double part = gate->width_mm / geo_place_distance(a, b);
    line[0] = (struct geo_point){(int32_t)(middle.x + (b.z - a.z) * part),
                                 (int32_t)(middle.z - (b.x - a.x) * part)};
    line[1] = (struct geo_point){(int32_t)(middle.x - (b.z - a.z) * part),
                                 (int32_t)(middle.z + (b.x - a.x) * part)};
}

static bool crosses(const struct geo_point line[2], struct geo_point from, struct geo_point to)
{
    int64_t a = geo_cross(line[0], line[1], from);
    int64_t b = geo_cross(line[0], line[1], to);
    int64_t c = geo_cross(from, to, line[0]);
    int64_t d = geo_cross(from, to, line[1]);
    return ((a <= 0 && b >= 0) || (a >= 0 && b <= 0)) && ((c <= 0 && d >= 0) || (c >= 0 && d <= 0));
}

static bool leads_through(const struct player *player, const struct barrier *gate)
{
    const struct walk *walk = &player->walk;
    struct geo_point line[2];
    if (player->body.position.scene != gate->scene)
        return false;
    line_across(gate->about, line);
    struct geo_point from = point_of(player->body.position.x, player->body.position.z);
    for (size_t i = walk->next; i < walk->point_count; i++) {
        struct geo_point to = point_of(walk->points[i].x, walk->points[i].z);
        if (crosses(line, from, to))
            return true;
        from = to;
    }
    return false;
}

static void settle_player(struct game *game, struct player *player)
{
    bool is_urgent = false;
    player->errand.is_stale = player->errand.kind != ERRAND_NONE;
    for (size_t i = 0; i < game->barriers.count; i++) {
        const struct barrier *gate = &game->barriers.all[i];
        if (gate->has_just_shut)
            is_urgent =
                move_off(game, gate, &player->body.position) || leads_through(player, gate) || is_urgent;
    }
    if (is_urgent)
        errand_plan_anew(game, player);
}

static void settle_npc(struct game *game, struct npc *npc)
{
    for (size_t i = 0; i < game->barriers.count; i++) {
        const struct barrier *gate = &game->barriers.all[i];
        if (gate->has_just_shut && move_off(game, gate, &npc->body.position) && npc->is_here)
            npc_index_move(nav_index(game->nav), npc->entry, npc->body.position);
    }
}

void upheaval_settle(struct game *game)
{
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++)
        if (game->players[i].is_here)
            settle_player(game, &game->players[i]);
    for (size_t i = 0; i < game->npc_count; i++)
        settle_npc(game, &game->npcs[i]);
    enemy_forget_ways(game);
}
