// Numbers the kinds of ground of a scene: cells of one number may be merged.
//
// Ground differs by surface, ceiling and chunk, and every road is of its own, so that its border stays.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"
#include "nav/pack.h"
#include "nav/pieces.h"

/// Owned by the caller; grounds_finish() frees it.
struct grounds {
    const struct pack_scene *scene;
    struct mesh_ground *grounds;
    struct ground_kind *kinds; // likewise, in the order of their numbers; layout private to grounds.c
    size_t count;
    uint32_t *region_chunks; // per region: the number of its chunk
    size_t chunk_count;
};

/// @param scene         outlives the grounds
/// @param[out] grounds  to be finished in any case
/// @return false when memory runs out
bool grounds_make(const struct pack_scene *scene, const struct pieces *pieces, struct grounds *grounds);

/// The number of a piece's ground.
uint32_t grounds_number(const struct grounds *grounds, const struct piece *piece);

/// The chunk of a ground.
uint32_t grounds_chunk(const struct grounds *grounds, uint32_t number);

/// Accepts zeroed and half-made grounds.
void grounds_finish(struct grounds *grounds);
