// Fights between players and enemies: going up to one and striking until it is dead, wounds, fainting, and
// what is earned.
//
// A fight is an errand (ERRAND_FIGHT): whatever the player asks for next ends it. It begins with a tap on the
// enemy, or by itself when one bites somebody who stands there idle. Ways to the enemy are no wayfinding
// requests. Who has no health left faints: the picture darkens, and they wake up where the world begins.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/position.h"

struct game;
struct player;

enum { FIGHT_FAINT_TICKS = 60 }; // from the last wound to waking up

/// Sends the avatar up to an enemy, to strike it until it is dead.
/// @param enemy  its id
/// @return false when no living enemy in the player's scene has that id: nothing has changed
bool fight_begin(struct game *game, struct player *player, uint32_t enemy);

/// Whether the avatar goes up to an enemy or fights it.
bool fight_is_on(const struct player *player);

/// A player's part of a tick: follows the enemy, strikes, wakes up.
void fight_step(struct game *game, struct player *player);

/// Takes health.
/// @param slot    of a player who is here
/// @param points  of health
void fight_wound(struct game *game, uint32_t slot, uint32_t points);

/// An enemy bites. Whoever has nothing to do strikes back; at the first bite a player is told how that goes.
/// @param slot   of a player who is here
/// @param enemy  its index
void fight_bite(struct game *game, uint32_t slot, uint32_t enemy);

/// Whether the player lies there without health.
bool fight_has_fainted(const struct player *player);

/// Adds to a player's score. A new level is told and seen.
void fight_earn(struct game *game, struct player *player, uint32_t score);
