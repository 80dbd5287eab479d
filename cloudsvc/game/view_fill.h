// A player's view filled from the world: camera, people, route, tap marks, controls.
#pragma once

#include "cloudsvc/game/world.h"
#include "render/view.h"

/// @param slot  of a player who is here
void view_fill(const struct game *game, uint32_t slot, struct view *view);
