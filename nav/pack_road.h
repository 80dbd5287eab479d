// Reads the trunk roads of a scene: lines with a width, and lists of cells with links.
#pragma once

#include <stdbool.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "roads" and makes the scene's nodes and links of them.
/// @param floors  of the scene
/// @return false when there is a problem, which is in the report then
bool pack_road_read_all(const struct json *root, struct floors *floors, struct pack_scene *scene);
