// Ways: what to ask the library for an errand, and how its answer becomes a walk.
#pragma once

#include "cloudsvc/game/world.h"

#define WAY_AROUND_M 12.0 // ground farther from a place is not what was meant

/// Where the avatar's ways begin: on the ground nearest to its feet, should they ever leave it; from planks
/// and bridges at the end of them.
struct nav_position way_start(const struct game *game, const struct player *player);

/// Whether the avatar is on planks or a bridge, where a new way would begin with some steps back.
bool way_is_on_planks(const struct game *game, const struct player *player);

/// Asks for the way of an errand; the answer is game->trip. No errand of the player changes by that.
///
/// Roads are for those who look for somebody: who points at a place goes there the shortest way.
enum nav_status way_ask(struct game *game, const struct player *player, const struct errand *errand);

/// Takes the trip just found as the walk of the player's errand, up to its first jump; it may begin beside
/// the avatar, which goes there first. Ways to people end within speaking distance, behind those who came
/// first.
/// @return false when there is nothing to walk: the avatar stands where the walk ends
bool way_take(struct game *game, struct player *player);
