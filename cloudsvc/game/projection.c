#include "cloudsvc/game/projection.h"

#include <math.h>

double vector_dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(double x, double y, double z)
{
    double length = sqrt(x * x + y * y + z * z);
    if (length < 1e-9)
        return (struct vector){1.0, 0.0, 0.0};
    return (struct vector){x / length, y / length, z / length};
}

static struct vector cross(struct vector a, struct vector b)
{
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

void projection_init(struct projection *projection, const struct view *view)
{
    const struct view_camera *camera = &view->camera;
    struct vector forward = unit(camera->target.x - camera->eye.x, camera->target.y - camera->eye.y,
                                 camera->target.z - camera->eye.z);
    struct vector right = unit(forward.z, 0.0, -forward.x); // up × forward
    *projection = (struct projection){
        .eye = {camera->eye.x, camera->eye.y, camera->eye.z},
        .right = right,
        .up = cross(forward, right),
        .forward = forward,
        .tan_half_fov_x = camera->tan_half_fov_y * (double)view->width_px / view->height_px,
        .tan_half_fov_y = camera->tan_half_fov_y,
        .width_px = view->width_px,
        .height_px = view->height_px,
        .near_m = camera->near_m,
    };
}

double projection_point(const struct projection *projection, struct vector point, double *x_px, double *y_px)
{
    struct vector from_eye = {point.x - projection->eye.x, point.y - projection->eye.y,
                              point.z - projection->eye.z};
    double depth_m = vector_dot(from_eye, projection->forward);
    if (depth_m < projection->near_m)
        return depth_m;
    double x = vector_dot(from_eye, projection->right) / (depth_m * projection->tan_half_fov_x);
    double y = vector_dot(from_eye, projection->up) / (depth_m * projection->tan_half_fov_y);
    *x_px = (1.0 + x) / 2.0 * projection->width_px;
    *y_px = (1.0 - y) / 2.0 * projection->height_px;
    return depth_m;
}

struct vector projection_ray(const struct projection *projection, double x_px, double y_px)
{
    double x = (2.0 * x_px / projection->width_px - 1.0) * projection->tan_half_fov_x;
    double y = (1.0 - 2.0 * y_px / projection->height_px) * projection->tan_half_fov_y;
    struct vector forward = projection->forward;
    struct vector right = projection->right;
    struct vector up = projection->up;
    return unit(forward.x + right.x * x + up.x * y, forward.y + right.y * x + up.y * y,
                forward.z + right.z * x + up.z * y);
}
