// Enemies: animals and worse that live on their grounds, notice players, chase them along the mesh, bite, and
// return.
//
// Each belongs to a ground of the pack, a disc. It rests and strolls inside of it. A player who comes near,
// and to whom a short way leads, is chased; farther from the middle than 1.6 radii it gives up and goes back.
// Dead ones come again after a while, under another id. Where no player is in the scene they stand still.
// Ways are looked for with a query of their own that visits few cells, and by few enemies a tick. Owned by
// the sim thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/game.h"
#include "cloudsvc/game/walk.h"
#include "nav/nav.h"
#include "render/view.h"

struct game;
struct player;

enum {
    ENEMY_POINTS_MAX = 12,                // of a way; a longer one is walked in parts
    ENEMY_THINK_TICKS = 20,               // from one look around to the next
    ENEMY_QUERIES_MAX = 6,                // ways looked for in one tick, by all together
    ENEMY_NODES_MAX = 256,                // cells that one search may visit
    ENEMY_DYING_TICKS = 45,               // a dead one is seen
    ENEMY_AWAY_TICKS = 20 * GAME_TICK_HZ, // then it is gone for so long
    ENEMY_SWING_TICKS = 24,               // of a bite; it hurts half-way
    ENEMY_HURT_TICKS = 18,                // a wound is seen
};

#define ENEMY_NOTICE_M     7.0  // players within it are noticed,
#define ENEMY_NOTICE_WAY_M 12.0 // when no longer way leads to them,
#define ENEMY_CHASE_WAY_M  24.0 // and chased as long as none longer than this does
#define ENEMY_REACH_M      1.3  // of a bite
#define ENEMY_GIVE_UP      1.6  // times its ground's radius, from the middle: it chases no farther

enum enemy_state {
    ENEMY_RESTING,
    ENEMY_STROLLING,
    ENEMY_CHASING,
    ENEMY_RETURNING,
    ENEMY_DYING,
    ENEMY_AWAY, // nobody sees it
};

struct enemy {
    enum enemy_state state;
    uint32_t generation; // of its id: another one whenever it comes again
    uint32_t ground;     // number in the pack
    struct body body;
    struct walk_point way[ENEMY_POINTS_MAX];
    uint32_t way_count, way_next; // the point that it walks to; equal: none is ahead
    bool is_way_cut;              // the way goes on behind its last point
    uint32_t target;              // slot of the player it chases; WORLD_NOBODY: none
    uint32_t health;              // points
    uint64_t until_tick;          // of resting, dying and being away
    uint64_t think_tick;          // when it looks around next
    uint64_t bite_tick;           // when it may bite again
    uint32_t swing_ticks;         // of a bite: what is left
    uint32_t hurt_ticks;          // of a wound to be seen: what is left
};

struct enemies {
    struct enemy *all; // ground after ground
    size_t count;
    struct nav_position *middles; // of the grounds
    bool *has_players;            // per scene, of this tick
    struct nav_query *query;
    struct random_generator random;
    uint32_t queries_left; // of this tick
};

/// Fills the pack's grounds.
/// @param seed  of the world
/// @return false when memory runs out
bool enemy_begin(struct game *game, uint64_t seed);

/// Accepts half-built games.
void enemy_finish(struct game *game);

/// Advances all by 1/60 s.
void enemy_step(struct game *game);

/// Ways may lead elsewhere now, or ground may be gone: all look for theirs anew.
void enemy_forget_ways(struct game *game);

/// The id that views name it by: no player and no NPC has it.
uint32_t enemy_id(const struct game *game, size_t enemy);

/// @return its index; WORLD_NOBODY when no living enemy has that id, or no more
uint32_t enemy_of_id(const struct game *game, uint32_t id);

/// Whether it can be fought: neither dying nor away.
bool enemy_is_alive(const struct game *game, size_t enemy);

/// Whether a living enemy is before somebody, on the same floor.
/// @param from      where somebody stands
/// @param along     unit vector
/// @param cosine    least cosine between `along` and the direction to it; -1: all around
/// @param radius_m  in plan
bool enemy_is_within(const struct game *game, size_t enemy, const struct nav_position *from,
                     struct direction along, double cosine, double radius_m);

/// The nearest of the living enemies before somebody (enemy_is_within()).
/// @return its index; WORLD_NOBODY when there is none
uint32_t enemy_nearest(const struct game *game, const struct nav_position *from, struct direction along,
                       double cosine, double radius_m);

/// Whether its teeth reach a player.
/// @param slot  of a player who is here
bool enemy_reaches(const struct game *game, size_t enemy, uint32_t slot);

/// A player hits it: it turns on them, or dies, to their merit.
/// @param enemy   index of a living one
/// @param slot    of a player who is here
/// @param points  of health
void enemy_wound(struct game *game, size_t enemy, uint32_t slot, uint32_t points);

/// Whether it is seen by those in its scene: it is there, alive or dying.
bool enemy_is_seen(const struct game *game, size_t enemy);

/// What a player sees of it.
/// @param enemy  index of one that is seen
struct view_actor enemy_actor(const struct game *game, size_t enemy, const struct player *player);
