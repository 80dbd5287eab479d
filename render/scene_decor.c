// Tufts and flowers: small things that stand nowhere in the mesh, because one walks over them.
#include <math.h>

#include "render/noise.h"
#include "render/palette.h"
#include "render/scene_build.h"
#include "render/vector.h"

// One place to every so many metres each way may carry something.
#define GRID_M 1.7f

enum { PURPOSE_X = 20, PURPOSE_Z, PURPOSE_KIND, PURPOSE_SIZE };

static float side_of(struct view_vec3 a, struct view_vec3 b, float x, float z)
{
    return (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
}

static bool contains(const struct view_triangle *triangle, float x, float z)
{
    const struct view_vec3 *corners = triangle->corners;
    return side_of(corners[0], corners[1], x, z) >= 0 && side_of(corners[1], corners[2], x, z) >= 0 &&
           side_of(corners[2], corners[0], x, z) >= 0;
}

static float height_at(const struct view_triangle *triangle, float x, float z)
{
    const struct view_vec3 *corners = triangle->corners;
    float whole = side_of(corners[0], corners[1], corners[2].x, corners[2].z);
    if (!(whole > 0)) {
        return corners[0].y;
    }
    return (corners[0].y * side_of(corners[1], corners[2], x, z) +
            corners[1].y * side_of(corners[2], corners[0], x, z) +
            corners[2].y * side_of(corners[0], corners[1], x, z)) /
           whole;
}

// A spike of three facets: as light as the meadow at its foot, lighter at its tip.
static void add_spike(struct mesh *mesh, struct view_vec3 foot, struct view_vec3 tip, float radius_m,
                      struct view_color foot_color, struct view_color tip_color)
{
    for (int i = 0; i < 3; i++) {
        float from_r = 2 * (float)M_PI * (float)i / 3;
        float to_r = 2 * (float)M_PI * (float)(i + 1) / 3;
        const struct view_vec3 points[3] = {
            {foot.x + radius_m * cosf(from_r), foot.y, foot.z + radius_m * sinf(from_r)},
            {foot.x + radius_m * cosf(to_r), foot.y, foot.z + radius_m * sinf(to_r)},
            tip,
        };
        mesh_add_polygon(mesh, points, (struct view_color[]){foot_color, foot_color, tip_color}, 3);
    }
}

static void add_tuft(struct mesh *mesh, struct view_vec3 foot, const struct light *light, float size)
{
    const struct view_vec3 up = {0, 1, 0};
    struct view_color meadow = palette_surface(VIEW_GRASS);
    struct view_color foot_color = light_shade(light, up, light_tint(meadow, 0.84f), 1);
    struct view_color tip_color = light_shade(light, up, light_tint(meadow, 1.2f), 1);
    for (int blade = 0; blade < 2; blade++) {
        float lean = blade == 0 ? -0.12f : 0.1f;
        struct view_vec3 root = {foot.x + lean, foot.y, foot.z + 0.4f * lean};
        struct view_vec3 tip = {root.x + lean, root.y + 0.2f + 0.16f * size, root.z};
        add_spike(mesh, root, tip, 0.07f, foot_color, tip_color);
    }
}

static void add_flowers(struct mesh *mesh, struct view_vec3 foot, const struct light *light, float size)
{
    static const struct view_color petals[4] = {
        {250, 232, 150, 255}, {246, 238, 226, 255}, {232, 142, 140, 255}, {190, 160, 220, 255}};
    struct view_color color =
        light_shade(light, (struct view_vec3){0, 1, 0}, petals[(int)(4 * size) % 4], 0.94f);
    for (int i = 0; i < 4; i++) {
        float angle_r = 1.7f * (float)i + 6 * size;
        float away = 0.12f + 0.09f * (float)i;
        struct view_vec3 middle = {foot.x + away * cosf(angle_r), foot.y + 0.12f,
                                   foot.z + away * sinf(angle_r)};
        const float half = 0.075f;
        const struct view_vec3 points[4] = {{middle.x - half, middle.y, middle.z},
                                            {middle.x, middle.y, middle.z - half},
                                            {middle.x + half, middle.y, middle.z},
                                            {middle.x, middle.y, middle.z + half}};
        mesh_add_polygon(mesh, points, (struct view_color[]){color, color, color, color}, 4);
    }
}

static void decorate(const struct scene_build *build, const struct view_triangle *triangle, float x, float z)
{
    float kind = noise_at(x, z, PURPOSE_KIND);
    float size = noise_at(x, z, PURPOSE_SIZE);
    struct view_vec3 foot = {x, height_at(triangle, x, z), z};
    struct mesh *mesh = &scene_build_chunk(build, x, z)->layers[SCENE_DETAIL];
    // Where the meadow is lush, everything grows more densely.
    float lush = 0.5f + 0.5f * noise_smooth(x + 31, z, 9);
    if (kind < 0.42f * lush) {
        add_tuft(mesh, foot, &build->light, size);
    } else if (kind > 1 - 0.14f * lush) {
        add_flowers(mesh, foot, &build->light, size);
    }
}

static void decorate_triangle(const struct scene_build *build, const struct view_triangle *triangle)
{
    const struct view_vec3 *corners = triangle->corners;
    float left = fminf(corners[0].x, fminf(corners[1].x, corners[2].x));
    float right = fmaxf(corners[0].x, fmaxf(corners[1].x, corners[2].x));
    float bottom = fminf(corners[0].z, fminf(corners[1].z, corners[2].z));
    float top = fmaxf(corners[0].z, fmaxf(corners[1].z, corners[2].z));
    for (int row = (int)floorf(bottom / GRID_M) - 1; GRID_M * (float)row <= top; row++) {
        for (int column = (int)floorf(left / GRID_M) - 1; GRID_M * (float)column <= right; column++) {
            float x = GRID_M * (float)column;
            float z = GRID_M * (float)row;
            float moved_x = x + GRID_M * noise_at(x, z, PURPOSE_X);
            float moved_z = z + GRID_M * noise_at(x, z, PURPOSE_Z);
            if (contains(triangle, moved_x, moved_z)) {
                decorate(build, triangle, moved_x, moved_z);
            }
        }
    }
}

void scene_build_decor(struct scene_build *build)
{
    for (size_t i = 0; i < build->scene->triangle_count; i++) {
        if (build->scene->triangles[i].surface == VIEW_GRASS) {
            decorate_triangle(build, &build->scene->triangles[i]);
        }
    }
}
