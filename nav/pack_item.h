// Reads the things of a world, and the spots where they lie.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "items" of quests.json, before any scene.
/// @return false when there is a problem, which is in the report then
bool pack_item_read_all(const struct json *root, struct pack *pack);

/// Reads the member "items" of a scene and appends the spots to pack->spots.
/// @param floors  of the scene
/// @return false when there is a problem, which is in the report then
bool pack_item_read_spots(const struct json *root, const struct floors *floors, struct pack *pack,
                          size_t scene);

/// Finds the thing that a value names.
/// @return false when there is a problem, which is in the report then
bool pack_item_find(const struct json *value, const struct pack *pack, uint32_t *item);

/// At how many places a thing lies.
uint32_t pack_item_spot_count(const struct pack *pack, uint32_t item);
