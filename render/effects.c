#include "render/effects.h"

#include <math.h>

#include "render/vector.h"

#define CHEST_M 0.9f
#define LIFT_M  0.07f // above the ground's other marks

static const struct view_color steel = {255, 246, 226, 255};
static const struct view_color fire = {255, 164, 52, 255};
static const struct view_color ember = {255, 108, 60, 255};
static const struct view_color life = {126, 232, 140, 255};
static const struct view_color wind = {150, 214, 255, 255};
static const struct view_color gold = {255, 214, 110, 255};

// 1 until `from`, then down to 0 at 1.
static float fading(float age, float from)
{
    return fminf(1, fmaxf(0, (1 - age) / (1 - from)));
}

static struct view_vec3 level_unit(struct view_vec3 from, struct view_vec3 to)
{
    struct view_vec3 way = {to.x - from.x, 0, to.z - from.z};
    return way.x != 0 || way.z != 0 ? vector_normalize(way) : (struct view_vec3){0, 0, 1};
}

static struct view_vec3 turned(struct view_vec3 level, float angle_r)
{
    return (struct view_vec3){level.x * cosf(angle_r) - level.z * sinf(angle_r), 0,
                              level.x * sinf(angle_r) + level.z * cosf(angle_r)};
}

// ---- the kinds -----------------------------------------------------------------------------------

// A crescent that a blade has drawn so far, brightest where the blade is now.
static void add_strike(const struct glow *glow, const struct view_effect *effect)
{
    enum { STEPS = 9 };
    const float half_r = 1.2f;
    struct view_vec3 ahead = level_unit(effect->at, effect->to);
    float drawn = fminf(1, effect->age / 0.45f);
    float opacity = 0.9f * fading(effect->age, 0.45f);
    for (int i = 0; i < STEPS; i++) {
        float from = drawn * (float)i / STEPS;
        float to = drawn * (float)(i + 1) / STEPS;
        struct view_vec3 corners[4];
        for (int corner = 0; corner < 4; corner++) {
            float share = corner == 0 || corner == 3 ? from : to;
            float bulge = sinf((float)M_PI * fminf(1, 0.15f + 0.75f * share));
            float radius_m = corner < 2 ? 1.75f : 1.75f - 0.75f * bulge;
            struct view_vec3 out = turned(ahead, half_r - 2 * half_r * share);
            corners[corner] = vector_raise(vector_add(effect->at, vector_scale(out, radius_m)),
                                           CHEST_M + 0.35f - 0.5f * share);
        }
        float bright = opacity * (float)(i + 1) / STEPS;
        glow_quad(glow, corners, glow_faded(fire, bright), glow_faded(steel, 0.7f * bright));
    }
}

static void add_shot(const struct glow *glow, const struct view_effect *effect)
{
    struct view_vec3 ahead = level_unit(effect->at, effect->to);
    struct view_vec3 tip = vector_raise(effect->at, CHEST_M + 0.1f);
    struct view_vec3 tail = vector_subtract(tip, vector_scale(ahead, 1.5f));
    glow_ray(glow, tip, tail, 0.3f, 0, glow_faded(fire, 0.9f), glow_faded(ember, 0));
    glow_disc(glow, tip, 0.42f, glow_faded(fire, 0.8f), glow_faded(ember, 0));
    glow_disc(glow, tip, 0.14f, glow_faded(steel, 1), glow_faded(gold, 0.9f));
}

static void add_cross(const struct glow *glow, struct view_vec3 center, float size_m, struct view_color color)
{
    struct view_vec3 right = vector_scale(glow->right, size_m);
    struct view_vec3 up = vector_scale(glow->up, size_m);
    glow_ray(glow, vector_subtract(center, right), vector_add(center, right), 0.7f * size_m, 0.7f * size_m,
             color, color);
    glow_ray(glow, vector_subtract(center, up), vector_add(center, up), 0.7f * size_m, 0.7f * size_m, color,
             color);
}

static void add_heal(const struct glow *glow, const struct view_effect *effect)
{
    enum { CROSSES = 7 };
    float opacity = fading(effect->age, 0.5f);
    struct view_vec3 ground = vector_raise(effect->at, LIFT_M);
    float radius_m = 0.4f + 0.6f * effect->age;
    glow_ring(glow, ground, 0.3f * radius_m, radius_m, glow_faded(life, 0), glow_faded(life, 0.7f * opacity));
    for (int i = 0; i < CROSSES; i++) {
        float turn_r = 2.4f * (float)i + effect->age;
        float height_m = 0.2f + 0.1f * (float)(3 * i % CROSSES) + 1.3f * effect->age;
        struct view_vec3 out = {0.55f * cosf(turn_r), height_m, 0.55f * sinf(turn_r)};
        add_cross(glow, vector_add(effect->at, out), 0.11f, glow_faded(life, opacity));
    }
}

static void add_dash(const struct glow *glow, const struct view_effect *effect)
{
    float opacity = 0.75f * fading(effect->age, 0.1f);
    struct view_vec3 aside = vector_right(effect->at, effect->to);
    for (int i = -1; i <= 1; i++) {
        struct view_vec3 moved = vector_scale(aside, 0.22f * (float)i);
        float height_m = 0.75f - 0.25f * (float)(i * i);
        struct view_vec3 from = vector_raise(vector_add(effect->at, moved), height_m);
        struct view_vec3 to = vector_raise(vector_add(effect->to, moved), height_m);
        struct view_vec3 start = vector_mix(from, to, 0.75f * effect->age);
        glow_ray(glow, start, to, 0.04f, 0.3f, glow_faded(wind, 0), glow_faded(wind, opacity));
    }
    float puff_m = 0.25f + 0.6f * effect->age;
    glow_disc(glow, vector_raise(effect->at, 0.25f), puff_m, glow_faded(wind, 0.6f * opacity),
              glow_faded(wind, 0));
}

static void add_hit(const struct glow *glow, const struct view_effect *effect)
{
    enum { RAYS = 8 };
    float opacity = fading(effect->age, 0.3f);
    struct view_vec3 center = vector_raise(effect->at, CHEST_M);
    float inner_m = 0.12f + 0.45f * effect->age;
    for (int i = 0; i < RAYS; i++) {
        float turn_r = 2 * (float)M_PI * (float)i / RAYS + 0.3f;
        struct view_vec3 out =
            vector_add(vector_scale(glow->right, cosf(turn_r)), vector_scale(glow->up, sinf(turn_r)));
        float outer_m = inner_m + (i % 2 == 0 ? 0.5f : 0.28f);
        glow_ray(glow, vector_add(center, vector_scale(out, inner_m)),
                 vector_add(center, vector_scale(out, outer_m)), 0.2f, 0.02f, glow_faded(fire, opacity),
                 glow_faded(ember, 0.8f * opacity));
    }
    float flash = fmaxf(0, 1 - 2 * effect->age);
    glow_disc(glow, center, 0.55f, glow_faded(steel, 0.85f * flash), glow_faded(fire, 0));
}

static void add_level(const struct glow *glow, const struct view_effect *effect)
{
    enum { SIDES = 12, SPARKS = 6 };
    float opacity = fading(effect->age, 0.4f);
    float height_m = 3.4f * fminf(1, effect->age / 0.2f);
    struct view_vec3 ground = vector_raise(effect->at, LIFT_M);
    for (int side = 0; side < SIDES; side++) {
        struct view_vec3 corners[4];
        for (int corner = 0; corner < 4; corner++) {
            int at = side + (corner == 1 || corner == 2);
            float angle_r = 2 * (float)M_PI * (float)at / SIDES;
            struct view_vec3 out = {0.75f * cosf(angle_r), corner < 2 ? 0 : height_m, 0.75f * sinf(angle_r)};
            corners[corner] = vector_add(ground, out);
        }
        glow_quad(glow, corners, glow_faded(gold, 0.55f * opacity), glow_faded(gold, 0));
    }
    glow_ring(glow, ground, 0.75f, 0.8f + 1.2f * effect->age, glow_faded(gold, 0.9f * opacity),
              glow_faded(gold, 0));
    for (int i = 0; i < SPARKS; i++) {
        float turn_r = 2.4f * (float)i + 3 * effect->age;
        float up_m = fmodf(0.5f * (float)i + 2.6f * effect->age, 3);
        struct view_vec3 out = {0.6f * cosf(turn_r), up_m, 0.6f * sinf(turn_r)};
        add_cross(glow, vector_add(effect->at, out), 0.07f, glow_faded(steel, opacity));
    }
}

void effects_add(const struct glow *glow, const struct view_effect *effect)
{
    switch (effect->kind) {
    case VIEW_EFFECT_STRIKE:
        add_strike(glow, effect);
        return;
    case VIEW_EFFECT_SHOT:
        add_shot(glow, effect);
        return;
    case VIEW_EFFECT_HEAL:
        add_heal(glow, effect);
        return;
    case VIEW_EFFECT_DASH:
        add_dash(glow, effect);
        return;
    case VIEW_EFFECT_HIT:
        add_hit(glow, effect);
        return;
    case VIEW_EFFECT_LEVEL:
        add_level(glow, effect);
        return;
    case VIEW_EFFECT_KIND_COUNT:
        return;
    }
}

// ---- bars ----------------------------------------------------------------------------------------

// A part of a bar, from one share of its width to another.
static void add_bar_part(const struct glow *glow, struct view_vec3 center, float from, float to, float high_m,
                         struct view_color color)
{
    const float wide_m = 0.9f;
    struct view_vec3 left = vector_add(center, vector_scale(glow->right, wide_m * (from - 0.5f)));
    struct view_vec3 right = vector_add(center, vector_scale(glow->right, wide_m * (to - 0.5f)));
    struct view_vec3 half = vector_scale(glow->up, high_m / 2);
    const struct view_vec3 corners[4] = {vector_subtract(left, half), vector_subtract(right, half),
                                         vector_add(right, half), vector_add(left, half)};
    glow_quad(glow, corners, color, color);
}

void effects_add_bar(const struct glow *glow, const struct view_actor *actor)
{
    const struct view_color back = {26, 22, 32, 220};
    if (!(actor->damage > 0)) {
        return;
    }
    float left = 1 - fminf(actor->damage, 1);
    struct view_color color = left > 0.5f    ? (struct view_color){120, 208, 96, 255}
                              : left > 0.25f ? (struct view_color){244, 190, 70, 255}
                                             : (struct view_color){232, 84, 66, 255};
    struct view_vec3 center = vector_raise(actor->position, actor->height_m + 0.16f);
    add_bar_part(glow, center, -0.04f, 1.04f, 0.19f, back);
    add_bar_part(glow, center, 0, left, 0.11f, color);
}
