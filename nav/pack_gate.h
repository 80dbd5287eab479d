// Reads the gates of a scene: doors and bridges that open and shut.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "gates". The scene's regions, obstacles and roads are read by now, and the gates of
/// the scenes before.
/// @param floors  of the scene
/// @return false when there is a problem, which is in the report then
bool pack_gate_read_all(const struct json *root, struct floors *floors, struct pack *pack, size_t scene);

/// Finds the gate that a value names.
/// @param[out] scene  that it stands in
/// @param[out] gate   its number there
/// @return false when there is a problem, which is in the report then
bool pack_gate_find(const struct json *value, const struct pack *pack, uint32_t *scene, uint32_t *gate);

/// Says whether a region is there only while a door is open.
/// @param[out] gate  the door
bool pack_gate_is_door(const struct pack_scene *scene, size_t region, size_t *gate);
