// A view's camera as the renderer uses it: a matrix, what it sees, where points land in the picture.
#pragma once

#include <cglm/types.h>
#include <stdbool.h>

#include "render/view.h"

struct frustum {
    mat4 matrix;    // scene to clip space, with y downwards (see gl_target_read())
    vec4 planes[6]; // of the frustum, facing inwards
    struct view_vec3 eye;
    float width_px, height_px;
    float distance_m;      // from the eye to the middle of the picture
    float pixels_per_unit; // height in pixels of one metre at one metre's distance
};

/// @param width_px   of the picture
/// @param height_px  of the picture
struct frustum frustum_init(const struct view_camera *view, float width_px, float height_px);

/// Where a point lands in the picture, in pixels from the top left.
/// @param[out] depth_m  distance along the camera's axis
/// @return false when it is behind the camera
bool frustum_project(const struct frustum *frustum, struct view_vec3 point, float *x_px, float *y_px,
                     float *depth_m);

/// Whether any of a box may be in the picture.
bool frustum_sees_box(const struct frustum *frustum, struct view_vec3 min, struct view_vec3 max);

bool frustum_sees_ball(const struct frustum *frustum, struct view_vec3 center, float radius_m);
