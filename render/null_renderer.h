// A renderer without a driver: a flat background and the tap marks, in plain C.
#pragma once

#include "render/renderer.h"

/// Fills the target with the sky's colour of the view's scene and draws the view's tap marks over it.
void null_renderer_draw(struct view_color background, const struct view *view,
                        const struct renderer_target *target);
