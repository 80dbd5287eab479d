// Dashes: straight ahead, over ground and small gaps in it, never through what stands there.
#pragma once

#include <stdbool.h>

#include "cloudsvc/game/direction.h"
#include "nav/position.h"

struct game;

#define DASH_M      5.0 // as far as it leads
#define DASH_GAP_M  3.0 // the widest gap that it crosses
#define DASH_RISE_M 1.0 // the other side of a gap is at most so much higher or lower

/// Where a dash lands: the farthest place ahead that lies on ground. The way there is ground that one can
/// walk on, steps included, or gaps, but nothing that sight.h stops at and nothing under a ceiling that is
/// not ground. Behind a gap it lands only where a way leads back from: to where it began, or to the spawn.
/// @param from          where the avatar stands
/// @param along         unit vector
/// @param[out] landing  on the ground
/// @return false when it would lead nowhere: less than half a metre
bool dash_landing(struct game *game, const struct nav_position *from, struct direction along,
                  struct nav_position *landing);
