// The shipped plain world, with a game in it or without, for tests. They run in the repository's root.
#pragma once

#include <stdint.h>

#include "cloudsvc/game/game.h"

struct plain_world {
    struct pack *pack;
    struct nav *nav;
    struct game *game; // NULL: none
};

/// Without a game. Prints what is wrong and ends the program where the world cannot be loaded.
struct plain_world plain_world_load(void);

/// With a game; likewise.
struct plain_world plain_world_create(uint64_t seed);

/// Another shipped world, with a game; likewise.
/// @param folder  of its pack
struct plain_world plain_world_of(const char *folder, uint64_t seed);

/// Accepts a zeroed one.
void plain_world_destroy(struct plain_world *world);

/// Joins a player with a laptop's screen.
game_player_id plain_world_join(struct plain_world *world);

/// Advances by `ticks`.
void plain_world_tick(struct plain_world *world, int ticks);
