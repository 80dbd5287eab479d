// A picture in memory: drawn by a renderer as I420, looked at pixel by pixel, kept as a PNG file.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "render/renderer.h"

/// I420 with rows that are longer than the picture, as an encoder's are.
struct picture {
    uint32_t width_px, height_px; // even
    struct renderer_target target;
};

/// @param width_px   of the view; rounded up when odd
/// @param height_px  likewise
/// @return NULL when memory runs out
struct picture *picture_create(uint32_t width_px, uint32_t height_px);

/// Accepts NULL.
void picture_destroy(struct picture *picture);

/// One pixel as BT.709 RGB.
struct view_color picture_color(const struct picture *picture, uint32_t x, uint32_t y);

/// Whether a pixel is pure white: the only thing that is, is a tap mark.
bool picture_is_white(const struct picture *picture, uint32_t x, uint32_t y);

// ---- RGB and files -------------------------------------------------------------------------------

/// 8-bit RGB, rows without gaps.
struct image {
    uint32_t width_px, height_px;
    uint8_t *pixels; // 3 bytes each
};

/// @return pixels are NULL when memory runs out
struct image image_of_picture(const struct picture *picture);

/// In half the size: the mean of each two by two pixels; an odd column or row at the end is left out.
/// @return pixels are NULL when memory runs out
struct image image_halve(const struct image *image);

/// Reads a PNG file of 8-bit RGB.
/// @return pixels are NULL when it cannot be read
struct image image_load(const char *path);

bool image_save(const struct image *image, const char *path);

void image_finish(struct image *image);
