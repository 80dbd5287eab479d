// The simulation: one shared world in which several players' avatars walk.
//
// Deterministic: the same pack, seed and inputs in the same order give the same hash after every tick,
// on every compiler and optimisation level. No clock, no I/O, no threads, no allocation after creation;
// state is advanced with integers and + − × ÷ √ alone. Owned by the sim thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/nav.h"
#include "nav/pack.h"
#include "render/view.h"

struct game; // layout private to the game's own parts: world.h

enum {
    GAME_TICK_HZ = 60,
    GAME_PLAYERS_MAX = 128,
    GAME_NAME_MAX = VIEW_NAME_MAX, // bytes of a player's name with its NUL, UTF-8
    GAME_LANGUAGE_SIZE = 8,        // bytes of a language's tag with its NUL
    GAME_DENSITY_MIN_PERCENT = 10, // of a viewport that controls can be laid out in
    GAME_DENSITY_MAX_PERCENT = 3200,
};

/// Slot plus generation; zero means none, and a stale id finds nobody.
typedef uint32_t game_player_id;

/// What may happen to the world from outside: everything that is recorded and replayed. Pointers, taps
/// and buttons become these through game/gesture.h, judged by the view that the player saw.
enum game_input_kind {
    GAME_JOIN, // viewport, name
    GAME_LEAVE,
    GAME_VIEWPORT,       // viewport
    GAME_TOUCH,          // tap: shows the tap mark, whatever it hits
    GAME_WALK,           // position: walk to a place
    GAME_TALK,           // npc: walk up to this NPC and talk
    GAME_FIND,           // find: entry of the Find list, the one wayfinding request
    GAME_CLOSE_DIALOGUE, // or hear what else there is to say
    GAME_CAMERA,         // camera: turn and zoom by
    GAME_CAMERA_RESET,   // back to how it was at the start
    GAME_FIGHT,          // enemy: approach it and fight
    GAME_SKILL,          // skill: use it now
    GAME_ANSWER,         // answer: a button of the dialogue that is open
    GAME_TRACK,          // quest: go where its task leads, or to its giver, the one wayfinding request
    GAME_FESTIVAL,       // go to the festival, likewise
    GAME_CHEST,          // go where the rewards wait, likewise
    GAME_GO_NEAR,        // to the reachable place nearest to the goal that was refused last
    GAME_PANEL,          // panel: open or fold it
    GAME_INPUT_KIND_COUNT
};

enum game_skill { GAME_STRIKE, GAME_DASH, GAME_HEAL, GAME_SHOT, GAME_SKILL_COUNT };

/// What opens on the screen and folds away again.
enum game_panel { GAME_PANEL_FIND, GAME_PANEL_QUESTS, GAME_PANEL_COUNT };

/// The picture a player looks at.
struct game_viewport {
    uint32_t width_px, height_px; // of the picture
    uint32_t density_percent;     // picture pixels per CSS pixel × 100: how large a thumb is
    uint32_t inset_px[4];         // picture pixels kept free of controls: top, right, bottom, left
};

struct game_input {
    enum game_input_kind kind;
    game_player_id player; // of GAME_JOIN: the id that the player is to get, from game_next_player()
    uint32_t sequence;     // of the client's message, shown by views as input_sequence; 0: of none
    union {
        struct {
            struct game_viewport viewport;     // GAME_JOIN, GAME_VIEWPORT
            char name[GAME_NAME_MAX];          // GAME_JOIN: empty or not plain text: "Guest" and a number
            char language[GAME_LANGUAGE_SIZE]; // GAME_JOIN: the client's tag, "zh"; empty: the world's first
        };
        struct {
            uint16_t x, y;            // fractions of the picture / 65535
        } tap;                        // GAME_TOUCH
        struct nav_position position; // GAME_WALK
        // One number each, which is also `number`:
        npc_id npc;      // GAME_TALK
        uint32_t find;   // GAME_FIND: index into the pack's Find list
        uint32_t enemy;  // GAME_FIGHT: its id in views
        uint32_t skill;  // GAME_SKILL: game_skill
        uint32_t answer; // GAME_ANSWER: 0 the first button
        uint32_t quest;  // GAME_TRACK: index into the pack's quests
        uint32_t panel;  // GAME_PANEL: game_panel
        uint32_t number;
        struct {
            int32_t turn;         // 1/65536 of a circle, positive: the scene turns with a finger moving right
            int32_t zoom_percent; // positive: things grow by so much; 0: as they are
        } camera;                 // GAME_CAMERA
    };
};

/// Whether inputs of this kind carry one number and nothing else.
bool game_input_has_number(enum game_input_kind kind);

/// Counters for metrics and tests; never part of the hash.
struct game_counters {
    uint64_t wayfinding_requests; // lookups asked by players; replanning under way is none
    uint64_t inputs_refused;      // stale players, indices out of range
};

/// @param pack  read here, and while the game lives for names and dialogue: it must outlive the game
/// @param nav   made from `pack`, with its NPCs in the index; likewise
/// @return NULL when memory runs out or an NPC of the pack is not in the index
struct game *game_create(const struct pack *pack, struct nav *nav, uint64_t seed);

/// Accepts NULL and half-built games.
void game_destroy(struct game *game);

/// The id that the next GAME_JOIN must carry.
/// @return 0 when the world is full
game_player_id game_next_player(const struct game *game);

/// The player in the lowest seat; those whose client has numbered a message come before bots.
/// @return 0 when nobody is here
game_player_id game_first_player(const struct game *game);

/// Applies one input at once: lookup, route and feedback happen here, movement in game_tick().
/// @return false when the input was refused: unknown player, index or viewport out of range, no ground
///         near the place. A refused input leaves no trace, so it need not be recorded.
bool game_apply(struct game *game, const struct game_input *input);

/// Advances the world by 1/60 s.
void game_tick(struct game *game);

/// Ticks since the world began.
uint64_t game_tick_count(const struct game *game);

/// A hash over the whole state of the world, bit for bit.
uint64_t game_hash(const struct game *game);

/// The scenes as they stand, for renderers and gestures; owned by the game, never changing.
const struct view_world *game_stage(const struct game *game);

/// Fills what `player` sees now. `view->number` is left to the caller.
/// @return false when there is no such player
bool game_view(const struct game *game, game_player_id player, struct view *view);

struct game_counters game_counters(const struct game *game);
