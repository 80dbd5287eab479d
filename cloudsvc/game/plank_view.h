// What planks look like: boards laid across the way, with a rail on either side.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/pack.h"
#include "render/view.h"

/// How many boards the scene's planks have in all: each is two triangles, and no plank adds more risers or
/// solids than it has triangles.
size_t plank_view_boards(const struct pack_scene *scene);

/// Adds the planks to the scene's picture, which has the room.
/// @return false when memory runs out
bool plank_view_add(const struct pack_scene *scene, struct view_scene *view);
