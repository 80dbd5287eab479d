#include "render/scene_build.h"

#include <math.h>
#include <stdlib.h>

// A chunk is about a third of what a camera sees: fine enough to be drawn from near to far.
#define CHUNK_M 8.0f
enum { CHUNKS_A_SIDE_MAX = 64 };

struct bounds {
    float min_x, min_z, max_x, max_z;
};

static void include_point(struct bounds *bounds, struct view_vec3 point)
{
    bounds->min_x = fminf(bounds->min_x, point.x);
    bounds->min_z = fminf(bounds->min_z, point.z);
    bounds->max_x = fmaxf(bounds->max_x, point.x);
    bounds->max_z = fmaxf(bounds->max_z, point.z);
}

static struct bounds scene_bounds(const struct view_scene *scene)
{
    struct bounds bounds = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < scene->triangle_count; i++) {
        for (int corner = 0; corner < 3; corner++) {
            include_point(&bounds, scene->triangles[i].corners[corner]);
        }
    }
    for (size_t i = 0; i < scene->solid_count; i++) {
        for (size_t corner = 0; corner < scene->solids[i].footprint_count; corner++) {
            include_point(&bounds, scene->solids[i].footprint[corner]);
        }
    }
    return bounds.min_x <= bounds.max_x ? bounds : (struct bounds){0, 0, 0, 0};
}

static bool lay_out_chunks(struct scene_build *build)
{
    struct bounds bounds = scene_bounds(build->scene);
    float width = bounds.max_x - bounds.min_x;
    float depth = bounds.max_z - bounds.min_z;
    build->min_x = bounds.min_x;
    build->min_z = bounds.min_z;
    build->chunk_m = fmaxf(CHUNK_M, fmaxf(width, depth) / CHUNKS_A_SIDE_MAX);
    build->columns = (size_t)(width / build->chunk_m) + 1;
    build->rows = (size_t)(depth / build->chunk_m) + 1;
    build->chunks = calloc(build->columns * build->rows, sizeof *build->chunks);
    return build->chunks;
}

static bool has_failed(const struct scene_build *build)
{
    for (size_t i = 0; i < build->columns * build->rows; i++) {
        for (int layer = 0; layer < SCENE_LAYER_COUNT; layer++) {
            if (build->chunks[i].layers[layer].has_failed) {
                return true;
            }
        }
    }
    return false;
}

bool scene_build_init(struct scene_build *build, const struct view_scene *scene)
{
    *build = (struct scene_build){.scene = scene, .light = light_of_scene(scene)};
    build->shadows = shadows_create(scene, build->light.to_sun);
    if (!build->shadows || !lay_out_chunks(build)) {
        return false;
    }
    if (!scene_build_ground(build)) {
        return false;
    }
    scene_build_risers(build);
    scene_build_decor(build);
    if (!scene_build_borders(build)) {
        return false;
    }
    scene_build_portals(build); // over the borders
    return scene_build_solids(build) && !has_failed(build);
}

void scene_build_finish(struct scene_build *build)
{
    for (size_t i = 0; build->chunks && i < build->columns * build->rows; i++) {
        for (int layer = 0; layer < SCENE_LAYER_COUNT; layer++) {
            mesh_finish(&build->chunks[i].layers[layer]);
        }
    }
    shadows_destroy(build->shadows);
    free(build->chunks);
    *build = (struct scene_build){0};
}

static size_t clamp_index(float value, size_t count)
{
    if (!(value > 0)) {
        return 0;
    }
    return value < (float)count ? (size_t)value : count - 1;
}

struct scene_chunk *scene_build_chunk(const struct scene_build *build, float x, float z)
{
    size_t column = clamp_index((x - build->min_x) / build->chunk_m, build->columns);
    size_t row = clamp_index((z - build->min_z) / build->chunk_m, build->rows);
    return &build->chunks[row * build->columns + column];
}

struct view_color scene_build_shadowed(struct view_color color)
{
    struct view_color shadowed = light_mix(color, (struct view_color){30, 34, 84, 255}, 0.41f);
    shadowed.a = color.a;
    return shadowed;
}
