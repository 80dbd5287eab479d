// Reads the obstacles of a scene: what stands in the way, and gaps in the ground.
#pragma once

#include <stdbool.h>

#include "nav/json.h"
#include "nav/pack.h"

/// Reads and checks the member "obstacles". The scene has its regions by now.
/// @return false when there is a problem, which is in the report then
bool pack_obstacle_read_all(const struct json *root, struct pack_scene *scene);
