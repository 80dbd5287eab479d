// Quests: what a player has taken on, how far that is, what it earned, and who has to do with it.
//
// A quest is a row of tasks; of each one the first that is not done is current. Tasks are done by talking
// (dialogue.h), picking up (quest_step) and fighting (quest_note_defeat). When one is done and the next leads
// to somebody, the one wayfinding request to them is made by itself: as soon as nobody speaks to the player
// any more and no fight holds them up. Setting out for something else cancels it; the quest goes on. Who has
// nothing to do is shown the next quest in the pack's order, and led to whoever offers it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/pack.h"
#include "render/view.h"

struct game;
struct player;

enum {
    QUEST_ACTIVE_MAX = 4,         // at a time, of a player
    QUEST_NONE = PACK_QUESTS_MAX, // no quest's number
};

/// A quest under way.
struct quest_progress {
    uint32_t quest; // number in the pack
    uint32_t task;  // the current one
    uint32_t done;  // of what it counts
};

/// Part of the player.
struct quest_log {
    struct quest_progress active[QUEST_ACTIVE_MAX]; // in the order of taking them on
    size_t active_count;
    uint64_t finished; // bit n: quest n is done
    uint64_t rewards;  // bit n: the reward of quest n waits in the chest
    uint32_t due;      // quest whose next person the avatar sets out for by itself; QUEST_NONE: none
    uint32_t things[PACK_ITEMS_MAX];     // carried, by item of the pack
    uint64_t taken[PACK_SPOTS_MAX / 64]; // bit n: of spot n, for the task at hand
};

_Static_assert(PACK_QUESTS_MAX <= 64, "quests fit a word");

/// Empties the log of a player who comes.
void quest_log_begin(struct quest_log *log);

// ---- what is shown ---------------------------------------------------------------------------------

/// An entry of the quest tracker.
struct quest_entry {
    uint32_t quest;     // number in the pack, of GAME_TRACK
    bool is_offer;      // not taken on yet
    pack_text_id title; // of the current task; of an offer: of the quest
    uint32_t done;
    uint32_t needed; // 1: nothing to count
};

/// The current tasks of a player; without any, the first quest that somebody offers.
/// @param slot  of a player who is here
/// @return entries written
size_t quest_tracker(const struct game *game, uint32_t slot, struct quest_entry entries[QUEST_ACTIVE_MAX]);

/// How many rewards wait for the player in the chest.
/// @param slot  of a player who is here
size_t quest_chest_count(const struct game *game, uint32_t slot);

/// Whether an NPC has a quest, a reward or a task's end for the player: there is a mark over its head.
/// @param slot  of a player who is here
/// @param npc   index
bool quest_has_for(const struct game *game, uint32_t slot, uint32_t npc);

/// Whether the player may take a quest on.
/// @param quest  number in the pack
bool quest_is_available(const struct game *game, const struct player *player, uint32_t quest);

/// Whether an NPC is somebody that a quest means.
bool quest_is_person(const struct pack_person *person, const struct pack_npc *npc);

/// Whether the player sees what lies at a spot: their current task is to fetch it, and they have not yet.
/// @param slot  of a player who is here
/// @param spot  number in the pack; its place: game->spots[spot]
bool quest_sees_spot(const struct game *game, uint32_t slot, size_t spot);

/// Adds what lies in the player's scene to the view.
/// @param slot  of a player who is here
void quest_fill_items(const struct game *game, uint32_t slot, struct view *view);

/// Strength that the player's things of a kind add: their best.
uint32_t quest_strength(const struct game *game, const struct player *player, enum pack_item_kind kind);

// ---- what happens ----------------------------------------------------------------------------------

/// Finds the places of the pack's spots.
/// @return false when memory runs out
bool quest_begin(struct game *game);

/// Accepts half-built games.
void quest_finish(struct game *game);

/// A player's part of a tick: picks up what lies near, sets out for the next person when that is due.
void quest_step(struct game *game, struct player *player);

/// A player has defeated an enemy.
/// @param slot  of a player who is here
void quest_note_defeat(struct game *game, uint32_t slot, enum pack_enemy_kind kind);

/// What an NPC, whom a player talks to, has to say about quests: reports the task that leads to it, or hands
/// over rewards, or offers a quest.
/// @param npc  index
/// @param[out] offered  number of the quest offered; QUEST_NONE: none
/// @return what is said, written to `line`; false: nothing, the NPC says what it always says
bool quest_talk(struct game *game, struct player *player, uint32_t npc, char line[VIEW_TEXT_MAX],
                uint32_t *offered);

/// Takes a quest on. When its first task leads to somebody, the way there is due at once. Too many at a time
/// are told and not taken.
/// @param quest  that was offered
void quest_accept(struct game *game, struct player *player, uint32_t quest);
