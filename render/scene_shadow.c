// Shadows of solids: their outlines thrown onto each triangle of ground, cut so that no two overlap.
#include <math.h>
#include <stdlib.h>

#include "render/polygon.h"
#include "render/scene_build.h"
#include "render/solid.h"
#include "render/vector.h"

// Cool, against the warm light.
static const struct view_color shadow_color = {30, 34, 84, 104};

// Floors that differ by less take one shadow.
#define LEVEL_M 0.02f

enum { CASTER_POINTS_MAX = 20, PIECES_MAX = 24 };

/// Points whose hull casts a shadow; their shadows on a floor are where it falls.
struct caster {
    struct view_vec3 points[CASTER_POINTS_MAX];
    size_t count;
    float ground_m; // where it stands
};

/// What is left of a shadow while it is cut.
struct pieces {
    struct polygon items[PIECES_MAX];
    size_t count;
};

struct casters {
    struct caster *items;
    size_t count;
};

// ---- what casts ----------------------------------------------------------------------------------

static void add_piece(struct pieces *pieces, const struct polygon *piece)
{
    // Slivers are not seen.
    if (pieces->count < PIECES_MAX && piece->count >= 3 && polygon_area(piece->points, piece->count) > 1e-3f) {
        pieces->items[pieces->count++] = *piece;
    }
}

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

static struct caster *next_caster(struct casters *casters, const struct view_solid *solid)
{
    struct caster *caster = &casters->items[casters->count++];
    *caster = (struct caster){.ground_m = solid->footprint[0].y};
    return caster;
}

static void cast_solid(struct casters *casters, const struct view_solid *solid)
{
    size_t count = solid->footprint_count;
    if (solid->kind == VIEW_TREE) {
        cast_crown(next_caster(casters, solid), solid);
        return;
    }
    if (solid->kind == VIEW_HOUSE && count <= 8 && polygon_is_convex(solid->footprint, count)) {
        cast_house(next_caster(casters, solid), solid);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct view_vec3 a = solid->footprint[i];
        struct view_vec3 b = solid->footprint[(i + 1) % count];
        if (solid->kind == VIEW_FENCE) {
            cast_side(next_caster(casters, solid), a, b, 0.32f * solid->height_m, 0.49f * solid->height_m);
            cast_side(next_caster(casters, solid), a, b, 0.68f * solid->height_m, 0.85f * solid->height_m);
        } else {
            cast_side(next_caster(casters, solid), a, b, 0, solid->height_m * (solid->kind == VIEW_ROCK ? 0.8f : 1));
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

// Whether one of a's sides has all of b outside.
static bool is_beside(const struct polygon *a, const struct polygon *b)
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

static bool is_apart(const struct polygon *a, const struct polygon *b)
{
    return a->count < 3 || b->count < 3 || is_beside(a, b) || is_beside(b, a);
}

static struct polygon triangle_polygon(const struct view_vec3 *corners)
{
    return (struct polygon){{corners[0], corners[1], corners[2]}, 3};
}

static struct polygon intersect(const struct polygon *a, const struct polygon *b)
{
    struct polygon result = *a;
    for (size_t i = 0; i < b->count && result.count >= 3; i++) {
        result = polygon_cut(&result, polygon_left_of(b->points[i], b->points[(i + 1) % b->count]));
    }
    return result;
}

// What of the pieces lies outside `hull` stays.
static void subtract(struct pieces *pieces, const struct polygon *hull)
{
    struct pieces rest = {.count = 0};
    for (size_t i = 0; i < pieces->count; i++) {
        struct polygon piece = pieces->items[i];
        if (is_apart(&piece, hull)) {
            add_piece(&rest, &piece);
            continue;
        }
        for (size_t side = 0; side < hull->count && piece.count >= 3; side++) {
            struct polygon_half half = polygon_left_of(hull->points[side], hull->points[(side + 1) % hull->count]);
            struct polygon outside = polygon_cut(&piece, polygon_half_flip(half));
            add_piece(&rest, &outside);
            piece = polygon_cut(&piece, half);
        }
    }
    *pieces = rest;
}

static void emit(const struct scene_build *build, const struct polygon *piece)
{
    struct view_color colors[POLYGON_POINTS_MAX];
    for (size_t i = 0; i < piece->count; i++) {
        colors[i] = shadow_color;
    }
    struct view_vec3 center = polygon_center(piece->points, piece->count);
    struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
    mesh_add_polygon(&chunk->layers[SCENE_OVERLAY], piece->points, colors, piece->count);
}

static float floor_of(const struct view_triangle *triangle)
{
    return polygon_center(triangle->corners, 3).y;
}

static bool is_level(const struct view_triangle *triangle, float floor_m)
{
    for (int i = 0; i < 3; i++) {
        if (fabsf(triangle->corners[i].y - floor_m) > LEVEL_M) {
            return false;
        }
    }
    return true;
}

/// A shadow on its way to the ground.
struct fall {
    const struct scene_build *build;
    const struct casters *casters;
    size_t index; // of its caster
};

// The shadow on floors of one height, without what earlier casters darken already.
static struct pieces pieces_on(const struct fall *fall, float floor_m)
{
    struct view_vec3 to_sun = fall->build->light.to_sun;
    struct polygon hull = throw_shadow(&fall->casters->items[fall->index], to_sun, floor_m);
    struct pieces pieces = {.count = 0};
    add_piece(&pieces, &hull);
    for (size_t i = 0; i < fall->index && pieces.count > 0; i++) {
        struct polygon earlier = throw_shadow(&fall->casters->items[i], to_sun, floor_m);
        if (!is_apart(&earlier, &hull)) {
            subtract(&pieces, &earlier);
        }
    }
    return pieces;
}

// Lays the shadow on one triangle.
static void fall_on_triangle(const struct fall *fall, const struct view_triangle *triangle, const struct pieces *pieces)
{
    struct polygon ground = triangle_polygon(triangle->corners);
    for (size_t i = 0; i < pieces->count; i++) {
        if (!is_apart(&ground, &pieces->items[i])) {
            // Cut from the ground, so that heights are the ground's.
            struct polygon dark = intersect(&ground, &pieces->items[i]);
            if (dark.count >= 3) {
                emit(fall->build, &dark);
            }
        }
    }
}

// Whether the shadow can be laid as a whole: all ground under it is level, and where there is none, something stands.
static bool is_whole(const struct fall *fall, const struct polygon *hull, float floor_m)
{
    const struct view_scene *scene = fall->build->scene;
    float covered = 0;
    for (size_t i = 0; i < scene->triangle_count; i++) {
        struct polygon ground = triangle_polygon(scene->triangles[i].corners);
        if (is_apart(&ground, hull)) {
            continue;
        }
        if (!is_level(&scene->triangles[i], floor_m)) {
            return false;
        }
        struct polygon part = intersect(&ground, hull);
        covered += polygon_area(part.points, part.count);
    }
    for (size_t i = 0; i < scene->solid_count; i++) {
        const struct view_solid *solid = &scene->solids[i];
        for (size_t corner = 1; corner + 1 < solid->footprint_count; corner++) {
            const struct view_vec3 fan[3] = {solid->footprint[0], solid->footprint[corner], solid->footprint[corner + 1]};
            struct polygon part = triangle_polygon(fan);
            part = is_apart(&part, hull) ? (struct polygon){.count = 0} : intersect(&part, hull);
            covered += polygon_area(part.points, part.count);
        }
    }
    return covered > 0.995f * polygon_area(hull->points, hull->count);
}

static bool fall_whole(const struct fall *fall, float floor_m)
{
    struct polygon hull = throw_shadow(&fall->casters->items[fall->index], fall->build->light.to_sun, floor_m);
    if (hull.count < 3 || !is_whole(fall, &hull, floor_m)) {
        return false;
    }
    struct pieces pieces = pieces_on(fall, floor_m);
    for (size_t i = 0; i < pieces.count; i++) {
        emit(fall->build, &pieces.items[i]);
    }
    return true;
}

static void fall_on_scene(const struct fall *fall)
{
    if (fall_whole(fall, fall->casters->items[fall->index].ground_m)) {
        return;
    }
    const struct view_scene *scene = fall->build->scene;
    struct pieces pieces = {.count = 0};
    float floor_m = INFINITY;
    for (size_t i = 0; i < scene->triangle_count; i++) {
        const struct view_triangle *triangle = &scene->triangles[i];
        if (floor_of(triangle) != floor_m) {
            floor_m = floor_of(triangle);
            pieces = pieces_on(fall, floor_m);
        }
        fall_on_triangle(fall, triangle, &pieces);
    }
}

bool scene_build_shadows(struct scene_build *build)
{
    struct casters casters = {0};
    if (!collect_casters(build->scene, &casters)) {
        return false;
    }
    for (size_t i = 0; i < casters.count; i++) {
        fall_on_scene(&(struct fall){build, &casters, i});
    }
    free(casters.items);
    return true;
}
