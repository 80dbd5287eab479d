// What enemies decide: whom they chase, where they stroll, when they give up.
#pragma once

#include <stddef.h>

#include "cloudsvc/game/world.h"

/// An enemy looks around: notices players, looks for its ways. At most every ENEMY_THINK_TICKS; without a
/// query left in this tick it does so in a later one.
/// @param enemy  index of a living one
void enemy_mind_think(struct game *game, size_t enemy);

/// Whether the player can be chased: seen, in its scene, alive, and neither far from it nor from its ground.
/// @param slot  below GAME_PLAYERS_MAX
bool enemy_mind_may_chase(const struct game *game, size_t enemy, uint32_t slot);

/// Turns back to its ground.
void enemy_mind_give_up(struct game *game, size_t enemy);

/// A random place of its ground, to which a way leads inside of it.
struct nav_position enemy_mind_place(struct game *game, uint32_t ground);
