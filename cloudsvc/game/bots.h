// A crowd of bots in a world: joins them one after another, asks each what it does, sends them home.
//
// Bots are outside of the world like players are: what comes out here are inputs, to be applied and recorded
// like any other. Memory is taken at creation. Owned by the sim thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"

struct bots; // layout private to bots.c

enum {
    BOTS_MAX = 100,
    BOTS_JOIN_TICKS = 6, // from one newcomer to the next: a crowd comes in ones and twos
};

/// @param pack   that the world is made from: it must outlive the bots
/// @param count  at most BOTS_MAX; the world needs as many free seats, for good
/// @param seed   the same seed and the same views give the same inputs
/// @return NULL when memory runs out
struct bots *bots_create(const struct pack *pack, size_t count, uint64_t seed);

/// Accepts NULL and half-built ones. The avatars stay: bots_leave() sends them home.
void bots_destroy(struct bots *bots);

/// The next input of a bot after the tick just made. To be called after every tick until it returns false,
/// each input applied before the next is asked for.
bool bots_next(struct bots *bots, const struct game *game, struct game_input *input);

/// Like bots_next(), but the bots leave; they do not come again.
bool bots_leave(struct bots *bots, struct game_input *input);
