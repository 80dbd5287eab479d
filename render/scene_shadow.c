// Shadows of solids: their outlines thrown onto each triangle of ground, cut so that no two overlap.
#include <math.h>
#include <stdlib.h>

#include "render/polygon.h"
#include "render/scene_build.h"
#include "render/solid.h"
#include "render/vector.h"

// Cool, against the warm light.
static const struct view_color shadow_color = {30, 34, 84, 104};

enum { CASTER_POINTS_MAX = 20, PIECES_MAX = 24 };

/// Points whose hull casts a shadow; their shadows on a floor are where it falls.
struct caster {
    struct view_vec3 points[CASTER_POINTS_MAX];
    size_t count;
};

struct casters {
    struct caster *items;
    size_t count;
};

// ---- what casts ----------------------------------------------------------------------------------

static void add_point(struct caster *caster, struct view_vec3 point)
{
    if (caster->count < CASTER_POINTS_MAX) {
        caster->points[caster->count++] = point;
    }
}

static void add_upright(struct caster *caster, struct view_vec3 foot, float from_y, float to_y)
{
    add_point(caster, (struct view_vec3){foot.x, from_y, foot.z});
    add_point(caster, (struct view_vec3){foot.x, to_y, foot.z});
}

static void cast_crown(struct caster *caster, const struct view_solid *tree)
{
    enum { SIDES = 8 };
    struct solid_crown crown = solid_crown_of(tree);
    for (int i = 0; i < SIDES; i++) {
        float angle_r = 2 * (float)M_PI * (float)i / SIDES;
        float height = crown.bottom_m + (crown.is_conifer ? 0 : 0.4f * (crown.top_m - crown.bottom_m));
        add_point(caster, (struct view_vec3){crown.center.x + crown.radius_m * cosf(angle_r), crown.center.y + height,
                                             crown.center.z + crown.radius_m * sinf(angle_r)});
    }
    add_point(caster, vector_raise(crown.center, crown.top_m));
    add_point(caster, crown.center);
}

static void cast_house(struct caster *caster, const struct view_solid *house)
{
    float eaves_m = solid_eaves_m(house);
    struct solid_ridge ridge;
    for (size_t i = 0; i < house->footprint_count && i < 8; i++) {
        add_upright(caster, house->footprint[i], house->footprint[i].y, eaves_m);
    }
    if (solid_ridge_of(house, &ridge)) {
        add_point(caster, ridge.from);
        add_point(caster, ridge.to);
    }
}

// One side of any solid; for a fence, one of its rails.
static void cast_side(struct caster *caster, struct view_vec3 a, struct view_vec3 b, float from_m, float to_m)
{
    add_upright(caster, a, a.y + from_m, a.y + to_m);
    add_upright(caster, b, b.y + from_m, b.y + to_m);
}

static struct caster *next_caster(struct casters *casters)
{
    struct caster *caster = &casters->items[casters->count++];
    caster->count = 0;
    return caster;
}

static void cast_solid(struct casters *casters, const struct view_solid *solid)
{
    size_t count = solid->footprint_count;
    if (solid->kind == VIEW_TREE) {
        cast_crown(next_caster(casters), solid);
        return;
    }
    if (solid->kind == VIEW_HOUSE && count <= 8 && polygon_is_convex(solid->footprint, count)) {
        cast_house(next_caster(casters), solid);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct view_vec3 a = solid->footprint[i];
        struct view_vec3 b = solid->footprint[(i + 1) % count];
        if (solid->kind == VIEW_FENCE) {
            cast_side(next_caster(casters), a, b, 0.32f * solid->height_m, 0.49f * solid->height_m);
            cast_side(next_caster(casters), a, b, 0.68f * solid->height_m, 0.85f * solid->height_m);
        } else {
            cast_side(next_caster(casters), a, b, 0, solid->height_m * (solid->kind == VIEW_ROCK ? 0.8f : 1));
        }
    }
}

static bool collect_casters(const struct view_scene *scene, struct casters *casters)
{
    size_t casters_max = 1;
    for (size_t i = 0; i < scene->solid_count; i++) {
        casters_max += 2 * scene->solids[i].footprint_count;
    }
    casters->items = calloc(casters_max, sizeof *casters->items);
    if (!casters->items) {
        return false;
    }
    for (size_t i = 0; i < scene->solid_count; i++) {
        if (scene->solids[i].footprint_count >= 3) {
            cast_solid(casters, &scene->solids[i]);
        }
    }
    return true;
}

// ---- where it falls ------------------------------------------------------------------------------

// The shadow's outline on a level floor.
static struct polygon throw_shadow(const struct caster *caster, struct view_vec3 to_sun, float floor_m)
{
    struct view_vec3 points[CASTER_POINTS_MAX];
    for (size_t i = 0; i < caster->count; i++) {
        struct view_vec3 point = caster->points[i];
        float along = fmaxf(0, point.y - floor_m) / to_sun.y;
        points[i] = (struct view_vec3){point.x - along * to_sun.x, floor_m, point.z - along * to_sun.z};
    }
    return polygon_hull(points, caster->count);
}

static bool is_apart(const struct polygon *a, const struct polygon *b)
{
    for (size_t i = 0; i < a->count; i++) {
        struct polygon_half half = polygon_left_of(a->points[i], a->points[(i + 1) % a->count]);
        size_t outside = 0;
        while (outside < b->count && b->points[outside].x * half.nx + b->points[outside].z * half.nz <= half.d) {
            outside++;
        }
        if (outside == b->count) {
            return true;
        }
    }
    return false;
}

// Moves what lies outside `hull` from `piece` to the pieces, and returns what lies inside.
static struct polygon split(struct polygon piece, const struct polygon *hull, struct polygon *outside, size_t *count)
{
    for (size_t i = 0; i < hull->count && piece.count >= 3; i++) {
        struct polygon_half half = polygon_left_of(hull->points[i], hull->points[(i + 1) % hull->count]);
        struct polygon rest = polygon_cut(&piece, polygon_half_flip(half));
        if (rest.count >= 3 && *count < PIECES_MAX) {
            outside[(*count)++] = rest;
        }
        piece = polygon_cut(&piece, half);
    }
    return piece;
}

static void add_piece(const struct scene_build *build, struct polygon *piece)
{
    struct view_color colors[POLYGON_POINTS_MAX];
    for (size_t i = 0; i < piece->count; i++) {
        colors[i] = shadow_color;
    }
    struct view_vec3 center = polygon_center(piece->points, piece->count);
    struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
    mesh_add_polygon(&chunk->layers[SCENE_OVERLAY], piece->points, colors, piece->count);
}

// What is still lit of a triangle is kept as pieces; each caster takes its part of them.
static void shade_triangle(const struct scene_build *build, const struct casters *casters,
                           const struct view_triangle *triangle)
{
    struct polygon whole = {{triangle->corners[0], triangle->corners[1], triangle->corners[2]}, 3};
    float floor_m = polygon_center(whole.points, 3).y;
    struct polygon lit[PIECES_MAX] = {whole};
    size_t lit_count = 1;
    for (size_t i = 0; i < casters->count; i++) {
        struct polygon hull = throw_shadow(&casters->items[i], build->light.to_sun, floor_m);
        if (hull.count < 3 || is_apart(&hull, &whole) || is_apart(&whole, &hull)) {
            continue;
        }
        struct polygon next[PIECES_MAX];
        size_t next_count = 0;
        for (size_t piece = 0; piece < lit_count; piece++) {
            if (is_apart(&hull, &lit[piece])) {
                if (next_count < PIECES_MAX) {
                    next[next_count++] = lit[piece];
                }
                continue;
            }
            struct polygon dark = split(lit[piece], &hull, next, &next_count);
            if (dark.count >= 3) {
                add_piece(build, &dark);
            }
        }
        lit_count = next_count;
        for (size_t piece = 0; piece < next_count; piece++) {
            lit[piece] = next[piece];
        }
    }
}

bool scene_build_shadows(struct scene_build *build)
{
    struct casters casters = {0};
    if (!collect_casters(build->scene, &casters)) {
        return false;
    }
    for (size_t i = 0; i < build->scene->triangle_count; i++) {
        shade_triangle(build, &casters, &build->scene->triangles[i]);
    }
    free(casters.items);
    return true;
}
