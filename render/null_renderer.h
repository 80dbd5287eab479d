// A renderer without a driver: a flat background, in plain C.
#pragma once

#include "render/renderer.h"

/// Fills the target with one colour.
void null_renderer_draw(struct view_color background, const struct renderer_target *target);
