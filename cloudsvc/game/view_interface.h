// What a player's interface has to show, gathered from the world and laid out.
#pragma once

#include "cloudsvc/game/world.h"
#include "render/view.h"

/// Adds controls and words.
/// @param slot  of a player who is here
/// @param view  of the player's viewport, without elements yet
void view_interface_fill(const struct game *game, uint32_t slot, struct view *view);

/// Share of the picture's height that the open dialogue covers; 0 when it is closed.
double view_interface_cover(const struct game *game, const struct player *player);
