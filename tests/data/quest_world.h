// A small world with everything that quests, hours and gates are about, for tests: the folder of this name.
//
// Scene 0, the court: a west and an east yard with a gateway between them (gate 0, a door, open). A stair in
// the west leads down to scene 1, a cellar, and up again in the east: the long way. In the north of the west
// yard lies a vault behind a door (gate 1, shut) that quest 1 opens. A ravine divides the east yard but for
// its north end; a bridge over it (gate 2) is not laid. Gate 3, a wicket to a shed, has hours.
#pragma once

#include "cloudsvc/game/world.h"
#include "nav/nav.h"
#include "nav/pack.h"

enum { QUEST_WORLD_GATEWAY, QUEST_WORLD_VAULT, QUEST_WORLD_BRIDGE, QUEST_WORLD_WICKET };

/// NPCs by number. The fisher is there from 8 to 10, the juggler, who is the festival, from 10 to 12. The
/// world begins at 9; an hour takes 600 ticks.
enum {
    QUEST_WORLD_GUARD,
    QUEST_WORLD_SMITH,
    QUEST_WORLD_SAGE,      // in the vault
    QUEST_WORLD_BANKER,    // the treasurer
    QUEST_WORLD_FISHER,    // a merchant
    QUEST_WORLD_HERBALIST, // another
    QUEST_WORLD_JUGGLER,
};

/// Quests by number: the guard sends one to the smith; then for two herbs, of three that lie about, to be
/// brought to the smith; the smith wants two wolves defeated and the guard told.
enum { QUEST_WORLD_MESSAGE, QUEST_WORLD_HERBS, QUEST_WORLD_WOLVES };

enum { QUEST_WORLD_HOUR_TICKS = 600 };

struct quest_world {
    struct pack *pack;
    struct nav *nav;
    struct game *game;
    struct player *player; // who has joined
};

/// Ends the test when the world is not right.
struct quest_world quest_world_create(void);

/// Accepts a zeroed one.
void quest_world_destroy(struct quest_world *world);

/// Lets somebody join.
struct player *quest_world_join(struct quest_world *world, const char *language);

/// Applies an input of the player's.
/// @return false when it was refused
bool quest_world_put(struct quest_world *world, struct game_input input);

void quest_world_tick(struct quest_world *world, int ticks);

/// Ticks until the player speaks with the NPC.
/// @return false when that takes a minute or more
bool quest_world_meet(struct quest_world *world, uint32_t npc);

/// Places the player, standing there.
void quest_world_place(struct quest_world *world, double x, double z);

/// Opens or shuts a gate that has no hours, from the next tick on.
void quest_world_turn(struct quest_world *world, uint32_t gate, bool is_open);
