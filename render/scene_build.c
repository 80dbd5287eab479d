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

// ---- storeys -------------------------------------------------------------------------------------

static uint8_t storey_of(const uint8_t *storeys, size_t index)
{
    return storeys ? storeys[index] : 0;
}

static size_t count_storeys(const struct view_scene *scene)
{
    uint8_t highest = 0;
    for (size_t i = 0; i < scene->triangle_count; i++) {
        uint8_t storey = storey_of(scene->triangle_storeys, i);
        highest = storey > highest ? storey : highest;
    }
    return (size_t)highest + 1;
}

static void finish_part(struct view_scene *part)
{
    free(part->triangles);
    free(part->solids);
    free(part->risers);
}

// What belongs to one storey, in arrays of its own.
static bool take_part(struct view_scene *part, const struct view_scene *scene, uint8_t storey)
{
    *part = (struct view_scene){.sky = scene->sky, .sun = scene->sun};
    part->triangles = calloc(scene->triangle_count + 1, sizeof *part->triangles);
    part->solids = calloc(scene->solid_count + 1, sizeof *part->solids);
    part->risers = calloc(scene->riser_count + 1, sizeof *part->risers);
    if (!part->triangles || !part->solids || !part->risers) {
        finish_part(part);
        return false;
    }
    for (size_t i = 0; i < scene->triangle_count; i++) {
        if (storey_of(scene->triangle_storeys, i) == storey) {
            part->triangles[part->triangle_count++] = scene->triangles[i];
        }
    }
    for (size_t i = 0; i < scene->solid_count; i++) {
        if (storey_of(scene->solid_storeys, i) == storey) {
            part->solids[part->solid_count++] = scene->solids[i];
        }
    }
    for (size_t i = 0; i < scene->riser_count; i++) {
        if (storey_of(scene->riser_storeys, i) == storey) {
            part->risers[part->riser_count++] = scene->risers[i];
        }
    }
    if (storey == 0) {
        part->portals = scene->portals;
        part->portal_count = scene->portal_count;
    }
    return true;
}

// ---- chunks --------------------------------------------------------------------------------------

static size_t count_gate_solids(const struct view_scene *scene)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->solid_count; i++) {
        count += scene->solids[i].gate > 0;
    }
    return count;
}

static bool lay_out_chunks(struct scene_build *build, size_t storey_count)
{
    struct bounds bounds = scene_bounds(build->scene);
    float width = bounds.max_x - bounds.min_x;
    float depth = bounds.max_z - bounds.min_z;
    build->min_x = bounds.min_x;
    build->min_z = bounds.min_z;
    build->chunk_m = fmaxf(CHUNK_M, fmaxf(width, depth) / CHUNKS_A_SIDE_MAX);
    build->columns = (size_t)(width / build->chunk_m) + 1;
    build->rows = (size_t)(depth / build->chunk_m) + 1;
    build->gate_chunk = build->columns * build->rows + storey_count - 1;
    build->chunk_count = build->gate_chunk + count_gate_solids(build->scene);
    build->chunks = calloc(build->chunk_count, sizeof *build->chunks);
    return build->chunks;
}

static bool has_failed(const struct scene_build *build)
{
    for (size_t i = 0; i < build->chunk_count; i++) {
        for (int layer = 0; layer < SCENE_LAYER_COUNT; layer++) {
            if (build->chunks[i].layers[layer].has_failed) {
                return true;
            }
        }
    }
    return false;
}

// ---- building ------------------------------------------------------------------------------------

static bool build_part(struct scene_build *build)
{
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

static bool build_storey(struct scene_build *build, uint8_t storey)
{
    const struct view_scene *whole = build->scene;
    struct view_scene part;
    if (!take_part(&part, whole, storey)) {
        return false;
    }
    build->scene = &part;
    if (storey > 0) {
        build->storey = &build->chunks[build->columns * build->rows + storey - 1];
        build->storey->storey = storey;
    }
    bool is_built = build_part(build);
    if (storey == 0) {
        scene_build_foundations(build, whole);
    }
    build->scene = whole;
    build->storey = NULL;
    finish_part(&part);
    return is_built;
}

bool scene_build_init(struct scene_build *build, const struct view_scene *scene)
{
    *build = (struct scene_build){.scene = scene, .light = light_of_scene(scene)};
    size_t storey_count = count_storeys(scene);
    build->shadows = shadows_create(scene, build->light.to_sun);
    bool is_built = build->shadows && lay_out_chunks(build, storey_count);
    for (size_t storey = 0; is_built && storey < storey_count; storey++) {
        is_built = build_storey(build, (uint8_t)storey);
    }
    return is_built;
}

void scene_build_finish(struct scene_build *build)
{
    for (size_t i = 0; build->chunks && i < build->chunk_count; i++) {
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
    if (build->storey) {
        return build->storey;
    }
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

void scene_build_pool(const struct scene_build *build, struct view_vec3 center, float radius_m)
{
    enum { SIDES = 12 };
    const struct view_color bright = {255, 196, 112, 140};
    const struct view_color dim = {255, 176, 92, 0};
    struct mesh *mesh = &scene_build_chunk(build, center.x, center.z)->layers[SCENE_OVERLAY];
    struct view_vec3 middle = {center.x, center.y + 2 * SCENE_OVERLAY_LIFT_M, center.z};
    for (int side = 0; side < SIDES; side++) {
        struct view_vec3 corners[3] = {middle, middle, middle};
        for (int i = 1; i < 3; i++) {
            float angle_r = 2 * (float)M_PI * (float)(side + i - 1) / SIDES;
            corners[i].x += radius_m * cosf(angle_r);
            corners[i].z += radius_m * sinf(angle_r);
        }
        mesh_add_polygon(mesh, corners, (struct view_color[]){bright, dim, dim}, 3);
    }
}
