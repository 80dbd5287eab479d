// Jumps of avatars: from a jump point, in the dark, to where it leads.
#pragma once

#include "cloudsvc/game/world.h"

/// The jump point that a tap at the place means.
/// @return NULL: none
const struct jump_place *jump_near(const struct game *game, const struct nav_position *place);

/// The avatar stands at the jump point that was the errand's goal: its way leads on to where that leads.
void jump_stand_at_goal(const struct game *game, struct errand *errand);

/// Advances by 1/60 s what the picture's darkening waits for: darkens, comes out at the other end in the
/// dark, and becomes light again.
/// @return true when the avatar has just come out: the rest of its way is to be planned
bool jump_step(struct player *player);
