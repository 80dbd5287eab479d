// What an NPC says to a player who stands before it, and what the player may answer.
//
// One dialogue a player; several players may talk with one NPC, who faces the last that came. What is said
// is decided when the dialogue opens, in this order: an errand of a quest is reported, rewards are handed
// over, a quest is offered, or the NPC says what it always says. Who has more to say than one of these goes
// on with the next when the player has read it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/game/words.h"
#include "render/view.h"

struct game;
struct player;

enum { DIALOGUE_ANSWERS_MAX = 2 };

/// Part of the player.
struct dialogue {
    uint32_t npc;   // index of the NPC that speaks; WORLD_NOBODY: the dialogue is closed, the rest is void
    uint32_t quest; // that is offered; PACK_QUESTS_MAX: none
    char line[VIEW_TEXT_MAX]; // what is said, in the player's language
    enum game_word
        answers[DIALOGUE_ANSWERS_MAX]; // buttons, in the order of GAME_ANSWER; WORD_NONE: no button
};

/// Whether somebody speaks to the player.
bool dialogue_is_open(const struct player *player);

/// The two turn to one another, and the NPC says what there is to say. What is reported or handed over by
/// that has happened at once.
/// @param npc  index
void dialogue_open(struct game *game, struct player *player, uint32_t npc);

/// The NPC turns back to what it was doing. Nothing happens when the dialogue is closed already.
void dialogue_close(struct game *game, struct player *player);

/// The player has read what is said: the NPC goes on with what else it has for them; when there is nothing,
/// or they leave an offer unanswered, the dialogue closes.
void dialogue_go_on(struct game *game, struct player *player);

/// Presses a button of the open dialogue, which closes it.
/// @param answer  number of the button
/// @return false when there is no such button: nothing has changed
bool dialogue_answer(struct game *game, struct player *player, uint32_t answer);
