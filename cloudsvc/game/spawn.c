#include "cloudsvc/game/spawn.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "cloudsvc/game/plan.h"

enum { CANDIDATES = 48 };

#define ROOM_M       1.2   // between two who stand
#define SPREAD_M     0.9   // the n-th candidate lies √n times as far out: even over the disc
#define GOLDEN_TURNS 0.382 // the golden angle: no two candidates in one direction [Vogel 1979]
#define SNAP_M       0.5   // a candidate farther from walkable ground is none
#define DETOUR_MAX   1.5   // a way longer than this times the straight line leads around a wall

static bool has_room(const struct game *game, uint32_t slot, const struct nav_position *place)
{
    for (uint32_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        const struct player *other = &game->players[i];
        if (i != slot && other->is_here && plan_is_near(&other->body.position, place, ROOM_M))
            return false;
    }
    return true;
}

static bool is_near_on_foot(struct game *game, const struct nav_position *from, const struct nav_position *to)
{
    return nav_query_place(game->query, *from, *to, &game->trip) == NAV_FOUND &&
           game->trip.length_m <= DETOUR_MAX * plan_distance(from, to) + 0.1;
}

struct nav_position spawn_center(const struct game *game)
{
    struct nav_position spawn = {game->pack->spawn.x / 1000.0, 0.0, game->pack->spawn.z / 1000.0,
                                 (uint32_t)game->pack->spawn_scene};
    struct nav_position ground;
    return nav_nearest(game->nav, spawn, SNAP_M, &ground) ? ground : spawn;
}

struct nav_position spawn_place(struct game *game, uint32_t slot)
{
    assert(slot < GAME_PLAYERS_MAX);
    struct nav_position spawn = spawn_center(game);
    double first_turns = random_below(&game->random, 65536) / 65536.0;
    for (int i = 0; i < CANDIDATES; i++) {
        struct direction direction = direction_at(first_turns + i * GOLDEN_TURNS);
        double radius_m = SPREAD_M * sqrt(i);
        struct nav_position wanted = {spawn.x + direction.x * radius_m, spawn.y,
                                      spawn.z + direction.z * radius_m, spawn.scene};
        struct nav_position place;
        if (nav_nearest(game->nav, wanted, SNAP_M, &place) && has_room(game, slot, &place) &&
            is_near_on_foot(game, &spawn, &place))
            return place;
    }
    return spawn; // a crowd: they do not block one another
}
