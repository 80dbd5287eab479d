// The tap mark in a decoded picture: is the white disc at this place?
//
// Pure: pixels in, verdict out. A tap is answered by an opaque white disc of VIEW_TAP_RADIUS of the
// picture's height, and nothing else in the game is pure white of that size. The test samples the disc and
// a ring around it, so that a white picture is no mark, and leaves room for the losses of a video codec.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// I420, BT.709 limited range: white is luma 235, chroma 128.
struct mark_picture {
    const uint8_t *planes[3];
    int strides[3];
    uint32_t width_px, height_px; // visible part, from the top left
};

/// @param x_px  middle of the tap; the disc may reach over the picture's edge, its middle may not
/// @param y_px  likewise
/// @return true when the disc is there, opaque
bool mark_is_at(const struct mark_picture *picture, float x_px, float y_px);
