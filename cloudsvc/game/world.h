// The state of the world: what a tick advances, what the hash covers, what views are filled from.
//
// Known to the parts of the game alone; others see game.h. All of it is one allocation of fixed size but for
// NPCs and jump points. Owned by the sim thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/barrier.h"
#include "cloudsvc/game/camera.h"
#include "cloudsvc/game/dialogue.h"
#include "cloudsvc/game/effect.h"
#include "cloudsvc/game/enemy.h"
#include "cloudsvc/game/game.h"
#include "cloudsvc/game/quest.h"
#include "cloudsvc/game/refusal.h"
#include "cloudsvc/game/shot.h"
#include "cloudsvc/game/vitals.h"
#include "cloudsvc/game/walk.h"
#include "cloudsvc/game/words.h"

enum {
    WORLD_MESSAGE_TICKS = 4 * GAME_TICK_HZ,
    WORLD_TAP_TICKS = 24,      // 400 ms: then a tap mark has faded
    WORLD_FADE_TICKS = 9,      // 150 ms: from the picture to the dark of a jump, and as long back
    WORLD_NOBODY = UINT32_MAX, // no player's slot, no NPC's index
};

/// What an avatar is on its way to do.
enum errand_kind {
    ERRAND_NONE,
    ERRAND_PLACE, // go to `goal`
    ERRAND_NPC,   // go up to `npc` and talk
    ERRAND_JUMP,  // go to the jump point at `goal` and take it
    ERRAND_FIGHT, // go up to `enemy` and strike it until it is dead
};

struct errand {
    enum errand_kind kind;
    struct nav_position goal;
    uint32_t npc;                // index into the world's NPCs
    uint32_t enemy;              // its id
    uint32_t find;               // entry of the Find list that it came from; PACK_FIND_MAX: none
    const char *type, *subtype;  // of the pack: whom it looks for; NULL: this very NPC, or a place
    char label[PACK_NAME_MAX];   // what the goal is called on the screen; empty: nothing to show
    bool has_jump;               // the walk ends at a jump point,
    struct nav_position arrival; // which leads here,
    double beyond_m;             // and so much is left to walk from there on,
    uint32_t scenes_to_go;       // through so many more scenes
    bool is_jumping;             // stands at the jump point while the picture darkens
    bool is_stale;               // the world has changed since the way was planned
};

/// A tap mark.
struct tap {
    uint16_t x, y; // fractions of the picture / 65535
    uint64_t tick; // that it came after
};

struct player {
    bool is_here;
    uint32_t generation; // of the slot: rises with every join
    char name[GAME_NAME_MAX];
    struct game_viewport viewport;
    enum words_language words; // that the game speaks to them
    size_t language;           // of the pack's texts for them
    uint32_t open_panels;      // bit n: game_panel n is open
    uint32_t input_sequence;
    struct body body;
    struct walk walk;
    struct errand errand;
    uint32_t dark_ticks; // how dark the picture is: 0, open, to WORLD_FADE_TICKS, black
    struct dialogue dialogue;
    struct quest_log quests;
    struct vitals vitals;
    bool has_been_bitten; // and knows what to do
    struct refusal refusal;
    char message[VIEW_TEXT_MAX];
    uint64_t message_end_tick;
    struct camera camera;
    struct tap taps[VIEW_TAPS_MAX]; // oldest first
    size_t tap_count;
};

/// Someone who stands at a place and turns to whoever talks to them.
struct npc {
    npc_id id;    // of the game: another one whenever it comes back
    npc_id entry; // in the index; 0: it is not here
    bool is_here; // seen, found and talked to
    const struct pack_npc *about;
    size_t type; // number of its type by first appearance in the pack
    struct body body;
    struct direction rest; // faced when nobody talks
    uint32_t listener;     // slot of the player who talked last; WORLD_NOBODY: none
};

/// A jump point that a tap can mean.
struct jump_place {
    struct nav_position at;
    struct nav_position arrival; // the first of its ends
};

struct game {
    const struct pack *pack;
    struct nav *nav;
    struct nav_query *query;
    struct view_world *stage;
    struct npc *npcs;
    size_t npc_count;
    struct jump_place *jumps; // the pack's, in its order
    size_t jump_count;
    struct barriers barriers;
    uint32_t *visitors; // indices of the NPCs that have hours
    size_t visitor_count;
    struct nav_position *spots; // where the pack's things lie, in its order
    struct nav_trip trip;       // of the query just made; its points are trip_points from the second on
    struct nav_position trip_points[1 + NAV_POINTS_MAX];
    uint64_t tick;
    struct random_generator random;
    uint32_t joined_count; // players since the world began: numbers guests
    struct player players[GAME_PLAYERS_MAX];
    struct enemies enemies;
    struct shots shots;
    struct effects effects;
    struct game_counters counters;
};

/// @return the player's slot, WORLD_NOBODY when there is no such player
uint32_t world_slot(const struct game *game, game_player_id id);

/// @return the NPC's index, WORLD_NOBODY when there is no such NPC, or no more
uint32_t world_npc(const struct game *game, npc_id id);

/// @param entry  of the index: what trips lead to
/// @return the NPC's index, WORLD_NOBODY when it is not of this world
uint32_t world_npc_of_entry(const struct game *game, npc_id entry);

/// A text of the pack in the player's language.
/// @param plain  what is shown when the pack gives no text
const char *world_text(const struct game *game, const struct player *player, pack_text_id text,
                       const char *plain);

/// The id of the player in the slot.
game_player_id world_player_id(const struct game *game, uint32_t slot);

/// The id that the next player gets: of the lowest free slot.
/// @return 0 when the world is full
game_player_id world_next_player(const struct game *game);

/// Seats the player who gets that id, everything else zeroed.
/// @return the slot
uint32_t world_seat(struct game *game, game_player_id id);

/// Clothes by slot, so that players who meet differ.
struct view_color world_player_clothes(uint32_t slot);

/// Clothes by type of NPC.
/// @param type  number of the type, by first appearance in the pack
struct view_color world_npc_clothes(size_t type);

/// Shows a message for a few seconds, in place of one that is still there.
void world_say(const struct game *game, struct player *player, const char *text);
