#include "render/brush.h"

#include <assert.h>
#include <math.h>

#include "render/vector.h"

enum { FACET_POINTS_MAX = 32 };

static struct view_vec3 facet_normal(const struct view_vec3 *points, size_t count)
{
    // Newell's method: right for any flat polygon, even with corners in one line.
    struct view_vec3 sum = {0};
    for (size_t i = 0; i < count; i++) {
        sum = vector_add(sum, vector_cross(points[(i + 1) % count], points[i]));
    }
    return vector_normalize(sum);
}

void brush_facet(const struct brush *brush, const struct view_vec3 *points, size_t count,
                 struct view_color color, const float *openness)
{
    assert(count <= FACET_POINTS_MAX);
    struct view_vec3 normal = facet_normal(points, count);
    struct view_color colors[FACET_POINTS_MAX];
    for (size_t i = 0; i < count; i++) {
        colors[i] = light_shade(brush->light, normal, color, openness ? openness[i] : 1);
    }
    mesh_add_polygon(brush->mesh, points, colors, count);
}

void brush_quad(const struct brush *brush, struct view_vec3 a, struct view_vec3 b, struct view_vec3 c,
                struct view_vec3 d, struct view_color color, float lower, float upper)
{
    brush_facet(brush, (struct view_vec3[]){a, b, c, d}, 4, color, (float[]){lower, lower, upper, upper});
}

void brush_box(const struct brush *brush, struct view_vec3 center, struct view_vec3 along,
               struct view_vec3 size, struct view_color color)
{
    struct view_vec3 length = vector_scale(along, size.x / 2);
    struct view_vec3 width = vector_scale((struct view_vec3){-along.z, 0, along.x}, size.z / 2);
    const struct view_vec3 feet[4] = {
        vector_subtract(vector_subtract(center, length), width),
        vector_subtract(vector_add(center, length), width),
        vector_add(vector_add(center, length), width),
        vector_add(vector_subtract(center, length), width),
    };
    struct view_vec3 tops[4];
    for (int i = 0; i < 4; i++) {
        tops[i] = vector_raise(feet[i], size.y);
    }
    for (int i = 0; i < 4; i++) {
        brush_quad(brush, feet[i], feet[(i + 1) % 4], tops[(i + 1) % 4], tops[i], color, 0.75f, 1);
    }
    brush_facet(brush, tops, 4, color, NULL);
}

static struct view_vec3 ring_point(struct view_vec3 foot, struct brush_ring ring, float angle_r)
{
    return (struct view_vec3){foot.x + ring.radius_m * cosf(angle_r), foot.y + ring.height_m,
                              foot.z + ring.radius_m * sinf(angle_r)};
}

// A band between two rings: quads, or triangles where a ring has shrunk to a point.
static void add_band(const struct brush *brush, struct view_vec3 foot, struct brush_ring lower,
                     struct brush_ring upper, size_t sides, float turn_r, struct view_color color)
{
    float step_r = 2 * (float)M_PI / (float)sides;
    for (size_t i = 0; i < sides; i++) {
        float angle_r = turn_r + step_r * (float)i;
        struct view_vec3 a = ring_point(foot, lower, angle_r);
        struct view_vec3 b = ring_point(foot, lower, angle_r + step_r);
        struct view_vec3 c = ring_point(foot, upper, angle_r + step_r);
        struct view_vec3 d = ring_point(foot, upper, angle_r);
        if (upper.radius_m <= 0) {
            brush_facet(brush, (struct view_vec3[]){a, b, d}, 3, color,
                        (float[]){lower.openness, lower.openness, upper.openness});
        } else if (lower.radius_m <= 0) {
            brush_facet(brush, (struct view_vec3[]){a, c, d}, 3, color,
                        (float[]){lower.openness, upper.openness, upper.openness});
        } else {
            brush_quad(brush, a, b, c, d, color, lower.openness, upper.openness);
        }
    }
}

void brush_turned(const struct brush *brush, struct view_vec3 foot, const struct brush_ring *rings,
                  size_t ring_count, size_t sides, float turn_r, struct view_color color)
{
    assert(ring_count >= 2);
    assert(sides >= 3);
    for (size_t i = 0; i + 1 < ring_count; i++) {
        add_band(brush, foot, rings[i], rings[i + 1], sides, turn_r, color);
    }
}
