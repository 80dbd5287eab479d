// What players have shot: it flies straight over the ground until it hits an enemy, a wall, or is spent.
//
// Part of the game; owned by the sim thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/game/direction.h"
#include "nav/position.h"

struct game;

enum { SHOTS_MAX = 128 }; // more players than that are not in a world; each flies less than a second

struct shot {
    struct nav_position at; // of the ground below it, more or less
    struct direction along;
    double climb;    // how much it rises in a metre
    double left_m;   // that it flies on
    uint32_t player; // id of who shot
    uint32_t damage; // points of health
};

/// Zeroed: none.
struct shots {
    struct shot all[SHOTS_MAX];
    size_t count;
};

/// Shoots; what stands in the way ends the flight. When too many fly, nothing flies.
/// @param shot  its left_m: how far it flies where nothing is in the way
void shot_begin(struct game *game, struct shot shot);

/// Advances all by 1/60 s.
void shot_step(struct game *game);
