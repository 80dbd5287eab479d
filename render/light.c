#include "render/light.h"

#include "render/vector.h"

// Of the light on level ground, what comes from the sun.
#define SUN_SHARE 0.52f

static uint8_t to_byte(float value)
{
    if (!(value > 0)) {
        return 0;
    }
    return value < 255 ? (uint8_t)lrintf(value) : 255;
}

// Brightness to the eye [ITU-R BT.709].
static float brightness(struct view_vec3 light)
{
    return 0.2126f * light.x + 0.7152f * light.y + 0.0722f * light.z;
}

static float share(float value)
{
    return fminf(fmaxf(value, 0), 1);
}

static float dusk_under(struct view_color sky)
{
    return share((0.6f - brightness((struct view_vec3){sky.r, sky.g, sky.b}) / 255) / 0.25f);
}

static float moss_under(struct view_color sky)
{
    return share((sky.g - fmaxf(sky.r, sky.b)) / 16);
}

struct light light_of_scene(const struct view_scene *scene)
{
    struct view_color sun = scene->sun;
    struct view_color sky = scene->sky;
    struct light light = {
        .to_sun = vector_normalize((struct view_vec3){-0.62f, 0.66f, -0.42f}),
        .sun = {sun.r / 255.0f, sun.g / 255.0f, sun.b / 255.0f},
        // A third the sky's own colour, the rest a cool blue: shadows must look cool under any sky.
        .sky = {sky.r / 765.0f + 0.40f, sky.g / 765.0f + 0.50f, sky.b / 765.0f + 0.62f},
        .ground = {0.44f, 0.39f, 0.36f},
    };
    // Level ground in the sun keeps its own brightness, under any sun and any sky by day.
    light.sun = vector_scale(light.sun, SUN_SHARE / (brightness(light.sun) * light.to_sun.y + 0.01f));
    light.sky = vector_scale(light.sky, (1 - SUN_SHARE) / (brightness(light.sky) + 0.01f));
    light.dusk = dusk_under(sky);
    light.moss = moss_under(sky);
    light.sun = vector_scale(light.sun, 1 - 0.5f * light.dusk);
    light.sky = vector_scale(light.sky, 1 - 0.25f * light.dusk);
    light.ground = vector_scale(light.ground, 1 - 0.3f * light.dusk);
    return light;
}

struct view_color light_shade(const struct light *light, struct view_vec3 normal, struct view_color color,
                              float openness)
{
    float sun = vector_dot(normal, light->to_sun);
    struct view_vec3 sum = vector_scale(light->sky, 0.5f + 0.5f * normal.y);
    sum = vector_add(sum, vector_scale(light->ground, 0.5f - 0.5f * normal.y));
    if (sun > 0) {
        sum = vector_add(sum, vector_scale(light->sun, sun));
    }
    sum = vector_scale(sum, openness);
    return (struct view_color){to_byte(color.r * sum.x), to_byte(color.g * sum.y), to_byte(color.b * sum.z),
                               color.a};
}

struct view_color light_tint(struct view_color color, float factor)
{
    return (struct view_color){to_byte(color.r * factor), to_byte(color.g * factor),
                               to_byte(color.b * factor), color.a};
}

struct view_color light_mix(struct view_color a, struct view_color b, float fraction)
{
    return (struct view_color){
        to_byte(a.r + (b.r - a.r) * fraction),
        to_byte(a.g + (b.g - a.g) * fraction),
        to_byte(a.b + (b.b - a.b) * fraction),
        to_byte(a.a + (b.a - a.a) * fraction),
    };
}
