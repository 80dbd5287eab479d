#include "render/actor_model.h"

#include <assert.h>
#include <math.h>

#include "render/vector.h"

enum { SIDES_MAX = 8 };

/// Where triangles go, and what the part in work is made of.
struct sculptor {
    struct actor_vertex *vertices;
    size_t count;
    float pivot_y;
    int8_t swing;
    struct actor_paint paint;
};

/// A level ring of corners around an upright axis, wider than deep or deeper than wide.
struct ring {
    struct view_vec3 center;
    float half_width, half_depth;
};

static const struct actor_paint clothes = {.clothes = 255};
static const struct actor_paint belt = {.clothes = 110};
static const struct actor_paint skin = {.skin = 255};
static const struct actor_paint hair = {.hair = 255};
static const struct actor_paint trousers = {.trousers = 255};
static const struct actor_paint shoes = {.hair = 60, .trousers = 60};
static const struct actor_paint eyes = {0};

static void add_triangle(struct sculptor *sculptor, struct view_vec3 a, struct view_vec3 b,
                         struct view_vec3 c)
{
    struct view_vec3 normal = vector_cross(vector_subtract(c, a), vector_subtract(b, a));
    if (vector_dot(normal, normal) < 1e-12f) {
        return;
    }
    normal = vector_scale(vector_normalize(normal), 127);
    const struct view_vec3 corners[3] = {a, b, c};
    assert(sculptor->count + 3 <= ACTOR_MODEL_VERTICES_MAX);
    for (int i = 0; i < 3; i++) {
        sculptor->vertices[sculptor->count++] =
            (struct actor_vertex){.x = corners[i].x,
                                  .y = corners[i].y,
                                  .z = corners[i].z,
                                  .pivot_y = sculptor->pivot_y,
                                  .normal = {(int8_t)normal.x, (int8_t)normal.y, (int8_t)normal.z},
                                  .swing = sculptor->swing,
                                  .paint = sculptor->paint};
    }
}

static void add_quad(struct sculptor *sculptor, struct view_vec3 a, struct view_vec3 b, struct view_vec3 c,
                     struct view_vec3 d)
{
    add_triangle(sculptor, a, b, c);
    add_triangle(sculptor, a, c, d);
}

// Corners stand half a step off, so that a facet, not an edge, looks ahead.
static struct view_vec3 ring_corner(const struct ring *ring, int side, int sides)
{
    float angle_r = 2 * (float)M_PI * ((float)side + 0.5f) / (float)sides - 0.5f * (float)M_PI;
    return (struct view_vec3){ring->center.x + ring->half_width * cosf(angle_r), ring->center.y,
                              ring->center.z + ring->half_depth * sinf(angle_r)};
}

static void add_band(struct sculptor *sculptor, const struct ring *lower, const struct ring *upper, int sides)
{
    for (int side = 0; side < sides; side++) {
        add_quad(sculptor, ring_corner(lower, side, sides), ring_corner(lower, side + 1, sides),
                 ring_corner(upper, side + 1, sides), ring_corner(upper, side, sides));
    }
}

static void add_body(struct sculptor *sculptor, const struct ring *rings, size_t count, int sides)
{
    for (size_t i = 0; i + 1 < count; i++) {
        add_band(sculptor, &rings[i], &rings[i + 1], sides);
    }
}

// ---- parts ---------------------------------------------------------------------------------------

static void add_leg(struct sculptor *sculptor, float x, int8_t swing, bool is_coarse)
{
    sculptor->pivot_y = 0.36f;
    sculptor->swing = swing;
    sculptor->paint = trousers;
    const struct ring leg[2] = {{{x, 0.05f, 0}, 0.05f, 0.055f}, {{x, 0.36f, 0}, 0.072f, 0.078f}};
    add_body(sculptor, leg, 2, 4);
    sculptor->paint = shoes;
    const struct ring sole = {{x, 0, 0.03f}, 0.068f, 0.1f};
    const struct ring instep = {{x, 0.05f, 0.025f}, 0.068f, 0.098f};
    const struct ring ankle = {{x, 0.085f, 0}, 0.03f, 0.04f};
    if (!is_coarse) {
        add_band(sculptor, &sole, &instep, 4);
    }
    add_band(sculptor, is_coarse ? &sole : &instep, &ankle, 4);
}

static void add_arm(struct sculptor *sculptor, float side, int8_t swing, bool is_coarse)
{
    sculptor->pivot_y = 0.6f;
    sculptor->swing = swing;
    sculptor->paint = clothes;
    const struct ring arm[3] = {{{side * 0.196f, 0.40f, 0.01f}, 0.052f, 0.056f},
                                {{side * 0.15f, 0.6f, 0}, 0.05f, 0.055f},
                                {{side * 0.1f, 0.65f, 0}, 0.01f, 0.02f}};
    add_body(sculptor, arm, is_coarse ? 2 : 3, 4);
    sculptor->paint = skin;
    const struct ring hand[3] = {{{side * 0.205f, 0.325f, 0.015f}, 0.02f, 0.02f},
                                 {{side * 0.203f, 0.36f, 0.015f}, 0.045f, 0.045f},
                                 {{side * 0.198f, 0.41f, 0.01f}, 0.042f, 0.042f}};
    add_body(sculptor, is_coarse ? hand + 1 : hand, is_coarse ? 2 : 3, 4);
}

static void add_trunk(struct sculptor *sculptor, int sides, bool is_coarse)
{
    const struct ring hem = {{0, 0.27f, 0}, 0.172f, 0.145f};
    const struct ring waist = {{0, 0.41f, 0}, 0.142f, 0.118f};
    const struct ring chest = {{0, 0.45f, 0}, 0.142f, 0.118f};
    const struct ring shoulders = {{0, 0.6f, 0}, 0.13f, 0.1f};
    const struct ring neck = {{0, 0.67f, 0}, 0.05f, 0.05f};
    sculptor->swing = 0;
    sculptor->paint = clothes;
    add_band(sculptor, &hem, is_coarse ? &shoulders : &waist, sides);
    add_band(sculptor, &shoulders, &neck, sides);
    if (!is_coarse) {
        add_band(sculptor, &chest, &shoulders, sides);
        sculptor->paint = belt;
        add_band(sculptor, &waist, &chest, sides);
    }
}

static void add_face(struct sculptor *sculptor, int sides, bool is_coarse)
{
    sculptor->paint = skin;
    const struct ring head[4] = {{{0, 0.645f, 0}, 0.07f, 0.07f},
                                 {{0, 0.69f, 0.005f}, 0.13f, 0.13f},
                                 {{0, 0.79f, 0.005f}, 0.165f, 0.16f},
                                 {{0, 0.9f, 0}, 0.15f, 0.15f}};
    add_body(sculptor, is_coarse ? head + 1 : head, is_coarse ? 3 : 4, sides);
    sculptor->paint = eyes;
    float front = 0.005f + 0.16f * cosf((float)M_PI / (float)sides) + 0.004f;
    for (int side = -1; side <= 1; side += 2) {
        float x = 0.055f * (float)side;
        add_quad(sculptor, (struct view_vec3){x + 0.018f, 0.765f, front},
                 (struct view_vec3){x - 0.018f, 0.765f, front}, (struct view_vec3){x - 0.018f, 0.825f, front},
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
    add_band(sculptor, &middle, &upper, sides);
    add_band(sculptor, &upper, &top, sides);
    for (int side = 0; side < sides; side++) {
        struct view_vec3 a = ring_corner(&nape, side, sides);
        struct view_vec3 b = ring_corner(&nape, side + 1, sides);
        struct view_vec3 c = ring_corner(&middle, side + 1, sides);
        struct view_vec3 d = ring_corner(&middle, side, sides);
        if (a.z + b.z < 0.12f) {
            add_quad(sculptor, a, b, c, d);
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
    add_band(sculptor, &brim_outer, &brim_inner, sides);
    add_band(sculptor, &brim_inner, &crown, sides);
    add_band(sculptor, &crown, &top, sides);
}

size_t actor_model_build(enum actor_look look, bool is_coarse, struct actor_vertex *vertices)
{
    struct sculptor sculptor = {.vertices = vertices};
    int sides = is_coarse ? 6 : SIDES_MAX;
    add_leg(&sculptor, -0.075f, 127, is_coarse);
    add_leg(&sculptor, 0.075f, -127, is_coarse);
    add_arm(&sculptor, -1, -100, is_coarse);
    add_arm(&sculptor, 1, 100, is_coarse);
    add_trunk(&sculptor, 6, is_coarse);
    add_face(&sculptor, sides, is_coarse);
    if (look == ACTOR_HAT) {
        add_hat(&sculptor, sides);
    }
    add_hair(&sculptor, look == ACTOR_LONG_HAIR ? 0.6f : 0.74f, sides);
    return sculptor.count;
}

size_t actor_model_build_mark(struct actor_vertex *vertices)
{
    struct sculptor sculptor = {.vertices = vertices, .paint = clothes};
    const struct ring bottom = {{0, -0.25f, 0}, 0, 0};
    const struct ring middle = {{0, 0.05f, 0}, 0.16f, 0.16f};
    const struct ring top = {{0, 0.25f, 0}, 0, 0};
    add_band(&sculptor, &bottom, &middle, 4);
    add_band(&sculptor, &middle, &top, 4);
    return sculptor.count;
}
