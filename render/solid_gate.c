// What comes and goes with a gate: doors while it is shut, planks while it is open.
#include "render/solid.h"

#include <math.h>

#include "render/noise.h"
#include "render/vector.h"

#define POST_M        0.3f // side of a post
#define POST_OVER_M   0.3f // above the leaves
#define LEAF_THICK_M  0.14f
#define LEAF_BOARDS   4
#define BAND_M        0.16f // height of an iron band
#define BAND_OUT_M    0.02f
#define BOARD_M       0.45f // of planks, from one to the next
#define BOARD_THICK_M 0.08f
#define BEAM_M        0.22f
#define GAP_SHARE     0.12f // of a board, through which one sees the depth

static const struct view_color leaf_color = {142, 96, 58, 255};
static const struct view_color post_color = {112, 78, 50, 255};
static const struct view_color iron_color = {70, 70, 80, 255};
static const struct view_color plank_color = {176, 128, 82, 255};
static const struct view_color beam_color = {120, 84, 54, 255};

// ---- doors ---------------------------------------------------------------------------------------

/// An upright board between two places, seen from both sides.
struct slab {
    struct view_vec3 a, b;
    float bottom_m, top_m; // above a and b
    float thick_m;
};

static void add_slab(const struct brush *brush, struct slab slab, struct view_color color)
{
    struct view_vec3 front = vector_scale(vector_right(slab.a, slab.b), slab.thick_m / 2);
    const struct view_vec3 feet[4] = {vector_add(slab.a, front), vector_add(slab.b, front),
                                      vector_subtract(slab.b, front), vector_subtract(slab.a, front)};
    struct view_vec3 tops[4];
    for (int i = 0; i < 4; i++) {
        tops[i] = vector_raise(feet[i], slab.top_m);
    }
    for (int i = 0; i < 4; i += 2) {
        brush_quad(brush, vector_raise(feet[i], slab.bottom_m), vector_raise(feet[i + 1], slab.bottom_m),
                   tops[i + 1], tops[i], color, 0.72f, 1);
    }
    brush_facet(brush, tops, 4, color, NULL);
}

static void add_leaf(const struct brush *brush, struct view_vec3 hinge, struct view_vec3 middle,
                     float height_m)
{
    for (int i = 0; i < LEAF_BOARDS; i++) {
        struct view_vec3 from = vector_mix(hinge, middle, (float)i / LEAF_BOARDS);
        struct view_vec3 to = vector_mix(hinge, middle, ((float)i + 1) / LEAF_BOARDS);
        float shade = 0.88f + 0.2f * noise_at(from.x, from.z, 14);
        // The boards' tops make a slight arch towards the middle.
        float top_m = height_m * (0.9f + 0.1f * ((float)i + 0.5f) / LEAF_BOARDS);
        add_slab(brush, (struct slab){from, to, 0.06f, top_m, LEAF_THICK_M}, light_tint(leaf_color, shade));
    }
    struct view_vec3 end = vector_mix(hinge, middle, 0.96f);
    for (int band = 0; band < 2; band++) {
        float bottom_m = height_m * (band == 0 ? 0.2f : 0.68f);
        struct slab iron = {hinge, end, bottom_m, bottom_m + BAND_M, LEAF_THICK_M + 2 * BAND_OUT_M};
        add_slab(brush, iron, iron_color);
    }
}

// Where the posts stand, inside both ends of the door's line.
static bool find_posts(const struct view_solid *solid, struct view_vec3 posts[2])
{
    struct view_vec3 from;
    struct view_vec3 to;
    if (solid_midline_of(solid, &from, &to) <= 0) {
        return false;
    }
    struct view_vec3 inside = vector_scale(vector_normalize(vector_subtract(to, from)), POST_M / 2);
    posts[0] = vector_add(from, inside);
    posts[1] = vector_subtract(to, inside);
    return true;
}

void solid_door_posts(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    struct view_vec3 posts[2];
    if (!find_posts(solid, posts)) {
        return;
    }
    struct view_vec3 across = vector_right(posts[0], posts[1]);
    struct view_vec3 along = {-across.z, 0, across.x};
    for (int i = 0; i < 2; i++) {
        brush_box(&brushes->body, posts[i], along,
                  (struct view_vec3){POST_M, solid->height_m + POST_OVER_M, POST_M}, post_color);
    }
}

bool solid_door(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    struct view_vec3 posts[2];
    if (!find_posts(solid, posts)) {
        return solid_wall(brushes, solid);
    }
    struct view_vec3 middle = vector_mix(posts[0], posts[1], 0.5f);
    add_leaf(&brushes->body, posts[0], middle, solid->height_m);
    add_leaf(&brushes->body, posts[1], middle, solid->height_m);
    return true;
}

// ---- planks --------------------------------------------------------------------------------------

static void add_beam(const struct brush *brush, struct view_vec3 a, struct view_vec3 b)
{
    struct slab beam = {vector_raise(a, -BOARD_THICK_M - BEAM_M), vector_raise(b, -BOARD_THICK_M - BEAM_M), 0,
                        BEAM_M, 0.2f};
    add_slab(brush, beam, beam_color);
}

// A board from one share of the way to another: its upper side and its two long edges.
static void add_board(const struct brush *brush, const struct view_vec3 corners[4], float from, float to)
{
    const struct view_vec3 top[4] = {
        vector_mix(corners[0], corners[1], from), vector_mix(corners[0], corners[1], to),
        vector_mix(corners[3], corners[2], to), vector_mix(corners[3], corners[2], from)};
    float shade = 0.9f + 0.18f * noise_at(top[0].x, top[0].z, 15);
    struct view_color color = light_tint(plank_color, shade);
    brush_facet(brush, top, 4, color, NULL);
    for (int i = 0; i < 4; i++) {
        brush_quad(brush, vector_raise(top[i], -BOARD_THICK_M),
                   vector_raise(top[(i + 1) % 4], -BOARD_THICK_M), top[(i + 1) % 4], top[i], color, 0.6f,
                   0.8f);
    }
}

bool solid_plank(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    const struct view_vec3 *foot = solid->footprint;
    struct view_vec3 from;
    struct view_vec3 to;
    float width_m = solid_midline_of(solid, &from, &to);
    if (width_m <= 0) {
        return solid_cover(&brushes->body, foot, solid->footprint_count, 0, plank_color);
    }
    float length_m = hypotf(to.x - from.x, to.z - from.z);
    struct view_vec3 left = vector_scale(vector_right(from, to), -width_m / 2);
    // Counter-clockwise: along the right side, back along the left one.
    const struct view_vec3 corners[4] = {vector_subtract(from, left), vector_subtract(to, left),
                                         vector_add(to, left), vector_add(from, left)};
    int boards = (int)fmaxf(1, ceilf(length_m / BOARD_M));
    for (int i = 0; i < boards; i++) {
        add_board(&brushes->body, corners, (float)i / (float)boards,
                  ((float)i + 1 - GAP_SHARE) / (float)boards);
    }
    for (int side = -1; side <= 1; side += 2) {
        struct view_vec3 aside = vector_scale(left, 0.7f * (float)side);
        add_beam(&brushes->body, vector_add(from, aside), vector_add(to, aside));
    }
    return true;
}
