// Errands: from what a player asks for to a walk, and from its end to what was meant by it.
//
// Each asks for a way (way.h), which takes it through jump points (jump.h), or says why there is none
// (refusal.h). Whatever the avatar was doing before is dropped, and a dialogue closes.
#pragma once

#include <stdbool.h>

#include "cloudsvc/game/world.h"

/// Sends the avatar to the walkable place nearest to `place`, or through the jump point that stands there.
/// Without a way it stands still and a message says why.
/// @return false when there is no ground near `place`: nothing has changed
bool errand_walk(struct game *game, struct player *player, struct nav_position place);

/// Sends the avatar up to an NPC; on arrival the dialogue opens. One wayfinding request.
/// @param npc  index
void errand_talk(struct game *game, struct player *player, uint32_t npc);

/// Sends the avatar to the nearest NPC of an entry of the Find list. One wayfinding request.
/// @param find  index into the pack's Find list
void errand_find(struct game *game, struct player *player, uint32_t find);

/// Sends the avatar to the nearest of somebody's kind. One wayfinding request.
/// @param person  of the pack
/// @param label   what the way is called on the screen
void errand_person(struct game *game, struct player *player, const struct pack_person *person,
                   const char *label);

/// Sends the avatar to the place that it is nearest to by its ways. One wayfinding request.
/// @param places  to choose from
/// @param count   of them, at least 1
/// @param label   what the way is called on the screen
void errand_nearest(struct game *game, struct player *player, const struct nav_position *places, size_t count,
                    const char *label);

/// Sends the avatar to fight an enemy; fight.h finds the ways to it. No wayfinding request.
/// @param enemy  its id
/// @param goal   where it is
void errand_fight(struct game *game, struct player *player, uint32_t enemy, const struct nav_position *goal);

/// Sends the avatar as near as it gets to the goal that has been refused.
/// @return false when that is not offered any more: nothing has changed
bool errand_go_near(struct game *game, struct player *player);

/// The walk has reached its last point: makes ready to jump, when it was a jump point; plans the part of the
/// way that is still missing (no new request); or opens the dialogue that it was for.
void errand_arrive(struct game *game, struct player *player);

/// Advances by 1/60 s: jumps, and plans a way anew that the world's changes have made stale. No new request.
void errand_step(struct game *game, struct player *player);

/// Plans what is ahead of the player anew, at once: the world has changed under their feet. No new request.
void errand_plan_anew(struct game *game, struct player *player);

/// An NPC has left: whoever is on the way to it goes to another of the kind that they look for, or is told.
/// No new request.
/// @param npc  index
void errand_miss(struct game *game, uint32_t npc);

/// Ends walk and errand where the avatar stands.
void errand_drop(struct player *player);
