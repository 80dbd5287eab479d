// The shapes of animals, for render/actor_model.h: one unit high, looking along +z, on legs that walk.
#pragma once

#include <stdbool.h>

#include "render/sculptor.h"

/// Lean, with pointed ears and a bushy tail.
void actor_animal_wolf(struct sculptor *sculptor, bool is_coarse);

/// Stout, with tusks and bristles along its back.
void actor_animal_boar(struct sculptor *sculptor, bool is_coarse);

/// Broad and flat, with two claws.
void actor_animal_crab(struct sculptor *sculptor, bool is_coarse);
