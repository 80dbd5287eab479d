// Big world packs: towns on a grid of lots with houses, trees and ponds, main streets, people of many trades,
// and jumps that join all towns.
//
// The same arguments give the same pack, which `waynav check` finds right. The one "sage" lives in the last
// town, the Find list's first entry: who starts in the first has to cross several to get there.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MANY_TOWNS_MAX = 1024, MANY_TOWNS_NPCS_MAX = 4000 /* of a town */ };

/// Writes a pack; what cannot be written is named on standard error.
/// @param folder       made where it is missing; the one above it is there
/// @param scene_count  1 to MANY_TOWNS_MAX
/// @param npc_count    at least scene_count, at most MANY_TOWNS_NPCS_MAX a scene
bool many_towns_write(const char *folder, uint32_t scene_count, uint32_t npc_count, uint64_t seed);
