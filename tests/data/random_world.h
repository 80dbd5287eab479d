// Random worlds of many scenes: islands with walls on them, roads that bridge the gaps, jumps and NPCs.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/load.h"
#include "nav/pack.h"

enum { RANDOM_WORLD_TYPES = 4 };

struct random_world_size {
    size_t scene_count;
    size_t island_count; // of a scene, at most 8
    size_t road_count;   // of a scene, of four nodes each
    size_t jump_count;   // of the world, of one to three ends each
    size_t npc_count;    // of the world, of types "type0" to "type3"
    bool is_on_roads;    // jumps, their ends and NPCs are on roads, which there have to be
};

/// Makes a world of level scenes. What it holds depends on the seed only.
/// @return for random_world_free()
struct pack *random_world_make(uint64_t seed, const struct random_world_size *size);
void random_world_free(struct pack *pack);

/// Moves everything in the world, each scene as it is.
void random_world_move(struct pack *pack, struct geo_point by);

/// A place in a scene of the world, mostly on an island.
struct geo_point random_world_place(uint64_t *seed, const struct random_world_size *size);

/// Bakes the world and loads what it begins with.
bool random_world_load(struct load_parts *parts, const struct pack *pack, const struct nav_options *options,
                       struct report *report);
