#include "render/actor_animal.h"

#include "render/vector.h"

// How far a head goes along with a blow.
#define BITE 0.2f

static const struct actor_paint coat = {.clothes = 255};
static const struct actor_paint light = {.skin = 255};
static const struct actor_paint dark = {.hair = 255};
static const struct actor_paint eyes = {.trousers = 255};

// ---- parts ---------------------------------------------------------------------------------------

/// Legs of a four-footed animal.
struct legs {
    float x, front_z, hind_z;
    float hip_y;
    float radius;
};

// Those that stand crosswise go together: a trot.
static void add_legs(struct sculptor *sculptor, const struct legs *legs)
{
    sculptor->paint = dark;
    sculptor->pivot_y = legs->hip_y;
    for (int i = 0; i < 4; i++) {
        float x = i % 2 == 0 ? -legs->x : legs->x;
        float z = i < 2 ? legs->front_z : legs->hind_z;
        sculptor->pivot_z = z;
        sculptor->swing = i == 0 || i == 3 ? 127 : -127;
        const struct tube leg = {{x, legs->hip_y, z}, {x, 0, z + 0.02f}, legs->radius, 0.55f * legs->radius};
        sculptor_tube(sculptor, &leg, 4);
    }
    sculptor->swing = 0;
}

// Two spikes, one on either side.
static void add_pair(struct sculptor *sculptor, struct tube right, int sides)
{
    sculptor_tube(sculptor, &right, sides);
    right.from.x = -right.from.x;
    right.to.x = -right.to.x;
    sculptor_tube(sculptor, &right, sides);
}

static void begin_head(struct sculptor *sculptor, float neck_y, float neck_z)
{
    sculptor->pivot_y = neck_y;
    sculptor->pivot_z = neck_z;
    sculptor->strike = BITE;
}

// Lozenges that stand a little out of the head.
static void add_eyes(struct sculptor *sculptor, struct view_vec3 right, float size)
{
    sculptor->paint = eyes;
    struct view_vec3 outer = {right.x + size, right.y, right.z - size};
    add_pair(sculptor, (struct tube){right, outer, size, 0}, 4);
}

// ---- animals -------------------------------------------------------------------------------------

void actor_animal_wolf(struct sculptor *sculptor, bool is_coarse)
{
    int sides = is_coarse ? 5 : 6;
    add_legs(sculptor, &(struct legs){0.13f, 0.36f, -0.44f, 0.56f, 0.09f});
    const struct ring trunk[5] = {{{0, 0.66f, -0.64f}, 0, 0},
                                  {{0, 0.63f, -0.52f}, 0.17f, 0.2f},
                                  {{0, 0.63f, -0.08f}, 0.17f, 0.18f},
                                  {{0, 0.66f, 0.36f}, 0.22f, 0.26f},
                                  {{0, 0.8f, 0.6f}, 0.12f, 0.14f}};
    sculptor->paint = coat;
    sculptor_loft(sculptor, trunk, 5, sides);
    sculptor->paint = dark;
    sculptor_tube(sculptor, &(struct tube){{0, 0.68f, -0.58f}, {0, 0.55f, -0.84f}, 0.05f, 0.1f}, 4);
    sculptor_tube(sculptor, &(struct tube){{0, 0.55f, -0.84f}, {0, 0.42f, -1.1f}, 0.1f, 0}, 4);
    begin_head(sculptor, 0.78f, 0.5f);
    const struct ring head[4] = {{{0, 0.82f, 0.46f}, 0.13f, 0.13f},
                                 {{0, 0.86f, 0.64f}, 0.17f, 0.15f},
                                 {{0, 0.83f, 0.82f}, 0.09f, 0.09f},
                                 {{0, 0.79f, 1.02f}, 0.05f, 0.05f}};
    sculptor->paint = coat;
    sculptor_loft(sculptor, head, 3, sides);
    sculptor->paint = light;
    sculptor_loft(sculptor, head + 2, 2, sides);
    sculptor->paint = eyes; // and nose
    sculptor_tube(sculptor, &(struct tube){head[3].center, {0, 0.79f, 1.07f}, 0.055f, 0}, 4);
    add_eyes(sculptor, (struct view_vec3){0.09f, 0.9f, 0.75f}, 0.03f);
    sculptor->paint = dark;
    add_pair(sculptor, (struct tube){{0.1f, 0.93f, 0.6f}, {0.13f, 1.12f, 0.57f}, 0.065f, 0}, 4);
}

// A comb of triangles, seen from both sides.
static void add_bristles(struct sculptor *sculptor)
{
    enum { TUFTS = 4 };
    sculptor->paint = dark;
    for (int i = 0; i < TUFTS; i++) {
        float z = -0.28f + 0.2f * (float)i;
        float y = 0.8f + 0.035f * (float)i;
        const struct tube tuft = {{0, y, z}, {0, y + 0.17f, z - 0.1f}, 0.07f, 0};
        sculptor_tube(sculptor, &tuft, 3);
    }
}

void actor_animal_boar(struct sculptor *sculptor, bool is_coarse)
{
    int sides = is_coarse ? 5 : 7;
    add_legs(sculptor, &(struct legs){0.17f, 0.36f, -0.4f, 0.4f, 0.1f});
    const struct ring trunk[5] = {{{0, 0.56f, -0.7f}, 0, 0},
                                  {{0, 0.56f, -0.54f}, 0.22f, 0.24f},
                                  {{0, 0.56f, -0.05f}, 0.29f, 0.3f},
                                  {{0, 0.6f, 0.36f}, 0.29f, 0.34f},
                                  {{0, 0.56f, 0.62f}, 0.18f, 0.22f}};
    sculptor->paint = coat;
    sculptor_loft(sculptor, trunk, 5, sides);
    add_bristles(sculptor);
    sculptor_tube(sculptor, &(struct tube){{0, 0.62f, -0.66f}, {0, 0.5f, -0.86f}, 0.03f, 0.01f}, 3);
    begin_head(sculptor, 0.56f, 0.5f);
    const struct ring head[4] = {{{0, 0.54f, 0.5f}, 0.2f, 0.22f},
                                 {{0, 0.5f, 0.74f}, 0.16f, 0.17f},
                                 {{0, 0.42f, 0.98f}, 0.09f, 0.09f},
                                 {{0, 0.41f, 1.02f}, 0, 0}};
    sculptor->paint = coat;
    sculptor_loft(sculptor, head, 3, sides);
    sculptor->paint = (struct actor_paint){.skin = 150, .clothes = 60};
    sculptor_loft(sculptor, head + 2, 2, sides);
    sculptor->paint = light;
    add_pair(sculptor, (struct tube){{0.11f, 0.38f, 0.86f}, {0.19f, 0.58f, 0.98f}, 0.04f, 0}, 4);
    add_eyes(sculptor, (struct view_vec3){0.13f, 0.58f, 0.74f}, 0.028f);
    sculptor->paint = dark;
    add_pair(sculptor, (struct tube){{0.14f, 0.66f, 0.58f}, {0.22f, 0.84f, 0.5f}, 0.07f, 0}, 4);
}

// Three a side; neighbours and opposites step in turn.
static void add_crab_legs(struct sculptor *sculptor)
{
    sculptor->paint = dark;
    sculptor->pivot_y = 0.45f;
    for (int i = 0; i < 6; i++) {
        float x = i % 2 == 0 ? -1 : 1;
        int row = i / 2;
        float z = -0.3f + 0.26f * (float)row;
        struct view_vec3 hip = {0.5f * x, 0.42f, z};
        struct view_vec3 knee = {0.86f * x, 0.56f, 1.5f * z};
        struct view_vec3 foot = {1.02f * x, 0, 1.9f * z};
        sculptor->pivot_z = z;
        sculptor->swing = (i + row) % 2 == 0 ? 80 : -80;
        sculptor_tube(sculptor, &(struct tube){hip, knee, 0.06f, 0.075f}, 3);
        sculptor_tube(sculptor, &(struct tube){knee, foot, 0.075f, 0}, 3);
    }
    sculptor->swing = 0;
}

static void add_claws(struct sculptor *sculptor)
{
    sculptor->pivot_y = 0.42f;
    sculptor->pivot_z = 0.3f;
    sculptor->strike = 0.25f;
    sculptor->paint = coat;
    add_pair(sculptor, (struct tube){{0.46f, 0.42f, 0.26f}, {0.64f, 0.46f, 0.62f}, 0.07f, 0.1f}, 4);
    add_pair(sculptor, (struct tube){{0.64f, 0.46f, 0.58f}, {0.6f, 0.52f, 0.8f}, 0.1f, 0.19f}, 4);
    add_pair(sculptor, (struct tube){{0.62f, 0.54f, 0.78f}, {0.36f, 0.56f, 1.16f}, 0.19f, 0}, 4);
    sculptor->paint = light;
    add_pair(sculptor, (struct tube){{0.72f, 0.5f, 0.76f}, {0.6f, 0.46f, 1.16f}, 0.1f, 0}, 4);
    sculptor->strike = 0;
}

void actor_animal_crab(struct sculptor *sculptor, bool is_coarse)
{
    int sides = is_coarse ? 6 : 8;
    add_crab_legs(sculptor);
    add_claws(sculptor);
    const struct ring shell[4] = {{{0, 0.22f, 0}, 0.42f, 0.3f},
                                  {{0, 0.46f, 0}, 0.62f, 0.44f},
                                  {{0, 0.72f, -0.04f}, 0.36f, 0.26f},
                                  {{0, 0.78f, -0.05f}, 0, 0}};
    sculptor->paint = light;
    sculptor_band(sculptor, &shell[0], &shell[1], sides);
    sculptor->paint = coat;
    sculptor_body(sculptor, shell + 1, 3, sides);
    add_pair(sculptor, (struct tube){{0.14f, 0.58f, 0.3f}, {0.16f, 0.88f, 0.4f}, 0.035f, 0.03f}, 3);
    sculptor->paint = eyes;
    add_pair(sculptor, (struct tube){{0.16f, 0.86f, 0.4f}, {0.16f, 1.0f, 0.42f}, 0.07f, 0.03f}, 4);
    add_pair(sculptor, (struct tube){{0.16f, 1.0f, 0.42f}, {0.16f, 1.03f, 0.42f}, 0.03f, 0}, 4);
}
