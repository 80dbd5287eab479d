// Walls and fences.
#include "render/solid.h"

#include <math.h>
#include <stdlib.h>

#include "render/noise.h"
#include "render/outline.h"
#include "render/palette.h"
#include "render/vector.h"

#define STONE_M 2.2f // length of masonry in one shade
#define CAP_M   0.14f
#define POST_M  1.8f // from post to post
#define THIN_M  0.6f // a fence this wide has one line of posts

bool solid_cover(const struct brush *brush, const struct view_vec3 *outline, size_t count, float raise_m,
                 struct view_color color)
{
    uint32_t *indices = calloc(4 * count, sizeof *indices);
    if (!indices) {
        return false;
    }
    size_t index_count = outline_triangulate(outline, count, indices, indices + 3 * count);
    for (size_t i = 0; i < index_count; i += 3) {
        struct view_vec3 points[3];
        for (size_t corner = 0; corner < 3; corner++) {
            points[corner] = vector_raise(outline[indices[i + corner]], raise_m);
        }
        brush_facet(brush, points, 3, color, NULL);
    }
    free(indices);
    return true;
}

// ---- walls ---------------------------------------------------------------------------------------

static void add_masonry(const struct brush *brush, struct view_vec3 a, struct view_vec3 b, float height_m,
                        struct view_color color)
{
    float length = hypotf(b.x - a.x, b.z - a.z);
    int count = (int)fmaxf(1, roundf(length / STONE_M));
    for (int i = 0; i < count; i++) {
        struct view_vec3 from = vector_mix(a, b, (float)i / (float)count);
        struct view_vec3 to = vector_mix(a, b, (float)(i + 1) / (float)count);
        struct view_color shade = light_tint(color, 0.93f + 0.1f * noise_at(from.x, from.z, 7));
        brush_quad(brush, from, to, vector_raise(to, height_m), vector_raise(from, height_m), shade, 0.62f,
                   0.95f);
    }
}

bool solid_wall(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    size_t count = solid->footprint_count;
    const struct view_vec3 *foot = solid->footprint;
    struct view_color color =
        palette_solid(VIEW_WALL, solid->color, (unsigned)(100 * noise_at(foot[0].x, foot[0].z, 8)));
    const struct view_color moss = {122, 146, 82, 255};
    float overgrown = brushes->body.light->moss * (0.35f + 0.5f * noise_at(foot[0].x, foot[0].z, 16));
    struct view_color cap_color = light_mix(light_tint(color, 1.1f), moss, overgrown);
    struct view_vec3 *cap = calloc(count, sizeof *cap);
    if (!cap) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        cap[i] = vector_raise(outline_offset_corner(foot, count, i, 0.07f), solid->height_m - CAP_M);
    }
    for (size_t i = 0; i < count; i++) {
        size_t next = (i + 1) % count;
        add_masonry(&brushes->body, foot[i], foot[next], solid->height_m - CAP_M, color);
        brush_quad(&brushes->body, cap[i], cap[next], vector_raise(cap[next], CAP_M),
                   vector_raise(cap[i], CAP_M), cap_color, 0.9f, 1);
    }
    bool is_covered = solid_cover(&brushes->body, cap, count, CAP_M, cap_color);
    free(cap);
    return is_covered;
}

// ---- fences --------------------------------------------------------------------------------------

// Two boards and the posts that carry them, along one line.
static void add_fence_line(const struct brush *brush, struct view_vec3 a, struct view_vec3 b, float height_m,
                           struct view_color color)
{
    struct view_vec3 along = vector_subtract(b, a);
    struct view_vec3 level = vector_normalize((struct view_vec3){along.x, 0, along.z});
    int spans = (int)fmaxf(1, roundf(hypotf(along.x, along.z) / POST_M));
    for (int i = 0; i <= spans; i++) {
        struct view_vec3 foot = vector_mix(a, b, (float)i / (float)spans);
        brush_box(brush, foot, level, (struct view_vec3){0.16f, height_m, 0.16f}, color);
    }
    struct view_vec3 front = vector_scale(vector_right(a, b), 0.05f);
    for (int rail = 0; rail < 2; rail++) {
        struct view_vec3 lower = {0, height_m * (rail == 0 ? 0.32f : 0.68f), 0};
        struct view_vec3 upper = {0, lower.y + 0.17f * height_m, 0};
        const struct view_vec3 corners[4] = {vector_add(a, front), vector_add(b, front),
                                             vector_subtract(b, front), vector_subtract(a, front)};
        for (int side = 0; side < 4; side += 2) {
            brush_quad(brush, vector_add(corners[side], lower), vector_add(corners[side + 1], lower),
                       vector_add(corners[side + 1], upper), vector_add(corners[side], upper),
                       light_tint(color, 1.06f), 0.85f, 1);
        }
        brush_quad(brush, vector_add(corners[0], upper), vector_add(corners[1], upper),
                   vector_add(corners[2], upper), vector_add(corners[3], upper), color, 1, 1);
    }
}

float solid_midline_of(const struct view_solid *solid, struct view_vec3 *from, struct view_vec3 *to)
{
    const struct view_vec3 *foot = solid->footprint;
    if (solid->footprint_count != 4) {
        return 0;
    }
    bool is_long = hypotf(foot[1].x - foot[0].x, foot[1].z - foot[0].z) >
                   hypotf(foot[2].x - foot[1].x, foot[2].z - foot[1].z);
    size_t first = is_long ? 0 : 1;
    const struct view_vec3 *corners[4] = {&foot[first], &foot[first + 1], &foot[first + 2],
                                          &foot[(first + 3) % 4]};
    *from = vector_mix(*corners[0], *corners[3], 0.5f);
    *to = vector_mix(*corners[1], *corners[2], 0.5f);
    return hypotf(corners[3]->x - corners[0]->x, corners[3]->z - corners[0]->z);
}

void solid_fence(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    const struct view_vec3 *foot = solid->footprint;
    struct view_color color =
        palette_solid(VIEW_FENCE, solid->color, (unsigned)(100 * noise_at(foot[0].x, foot[0].z, 9)));
    struct view_vec3 from;
    struct view_vec3 to;
    float width_m = solid_midline_of(solid, &from, &to);
    if (solid->footprint_count == 4 && width_m < THIN_M) {
        add_fence_line(&brushes->body, from, to, solid->height_m, color);
        return;
    }
    for (size_t i = 0; i < solid->footprint_count; i++) {
        struct view_vec3 a = foot[i];
        struct view_vec3 b = foot[(i + 1) % solid->footprint_count];
        if (hypotf(b.x - a.x, b.z - a.z) > THIN_M) {
            add_fence_line(&brushes->body, a, b, solid->height_m, color);
        }
    }
}
