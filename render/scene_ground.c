// Ground and water cut into cells, and the upright faces between floors.
#include <math.h>

#include "render/noise.h"
#include "render/palette.h"
#include "render/polygon.h"
#include "render/scene_build.h"
#include "render/vector.h"

// Ground needs corners for its colour to vary, water for its waves.
#define GROUND_CELL_M 4.0f
#define PAVED_CELL_M  2.0f
#define WATER_CELL_M  2.2f

// ---- ground --------------------------------------------------------------------------------------

static struct view_vec3 triangle_normal(const struct view_triangle *triangle)
{
    const struct view_vec3 *corners = triangle->corners;
    return vector_normalize(
        vector_cross(vector_subtract(corners[2], corners[0]), vector_subtract(corners[1], corners[0])));
}

// Patches of meadow and trodden places: broad ones, and finer ones in them.
static float patchiness(float x, float z, enum view_surface surface)
{
    float depth = surface == VIEW_GRASS ? 1.0f : 0.5f;
    return 1 + depth * (0.055f * noise_smooth(x, z, 13) + 0.04f * noise_smooth(x + 97, z, 4.2f));
}

// Paving and planks are laid in pieces, each of its own shade.
static float slab_shade(struct view_vec3 center, enum view_surface surface)
{
    bool is_laid = surface == VIEW_STONE || surface == VIEW_PATH || surface == VIEW_WOOD;
    return is_laid ? 0.975f + 0.05f * noise_at(center.x, center.z, 13) : 1;
}

static void add_ground_cell(const struct scene_build *build, const struct polygon *cell, enum view_surface surface,
                            struct view_vec3 normal)
{
    struct view_color colors[POLYGON_POINTS_MAX];
    struct view_vec3 center = polygon_center(cell->points, cell->count);
    float slab = slab_shade(center, surface);
    for (size_t i = 0; i < cell->count; i++) {
        struct view_vec3 point = cell->points[i];
        struct view_color color = light_tint(palette_surface(surface), slab * patchiness(point.x, point.z, surface));
        colors[i] = light_shade(&build->light, normal, color, 1);
    }
    struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
    mesh_add_polygon(&chunk->layers[SCENE_GROUND], cell->points, colors, cell->count);
}

// ---- water ---------------------------------------------------------------------------------------

static float distance_to_segment(struct view_vec3 p, struct view_vec3 a, struct view_vec3 b)
{
    float x = b.x - a.x;
    float z = b.z - a.z;
    float square = x * x + z * z;
    float along = square > 0 ? ((p.x - a.x) * x + (p.z - a.z) * z) / square : 0;
    along = fminf(fmaxf(along, 0), 1);
    return hypotf(p.x - a.x - along * x, p.z - a.z - along * z);
}

// To the nearest riser: banks of ponds and quays have one.
static float shore_distance(const struct view_scene *scene, struct view_vec3 point)
{
    float distance = SCENE_SHORE_M;
    for (size_t i = 0; i < scene->riser_count; i++) {
        const struct view_riser *riser = &scene->risers[i];
        if (fabsf(riser->a_bottom_m - point.y) < 0.05f || fabsf(riser->b_bottom_m - point.y) < 0.05f) {
            distance = fminf(distance, distance_to_segment(point, riser->a, riser->b));
        }
    }
    return distance;
}

// Moves the corners of the cells that lie in open water, so that waves do not show a grid.
static struct view_vec3 jitter(struct view_vec3 point, float shore_m)
{
    float limit = fminf(0.3f * WATER_CELL_M, 0.4f * shore_m);
    bool is_corner = fabsf(remainderf(point.x, WATER_CELL_M)) < 1e-3f && fabsf(remainderf(point.z, WATER_CELL_M)) < 1e-3f;
    if (is_corner) {
        point.x += limit * (2 * noise_at(point.x, point.z, 1) - 1);
        point.z += limit * (2 * noise_at(point.x, point.z, 2) - 1);
    }
    return point;
}

static void add_water_cell(const struct scene_build *build, struct polygon *cell)
{
    struct view_color colors[POLYGON_POINTS_MAX];
    struct view_vec3 center = polygon_center(cell->points, cell->count);
    for (size_t i = 0; i < cell->count; i++) {
        float shore_m = shore_distance(build->scene, cell->points[i]);
        colors[i] = (struct view_color){(uint8_t)(255 * shore_m / SCENE_SHORE_M), 0, 0, 255};
        cell->points[i] = jitter(cell->points[i], shore_m);
    }
    struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
    mesh_add_polygon(&chunk->layers[SCENE_WATER], cell->points, colors, cell->count);
}

// ---- cells ---------------------------------------------------------------------------------------

static struct polygon cut_slab(const struct polygon *polygon, float nx, float nz, float from, float size)
{
    struct polygon above = polygon_cut(polygon, (struct polygon_half){nx, nz, from});
    return polygon_cut(&above, (struct polygon_half){-nx, -nz, -(from + size)});
}

static void add_cells(const struct scene_build *build, const struct view_triangle *triangle, const struct polygon *row,
                      float cell_m)
{
    float left = INFINITY;
    float right = -INFINITY;
    for (size_t i = 0; i < row->count; i++) {
        left = fminf(left, row->points[i].x);
        right = fmaxf(right, row->points[i].x);
    }
    struct view_vec3 normal = triangle_normal(triangle);
    for (float x = floorf(left / cell_m) * cell_m; x < right; x += cell_m) {
        struct polygon cell = cut_slab(row, 1, 0, x, cell_m);
        if (cell.count < 3) {
            continue;
        }
        if (triangle->surface == VIEW_WATER) {
            add_water_cell(build, &cell);
        } else {
            add_ground_cell(build, &cell, triangle->surface, normal);
        }
    }
}

static float cell_size(enum view_surface surface)
{
    if (surface == VIEW_WATER) {
        return WATER_CELL_M;
    }
    return surface == VIEW_STONE || surface == VIEW_WOOD ? PAVED_CELL_M : GROUND_CELL_M;
}

static void add_triangle(const struct scene_build *build, const struct view_triangle *triangle)
{
    const struct view_vec3 *corners = triangle->corners;
    float cell_m = cell_size(triangle->surface);
    struct polygon whole = {{corners[0], corners[1], corners[2]}, 3};
    float bottom = fminf(corners[0].z, fminf(corners[1].z, corners[2].z));
    float top = fmaxf(corners[0].z, fmaxf(corners[1].z, corners[2].z));
    for (float z = floorf(bottom / cell_m) * cell_m; z < top; z += cell_m) {
        struct polygon row = cut_slab(&whole, 0, 1, z, cell_m);
        if (row.count >= 3) {
            add_cells(build, triangle, &row, cell_m);
        }
    }
}

void scene_build_ground(struct scene_build *build)
{
    for (size_t i = 0; i < build->scene->triangle_count; i++) {
        add_triangle(build, &build->scene->triangles[i]);
    }
}

// ---- risers --------------------------------------------------------------------------------------

// A lip of turf or paving, then the face, darker towards its foot.
static void add_riser(const struct scene_build *build, const struct view_riser *riser)
{
    struct view_vec3 a = riser->a;
    struct view_vec3 b = riser->b;
    struct view_vec3 a_foot = {a.x, riser->a_bottom_m, a.z};
    struct view_vec3 b_foot = {b.x, riser->b_bottom_m, b.z};
    float height = fmaxf(a.y - a_foot.y, b.y - b_foot.y);
    float lip = height > 0 ? fminf(0.16f / height, 0.4f) : 0;
    struct view_vec3 a_lip = vector_mix(a, a_foot, lip);
    struct view_vec3 b_lip = vector_mix(b, b_foot, lip);
    struct view_vec3 out = vector_right(a, b);
    struct view_color top = light_shade(&build->light, out, palette_surface(riser->surface), 0.96f);
    struct view_color face = palette_riser(riser->surface);
    struct view_color upper = light_shade(&build->light, out, face, 0.9f);
    struct view_color lower = light_shade(&build->light, out, face, fmaxf(0.55f, 0.85f - 0.1f * height));
    struct mesh *mesh = &scene_build_chunk(build, a.x, a.z)->layers[SCENE_GROUND];
    mesh_add_polygon(mesh, (struct view_vec3[]){a_lip, b_lip, b, a}, (struct view_color[]){top, top, top, top}, 4);
    mesh_add_polygon(mesh, (struct view_vec3[]){a_foot, b_foot, b_lip, a_lip},
                     (struct view_color[]){lower, lower, upper, upper}, 4);
}

void scene_build_risers(struct scene_build *build)
{
    for (size_t i = 0; i < build->scene->riser_count; i++) {
        add_riser(build, &build->scene->risers[i]);
    }
}
