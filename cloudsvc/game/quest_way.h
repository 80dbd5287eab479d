// Ways that quests, the reward chest and the festival lead: one tap, one wayfinding request.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct game;
struct player;

/// Sends the avatar where the current task of a quest leads: to its person, the nearest spot of its item,
/// the nearest ground of its enemies. A quest that the player may take on leads to who offers it.
/// @return false when it is not for the player now, or nothing is left: nothing has changed
bool quest_track(struct game *game, struct player *player, uint32_t quest);

/// Sends the avatar to the treasurer.
/// @return false when no reward waits: nothing has changed
bool quest_to_chest(struct game *game, struct player *player);

/// Sends the avatar to the festival.
/// @return false when it is not on: nothing has changed
bool quest_to_festival(struct game *game, struct player *player);
