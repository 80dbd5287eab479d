// Light as it is baked into vertices: a warm low sun, cool light from the sky, a little from the ground.
#pragma once

#include "render/view.h"

/// The light of one scene. Colours are factors on the surface's own.
struct light {
    struct view_vec3 to_sun; // unit
    struct view_vec3 sun, sky, ground;
    float dusk; // 0 day … 1 dusk, as dark as the sky: lamps are lit
    float moss; // 0 bare … 1 overgrown, as green as the sky
};

/// The late-afternoon sun stands behind the left shoulder of the usual camera, so that the walls one sees
/// are lit and shadows lead the eye into the picture.
struct light light_of_scene(const struct view_scene *scene);

/// The colour of a surface in this light; alpha stays.
/// @param normal    unit vector
/// @param openness  how much of its surroundings is open: 1 in the open, less in a crease
struct view_color light_shade(const struct light *light, struct view_vec3 normal, struct view_color color,
                              float openness);

/// Scales a colour; alpha stays.
struct view_color light_tint(struct view_color color, float factor);

/// The colour a fraction of the way from a to b, alpha included.
struct view_color light_mix(struct view_color a, struct view_color b, float fraction);
