#include "render/items.h"

#include <math.h>

#include "render/vector.h"

#define FLOAT_M 0.22f
#define LIFT_M  0.06f // of the ring, above the ground's own overlays

static const struct view_color cloth = {186, 142, 92, 255};
static const struct view_color cord = {120, 74, 48, 255};
static const struct view_color iron = {88, 88, 98, 255};
static const struct view_color flame = {255, 214, 120, 255};
static const struct view_color leaf = {98, 166, 78, 255};
static const struct view_color blossom = {226, 132, 196, 255};
static const struct view_color wood = {156, 102, 60, 255};
static const struct view_color brass = {238, 190, 84, 255};
static const struct view_color halo = {255, 218, 128, 255};

// ---- bodies --------------------------------------------------------------------------------------

static void add_bundle(const struct brush *brush, struct view_vec3 foot, float turn_r)
{
    const struct brush_ring sack[4] = {
        {0, 0.2f, 0.7f}, {0.14f, 0.31f, 0.85f}, {0.34f, 0.22f, 1}, {0.44f, 0.08f, 1}};
    const struct brush_ring knot[2] = {{0.42f, 0.1f, 0.8f}, {0.5f, 0.08f, 1}};
    const struct brush_ring ears[2] = {{0.5f, 0.06f, 0.9f}, {0.66f, 0.17f, 1.1f}};
    brush_turned(brush, foot, sack, 4, 6, turn_r, cloth);
    brush_turned(brush, foot, knot, 2, 5, turn_r, cord);
    brush_turned(brush, foot, ears, 2, 5, turn_r, light_tint(cloth, 1.1f));
}

// Light shines by itself: its facets are as bright as nothing lit can be.
static void add_lamp(const struct brush *brush, struct view_vec3 foot, float turn_r)
{
    const struct brush_ring base[3] = {{0, 0.2f, 0.7f}, {0.08f, 0.2f, 1}, {0.12f, 0.12f, 1}};
    const struct brush_ring glass[3] = {{0.12f, 0.13f, 1.7f}, {0.26f, 0.19f, 1.9f}, {0.42f, 0.12f, 1.7f}};
    const struct brush_ring cap[3] = {{0.42f, 0.18f, 0.9f}, {0.5f, 0.12f, 1}, {0.6f, 0, 1}};
    brush_turned(brush, foot, base, 3, 6, turn_r, iron);
    brush_turned(brush, foot, glass, 3, 6, turn_r, flame);
    brush_turned(brush, foot, cap, 3, 6, turn_r, iron);
}

static void add_herb(const struct brush *brush, struct view_vec3 foot, float turn_r)
{
    enum { LEAVES = 5 };
    for (int i = 0; i < LEAVES; i++) {
        float angle_r = turn_r + 2 * (float)M_PI * (float)i / LEAVES;
        struct view_vec3 out = {cosf(angle_r), 0, sinf(angle_r)};
        struct view_vec3 across = vector_scale((struct view_vec3){-out.z, 0, out.x}, 0.1f);
        struct view_vec3 middle = vector_raise(vector_add(foot, vector_scale(out, 0.2f)), 0.24f);
        struct view_vec3 tip = vector_raise(vector_add(foot, vector_scale(out, 0.42f)), 0.3f);
        const struct view_vec3 upper[4] = {foot, vector_subtract(middle, across), tip,
                                           vector_add(middle, across)};
        const struct view_vec3 lower[4] = {upper[3], upper[2], upper[1], upper[0]};
        struct view_color color = light_tint(leaf, 0.9f + 0.06f * (float)(2 * i % LEAVES));
        brush_facet(brush, upper, 4, color, (float[]){0.6f, 1, 1.1f, 1});
        brush_facet(brush, lower, 4, light_tint(color, 0.8f), NULL);
    }
    const struct brush_ring stem[2] = {{0, 0.03f, 0.8f}, {0.42f, 0.025f, 1}};
    const struct brush_ring flower[3] = {{0.4f, 0.02f, 0.8f}, {0.48f, 0.12f, 1}, {0.56f, 0, 1.1f}};
    brush_turned(brush, foot, stem, 2, 3, turn_r, light_tint(leaf, 0.8f));
    brush_turned(brush, foot, flower, 3, 6, turn_r, blossom);
}

static void add_lid(const struct brush *brush, struct view_vec3 foot, struct view_vec3 along)
{
    struct view_vec3 length = vector_scale(along, 0.36f);
    struct view_vec3 across = {-along.z, 0, along.x};
    struct view_vec3 edge = vector_scale(across, 0.24f);
    struct view_vec3 shoulder = vector_raise(vector_scale(across, 0.15f), 0.14f);
    struct view_vec3 other = vector_raise(vector_scale(across, -0.15f), 0.14f);
    struct view_vec3 left = vector_raise(vector_subtract(foot, length), 0.3f);
    struct view_vec3 right = vector_raise(vector_add(foot, length), 0.3f);
    // Along the lid from its front edge over both shoulders to its back.
    const struct view_vec3 profile[4] = {vector_scale(edge, -1), other, shoulder, edge};
    for (int i = 0; i < 3; i++) {
        brush_quad(brush, vector_add(left, profile[i]), vector_add(right, profile[i]),
                   vector_add(right, profile[i + 1]), vector_add(left, profile[i + 1]),
                   light_tint(wood, 1.1f), 1, 1);
    }
    struct view_vec3 ends[2][4];
    for (int i = 0; i < 4; i++) {
        ends[0][i] = vector_add(right, profile[i]);
        ends[1][i] = vector_add(left, profile[3 - i]);
    }
    brush_facet(brush, ends[0], 4, wood, NULL);
    brush_facet(brush, ends[1], 4, wood, NULL);
}

static void add_chest(const struct brush *brush, struct view_vec3 foot, float turn_r)
{
    struct view_vec3 along = {cosf(turn_r), 0, sinf(turn_r)};
    brush_box(brush, foot, along, (struct view_vec3){0.72f, 0.3f, 0.48f}, wood);
    add_lid(brush, foot, along);
    for (int side = -1; side <= 1; side += 2) {
        struct view_vec3 at = vector_add(foot, vector_scale(along, 0.24f * (float)side));
        brush_box(brush, at, along, (struct view_vec3){0.07f, 0.46f, 0.5f}, iron);
    }
    struct view_vec3 across = {-along.z, 0, along.x};
    struct view_vec3 lock = vector_raise(vector_subtract(foot, vector_scale(across, 0.25f)), 0.2f);
    brush_box(brush, lock, along, (struct view_vec3){0.12f, 0.14f, 0.06f}, brass);
}

// ---- all -----------------------------------------------------------------------------------------

// Neighbours do not turn in step.
static float phase_of(const struct view_item *item)
{
    return item->position.x + 0.7f * item->position.z;
}

void item_add(const struct brush *brush, const struct view_item *item, float time_s)
{
    float turn_r = 1.1f * time_s + phase_of(item);
    struct view_vec3 foot =
        vector_raise(item->position, FLOAT_M + 0.06f * sinf(2.2f * time_s + phase_of(item)));
    switch (item->kind) {
    case VIEW_ITEM_BUNDLE:
        add_bundle(brush, foot, turn_r);
        return;
    case VIEW_ITEM_LAMP:
        add_lamp(brush, foot, turn_r);
        return;
    case VIEW_ITEM_HERB:
        add_herb(brush, foot, turn_r);
        return;
    case VIEW_ITEM_CHEST:
        add_chest(brush, foot, turn_r);
        return;
    case VIEW_ITEM_KIND_COUNT:
        return;
    }
}

void item_add_glow(const struct glow *glow, const struct view_item *item, float time_s)
{
    float pulse = 0.5f + 0.5f * sinf(2.2f * time_s + phase_of(item));
    struct view_vec3 ground = vector_raise(item->position, LIFT_M);
    float opacity = 0.5f + 0.25f * pulse;
    glow_ring(glow, ground, 0, 0.5f, glow_faded(halo, 0.55f * opacity), glow_faded(halo, 0.2f * opacity));
    glow_ring(glow, ground, 0.5f, 0.58f, glow_faded(halo, opacity), glow_faded(halo, opacity));
    float outer_m = 0.8f + 0.12f * pulse;
    glow_ring(glow, ground, 0.58f, outer_m, glow_faded(halo, 0.5f * opacity), glow_faded(halo, 0));
    // A shimmer that rises.
    struct view_vec3 top = vector_raise(ground, 1.2f);
    glow_ray(glow, ground, top, 0.7f, 0.3f, glow_faded(halo, 0.25f * opacity), glow_faded(halo, 0));
}
