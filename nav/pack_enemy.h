// Reads the grounds of a scene's enemies.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "enemies" and appends the grounds to pack->enemies.
/// @param floors  of the scene
/// @return false when there is a problem, which is in the report then
bool pack_enemy_read_all(const struct json *root, const struct floors *floors, struct pack *pack,
                         size_t scene);

/// Reads the name of a kind of enemies.
/// @return false when there is a problem, which is in the report then
bool pack_enemy_read_kind(const struct json *value, enum pack_enemy_kind *kind);

/// How many enemies of a kind live in the world.
uint32_t pack_enemy_count(const struct pack *pack, enum pack_enemy_kind kind);
