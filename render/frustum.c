#include "render/frustum.h"

#include <cglm/cglm.h>
#include <cglm/clipspace/persp_lh_no.h>
#include <cglm/clipspace/view_lh.h>
#include <string.h>

#include "render/vector.h"

struct frustum frustum_init(const struct view_camera *view, float width_px, float height_px)
{
    struct frustum frustum = {
        .eye = view->eye,
        .width_px = width_px,
        .height_px = height_px,
        .distance_m = vector_length(vector_subtract(view->target, view->eye)),
        .pixels_per_unit = 0.5f * height_px / view->tan_half_fov_y,
    };
    mat4 look;
    mat4 projection;
    vec3 eye = {view->eye.x, view->eye.y, view->eye.z};
    vec3 target = {view->target.x, view->target.y, view->target.z};
    vec3 up = {0, 1, 0};
    glm_lookat_lh(eye, target, up, look);
    glm_perspective_lh_no(2 * atanf(view->tan_half_fov_y), width_px / height_px, view->near_m, view->far_m,
                          projection);
    projection[1][1] = -projection[1][1];
    glm_mat4_mul(projection, look, frustum.matrix);
    glm_frustum_planes(frustum.matrix, frustum.planes);
    return frustum;
}

bool frustum_project(const struct frustum *frustum, struct view_vec3 point, float *x_px, float *y_px,
                     float *depth_m)
{
    mat4 matrix;
    vec4 clip;
    memcpy(matrix, frustum->matrix, sizeof matrix);
    glm_mat4_mulv(matrix, (vec4){point.x, point.y, point.z, 1}, clip);
    *depth_m = clip[3];
    if (clip[3] <= 0) {
        return false;
    }
    *x_px = (0.5f + 0.5f * clip[0] / clip[3]) * frustum->width_px;
    *y_px = (0.5f + 0.5f * clip[1] / clip[3]) * frustum->height_px;
    return true;
}

bool frustum_sees_box(const struct frustum *frustum, struct view_vec3 min, struct view_vec3 max)
{
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum->planes[i];
        float x = plane[0] > 0 ? max.x : min.x;
        float y = plane[1] > 0 ? max.y : min.y;
        float z = plane[2] > 0 ? max.z : min.z;
        if (plane[0] * x + plane[1] * y + plane[2] * z + plane[3] < 0) {
            return false;
        }
    }
    return true;
}

bool frustum_sees_ball(const struct frustum *frustum, struct view_vec3 center, float radius_m)
{
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum->planes[i];
        if (plane[0] * center.x + plane[1] * center.y + plane[2] * center.z + plane[3] < -radius_m) {
            return false;
        }
    }
    return true;
}
