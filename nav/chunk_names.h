// Numbers the chunks of a scene, which its regions name.
//
// Chunk 0 is the main chunk, of the regions that name none; the others follow in the order of their first
// regions.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/pack.h"

#define CHUNK_NAMES_NONE UINT32_MAX

/// Numbers the chunk of every region.
/// @param[out] numbers  per region
/// @return how many chunks there are, at least 1
size_t chunk_names_number(const struct pack_scene *scene, uint32_t *numbers);

/// @param name  of a chunk; empty: the main chunk
/// @return its number; CHUNK_NAMES_NONE when no region names it
uint32_t chunk_names_find(const struct pack_scene *scene, const char *name);
