// Errands: from what a player asks for to a walk, and from its end to what was meant by it.
#pragma once

#include <stdbool.h>

#include "cloudsvc/game/world.h"

/// Sends the avatar to the walkable place nearest to `place`, or through the jump point that stands there;
/// drops what it was doing. Without a way it stands still and a message says why.
/// @return false when there is no ground near `place`: nothing has changed
bool errand_walk(struct game *game, struct player *player, struct nav_position place);

/// Sends the avatar up to an NPC; on arrival the dialogue opens. One wayfinding request.
/// @param npc  index
void errand_talk(struct game *game, struct player *player, uint32_t npc);

/// Sends the avatar to the nearest NPC of an entry of the Find list. One wayfinding request.
/// @param find  index into the pack's Find list
void errand_find(struct game *game, struct player *player, uint32_t find);

/// The walk has reached its last point: makes ready to jump, when it was a jump point; plans the part of the
/// way that is still missing (no new request); or opens the dialogue that it was for.
void errand_arrive(struct game *game, struct player *player);

/// Advances by 1/60 s what the picture's darkening waits for: darkens, jumps in the dark, goes on from there,
/// and becomes light again.
void errand_step(struct game *game, struct player *player);

/// Ends walk and errand where the avatar stands.
void errand_drop(struct player *player);

/// The NPC turns back to what it was doing.
void errand_close_dialogue(struct game *game, struct player *player);
