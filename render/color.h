// Colours as the encoder takes them: BT.709, limited range, 8 bits [ITU-R BT.709-6, clauses 3 and 4].
//
// The frame buffer holds these, Y in red, U in green and V in blue: the matrix is applied to the few
// vertex colours instead of to every pixel, and blending, being affine, comes out the same.
#pragma once

#include <stdint.h>

#include "render/view.h"

struct color_yuv {
    float y, u, v; // 16 to 235, 16 to 240, 16 to 240
};

/// Converts a colour; its alpha is ignored.
struct color_yuv color_yuv_from_rgb(struct view_color color);

/// The same in GLSL: `vec4 picture_color(vec3 rgb, float alpha)`, for the last line of every shader that
/// decides a colour; and `vec4 premultiplied(vec4)` of it, for those that are blended.
extern const char *const color_glsl;
