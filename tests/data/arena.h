// A world made for fights and dashes: open ground with a lane for each thing that may be in the way of a
// dash, and grounds of enemies.
#pragma once

#include "cloudsvc/game/world.h"
#include "tests/data/plain_world.h"

///      z
///     40 +------+ +---------------------------------------+---------+
///        | cave | | boars among rocks           wolves    | terrace |
///     22 +------+ |                                       |         |
///     18 +------+ | lanes: ravines, a wall                |         |
///        | isle | |                        skeleton  crab +----+----+
///      0 +------+ +---------------------------------------+ gate yard|
///      -10     -2 0                                       60   62   70 x
///
/// Between field and isle, and field and cave, two metres are missing; a passage leads to the cave in the
/// north. The terrace is a ledge too high to climb; a ramp leads up in the north. Before the field's western
/// edge is a pit too deep to climb out of. The gate is shut.
struct plain_world arena_create(uint64_t seed);

/// Enemies by ground, in the order of arena_create()'s pack.
enum { ARENA_WOLVES, ARENA_BOARS, ARENA_CRAB, ARENA_SKELETON };

/// The first enemy of a ground: its index.
uint32_t arena_first_of(const struct plain_world *world, uint32_t ground);

/// Joins a player.
struct player *arena_join(struct plain_world *world);

/// Puts a player somewhere, standing, facing along +x.
void arena_put(const struct plain_world *world, struct player *player, double x, double z);

/// Applies an input of a player with a number.
bool arena_ask(struct plain_world *world, const struct player *player, enum game_input_kind kind,
               uint32_t number);
