#include "render/shadow.h"

#include <math.h>
#include <stdlib.h>

#include "render/solid.h"
#include "render/vector.h"

enum { CASTER_POINTS_MAX = 20 };

// Smaller pieces are not seen.
#define SLIVER_M2 1e-3f

/// Points whose hull casts a shadow; their shadows on a floor are where it falls.
struct caster {
    struct view_vec3 points[CASTER_POINTS_MAX];
    size_t count;
    float min_x, min_z, max_x, max_z; // of where it may fall
    float top_m;                      // of its highest point
};

struct shadows {
    struct view_vec3 to_sun;
    struct caster *casters;
    size_t caster_count;
};

// ---- what casts ----------------------------------------------------------------------------------

static void add_point(struct caster *caster, struct view_vec3 point)
{
    if (caster->count < CASTER_POINTS_MAX) {
        caster->points[caster->count++] = point;
    }
}

static struct caster *next_caster(struct shadows *shadows)
{
    return &shadows->casters[shadows->caster_count++];
}

static void add_upright(struct caster *caster, struct view_vec3 foot, float from_y, float to_y)
{
    add_point(caster, (struct view_vec3){foot.x, from_y, foot.z});
    add_point(caster, (struct view_vec3){foot.x, to_y, foot.z});
}

static void cast_crown(struct caster *caster, const struct view_solid *tree)
{
    enum { SIDES = 6 };
    struct solid_crown crown = solid_crown_of(tree);
    for (int i = 0; i < SIDES; i++) {
        float angle_r = 2 * (float)M_PI * (float)i / SIDES;
        float height = crown.bottom_m + (crown.is_conifer ? 0 : 0.4f * (crown.top_m - crown.bottom_m));
        add_point(caster,
                  (struct view_vec3){crown.center.x + crown.radius_m * cosf(angle_r), crown.center.y + height,
                                     crown.center.z + crown.radius_m * sinf(angle_r)});
    }
    add_point(caster, vector_raise(crown.center, crown.top_m));
    add_point(caster, crown.center);
}

static void cast_roof(struct caster *caster, const struct view_solid *house)
{
    struct solid_ridge ridge;
    if (solid_ridge_of(house, &ridge)) {
        add_point(caster, ridge.from);
        add_point(caster, ridge.to);
    }
}

// From one height above the ground to another: a whole wall, a rail.
struct band {
    float from_m, to_m;
};

static void cast_band(struct shadows *shadows, const struct view_solid *solid, struct band band)
{
    const struct view_vec3 *foot = solid->footprint;
    size_t count = solid->footprint_count;
    if (2 * count + 2 <= CASTER_POINTS_MAX && outline_is_convex(foot, count)) {
        struct caster *caster = next_caster(shadows);
        for (size_t i = 0; i < count; i++) {
            add_upright(caster, foot[i], foot[i].y + band.from_m, foot[i].y + band.to_m);
        }
        if (solid->kind == VIEW_HOUSE) {
            cast_roof(caster, solid);
        }
        return;
    }
    // The sides away from the sun: whoever looks at it from the shadow sees one of them first.
    for (size_t i = 0; i < count; i++) {
        struct view_vec3 a = foot[i];
        struct view_vec3 b = foot[(i + 1) % count];
        if (vector_dot(vector_right(a, b), shadows->to_sun) >= 0) {
            continue;
        }
        struct caster *caster = next_caster(shadows);
        add_upright(caster, a, a.y + band.from_m, a.y + band.to_m);
        add_upright(caster, b, b.y + band.from_m, b.y + band.to_m);
    }
}

static void cast_solid(struct shadows *shadows, const struct view_solid *solid)
{
    float height_m = solid->height_m;
    switch (solid->kind) {
    case VIEW_TREE:
        cast_crown(next_caster(shadows), solid);
        return;
    case VIEW_FENCE:
        cast_band(shadows, solid, (struct band){0.32f * height_m, 0.49f * height_m});
        cast_band(shadows, solid, (struct band){0.68f * height_m, 0.85f * height_m});
        return;
    case VIEW_HOUSE:
        cast_band(shadows, solid, (struct band){0, solid_eaves_m(solid) - solid->footprint[0].y});
        return;
    case VIEW_ROCK:
        cast_band(shadows, solid, (struct band){0, 0.8f * height_m});
        return;
    case VIEW_DOOR: // these come and go with their gates
    case VIEW_PLANK:
        return;
    case VIEW_WALL:
    case VIEW_SOLID_KIND_COUNT:
        cast_band(shadows, solid, (struct band){0, height_m});
        return;
    }
}

static struct view_vec3 throw_point(struct view_vec3 point, struct view_vec3 to_sun, float floor_m)
{
    float along = fmaxf(0, point.y - floor_m) / to_sun.y;
    return (struct view_vec3){point.x - along * to_sun.x, floor_m, point.z - along * to_sun.z};
}

// Between the caster itself and its shadow on the lowest floor.
static void find_reach(struct caster *caster, struct view_vec3 to_sun, float lowest_m)
{
    caster->min_x = caster->min_z = INFINITY;
    caster->max_x = caster->max_z = caster->top_m = -INFINITY;
    for (size_t i = 0; i < caster->count; i++) {
        caster->top_m = fmaxf(caster->top_m, caster->points[i].y);
        struct view_vec3 ends[2] = {caster->points[i], throw_point(caster->points[i], to_sun, lowest_m)};
        for (int end = 0; end < 2; end++) {
            caster->min_x = fminf(caster->min_x, ends[end].x);
            caster->min_z = fminf(caster->min_z, ends[end].z);
            caster->max_x = fmaxf(caster->max_x, ends[end].x);
            caster->max_z = fmaxf(caster->max_z, ends[end].z);
        }
    }
}

static float lowest_floor(const struct view_scene *scene)
{
    float lowest = INFINITY;
    for (size_t i = 0; i < scene->triangle_count; i++) {
        for (int corner = 0; corner < 3; corner++) {
            lowest = fminf(lowest, scene->triangles[i].corners[corner].y);
        }
    }
    return lowest;
}

// Ground that lies over other ground.
static void cast_storeys(struct shadows *shadows, const struct view_scene *scene)
{
    for (size_t i = 0; scene->triangle_storeys && i < scene->triangle_count; i++) {
        if (scene->triangle_storeys[i] > 0) {
            struct caster *caster = next_caster(shadows);
            for (int corner = 0; corner < 3; corner++) {
                add_point(caster, scene->triangles[i].corners[corner]);
            }
        }
    }
}

struct shadows *shadows_create(const struct view_scene *scene, struct view_vec3 to_sun)
{
    size_t casters_max = 1 + (scene->triangle_storeys ? scene->triangle_count : 0);
    for (size_t i = 0; i < scene->solid_count; i++) {
        casters_max += 2 * scene->solids[i].footprint_count;
    }
    struct shadows *shadows = calloc(1, sizeof *shadows);
    struct caster *casters = calloc(casters_max, sizeof *casters);
    if (!shadows || !casters) {
        free(shadows);
        free(casters);
        return NULL;
    }
    *shadows = (struct shadows){.to_sun = to_sun, .casters = casters};
    for (size_t i = 0; i < scene->solid_count; i++) {
        if (scene->solids[i].footprint_count >= 3) {
            cast_solid(shadows, &scene->solids[i]);
        }
    }
    cast_storeys(shadows, scene);
    float lowest_m = lowest_floor(scene);
    for (size_t i = 0; i < shadows->caster_count; i++) {
        find_reach(&casters[i], to_sun, lowest_m);
    }
    return shadows;
}

void shadows_destroy(struct shadows *shadows)
{
    if (shadows) {
        free(shadows->casters);
        free(shadows);
    }
}

// ---- where it falls ------------------------------------------------------------------------------

static struct outline throw_shadow(const struct caster *caster, struct view_vec3 to_sun, float floor_m)
{
    struct view_vec3 points[CASTER_POINTS_MAX];
    for (size_t i = 0; i < caster->count; i++) {
        points[i] = throw_point(caster->points[i], to_sun, floor_m);
    }
    return outline_hull(points, caster->count);
}

static bool may_reach(const struct caster *caster, const struct outline *ground)
{
    float min_x = INFINITY;
    float min_z = INFINITY;
    float max_x = -INFINITY;
    float max_z = -INFINITY;
    for (size_t i = 0; i < ground->count; i++) {
        min_x = fminf(min_x, ground->points[i].x);
        min_z = fminf(min_z, ground->points[i].z);
        max_x = fmaxf(max_x, ground->points[i].x);
        max_z = fmaxf(max_z, ground->points[i].z);
    }
    return min_x < caster->max_x && max_x > caster->min_x && min_z < caster->max_z && max_z > caster->min_z;
}

static void add_piece(struct shadow_pieces *pieces, const struct outline *piece)
{
    if (pieces->count < SHADOW_PIECES_MAX && piece->count >= 3 &&
        outline_area(piece->points, piece->count) > SLIVER_M2) {
        pieces->items[pieces->count++] = *piece;
    }
}

// Takes what lies in a shadow from the pieces.
static void subtract(struct shadow_pieces *pieces, const struct outline *shadow)
{
    struct shadow_pieces rest = {.count = 0};
    for (size_t i = 0; i < pieces->count; i++) {
        struct outline piece = pieces->items[i];
        if (outline_is_apart(&piece, shadow)) {
            add_piece(&rest, &piece);
            continue;
        }
        for (size_t side = 0; side < shadow->count && piece.count >= 3; side++) {
            struct outline_half half =
                outline_left_of(shadow->points[side], shadow->points[(side + 1) % shadow->count]);
            struct outline outside = outline_cut(&piece, outline_half_flip(half));
            add_piece(&rest, &outside);
            piece = outline_cut(&piece, half);
        }
    }
    *pieces = rest;
}

static struct outline intersect(const struct outline *a, const struct outline *b)
{
    struct outline result = *a;
    for (size_t i = 0; i < b->count && result.count >= 3; i++) {
        result = outline_cut(&result, outline_left_of(b->points[i], b->points[(i + 1) % b->count]));
    }
    return result;
}

// The outline of a shadow on the floor of a piece of ground, also beside it.
// @return false when it does not touch the ground
static bool throw_onto(const struct shadows *shadows, size_t index, const struct outline *ground,
                       struct outline *shadow)
{
    const struct caster *caster = &shadows->casters[index];
    if (!may_reach(caster, ground)) {
        return false;
    }
    float floor_m = outline_center(ground->points, ground->count).y;
    if (caster->top_m <= floor_m) {
        return false; // it stands on a floor below
    }
    *shadow = throw_shadow(caster, shadows->to_sun, floor_m);
    return shadow->count >= 3 && !outline_is_apart(ground, shadow);
}

// All shadows that touch a piece of ground, as outlines on its floor.
static void collect(const struct shadows *shadows, const struct outline *ground,
                    struct shadow_pieces *falling)
{
    falling->count = 0;
    for (size_t i = 0; i < shadows->caster_count; i++) {
        struct outline shadow;
        if (throw_onto(shadows, i, ground, &shadow)) {
            add_piece(falling, &shadow);
        }
    }
}

size_t shadows_count(const struct shadows *shadows)
{
    return shadows->caster_count;
}

bool shadows_fall(const struct shadows *shadows, size_t index, const struct outline *ground,
                  struct outline *fallen)
{
    struct outline shadow;
    if (!throw_onto(shadows, index, ground, &shadow)) {
        return false;
    }
    *fallen = intersect(ground, &shadow);
    return fallen->count >= 3 && outline_area(fallen->points, fallen->count) > SLIVER_M2;
}

void shadows_split(const struct shadows *shadows, const struct outline *ground, struct shadow_pieces *dark,
                   struct shadow_pieces *lit)
{
    struct shadow_pieces falling;
    collect(shadows, ground, &falling);
    dark->count = 0;
    lit->count = 0;
    add_piece(lit, ground);
    for (size_t i = 0; i < falling.count; i++) {
        // Each shadow as a whole, but for what earlier ones darken already: that makes the fewest pieces.
        struct shadow_pieces pieces = {.count = 0};
        struct outline fallen = intersect(ground, &falling.items[i]);
        add_piece(&pieces, &fallen);
        for (size_t earlier = 0; earlier < i; earlier++) {
            subtract(&pieces, &falling.items[earlier]);
        }
        for (size_t piece = 0; piece < pieces.count; piece++) {
            add_piece(dark, &pieces.items[piece]);
        }
        subtract(lit, &falling.items[i]);
    }
}
