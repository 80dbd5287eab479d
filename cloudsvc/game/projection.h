// From the world to the picture and back, by a view's camera.
#pragma once

#include <stdbool.h>

#include "render/view.h"

struct vector {
    double x, y, z;
};

double vector_dot(struct vector a, struct vector b);

struct projection {
    struct vector eye;
    struct vector right, up, forward; // unit vectors; the picture's x, the other way of its y, into it
    double tan_half_fov_x, tan_half_fov_y;
    double width_px, height_px;
    double near_m;
};

void projection_init(struct projection *projection, const struct view *view);

/// @param[out] x_px  where the point lies in the picture, also outside of its edges
/// @param[out] y_px  likewise; neither is written when the point is nearer than near_m or behind the eye
/// @return depth in front of the eye in metres
double projection_point(const struct projection *projection, struct vector point, double *x_px, double *y_px);

/// The unit vector from the eye through a place of the picture.
struct vector projection_ray(const struct projection *projection, double x_px, double y_px);
