// What a player has in them: health, energy, a score and the level that it makes, and how far skills have
// cooled down.
//
// Whole numbers alone. Health and energy are counted in parts, so many a point that what comes back in a tick
// is a whole number of them. Part of the player; owned by the sim thread.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"
#include "render/view.h"

enum {
    VITALS_PARTS = 60,       // of a point
    VITALS_POINTS_MAX = 100, // of health, and of energy
    VITALS_MAX = VITALS_POINTS_MAX * VITALS_PARTS,
    VITALS_ENERGY_RATE = 8,               // points a second that come back: parts a tick
    VITALS_HEALTH_RATE = 2,               // likewise of health, after a while without a wound
    VITALS_HEALING_RATE = 15,             // likewise while a healing works
    VITALS_CALM_TICKS = 5 * GAME_TICK_HZ, // so long after a wound health comes back by itself
    VITALS_SWING_TICKS = 24,              // a blow is seen
    VITALS_HURT_TICKS = 18,               // a wound is seen
    VITALS_LEVEL_SCORE = 100,             // level 2 takes so much, level 3 twice as much more, and so on
};

/// Zeroed: nobody is alive. vitals_begin() makes somebody.
struct vitals {
    uint32_t health, energy; // parts, at most VITALS_MAX
    uint32_t healing;        // parts of health that a healing has still to give
    uint32_t calm_ticks;     // until health comes back by itself
    uint32_t score;
    uint32_t cooldown_ticks[GAME_SKILL_COUNT]; // until the skill can be used again
    uint32_t swing_ticks;                      // of a blow to be seen: what is left
    uint32_t hurt_ticks;                       // of a wound to be seen: what is left
    uint32_t faint_ticks;                      // since the last health was lost
};

/// Full health and energy; no wounds, no cooldowns. The score stays.
void vitals_refresh(struct vitals *vitals);

/// Advances by 1/60 s. The dead stay dead.
void vitals_step(struct vitals *vitals);

/// Takes health; ends a healing under way.
/// @param points  of health
/// @return true when none is left by that
bool vitals_wound(struct vitals *vitals, uint32_t points);

/// Gives health little by little.
/// @param points  of health
void vitals_heal(struct vitals *vitals, uint32_t points);

bool vitals_is_alive(const struct vitals *vitals);

/// @param points  of energy
bool vitals_has_energy(const struct vitals *vitals, uint32_t points);

/// Takes energy that is there.
/// @param points  of energy, no more than there are
void vitals_spend(struct vitals *vitals, uint32_t points);

/// Adds to the score; no more than fits is kept.
/// @return true when that has raised the level
bool vitals_earn(struct vitals *vitals, uint32_t score);

/// 1 without a score; level n takes n (n - 1) / 2 times VITALS_LEVEL_SCORE.
uint32_t vitals_level(const struct vitals *vitals);

/// Share of full health, 0 to 1.
float vitals_health(const struct vitals *vitals);

/// Share of full energy, 0 to 1.
float vitals_energy(const struct vitals *vitals);

/// Writes what of it is seen: damage, swing and hurt.
void vitals_fill(const struct vitals *vitals, struct view_actor *actor);
