// What all shaders know of the picture being drawn: one uniform block, filled once a picture.
#pragma once

#include <GLES3/gl3.h>

#include "render/frustum.h"
#include "render/light.h"
#include "render/view.h"

/// As `frame` in GLSL, in the layout std140.
struct frame_block {
    float matrix[16];
    float eye[4];       // w: time in seconds
    float fog_color[4]; // w: unused
    float fog[4];       // distance where it starts, 1 ÷ depth of it, most of it, unused
    float to_sun[4];    // w: dusk, as in struct light
    float sun[4];       // colour factors, as in struct light
    float sky[4];
    float ground[4];
    float picture[4]; // 2 ÷ width, 2 ÷ height, in pixels; unused twice
};

enum { FRAME_BLOCK_BINDING = 0 };

/// The block in GLSL, and `vec3 fogged(vec3 rgb, vec3 position)`.
extern const char *const frame_block_glsl;

/// Fills the block of the picture and makes it current for all programs.
/// @param buffer  a uniform buffer
void frame_block_upload(GLuint buffer, const struct frustum *frustum, const struct light *light,
                        struct view_color sky, float time_s);
