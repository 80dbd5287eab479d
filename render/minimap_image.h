// A scene from above as a small picture, north up: what a minimap shows of it. Load time only.
#pragma once

#include <stdint.h>

#include "render/view.h"

enum { MINIMAP_PX_MAX = 512, MINIMAP_CHANNELS = 3 };

/// Pixels are colours as the encoder takes them (render/color.h): Y, U, V; rows from the north.
struct minimap_image {
    uint8_t *pixels;
    uint32_t width_px, height_px;
    float west_m, north_m; // of the picture's upper left corner
    float pixel_m;         // side of a pixel
};

/// Draws the scene's ground, lower floors first, and what stands on it; gates are left out.
/// @return pixels are NULL when memory runs out
struct minimap_image minimap_image_create(const struct view_scene *scene);

void minimap_image_finish(struct minimap_image *image);
