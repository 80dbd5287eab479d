// Short things to be seen: strikes, shots, healing, dashes, hits and new levels, each for part of a second.
//
// Part of the game; the newest push out the oldest. Owned by the sim thread.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/position.h"
#include "render/view.h"

struct game;

enum { EFFECTS_MAX = 128 };

struct effect {
    enum view_effect_kind kind;
    struct nav_position at, to;
    uint64_t begin_tick;
    uint64_t end_tick; // it is gone
};

/// Zeroed: none.
struct effects {
    struct effect all[EFFECTS_MAX]; // a ring
    size_t next;                    // where the next is written
};

/// Shows something from now on, for as long as its kind lasts.
/// @param at  on the ground
/// @param to  in the same scene; of what is at one place: the same as `at`
void effect_begin(struct game *game, enum view_effect_kind kind, const struct nav_position *at,
                  const struct nav_position *to);

/// Adds what a player sees of them to the view, the newest first, and the shots that fly.
/// @param slot  of a player who is here
void effect_fill(const struct game *game, uint32_t slot, struct view *view);
