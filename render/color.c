#include "render/color.h"

// Luma's weights of the three primaries, and the scale from a colour difference to chroma.
#define WEIGHT_R 0.2126f
#define WEIGHT_G 0.7152f
#define WEIGHT_B 0.0722f
#define SCALE_U  1.8556f
#define SCALE_V  1.5748f

struct color_yuv color_yuv_from_rgb(struct view_color color)
{
    float r = color.r / 255.0f;
    float g = color.g / 255.0f;
    float b = color.b / 255.0f;
    float luma = WEIGHT_R * r + WEIGHT_G * g + WEIGHT_B * b;
    return (struct color_yuv){
        .y = 16.0f + 219.0f * luma,
        .u = 128.0f + 224.0f * (b - luma) / SCALE_U,
        .v = 128.0f + 224.0f * (r - luma) / SCALE_V,
    };
}

const char *const color_glsl = "vec4 picture_color(vec3 rgb, float alpha)\n"
                               "{\n"
                               "    rgb = clamp(rgb, 0.0, 1.0);\n"
                               "    float luma = dot(rgb, vec3(0.2126, 0.7152, 0.0722));\n"
                               "    vec3 yuv = vec3(16.0 + 219.0 * luma,\n"
                               "                    128.0 + 224.0 * (rgb.b - luma) / 1.8556,\n"
                               "                    128.0 + 224.0 * (rgb.r - luma) / 1.5748);\n"
                               "    return vec4(yuv / 255.0, alpha);\n"
                               "}\n"
                               "vec4 premultiplied(vec4 color)\n"
                               "{\n"
                               "    return vec4(color.rgb * color.a, color.a);\n"
                               "}\n";
