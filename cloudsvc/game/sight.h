// How far a straight line over the ground leads before a solid or a door that is shut stands in its way.
#pragma once

#include "cloudsvc/game/direction.h"
#include "nav/position.h"

struct game;

/// @param from    on the ground: what stands on other floors is not in the way
/// @param along   unit vector
/// @param most_m  how far to look
/// @return metres in plan, at most most_m
double sight_clear_m(const struct game *game, const struct nav_position *from, struct direction along,
                     double most_m);
