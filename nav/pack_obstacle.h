// Reads the obstacles of a scene: what stands in the way, and gaps in the ground.
#pragma once

#include <stdbool.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "obstacles". They may cross one another and the borders of regions.
/// @param floors  of the scene
/// @return false when there is a problem, which is in the report then
bool pack_obstacle_read_all(const struct json *root, const struct floors *floors, struct pack_scene *scene);
