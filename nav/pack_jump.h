// Reads the jump points of a scene, which lead to places in any scene of the world.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "jumps" and appends the scene's jumps to pack->jumps. All scenes are read by now.
/// @param floors  per scene
/// @param scene   that the jumps stand in
/// @return false when there is a problem, which is in the report then
bool pack_jump_read_all(const struct json *root, struct pack *pack, struct floors *const *floors,
                        size_t scene);
