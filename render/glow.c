#include "render/glow.h"

#include <math.h>

#include "render/vector.h"

enum { SIDES = 14 };

struct glow glow_init(struct mesh *mesh, const struct view_camera *camera)
{
    struct view_vec3 ahead = vector_normalize(vector_subtract(camera->target, camera->eye));
    // The camera does not roll: its right is level.
    struct view_vec3 right = vector_right((struct view_vec3){0, 0, 0}, ahead);
    return (struct glow){.mesh = mesh, .right = right, .up = vector_cross(ahead, right), .eye = camera->eye};
}

struct view_color glow_faded(struct view_color color, float opacity)
{
    color.a = (uint8_t)(255 * fminf(fmaxf(opacity, 0), 1));
    return color;
}

void glow_quad(const struct glow *glow, const struct view_vec3 corners[4], struct view_color first,
               struct view_color second)
{
    mesh_add_polygon(glow->mesh, corners, (struct view_color[]){first, first, second, second}, 4);
}

static struct view_vec3 round_about(struct view_vec3 center, struct view_vec3 along, struct view_vec3 across,
                                    float radius_m, int side)
{
    float angle_r = 2 * (float)M_PI * (float)side / SIDES;
    return vector_add(center, vector_add(vector_scale(along, radius_m * cosf(angle_r)),
                                         vector_scale(across, radius_m * sinf(angle_r))));
}

void glow_ring(const struct glow *glow, struct view_vec3 center, float inner_m, float outer_m,
               struct view_color inner, struct view_color outer)
{
    const struct view_vec3 east = {1, 0, 0};
    const struct view_vec3 north = {0, 0, 1};
    for (int side = 0; side < SIDES; side++) {
        const struct view_vec3 corners[4] = {round_about(center, east, north, inner_m, side),
                                             round_about(center, east, north, inner_m, side + 1),
                                             round_about(center, east, north, outer_m, side + 1),
                                             round_about(center, east, north, outer_m, side)};
        glow_quad(glow, corners, inner, outer);
    }
}

void glow_disc(const struct glow *glow, struct view_vec3 center, float radius_m, struct view_color middle,
               struct view_color rim)
{
    for (int side = 0; side < SIDES; side++) {
        const struct view_vec3 corners[3] = {center,
                                             round_about(center, glow->right, glow->up, radius_m, side),
                                             round_about(center, glow->right, glow->up, radius_m, side + 1)};
        mesh_add_polygon(glow->mesh, corners, (struct view_color[]){middle, rim, rim}, 3);
    }
}

void glow_ray(const struct glow *glow, struct view_vec3 from, struct view_vec3 to, float from_m, float to_m,
              struct view_color first, struct view_color second)
{
    struct view_vec3 along = vector_subtract(to, from);
    struct view_vec3 across = vector_normalize(vector_cross(along, vector_subtract(glow->eye, from)));
    struct view_vec3 wide = vector_scale(across, from_m / 2);
    struct view_vec3 narrow = vector_scale(across, to_m / 2);
    const struct view_vec3 corners[4] = {vector_subtract(from, wide), vector_add(from, wide),
                                         vector_add(to, narrow), vector_subtract(to, narrow)};
    glow_quad(glow, corners, first, second);
}
