#include "render/sculptor.h"

#include <assert.h>
#include <math.h>

#include "render/vector.h"

void sculptor_triangle(struct sculptor *sculptor, struct view_vec3 a, struct view_vec3 b, struct view_vec3 c)
{
    struct view_vec3 normal = vector_cross(vector_subtract(c, a), vector_subtract(b, a));
    if (vector_dot(normal, normal) < 1e-12f) {
        return;
    }
    normal = vector_scale(vector_normalize(normal), 127);
    const struct view_vec3 corners[3] = {a, b, c};
    assert(sculptor->count + 3 <= ACTOR_MODEL_VERTICES_MAX);
    for (int i = 0; i < 3; i++) {
        sculptor->vertices[sculptor->count++] =
            (struct actor_vertex){.x = corners[i].x,
                                  .y = corners[i].y,
                                  .z = corners[i].z,
                                  .pivot_y = sculptor->pivot_y,
                                  .pivot_z = sculptor->pivot_z,
                                  .strike = sculptor->strike,
                                  .normal = {(int8_t)normal.x, (int8_t)normal.y, (int8_t)normal.z},
                                  .swing = sculptor->swing,
                                  .paint = sculptor->paint};
    }
}

void sculptor_quad(struct sculptor *sculptor, struct view_vec3 a, struct view_vec3 b, struct view_vec3 c,
                   struct view_vec3 d)
{
    sculptor_triangle(sculptor, a, b, c);
    sculptor_triangle(sculptor, a, c, d);
}

struct view_vec3 sculptor_ring_corner(const struct ring *ring, int side, int sides)
{
    float angle_r = 2 * (float)M_PI * ((float)side + 0.5f) / (float)sides - 0.5f * (float)M_PI;
    return (struct view_vec3){ring->center.x + ring->half_width * cosf(angle_r), ring->center.y,
                              ring->center.z + ring->half_depth * sinf(angle_r)};
}

void sculptor_band(struct sculptor *sculptor, const struct ring *lower, const struct ring *upper, int sides)
{
    for (int side = 0; side < sides; side++) {
        sculptor_quad(sculptor, sculptor_ring_corner(lower, side, sides),
                      sculptor_ring_corner(lower, side + 1, sides),
                      sculptor_ring_corner(upper, side + 1, sides), sculptor_ring_corner(upper, side, sides));
    }
}

void sculptor_body(struct sculptor *sculptor, const struct ring *rings, size_t count, int sides)
{
    for (size_t i = 0; i + 1 < count; i++) {
        sculptor_band(sculptor, &rings[i], &rings[i + 1], sides);
    }
}

static struct view_vec3 upright_corner(const struct ring *ring, int side, int sides)
{
    float angle_r = 2 * (float)M_PI * ((float)side + 0.5f) / (float)sides - 0.5f * (float)M_PI;
    return (struct view_vec3){ring->center.x + ring->half_width * cosf(angle_r),
                              ring->center.y + ring->half_depth * sinf(angle_r), ring->center.z};
}

void sculptor_loft(struct sculptor *sculptor, const struct ring *rings, size_t count, int sides)
{
    for (size_t i = 0; i + 1 < count; i++) {
        for (int side = 0; side < sides; side++) {
            sculptor_quad(
                sculptor, upright_corner(&rings[i], side, sides), upright_corner(&rings[i + 1], side, sides),
                upright_corner(&rings[i + 1], side + 1, sides), upright_corner(&rings[i], side + 1, sides));
        }
    }
}

void sculptor_tube(struct sculptor *sculptor, const struct tube *tube, int sides)
{
    struct view_vec3 along = vector_normalize(vector_subtract(tube->to, tube->from));
    struct view_vec3 least =
        fabsf(along.y) < 0.9f ? (struct view_vec3){0, 1, 0} : (struct view_vec3){0, 0, 1};
    struct view_vec3 across = vector_normalize(vector_cross(along, least));
    struct view_vec3 up = vector_cross(along, across);
    struct view_vec3 near[2];
    struct view_vec3 far[2];
    for (int side = 0; side < sides; side++) {
        for (int i = 0; i < 2; i++) {
            float angle_r = 2 * (float)M_PI * ((float)(side + i) + 0.5f) / (float)sides;
            struct view_vec3 out =
                vector_add(vector_scale(across, cosf(angle_r)), vector_scale(up, sinf(angle_r)));
            near[i] = vector_add(tube->from, vector_scale(out, tube->from_radius));
            far[i] = vector_add(tube->to, vector_scale(out, tube->to_radius));
        }
        sculptor_quad(sculptor, near[0], far[0], far[1], near[1]);
    }
}
