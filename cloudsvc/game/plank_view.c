#include "cloudsvc/game/plank_view.h"

#include <math.h>
#include <stdlib.h>

#include "cloudsvc/game/plank.h"

#define BOARD_M    0.45f // from one to the next
#define GAP_M      0.06f // through which one sees the depth
#define LIFT_M     0.03f // above the ground at either end
#define THICK_M    0.18f
#define RAIL_M     0.8f // height
#define RAIL_WIDTH 0.1f

// Level directions along a plank and to its left, and its ends, metres.
struct deck {
    struct view_vec3 a, b;
    float along_x, along_z;
    float length_m, half_width_m;
};

static struct deck deck_of(const struct plank *plank)
{
    struct deck deck = {
        .a = {(float)(plank->a.x / 1000), (float)(plank->a_height_mm / 1000) + LIFT_M,
              (float)(plank->a.z / 1000)},
        .b = {(float)(plank->b.x / 1000), (float)(plank->b_height_mm / 1000) + LIFT_M,
              (float)(plank->b.z / 1000)},
        .length_m = (float)(geo_place_distance(plank->a, plank->b) / 1000),
        .half_width_m = (float)(plank->width_mm / 2000),
    };
    deck.along_x = (deck.b.x - deck.a.x) / deck.length_m;
    deck.along_z = (deck.b.z - deck.a.z) / deck.length_m;
    return deck;
}

static size_t board_count(const struct plank *plank)
{
    return (size_t)ceil(geo_place_distance(plank->a, plank->b) / 1000 / (double)BOARD_M);
}

// The place so far along the plank and so far to the left of its middle.
static struct view_vec3 place_on(const struct deck *deck, float along_m, float left_m)
{
    float share = along_m / deck->length_m;
    return (struct view_vec3){deck->a.x + deck->along_x * along_m - deck->along_z * left_m,
                              deck->a.y + (deck->b.y - deck->a.y) * share,
                              deck->a.z + deck->along_z * along_m + deck->along_x * left_m};
}

static void add_board(struct view_scene *view, const struct deck *deck, float from_m, float to_m)
{
    float half = deck->half_width_m;
    struct view_vec3 corners[4] = {place_on(deck, from_m, half), place_on(deck, from_m, -half),
                                   place_on(deck, to_m, -half), place_on(deck, to_m, half)};
    view->triangles[view->triangle_count++] =
        (struct view_triangle){{corners[0], corners[1], corners[2]}, VIEW_WOOD};
    view->triangles[view->triangle_count++] =
        (struct view_triangle){{corners[0], corners[2], corners[3]}, VIEW_WOOD};
}

// A riser is seen from the right of its way.
static void add_edge(struct view_scene *view, struct view_vec3 a, struct view_vec3 b)
{
    view->risers[view->riser_count++] = (struct view_riser){a, b, a.y - THICK_M, b.y - THICK_M, VIEW_WOOD};
}

// @param left_m  of the rail's outer side
static bool add_rail(struct view_scene *view, const struct deck *deck, float left_m)
{
    struct view_solid *rail = &view->solids[view->solid_count];
    rail->footprint = calloc(4, sizeof *rail->footprint);
    if (!rail->footprint)
        return false;
    view->solid_count++;
    rail->kind = VIEW_FENCE;
    rail->height_m = RAIL_M;
    rail->footprint_count = 4;
    rail->footprint[0] = place_on(deck, 0, left_m);
    rail->footprint[1] = place_on(deck, 0, left_m - RAIL_WIDTH);
    rail->footprint[2] = place_on(deck, deck->length_m, left_m - RAIL_WIDTH);
    rail->footprint[3] = place_on(deck, deck->length_m, left_m);
    return true;
}

static bool add_plank(void *context, const struct plank *plank)
{
    struct view_scene *view = context;
    struct deck deck = deck_of(plank);
    size_t boards = board_count(plank);
    float step_m = deck.length_m / (float)boards;
    for (size_t i = 0; i < boards; i++)
        add_board(view, &deck, step_m * (float)i, step_m * (float)(i + 1) - GAP_M);
    float half = deck.half_width_m;
    add_edge(view, place_on(&deck, 0, -half), place_on(&deck, deck.length_m, -half));
    add_edge(view, place_on(&deck, deck.length_m, half), place_on(&deck, 0, half));
    return add_rail(view, &deck, half) && add_rail(view, &deck, RAIL_WIDTH - half);
}

static bool add_boards(void *context, const struct plank *plank)
{
    size_t *count = context;
    *count += board_count(plank);
    return true;
}

size_t plank_view_boards(const struct pack_scene *scene)
{
    size_t count = 0;
    planks_visit(scene, add_boards, &count);
    return count;
}

bool plank_view_add(const struct pack_scene *scene, struct view_scene *view)
{
    return planks_visit(scene, add_plank, view);
}
