#include "render/actor_model.h"

#include <math.h>

#include "render/actor_animal.h"
#include "render/sculptor.h"
#include "render/vector.h"

enum { SIDES_MAX = 8 };

#define SHOULDER_Y 0.6f
#define HIP_Y      0.36f

static const struct actor_paint clothes = {.clothes = 255};
static const struct actor_paint belt = {.clothes = 110};
static const struct actor_paint skin = {.skin = 255};
static const struct actor_paint hair = {.hair = 255};
static const struct actor_paint trousers = {.trousers = 255};
static const struct actor_paint shoes = {.hair = 60, .trousers = 60};
static const struct actor_paint eyes = {0};

// ---- parts ---------------------------------------------------------------------------------------

static void add_leg(struct sculptor *sculptor, float x, int8_t swing, bool is_coarse)
{
    sculptor->pivot_y = HIP_Y;
    sculptor->swing = swing;
    sculptor->paint = trousers;
    const struct ring leg[2] = {{{x, 0.05f, 0}, 0.05f, 0.055f}, {{x, 0.36f, 0}, 0.072f, 0.078f}};
    sculptor_body(sculptor, leg, 2, 4);
    sculptor->paint = shoes;
    const struct ring sole = {{x, 0, 0.03f}, 0.068f, 0.1f};
    const struct ring instep = {{x, 0.05f, 0.025f}, 0.068f, 0.098f};
    const struct ring ankle = {{x, 0.085f, 0}, 0.03f, 0.04f};
    if (!is_coarse) {
        sculptor_band(sculptor, &sole, &instep, 4);
    }
    sculptor_band(sculptor, is_coarse ? &sole : &instep, &ankle, 4);
}

static void add_arm(struct sculptor *sculptor, float side, int8_t swing, bool is_coarse)
{
    sculptor->pivot_y = SHOULDER_Y;
    sculptor->swing = swing;
    sculptor->strike = side > 0 ? 1 : 0;
    sculptor->paint = clothes;
    const struct ring arm[3] = {{{side * 0.196f, 0.40f, 0.01f}, 0.052f, 0.056f},
                                {{side * 0.15f, 0.6f, 0}, 0.05f, 0.055f},
                                {{side * 0.1f, 0.65f, 0}, 0.01f, 0.02f}};
    sculptor_body(sculptor, arm, is_coarse ? 2 : 3, 4);
    sculptor->paint = skin;
    const struct ring hand[3] = {{{side * 0.205f, 0.325f, 0.015f}, 0.02f, 0.02f},
                                 {{side * 0.203f, 0.36f, 0.015f}, 0.045f, 0.045f},
                                 {{side * 0.198f, 0.41f, 0.01f}, 0.042f, 0.042f}};
    sculptor_body(sculptor, is_coarse ? hand + 1 : hand, is_coarse ? 2 : 3, 4);
}

static void add_trunk(struct sculptor *sculptor, int sides, bool is_coarse)
{
    const struct ring hem = {{0, 0.27f, 0}, 0.172f, 0.145f};
    const struct ring waist = {{0, 0.41f, 0}, 0.142f, 0.118f};
    const struct ring chest = {{0, 0.45f, 0}, 0.142f, 0.118f};
    const struct ring shoulders = {{0, 0.6f, 0}, 0.13f, 0.1f};
    const struct ring neck = {{0, 0.67f, 0}, 0.05f, 0.05f};
    sculptor->swing = 0;
    sculptor->strike = 0;
    sculptor->paint = clothes;
    sculptor_band(sculptor, &hem, is_coarse ? &shoulders : &waist, sides);
    sculptor_band(sculptor, &shoulders, &neck, sides);
    if (!is_coarse) {
        sculptor_band(sculptor, &chest, &shoulders, sides);
        sculptor->paint = belt;
        sculptor_band(sculptor, &waist, &chest, sides);
    }
}

static void add_face(struct sculptor *sculptor, int sides, bool is_coarse)
{
    sculptor->paint = skin;
    const struct ring head[4] = {{{0, 0.645f, 0}, 0.07f, 0.07f},
                                 {{0, 0.69f, 0.005f}, 0.13f, 0.13f},
                                 {{0, 0.79f, 0.005f}, 0.165f, 0.16f},
                                 {{0, 0.9f, 0}, 0.15f, 0.15f}};
    sculptor_body(sculptor, is_coarse ? head + 1 : head, is_coarse ? 3 : 4, sides);
    sculptor->paint = eyes;
    float front = 0.005f + 0.16f * cosf((float)M_PI / (float)sides) + 0.004f;
    for (int side = -1; side <= 1; side += 2) {
        float x = 0.055f * (float)side;
        sculptor_quad(sculptor, (struct view_vec3){x + 0.018f, 0.765f, front},
                      (struct view_vec3){x - 0.018f, 0.765f, front},
                      (struct view_vec3){x - 0.018f, 0.825f, front},
                      (struct view_vec3){x + 0.018f, 0.825f, front});
    }
}

// A shell over the head: open at the face, down to `nape_y` behind.
static void add_hair(struct sculptor *sculptor, float nape_y, int sides)
{
    sculptor->paint = hair;
    const struct ring middle = {{0, 0.9f, -0.005f}, 0.176f, 0.172f};
    const struct ring upper = {{0, 0.97f, -0.015f}, 0.12f, 0.12f};
    const struct ring top = {{0, 1.0f, -0.02f}, 0, 0};
    const struct ring nape = {{0, nape_y, -0.02f}, 0.18f, 0.17f};
    sculptor_band(sculptor, &middle, &upper, sides);
    sculptor_band(sculptor, &upper, &top, sides);
    for (int side = 0; side < sides; side++) {
        struct view_vec3 a = sculptor_ring_corner(&nape, side, sides);
        struct view_vec3 b = sculptor_ring_corner(&nape, side + 1, sides);
        struct view_vec3 c = sculptor_ring_corner(&middle, side + 1, sides);
        struct view_vec3 d = sculptor_ring_corner(&middle, side, sides);
        if (a.z + b.z < 0.12f) {
            sculptor_quad(sculptor, a, b, c, d);
        }
    }
}

static void add_hat(struct sculptor *sculptor, int sides)
{
    sculptor->paint = (struct actor_paint){.clothes = 200, .hair = 30};
    const struct ring brim_outer = {{0, 0.895f, 0}, 0.26f, 0.25f};
    const struct ring brim_inner = {{0, 0.92f, 0}, 0.165f, 0.16f};
    const struct ring crown = {{0, 1.02f, -0.01f}, 0.13f, 0.125f};
    const struct ring top = {{0, 1.05f, -0.01f}, 0, 0};
    sculptor_band(sculptor, &brim_outer, &brim_inner, sides);
    sculptor_band(sculptor, &brim_inner, &crown, sides);
    sculptor_band(sculptor, &crown, &top, sides);
}

// A cloth over the head that ends in a point behind, open at the face.
static void add_hood(struct sculptor *sculptor, int sides)
{
    sculptor->paint = (struct actor_paint){.clothes = 225, .trousers = 20};
    const struct ring collar = {{0, 0.62f, -0.02f}, 0.17f, 0.16f};
    const struct ring middle = {{0, 0.88f, -0.02f}, 0.19f, 0.185f};
    const struct ring upper = {{0, 0.985f, -0.05f}, 0.11f, 0.12f};
    const struct ring top = {{0, 1.02f, -0.15f}, 0, 0};
    sculptor_band(sculptor, &middle, &upper, sides);
    sculptor_band(sculptor, &upper, &top, sides);
    for (int side = 0; side < sides; side++) {
        struct view_vec3 a = sculptor_ring_corner(&collar, side, sides);
        struct view_vec3 b = sculptor_ring_corner(&collar, side + 1, sides);
        if (a.z + b.z < 0.12f) {
            sculptor_quad(sculptor, a, b, sculptor_ring_corner(&middle, side + 1, sides),
                          sculptor_ring_corner(&middle, side, sides));
        }
    }
}

static void add_person(struct sculptor *sculptor, enum actor_look look, bool is_coarse)
{
    int sides = is_coarse ? 6 : SIDES_MAX;
    add_leg(sculptor, -0.075f, 127, is_coarse);
    add_leg(sculptor, 0.075f, -127, is_coarse);
    add_arm(sculptor, -1, -100, is_coarse);
    add_arm(sculptor, 1, 100, is_coarse);
    add_trunk(sculptor, 6, is_coarse);
    add_face(sculptor, sides, is_coarse);
    if (look == ACTOR_HOOD) {
        add_hood(sculptor, sides);
        return;
    }
    if (look == ACTOR_HAT) {
        add_hat(sculptor, sides);
    }
    add_hair(sculptor, look == ACTOR_LONG_HAIR ? 0.6f : 0.74f, sides);
}

// ---- skeletons -----------------------------------------------------------------------------------

static void add_bone(struct sculptor *sculptor, struct view_vec3 from, struct view_vec3 to, float radius)
{
    sculptor_tube(sculptor, &(struct tube){from, to, radius, 0.8f * radius}, 4);
}

static void add_skull(struct sculptor *sculptor, int sides)
{
    const struct ring head[5] = {{{0, 0.66f, 0.03f}, 0.06f, 0.07f},
                                 {{0, 0.74f, 0.01f}, 0.11f, 0.12f},
                                 {{0, 0.83f, 0}, 0.155f, 0.155f},
                                 {{0, 0.94f, -0.01f}, 0.12f, 0.125f},
                                 {{0, 1.0f, -0.02f}, 0, 0}};
    sculptor->paint = skin;
    sculptor_body(sculptor, head, 5, sides);
    sculptor->paint = eyes;
    float front = 0.155f * cosf((float)M_PI / (float)sides) + 0.008f;
    for (int side = -1; side <= 1; side += 2) {
        float x = 0.06f * (float)side;
        sculptor_quad(sculptor, (struct view_vec3){x + 0.035f, 0.79f, front - 0.005f},
                      (struct view_vec3){x - 0.035f, 0.79f, front - 0.005f},
                      (struct view_vec3){x - 0.035f, 0.86f, front},
                      (struct view_vec3){x + 0.035f, 0.86f, front});
    }
}

static void add_ribs(struct sculptor *sculptor, int sides)
{
    sculptor->paint = skin;
    add_bone(sculptor, (struct view_vec3){0, 0.34f, -0.02f}, (struct view_vec3){0, 0.68f, -0.02f}, 0.035f);
    for (int rib = 0; rib < 3; rib++) {
        float y = 0.45f + 0.07f * (float)rib;
        float width = 0.1f + 0.014f * (float)rib;
        const struct ring lower = {{0, y, 0}, width, 0.08f};
        const struct ring upper = {{0, y + 0.035f, 0}, width, 0.08f};
        sculptor_band(sculptor, &lower, &upper, sides);
    }
    sculptor->paint = clothes; // a rag about the hips
    const struct ring hem = {{0, 0.27f, 0}, 0.13f, 0.1f};
    const struct ring waist = {{0, 0.38f, 0}, 0.1f, 0.08f};
    sculptor_band(sculptor, &hem, &waist, sides);
}

// The right hand holds a sword.
static void add_skeleton_limbs(struct sculptor *sculptor)
{
    for (int side = -1; side <= 1; side += 2) {
        float x = (float)side;
        sculptor->paint = skin;
        sculptor->pivot_y = HIP_Y;
        sculptor->swing = (int8_t)(-127 * side);
        add_bone(sculptor, (struct view_vec3){0.07f * x, 0.36f, 0}, (struct view_vec3){0.07f * x, 0.03f, 0},
                 0.03f);
        sculptor_tube(sculptor,
                      &(struct tube){{0.07f * x, 0.03f, -0.03f}, {0.07f * x, 0.02f, 0.12f}, 0.04f, 0.02f}, 4);
        sculptor->pivot_y = SHOULDER_Y;
        sculptor->swing = (int8_t)(100 * side);
        sculptor->strike = side > 0 ? 1 : 0;
        add_bone(sculptor, (struct view_vec3){0.15f * x, 0.62f, 0},
                 (struct view_vec3){0.2f * x, 0.33f, 0.02f}, 0.028f);
    }
    sculptor->paint = hair;
    sculptor_tube(sculptor, &(struct tube){{0.2f, 0.34f, 0.02f}, {0.21f, 0.3f, 0.52f}, 0.035f, 0.008f}, 3);
    sculptor_tube(sculptor, &(struct tube){{0.12f, 0.34f, 0.1f}, {0.29f, 0.34f, 0.1f}, 0.022f, 0.022f}, 3);
    sculptor->swing = 0;
    sculptor->strike = 0;
}

static void add_skeleton(struct sculptor *sculptor, bool is_coarse)
{
    int sides = is_coarse ? 5 : 6;
    add_skeleton_limbs(sculptor);
    add_ribs(sculptor, sides);
    add_skull(sculptor, is_coarse ? 5 : 7);
}

// ---- all -----------------------------------------------------------------------------------------

size_t actor_model_build(enum actor_look look, bool is_coarse, struct actor_vertex *vertices)
{
    struct sculptor sculptor = {.vertices = vertices};
    switch (look) {
    case ACTOR_WOLF:
        actor_animal_wolf(&sculptor, is_coarse);
        break;
    case ACTOR_BOAR:
        actor_animal_boar(&sculptor, is_coarse);
        break;
    case ACTOR_CRAB:
        actor_animal_crab(&sculptor, is_coarse);
        break;
    case ACTOR_SKELETON:
        add_skeleton(&sculptor, is_coarse);
        break;
    default:
        add_person(&sculptor, look, is_coarse);
    }
    return sculptor.count;
}

size_t actor_model_build_mark(struct actor_vertex *vertices)
{
    struct sculptor sculptor = {.vertices = vertices, .paint = clothes};
    const struct ring bottom = {{0, -0.25f, 0}, 0, 0};
    const struct ring middle = {{0, 0.05f, 0}, 0.16f, 0.16f};
    const struct ring top = {{0, 0.25f, 0}, 0, 0};
    sculptor_band(&sculptor, &bottom, &middle, 4);
    sculptor_band(&sculptor, &middle, &top, 4);
    return sculptor.count;
}

size_t actor_model_build_quest_mark(struct actor_vertex *vertices)
{
    struct sculptor sculptor = {.vertices = vertices, .paint = clothes};
    const struct ring dot[3] = {
        {{0, -0.27f, 0}, 0, 0}, {{0, -0.19f, 0}, 0.085f, 0.085f}, {{0, -0.11f, 0}, 0, 0}};
    const struct ring stroke[4] = {{{0, -0.06f, 0}, 0, 0},
                                   {{0, -0.03f, 0}, 0.055f, 0.055f},
                                   {{0, 0.3f, 0}, 0.12f, 0.12f},
                                   {{0, 0.36f, 0}, 0, 0}};
    sculptor_body(&sculptor, dot, 3, 4);
    sculptor_body(&sculptor, stroke, 4, 4);
    return sculptor.count;
}
