// Reads one scene's JSON into a pack: types, ranges, polygons, and the region that everything is in.
//
// What concerns one value alone is checked here, where its place in the file is known. What concerns
// several together (obstacles that touch, regions that overlap) is for pack_check.h.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/json.h"
#include "nav/pack.h"

/// Fills pack->scenes[scene] and appends the scene's NPCs to pack->npcs. What it has taken when it
/// fails is the pack's, for pack_destroy().
/// @return false when there is a problem, which is in the report then
bool pack_scene_read(struct pack *pack, size_t scene, const struct json *root);

/// Finds the region that a place of plan lies strictly inside of, not in its holes. When the floors of
/// several regions lie one over another there, `hint`, the region's name in the file, chooses.
/// @param place        the value to blame when there is none or no single one
/// @param hint         optional: its item may be NULL
/// @param[out] region  its index
bool pack_scene_locate(const struct pack_scene *scene, const struct json *place, const struct json *hint,
                       struct geo_point at, size_t *region);
