#include "render/frame_block.h"

#include <string.h>

const char *const frame_block_glsl =
    "layout(std140) uniform frame_block\n"
    "{\n"
    "    mat4 matrix;\n"
    "    vec4 eye, fog_color, fog, to_sun, sun, sky, ground, picture;\n"
    "} frame;\n"
    "vec3 fogged(vec3 rgb, vec3 position)\n"
    "{\n"
    "    float depth = (distance(position, frame.eye.xyz) - frame.fog.x) * frame.fog.y;\n"
    "    return mix(rgb, frame.fog_color.rgb, frame.fog.z * clamp(depth, 0.0, 1.0));\n"
    "}\n";

// Fog begins behind what the camera looks at, and never hides a place altogether.
#define FOG_START 1.3f
#define FOG_DEPTH 2.6f
#define FOG_MOST  0.85f

static void store(float *to, struct view_vec3 from, float w)
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
    to[3] = w;
}

void frame_block_upload(GLuint buffer, const struct frustum *frustum, const struct light *light,
                        struct view_color sky, float time_s)
{
    struct frame_block block = {0};
    memcpy(block.matrix, frustum->matrix, sizeof block.matrix);
    store(block.eye, frustum->eye, time_s);
    store(block.fog_color, (struct view_vec3){sky.r / 255.0f, sky.g / 255.0f, sky.b / 255.0f}, 0);
    store(block.fog,
          (struct view_vec3){FOG_START * frustum->distance_m, 1 / (FOG_DEPTH * frustum->distance_m + 1e-3f),
                             FOG_MOST},
          0);
    store(block.to_sun, light->to_sun, light->dusk);
    store(block.sun, light->sun, 0);
    store(block.sky, light->sky, 0);
    store(block.ground, light->ground, 0);
    store(block.picture, (struct view_vec3){2 / frustum->width_px, 2 / frustum->height_px, 0}, 0);
    glBindBufferBase(GL_UNIFORM_BUFFER, FRAME_BLOCK_BINDING, buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
}
