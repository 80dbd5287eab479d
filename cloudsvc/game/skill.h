// What players can do besides walking: strike, dash, heal and shoot. Each takes energy and has to cool down.
//
// A strike hits whatever stands before the avatar, which turns to the nearest enemy first. A dash leads
// straight ahead (dash.h), over small gaps. A healing gives health little by little. A shot flies (shot.h).
// When a skill cannot be used a message says why and nothing else happens.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"
#include "cloudsvc/game/vitals.h"

struct player;

#define SKILL_STRIKE_M 1.8  // how far a strike reaches
#define SKILL_SHOT_M   12.0 // how far a shot flies

/// What a skill takes.
struct skill_cost {
    uint32_t energy;         // points
    uint32_t cooldown_ticks; // until it can be used again
};

/// @param skill  below GAME_SKILL_COUNT
struct skill_cost skill_cost(enum game_skill skill);

/// Share of its cooldown that is over: 1 when it can be used, if there is energy.
float skill_ready(const struct vitals *vitals, enum game_skill skill);

/// Whether it has cooled down and there is energy.
bool skill_is_ready(const struct vitals *vitals, enum game_skill skill);

/// Uses a skill, or says why not. A message counts as an answer: the input is not refused.
/// @param player  of the game
/// @param skill   of a player's input
/// @return false when there is no such skill
bool skill_use(struct game *game, struct player *player, uint32_t skill);

/// Health points that a player's strike takes: it grows with their level and their best weapon.
uint32_t skill_damage(const struct game *game, const struct player *player);
