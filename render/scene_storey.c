// Foundations: dark masonry under upper storeys, a little below the floors that lie under them.
#include <math.h>

#include "render/outline.h"
#include "render/scene_build.h"

#define BELOW_M 0.05f

static const struct view_color masonry = {128, 116, 104, 255};

static bool is_floor(const struct view_scene *scene, size_t index)
{
    enum view_surface surface = scene->triangles[index].surface;
    return scene->triangle_storeys[index] == 0 && surface != VIEW_WATER && surface != VIEW_CHASM;
}

static struct outline outline_of(const struct view_triangle *triangle)
{
    const struct view_vec3 *corners = triangle->corners;
    return (struct outline){{corners[0], corners[1], corners[2]}, 3};
}

// The lowest floor under a triangle, or NAN.
static float floor_under(const struct view_scene *scene, const struct view_triangle *upper)
{
    struct outline above = outline_of(upper);
    float lowest = NAN;
    for (size_t i = 0; i < scene->triangle_count; i++) {
        const struct view_triangle *lower = &scene->triangles[i];
        struct outline below = outline_of(lower);
        if (is_floor(scene, i) && lower->corners[0].y < upper->corners[0].y &&
            !outline_is_apart(&above, &below)) {
            lowest = fminf(lowest, lower->corners[0].y);
        }
    }
    return lowest;
}

void scene_build_foundations(struct scene_build *build, const struct view_scene *whole)
{
    const struct view_vec3 up = {0, 1, 0};
    struct view_color color = scene_build_shadowed(light_shade(&build->light, up, masonry, 1));
    float last_m = NAN; // where nothing is below, as beside it
    for (size_t i = 0; whole->triangle_storeys && i < whole->triangle_count; i++) {
        if (whole->triangle_storeys[i] == 0) {
            continue;
        }
        struct outline piece = outline_of(&whole->triangles[i]);
        float floor_m = floor_under(whole, &whole->triangles[i]);
        floor_m = isnan(floor_m) ? last_m : floor_m;
        last_m = floor_m;
        if (isnan(floor_m)) {
            continue;
        }
        for (size_t corner = 0; corner < 3; corner++) {
            piece.points[corner].y = floor_m - BELOW_M;
        }
        struct view_vec3 center = outline_center(piece.points, 3);
        struct mesh *mesh = &scene_build_chunk(build, center.x, center.z)->layers[SCENE_GROUND];
        mesh_add_polygon(mesh, piece.points, (struct view_color[]){color, color, color}, 3);
    }
}
