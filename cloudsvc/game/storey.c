#include "cloudsvc/game/storey.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define CLEAR_M  1.7f // ground this much higher has room for people below
#define NEAR_M   0.4f // what stands on a floor or ends it is so near to it in height
#define STRIP_M  1.0f // a strip of floor this narrow goes with the storey that it borders on
#define AROUND_M 1.6f // so much around the avatar is kept in sight

enum { CUT_POINTS_MAX = 6 }; // a triangle cut by another one

/// A convex piece of plan; heights are not its own.
struct piece {
    struct view_vec3 points[CUT_POINTS_MAX + 2];
    size_t count;
};

// ---- triangles in plan -----------------------------------------------------------------------------

// Twice the area of the triangle in plan, positive when counter-clockwise.
static float turn(struct view_vec3 a, struct view_vec3 b, struct view_vec3 c)
{
    return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

static float height_at(const struct view_triangle *triangle, float x, float z)
{
    const struct view_vec3 *c = triangle->corners;
    struct view_vec3 at = {x, 0.0f, z};
    float whole = turn(c[0], c[1], c[2]);
    if (!(whole > 0.0f))
        return c[0].y;
    return (c[0].y * turn(c[1], c[2], at) + c[1].y * turn(c[2], c[0], at) + c[2].y * turn(c[0], c[1], at)) /
           whole;
}

// Whether a place is inside, or outside by a share of the triangle that no one sees.
static bool holds(const struct view_triangle *triangle, float x, float z)
{
    const struct view_vec3 *c = triangle->corners;
    struct view_vec3 at = {x, 0.0f, z};
    float slack = -0.02f * turn(c[0], c[1], c[2]);
    return turn(c[0], c[1], at) >= slack && turn(c[1], c[2], at) >= slack && turn(c[2], c[0], at) >= slack;
}

// The part of a piece to the left of the way from a to b [Sutherland and Hodgman 1974].
static struct piece cut(const struct piece *piece, struct view_vec3 a, struct view_vec3 b)
{
    struct piece left = {.count = 0};
    for (size_t i = 0; i < piece->count; i++) {
        struct view_vec3 from = piece->points[i];
        struct view_vec3 to = piece->points[(i + 1) % piece->count];
        float from_side = turn(a, b, from);
        float to_side = turn(a, b, to);
        assert(left.count + 2 <= CUT_POINTS_MAX + 2);
        if (from_side >= 0.0f)
            left.points[left.count++] = from;
        if ((from_side >= 0.0f) != (to_side >= 0.0f)) {
            float share = from_side / (from_side - to_side);
            left.points[left.count++] =
                (struct view_vec3){from.x + (to.x - from.x) * share, 0.0f, from.z + (to.z - from.z) * share};
        }
    }
    return left;
}

static float area_of(const struct piece *piece)
{
    float twice = 0.0f;
    for (size_t i = 1; i + 1 < piece->count; i++)
        twice += turn(piece->points[0], piece->points[i], piece->points[i + 1]);
    return twice / 2.0f;
}

static bool lies_apart(const struct view_triangle *a, const struct view_triangle *b)
{
    for (int axis = 0; axis < 2; axis++) {
        float a_low = 1e30f, a_high = -1e30f, b_low = 1e30f, b_high = -1e30f;
        for (int i = 0; i < 3; i++) {
            float at = axis == 0 ? a->corners[i].x : a->corners[i].z;
            a_low = at < a_low ? at : a_low;
            a_high = at > a_high ? at : a_high;
            at = axis == 0 ? b->corners[i].x : b->corners[i].z;
            b_low = at < b_low ? at : b_low;
            b_high = at > b_high ? at : b_high;
        }
        if (a_high <= b_low || b_high <= a_low)
            return true;
    }
    return false;
}

static float highest(const struct view_triangle *triangle)
{
    float y = triangle->corners[0].y;
    for (int i = 1; i < 3; i++)
        y = triangle->corners[i].y > y ? triangle->corners[i].y : y;
    return y;
}

static float lowest(const struct view_triangle *triangle)
{
    float y = triangle->corners[0].y;
    for (int i = 1; i < 3; i++)
        y = triangle->corners[i].y < y ? triangle->corners[i].y : y;
    return y;
}

static bool is_floor(const struct view_triangle *triangle)
{
    return triangle->surface != VIEW_WATER && triangle->surface != VIEW_CHASM;
}

// Whether people fit between the two somewhere, `lower` below.
static bool lies_over(const struct view_triangle *upper, const struct view_triangle *lower)
{
    const float seen_m2 = 0.02f;
    if (highest(upper) < lowest(lower) + CLEAR_M || lies_apart(upper, lower))
        return false;
    struct piece common = {.count = 3};
    for (size_t i = 0; i < 3; i++)
        common.points[i] = upper->corners[i];
    for (size_t i = 0; i < 3 && common.count >= 3; i++)
        common = cut(&common, lower->corners[i], lower->corners[(i + 1) % 3]);
    if (common.count < 3 || area_of(&common) < seen_m2)
        return false;
    float x = 0.0f, z = 0.0f;
    for (size_t i = 0; i < common.count; i++) {
        x += common.points[i].x / (float)common.count;
        z += common.points[i].z / (float)common.count;
    }
    return height_at(upper, x, z) > height_at(lower, x, z) + CLEAR_M;
}

// ---- finding ---------------------------------------------------------------------------------------

// The height of the lowest floor anywhere: in level scenes it tells that nothing lies over anything.
static float bottom_of(const struct view_scene *scene)
{
    float bottom = INFINITY;
    for (size_t i = 0; i < scene->triangle_count; i++)
        if (is_floor(&scene->triangles[i]) && lowest(&scene->triangles[i]) < bottom)
            bottom = lowest(&scene->triangles[i]);
    return bottom;
}

static bool is_upper(const struct view_scene *scene, size_t index, float bottom)
{
    const struct view_triangle *triangle = &scene->triangles[index];
    if (!is_floor(triangle) || highest(triangle) < bottom + CLEAR_M)
        return false;
    for (size_t i = 0; i < scene->triangle_count; i++)
        if (is_floor(&scene->triangles[i]) && lies_over(triangle, &scene->triangles[i]))
            return true;
    return false;
}

static bool share_a_corner(const struct view_triangle *a, const struct view_triangle *b)
{
    for (int i = 0; i < 9; i++) {
        const struct view_vec3 *p = &a->corners[i / 3];
        const struct view_vec3 *q = &b->corners[i % 3];
        if (p->x == q->x && p->y == q->y && p->z == q->z)
            return true;
    }
    return false;
}

// Whether the triangle is level and narrower than a strip.
static bool is_strip(const struct view_triangle *triangle)
{
    const struct view_vec3 *c = triangle->corners;
    float longest_square = 0.0f;
    for (int i = 0; i < 3; i++) {
        float x = c[(i + 1) % 3].x - c[i].x;
        float z = c[(i + 1) % 3].z - c[i].z;
        longest_square = x * x + z * z > longest_square ? x * x + z * z : longest_square;
    }
    float twice = turn(c[0], c[1], c[2]);
    return is_floor(triangle) && highest(triangle) - lowest(triangle) < 0.05f &&
           twice * twice < STRIP_M * STRIP_M * longest_square;
}

enum { UNNUMBERED = UINT8_MAX };

// Numbers what hangs together with a triangle, from neighbour to neighbour.
static void number_storey(const struct view_scene *scene, uint8_t *storeys, uint32_t *pending, uint8_t number)
{
    size_t count = 1;
    while (count > 0) {
        const struct view_triangle *triangle = &scene->triangles[pending[--count]];
        for (size_t i = 0; i < scene->triangle_count; i++) {
            const struct view_triangle *other = &scene->triangles[i];
            bool may_join = storeys[i] == UNNUMBERED || (storeys[i] == 0 && is_strip(other));
            if (may_join && share_a_corner(triangle, other)) {
                storeys[i] = number;
                pending[count++] = (uint32_t)i;
            }
        }
    }
}

// @return false when there are none
static bool number_triangles(const struct view_scene *scene, uint8_t *storeys, uint32_t *pending)
{
    uint8_t number = 0;
    float bottom = bottom_of(scene);
    for (size_t i = 0; i < scene->triangle_count; i++)
        storeys[i] = is_upper(scene, i, bottom) ? UNNUMBERED : 0;
    for (size_t i = 0; i < scene->triangle_count; i++) {
        if (storeys[i] != UNNUMBERED)
            continue;
        number += number < VIEW_STOREYS_MAX - 1; // one too many counts as the last
        storeys[i] = number;
        pending[0] = (uint32_t)i;
        number_storey(scene, storeys, pending, number);
    }
    return number > 0;
}

// The storey of the floor at a place.
static uint8_t storey_at(const struct view_scene *scene, struct view_vec3 at)
{
    for (size_t i = 0; i < scene->triangle_count; i++) {
        const struct view_triangle *triangle = &scene->triangles[i];
        float off_m = scene->triangle_storeys[i] && holds(triangle, at.x, at.z)
                          ? height_at(triangle, at.x, at.z) - at.y
                          : NEAR_M;
        if (off_m > -NEAR_M && off_m < NEAR_M)
            return scene->triangle_storeys[i];
    }
    return 0;
}

static uint8_t storey_of_solid(const struct view_scene *scene, const struct view_solid *solid)
{
    struct view_vec3 center = {0};
    for (size_t i = 0; i < solid->footprint_count; i++) {
        center.x += solid->footprint[i].x / (float)solid->footprint_count;
        center.y += solid->footprint[i].y / (float)solid->footprint_count;
        center.z += solid->footprint[i].z / (float)solid->footprint_count;
    }
    uint8_t storey = storey_at(scene, center);
    for (size_t i = 0; storey == 0 && i < solid->footprint_count; i++)
        storey = storey_at(scene, solid->footprint[i]);
    return storey;
}

// The floor is to the left of a riser's way.
static uint8_t storey_of_riser(const struct view_scene *scene, const struct view_riser *riser)
{
    const float inside = 0.02f;
    struct view_vec3 middle = {(riser->a.x + riser->b.x) / 2.0f - inside * (riser->b.z - riser->a.z),
                               (riser->a.y + riser->b.y) / 2.0f,
                               (riser->a.z + riser->b.z) / 2.0f + inside * (riser->b.x - riser->a.x)};
    return storey_at(scene, middle);
}

bool storeys_find(struct view_scene *scene)
{
    uint8_t *storeys = calloc(scene->triangle_count + 1, sizeof *storeys);
    uint32_t *pending = calloc(scene->triangle_count + 1, sizeof *pending);
    bool has_storeys = storeys && pending && number_triangles(scene, storeys, pending);
    bool is_done = storeys && pending;
    free(pending);
    if (!has_storeys) {
        free(storeys);
        return is_done;
    }
    scene->triangle_storeys = storeys;
    scene->solid_storeys = calloc(scene->solid_count + 1, sizeof *scene->solid_storeys);
    scene->riser_storeys = calloc(scene->riser_count + 1, sizeof *scene->riser_storeys);
    if (!scene->solid_storeys || !scene->riser_storeys)
        return false;
    for (size_t i = 0; i < scene->solid_count; i++)
        scene->solid_storeys[i] = storey_of_solid(scene, &scene->solids[i]);
    for (size_t i = 0; i < scene->riser_count; i++)
        scene->riser_storeys[i] = storey_of_riser(scene, &scene->risers[i]);
    return true;
}

// ---- hiding ----------------------------------------------------------------------------------------

// Whether the way from a place up to the eye leads through the triangle.
static bool is_crossed(const struct view_triangle *triangle, struct view_vec3 from, struct view_vec3 eye)
{
    float from_over = from.y - height_at(triangle, from.x, from.z);
    float eye_over = eye.y - height_at(triangle, eye.x, eye.z);
    if (from_over >= 0.0f || eye_over <= 0.0f)
        return false;
    float share = from_over / (from_over - eye_over);
    return holds(triangle, from.x + (eye.x - from.x) * share, from.z + (eye.z - from.z) * share);
}

uint64_t storeys_hiding(const struct view_scene *scene, struct view_vec3 eye, struct view_vec3 avatar)
{
    static const struct view_vec3 around[] = {{0.0f, 0.2f, 0.0f},     {0.0f, 1.5f, 0.0f},
                                              {AROUND_M, 0.6f, 0.0f}, {-AROUND_M, 0.6f, 0.0f},
                                              {0.0f, 0.6f, AROUND_M}, {0.0f, 0.6f, -AROUND_M}};
    uint64_t hiding = 0;
    for (size_t i = 0; scene->triangle_storeys && i < scene->triangle_count; i++) {
        const struct view_triangle *triangle = &scene->triangles[i];
        uint64_t bit = UINT64_C(1) << scene->triangle_storeys[i];
        // What one is about to step onto hides nothing.
        if (scene->triangle_storeys[i] == 0 || (hiding & bit) || highest(triangle) < avatar.y + CLEAR_M)
            continue;
        for (size_t k = 0; k < sizeof around / sizeof around[0]; k++) {
            struct view_vec3 from = {avatar.x + around[k].x, avatar.y + around[k].y, avatar.z + around[k].z};
            if (is_crossed(triangle, from, eye))
                hiding |= bit;
        }
    }
    return hiding;
}

bool storeys_hold(const struct view_scene *scene, uint64_t storeys, struct view_vec3 at)
{
    uint8_t storey = scene->triangle_storeys && storeys != 0 ? storey_at(scene, at) : 0;
    return storey > 0 && (storeys >> storey & 1);
}
