// The reward chest: what finished quests have earned, until the treasurer hands it over.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/pack.h"
#include "render/view.h"

struct game;
struct player;
struct quest_log;

/// Whether the world has a treasurer; without one rewards come at once.
bool chest_has_keeper(const struct pack *pack);

/// How many rewards wait.
size_t chest_count(const struct quest_log *log);

/// Whether an NPC has rewards to hand over to the player.
/// @param npc  index
bool chest_is_kept_by(const struct game *game, const struct player *player, uint32_t npc);

/// Hands over all rewards that wait: score and things.
/// @param[out] line  what they are, in the player's language
void chest_empty(struct game *game, struct player *player, char line[VIEW_TEXT_MAX]);
