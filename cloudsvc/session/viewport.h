// The picture that fits a client's viewport.
#pragma once

#include <stdint.h>

#include "cloudsvc/game/game.h"
#include "cloudsvc/stream/protocol.h"

/// CSS size times pixel ratio, scaled down to `pixels_max` and to the renderer's largest side with its shape
/// kept; no side is below the renderer's smallest. Insets are the viewport's, at most a quarter of the
/// picture. The density is one that the game takes, also where a large screen gets a tiny picture.
/// @param pixels_max  width times height, at least RENDERER_SIZE_MIN squared
struct game_viewport viewport_picture(const struct protocol_viewport *viewport, uint32_t pixels_max);
