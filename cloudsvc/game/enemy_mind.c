#include "cloudsvc/game/enemy_mind.h"

#include <assert.h>
#include <math.h>

#include "cloudsvc/game/fight.h"
#include "cloudsvc/game/plan.h"

#define SNAP_M      0.3  // a place farther from ground is none
#define LOST_M      16.0 // a player farther away is lost
#define BESIDE_M    1.0  // that those who chase one player keep from their middle,
#define ASIDE_TURNS 0.09 // each so many times as much aside as its number says

enum {
    REST_TICKS_MIN = GAME_TICK_HZ,
    REST_TICKS_MORE = 4 * GAME_TICK_HZ,
    DEAF_TICKS = 2 * GAME_TICK_HZ, // to a player to whom no way leads
    PLACE_TRIES = 8,
    SIDES = 5,
};

static double radius_of(const struct game *game, uint32_t ground)
{
    return game->pack->enemies[ground].radius_mm / 1000.0;
}

// ---- ways ------------------------------------------------------------------------------------------

// Takes the trip just found.
static void take_way(struct game *game, struct enemy *enemy)
{
    const struct nav_trip *trip = &game->trip;
    enemy->way_next = enemy->way_count = 0;
    enemy->is_way_cut = trip->point_count > ENEMY_POINTS_MAX + 1;
    for (size_t i = 1; i < trip->point_count && enemy->way_count < ENEMY_POINTS_MAX; i++) {
        const struct nav_position *point = &trip->points[i];
        enemy->way[enemy->way_count++] = (struct walk_point){point->x, point->y, point->z};
    }
}

static void drop_way(struct enemy *enemy)
{
    enemy->way_next = enemy->way_count = 0;
    enemy->is_way_cut = false;
}

// Looks for a way on foot; the answer is game->trip.
static bool ask(struct game *game, struct nav_position from, struct nav_position to)
{
    game->enemies.queries_left -= game->enemies.queries_left > 0;
    return from.scene == to.scene && nav_query_walk(game->enemies.query, from, to, &game->trip) == NAV_FOUND;
}

static bool is_trip_inside(const struct game *game, uint32_t ground)
{
    double radius_m = radius_of(game, ground);
    for (size_t i = 0; i < game->trip.point_count; i++)
        if (!plan_is_near(&game->trip.points[i], &game->enemies.middles[ground], radius_m))
            return false;
    return true;
}

// A place anywhere on the disc, each part of it as likely.
static struct nav_position random_place(struct game *game, uint32_t ground)
{
    struct random_generator *random = &game->enemies.random;
    struct nav_position place = game->enemies.middles[ground];
    struct direction direction = direction_at(random_below(random, 65536) / 65536.0);
    double away_m = radius_of(game, ground) * sqrt(random_below(random, 65536) / 65536.0);
    place.x += direction.x * away_m;
    place.z += direction.z * away_m;
    return place;
}

struct nav_position enemy_mind_place(struct game *game, uint32_t ground)
{
    struct nav_position middle = game->enemies.middles[ground];
    for (int i = 0; i < PLACE_TRIES; i++) {
        struct nav_position place = random_place(game, ground);
        if (nav_nearest(game->nav, place, SNAP_M, &place) && ask(game, middle, place) &&
            is_trip_inside(game, ground))
            return place;
    }
    return middle;
}

// ---- players ---------------------------------------------------------------------------------------

bool enemy_mind_may_chase(const struct game *game, size_t index, uint32_t slot)
{
    const struct enemy *enemy = &game->enemies.all[index];
    const struct player *player = &game->players[slot];
    double limit_m = ENEMY_GIVE_UP * radius_of(game, enemy->ground);
    return player->is_here && !fight_has_fainted(player) &&
           plan_is_near(&enemy->body.position, &player->body.position, LOST_M) &&
           plan_is_near(&enemy->body.position, &game->enemies.middles[enemy->ground], limit_m);
}

// The nearest player to notice; WORLD_NOBODY: none.
static uint32_t notice(const struct game *game, size_t index)
{
    const struct enemy *enemy = &game->enemies.all[index];
    const struct nav_position *here = &enemy->body.position;
    uint32_t nearest = WORLD_NOBODY;
    double least = ENEMY_NOTICE_M * ENEMY_NOTICE_M;
    for (uint32_t slot = 0; slot < GAME_PLAYERS_MAX; slot++) {
        const struct player *player = &game->players[slot];
        const struct nav_position *there = &player->body.position;
        if (!player->is_here || there->scene != here->scene || plan_distance_squared(here, there) >= least)
            continue;
        if (dialogue_is_open(player) || !enemy_mind_may_chase(game, index, slot))
            continue;
        nearest = slot;
        least = plan_distance_squared(here, there);
    }
    return nearest;
}

// Where the enemy goes to reach a player: a place on its own side of them, a little aside, so that several
// who come one after another stand around them.
static struct nav_position beside(const struct game *game, size_t index, uint32_t slot)
{
    const struct nav_position *here = &game->enemies.all[index].body.position;
    struct nav_position middle = game->players[slot].body.position;
    struct nav_position place = middle;
    struct direction side = direction_between(middle.x, middle.z, here->x, here->z, (struct direction){0, 1});
    int aside = (int)(index % SIDES) - SIDES / 2;
    side = direction_turned(side, aside * ASIDE_TURNS);
    place.x += side.x * BESIDE_M;
    place.z += side.z * BESIDE_M;
    bool is_ground = nav_nearest(game->nav, place, SNAP_M, &place) && fabs(place.y - middle.y) < BESIDE_M;
    return is_ground ? place : middle;
}

// Looks for the way to a player.
// @return false when there is none, or only a long one
static bool approach(struct game *game, size_t index, uint32_t slot)
{
    struct enemy *enemy = &game->enemies.all[index];
    double most_m = enemy->state == ENEMY_CHASING ? ENEMY_CHASE_WAY_M : ENEMY_NOTICE_WAY_M;
    if (!ask(game, enemy->body.position, beside(game, index, slot)) || game->trip.length_m > most_m)
        return false;
    take_way(game, enemy);
    enemy->target = slot;
    enemy->state = ENEMY_CHASING;
    return true;
}

// ---- states ----------------------------------------------------------------------------------------

static void rest(struct game *game, struct enemy *enemy)
{
    drop_way(enemy);
    enemy->state = ENEMY_RESTING;
    enemy->target = WORLD_NOBODY;
    enemy->until_tick = game->tick + REST_TICKS_MIN + random_below(&game->enemies.random, REST_TICKS_MORE);
}

void enemy_mind_give_up(struct game *game, size_t index)
{
    struct enemy *enemy = &game->enemies.all[index];
    drop_way(enemy);
    enemy->state = ENEMY_RETURNING;
    enemy->target = WORLD_NOBODY;
    enemy->think_tick = game->tick;
}

static void return_home(struct game *game, struct enemy *enemy)
{
    const struct nav_position *middle = &game->enemies.middles[enemy->ground];
    if (plan_is_near(&enemy->body.position, middle, radius_of(game, enemy->ground) / 2)) {
        enemy->health = game->pack->enemies[enemy->ground].health;
        rest(game, enemy);
    } else if (enemy->way_next == enemy->way_count) {
        if (ask(game, enemy->body.position, *middle))
            take_way(game, enemy);
        else
            enemy->body.position = *middle; // the ground has changed under its feet
    }
}

static void stroll(struct game *game, struct enemy *enemy)
{
    struct nav_position place = random_place(game, enemy->ground);
    rest(game, enemy);
    if (!nav_nearest(game->nav, place, SNAP_M, &place) || !ask(game, enemy->body.position, place) ||
        !is_trip_inside(game, enemy->ground))
        return;
    take_way(game, enemy);
    enemy->state = ENEMY_STROLLING;
}

// Of one that chases nobody.
static void look_around(struct game *game, size_t index)
{
    struct enemy *enemy = &game->enemies.all[index];
    uint32_t slot = notice(game, index);
    if (slot != WORLD_NOBODY && !approach(game, index, slot))
        enemy->think_tick = game->tick + DEAF_TICKS;
    if (enemy->state == ENEMY_STROLLING && enemy->way_next == enemy->way_count)
        rest(game, enemy);
    if (enemy->state == ENEMY_RESTING && slot == WORLD_NOBODY && game->tick >= enemy->until_tick)
        stroll(game, enemy);
}

void enemy_mind_think(struct game *game, size_t index)
{
    struct enemy *enemy = &game->enemies.all[index];
    if (game->tick < enemy->think_tick || game->enemies.queries_left == 0)
        return;
    enemy->think_tick = game->tick + ENEMY_THINK_TICKS;
    switch (enemy->state) {
    case ENEMY_RESTING:
    case ENEMY_STROLLING:
        look_around(game, index);
        break;
    case ENEMY_CHASING:
        if (!enemy_reaches(game, index, enemy->target) && !approach(game, index, enemy->target))
            enemy_mind_give_up(game, index);
        break;
    case ENEMY_RETURNING:
        return_home(game, enemy);
        break;
    case ENEMY_DYING:
    case ENEMY_AWAY:
        break;
    }
}
