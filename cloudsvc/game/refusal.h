// There is no way: the player is told why, and may go as near as one can get.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/nav.h"

struct errand;
struct game;
struct player;

/// Part of the player: what is offered after a goal was refused.
struct refusal {
    struct nav_position nearest; // before the gate in the way, or the reachable place nearest to the goal
    uint64_t end_tick;           // until then the player may ask to be led there
};

/// Says why an errand cannot be begun: the reason of the trip just asked for, or in its own words the first
/// of the shut gates that would let the player through if they were open. Offers the nearest place, if there
/// is one, for as long as the message stays.
/// @param status  anything but NAV_FOUND
/// @param errand  that was meant
void refusal_say(struct game *game, struct player *player, enum nav_status status,
                 const struct errand *errand);

/// Whether the player may ask to be led as near as one can get: there is a button for it.
bool refusal_offers_nearest(const struct game *game, const struct player *player);
