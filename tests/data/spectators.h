// A few who watch a world that a test ticks as fast as it can: for each the real workers make frames of the
// newest view, and nobody waits for them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"

struct spectators; // layout private to spectators.c

enum { SPECTATORS = 3 };

/// Starts frame workers. Under ThreadSanitizer they draw without GL, as it finds races inside Mesa.
/// @param game     outlives them; the test's thread alone uses it
/// @param workers  at least 1
/// @return NULL when they cannot draw, which is printed
struct spectators *spectators_create(const struct game *game, size_t workers);

/// Accepts NULL and half-built ones.
void spectators_destroy(struct spectators *spectators);

/// After a tick: publishes what a player sees for one spectator, and takes the frames that there are for it.
/// @param number  of the spectator, below SPECTATORS
/// @param player  one who is not here is not seen
void spectators_watch(struct spectators *spectators, size_t number, game_player_id player);

/// Takes frames until there have been so many in all.
/// @return false when they do not come within ten seconds
bool spectators_wait(struct spectators *spectators, uint64_t frame_count);

/// Frames taken so far.
uint64_t spectators_frame_count(const struct spectators *spectators);
