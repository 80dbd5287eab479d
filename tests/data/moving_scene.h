// Pictures like a game's, to try encoders on: ground with soft structure, houses with hard edges, a sky; the
// camera moves on by a little each frame.
#pragma once

#include <stdint.h>

#include "cloudsvc/stream/encoder.h"

struct moving_scene; // layout private to moving_scene.c

/// @return NULL when memory runs out
struct moving_scene *moving_scene_create(void);

/// Accepts NULL.
void moving_scene_destroy(struct moving_scene *scene);

/// Draws what the camera sees at a frame.
/// @param frame  number of the frame; the next one is 2 px further right and 1 px further down
void moving_scene_draw(const struct moving_scene *scene, uint32_t frame,
                       const struct encoder_picture *picture);
