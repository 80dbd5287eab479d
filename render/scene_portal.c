// Places that lead elsewhere: a ring of light on the ground and a veil that rises from it.
#include <math.h>

#include "render/scene_build.h"
#include "render/vector.h"

enum { SIDES = 16 };

#define RING_INNER_M 0.62f
#define RING_OUTER_M 0.86f
#define GLOW_M       1.25f // where the light around the ring ends
#define VEIL_M       1.9f  // height
#define LIFT_M       (2 * SCENE_OVERLAY_LIFT_M)

static const struct view_color ring_color = {214, 250, 255, 235};
static const struct view_color glow_color = {96, 214, 240, 150};
static const struct view_color veil_color = {140, 232, 255, 120};

static struct view_color faded(struct view_color color)
{
    color.a = 0;
    return color;
}

static struct view_vec3 on_ring(struct view_vec3 center, int side, float radius_m, float up_m)
{
    float angle_r = 6.2831853f / SIDES * (float)side;
    return (struct view_vec3){center.x + radius_m * cosf(angle_r), center.y + up_m,
                              center.z + radius_m * sinf(angle_r)};
}

// A band on the ground from one radius to a larger one.
static void add_band(struct mesh *mesh, struct view_vec3 center, int side, float inner_m, float outer_m,
                     struct view_color inner, struct view_color outer)
{
    const struct view_vec3 points[4] = {
        on_ring(center, side, inner_m, LIFT_M), on_ring(center, side, outer_m, LIFT_M),
        on_ring(center, side + 1, outer_m, LIFT_M), on_ring(center, side + 1, inner_m, LIFT_M)};
    mesh_add_polygon(mesh, points, (struct view_color[]){inner, outer, outer, inner}, 4);
}

// Seen from outside and from inside, so that its far half shines through the near one.
static void add_veil(struct mesh *mesh, struct view_vec3 center, int side)
{
    const struct view_vec3 points[4] = {
        on_ring(center, side, RING_OUTER_M, 0), on_ring(center, side, RING_OUTER_M, VEIL_M),
        on_ring(center, side + 1, RING_OUTER_M, VEIL_M), on_ring(center, side + 1, RING_OUTER_M, 0)};
    struct view_color top = faded(veil_color);
    mesh_add_polygon(mesh, points, (struct view_color[]){veil_color, top, top, veil_color}, 4);
    const struct view_vec3 back[4] = {points[3], points[2], points[1], points[0]};
    mesh_add_polygon(mesh, back, (struct view_color[]){veil_color, top, top, veil_color}, 4);
}

void scene_build_portals(struct scene_build *build)
{
    for (size_t i = 0; i < build->scene->portal_count; i++) {
        struct view_vec3 center = build->scene->portals[i].position;
        struct mesh *mesh = &scene_build_chunk(build, center.x, center.z)->layers[SCENE_OVERLAY];
        for (int side = 0; side < SIDES; side++) {
            add_band(mesh, center, side, 0, RING_INNER_M, faded(glow_color), glow_color);
            add_band(mesh, center, side, RING_INNER_M, RING_OUTER_M, ring_color, ring_color);
            add_band(mesh, center, side, RING_OUTER_M, GLOW_M, glow_color, faded(glow_color));
            add_veil(mesh, center, side);
        }
    }
}
