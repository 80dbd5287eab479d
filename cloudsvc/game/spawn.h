// Where a player who joins appears: near the pack's spawn, apart from those who stand there.
#pragma once

#include "cloudsvc/game/world.h"

/// The ground at the pack's spawn.
struct nav_position spawn_center(const struct game *game);

/// A walkable place near the spawn that can be walked to from it, with room around it as long as there
/// is any; the search goes outwards in a direction drawn by the world's random numbers.
/// @param slot  of the player who joins, who takes no room yet
struct nav_position spawn_place(struct game *game, uint32_t slot);
