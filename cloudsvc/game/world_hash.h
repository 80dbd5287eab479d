// A hash over the world's state, so that two runs can be compared bit for bit.
#pragma once

#include <stdint.h>

#include "cloudsvc/game/world.h"

/// Takes every field by itself, so that padding and pointers stay out of it. Counters and what never
/// changes do not belong to the state.
uint64_t world_hash(const struct game *game);
