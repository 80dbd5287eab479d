#include "render/light.h"

#include "render/vector.h"

static uint8_t to_byte(float value)
{
    if (!(value > 0)) {
        return 0;
    }
    return value < 255 ? (uint8_t)(value + 0.5f) : 255;
}

struct light light_of_scene(const struct view_scene *scene)
{
    struct view_color sun = scene->sun;
    struct view_color sky = scene->sky;
    // Half the sky's own colour, half a cool blue: shadows must look cool under any sky.
    return (struct light){
        .to_sun = vector_normalize((struct view_vec3){-0.62f, 0.66f, -0.42f}),
        .sun = vector_scale((struct view_vec3){sun.r, sun.g, sun.b}, 0.84f / 255),
        .sky = vector_scale((struct view_vec3){0.5f * sky.r + 70, 0.5f * sky.g + 84, 0.5f * sky.b + 122}, 0.56f / 255),
        .ground = {0.34f, 0.29f, 0.27f},
    };
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
    return (struct view_color){to_byte(color.r * sum.x), to_byte(color.g * sum.y), to_byte(color.b * sum.z), color.a};
}

struct view_color light_tint(struct view_color color, float factor)
{
    return (struct view_color){to_byte(color.r * factor), to_byte(color.g * factor), to_byte(color.b * factor),
                               color.a};
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
