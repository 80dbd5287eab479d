// A world in which bots play and restless people do all that players can do, for tests of determinism and for
// benchmarks. The same arguments give the same inputs, whatever else goes on.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/bots.h"
#include "tests/data/plain_world.h"

enum { BUSY_WORLD_RESTLESS_MAX = 32 };

/// Somebody who does about once a second whatever comes to mind, most of the time something sensible: tap,
/// walk, talk, look for people, fight, turn the camera, leave and come again.
struct restless {
    game_player_id player; // 0: not in the world
};

struct busy_world {
    struct plain_world world;
    struct bots *bots;
    struct random_generator random; // of the restless
    struct restless restless[BUSY_WORLD_RESTLESS_MAX];
    size_t restless_count;
    uint32_t sequence;
    struct view *view; // what the restless one at hand sees
    FILE *record;      // gets every input that is applied and the hashes that are due; NULL: none
};

/// Prints what is wrong and ends the program where the world cannot be loaded.
/// @param folder          of the pack
/// @param bot_count       at most BOTS_MAX
/// @param restless_count  at most BUSY_WORLD_RESTLESS_MAX
/// @param record          begins with the record's first line; NULL: none
struct busy_world busy_world_open(const char *folder, uint64_t seed, size_t bot_count, size_t restless_count,
                                  FILE *record);

/// Ends the record with a hash. Accepts a zeroed one.
void busy_world_close(struct busy_world *busy);

/// One tick, and what everybody does after it.
void busy_world_tick(struct busy_world *busy);
