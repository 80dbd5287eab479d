// Translucent shapes that are made anew for every picture: bands, discs and rays, facing up or facing the
// camera.
//
// Drawn with the scene's overlay program and without culling, so which side is the front does not matter.
#pragma once

#include "render/frustum.h"
#include "render/mesh.h"
#include "render/view.h"

/// Where shapes go, and which way the camera's picture lies in the scene.
struct glow {
    struct mesh *mesh;
    struct view_vec3 right, up; // unit vectors along the picture's sides
    struct view_vec3 eye;
};

/// @param mesh  fixed, see mesh_fix(): what does not fit is left out
struct glow glow_init(struct mesh *mesh, const struct view_camera *camera);

/// `color` with another opacity, 0 to 1.
struct view_color glow_faded(struct view_color color, float opacity);

/// A quad of two colours: one along its first side a–b, the other along c–d.
void glow_quad(const struct glow *glow, const struct view_vec3 corners[4], struct view_color first,
               struct view_color second);

/// A level band around a place, from one radius to another.
void glow_ring(const struct glow *glow, struct view_vec3 center, float inner_m, float outer_m,
               struct view_color inner, struct view_color outer);

/// A disc that faces the camera.
void glow_disc(const struct glow *glow, struct view_vec3 center, float radius_m, struct view_color middle,
               struct view_color rim);

/// A ray that faces the camera, as wide as `from_m` where it begins and `to_m` where it ends.
void glow_ray(const struct glow *glow, struct view_vec3 from, struct view_vec3 to, float from_m, float to_m,
              struct view_color first, struct view_color second);
