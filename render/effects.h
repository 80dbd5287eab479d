// Strikes, shots, healing and the like, and the bars over the heads of who is hurt, as translucent shapes.
#pragma once

#include "render/glow.h"
#include "render/view.h"

/// No effect takes more vertices, and none more than twice as many indices.
enum { EFFECT_VERTICES_MAX = 200, EFFECT_BAR_VERTICES = 12 };

/// Adds an effect as it looks at its age.
void effects_add(const struct glow *glow, const struct view_effect *effect);

/// Adds the bar of an actor's health; none while it is unhurt.
void effects_add_bar(const struct glow *glow, const struct view_actor *actor);
