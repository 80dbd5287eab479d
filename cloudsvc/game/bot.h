// The mind of a bot: a player that nobody plays.
//
// It decides from the view that a player in its place would see, and says so by the inputs that players have:
// goes to people of the Find list, talks, presses buttons, strolls, fights what comes near, rests. Pure and
// seeded: the same views give the same inputs. Owned by whoever drives it: bots.h.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/game.h"

enum {
    BOT_LOOK_TICKS = GAME_TICK_HZ / 2, // about so often it looks at the world: nobody is quicker for long
    BOT_PATIENCE_TICKS = 180 * GAME_TICK_HZ // after so long on one way it thinks of something else
};

enum bot_state {
    BOT_RESTING, // until `until_tick`
    BOT_GOING,   // to where the last input leads
    BOT_READING, // what somebody says, until `until_tick`
};

struct bot {
    struct random_generator random;
    enum bot_state state;
    uint64_t look_tick;  // when it looks next
    uint64_t until_tick; // when the state ends at the latest
    uint32_t enemy;      // that it fights; 0: none
    bool has_answered;   // pressed a button of the dialogue that is open
};

/// @param seed  its character: what it does when
/// @param tick  of the world, now
void bot_init(struct bot *bot, uint64_t seed, uint64_t tick);

/// Whether the bot looks at the world after tick `tick`; between looks it does nothing.
bool bot_looks(const struct bot *bot, uint64_t tick);

/// Looks at the world and decides.
/// @param pack        what there is to ask for
/// @param view        what the bot's avatar sees now
/// @param[out] input  what the bot does, `player` left to the caller
/// @return false when it does nothing
bool bot_think(struct bot *bot, const struct pack *pack, const struct view *view, struct game_input *input);

/// A name like people have, another one for each number below a hundred.
const char *bot_name(size_t number);
