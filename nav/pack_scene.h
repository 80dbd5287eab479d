// Reads one scene's JSON into a pack: sizes, light and people here, the rest part by part.
//
// What concerns one value alone is checked here, where its place in the file is known. What concerns
// several together (obstacles that touch, regions that overlap) is for pack_check.h.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Fills pack->scenes[scene] and appends the scene's NPCs to pack->npcs. Jumps are left for
/// pack_jump.h: they name other scenes. What it has taken when it fails is the pack's, for pack_destroy().
/// @param[out] floors  of the scene, for floors_destroy(); NULL when its regions are wrong
/// @return false when there is a problem, which is in the report then
bool pack_scene_read(struct pack *pack, size_t scene, const struct json *root, struct floors **floors);
