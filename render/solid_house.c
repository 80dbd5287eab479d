// Houses: walls, roof, and what makes them look lived in.
#include "render/solid.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "render/noise.h"
#include "render/outline.h"
#include "render/palette.h"
#include "render/vector.h"

#define EAVES_OUT_M    0.35f
#define EAVES_THICK_M  0.16f
#define PLINTH_M       0.45f
#define BAY_M          2.1f // a window and the wall beside it
#define STOREY_M       2.7f
#define HALO_M         0.95f
#define DOOR_M         2.4f // from the floor to the eaves, to have room for it
#define CHIMNEY_FROM_M 4.0f // lower ones are stalls and sheds

struct house {
    const struct view_solid *solid;
    struct view_color plaster, trim, roof, shutter;
    float floor_m; // lowest corner
    float eaves_m;
    unsigned variant;
};

static const struct view_color plinth_color = {150, 142, 134, 255};
static const struct view_color door_color = {112, 74, 48, 255};
static const struct view_color pane_color = {74, 92, 108, 255};
static const struct view_color lit_pane_color = {255, 206, 122, 255};

// ---- measures ------------------------------------------------------------------------------------

static float side_length(const struct view_solid *house, size_t side)
{
    struct view_vec3 a = house->footprint[side];
    struct view_vec3 b = house->footprint[(side + 1) % house->footprint_count];
    return hypotf(b.x - a.x, b.z - a.z);
}

static float lowest_corner(const struct view_solid *house)
{
    float lowest = FLT_MAX;
    for (size_t i = 0; i < house->footprint_count; i++) {
        lowest = fminf(lowest, house->footprint[i].y);
    }
    return lowest;
}

// A roof as steep as its house is wide, but never more than two fifths of the whole.
static float roof_rise(const struct view_solid *house)
{
    float narrow = FLT_MAX;
    for (size_t side = 0; side < house->footprint_count; side++) {
        narrow = fminf(narrow, side_length(house, side));
    }
    if (house->footprint_count != 4 || !outline_is_convex(house->footprint, 4)) {
        narrow = sqrtf(outline_area(house->footprint, house->footprint_count));
    }
    return fminf(0.42f * house->height_m, 0.46f * narrow);
}

float solid_eaves_m(const struct view_solid *house)
{
    return lowest_corner(house) + house->height_m - roof_rise(house);
}

bool solid_ridge_of(const struct view_solid *house, struct solid_ridge *ridge)
{
    if (house->footprint_count != 4 || !outline_is_convex(house->footprint, 4)) {
        return false;
    }
    const struct view_vec3 *foot = house->footprint;
    size_t side =
        side_length(house, 0) + side_length(house, 2) <= side_length(house, 1) + side_length(house, 3) ? 0
                                                                                                       : 1;
    ridge->short_side = side;
    ridge->from = vector_mix(foot[side], foot[side + 1], 0.5f);
    ridge->to = vector_mix(foot[side + 2], foot[(side + 3) % 4], 0.5f);
    ridge->from.y = ridge->to.y = lowest_corner(house) + house->height_m;
    return true;
}

// ---- facades -------------------------------------------------------------------------------------

// A rectangle on a facade, standing a little in front of it.
struct plate {
    float from_m, to_m;    // along the facade
    float bottom_m, top_m; // absolute heights
    float out_m;
};

static void plate_corners(struct view_vec3 a, struct view_vec3 b, struct plate plate,
                          struct view_vec3 corners[4])
{
    float length = hypotf(b.x - a.x, b.z - a.z);
    struct view_vec3 out = vector_scale(vector_right(a, b), plate.out_m);
    struct view_vec3 left = vector_add(vector_mix(a, b, plate.from_m / length), out);
    struct view_vec3 right = vector_add(vector_mix(a, b, plate.to_m / length), out);
    corners[0] = (struct view_vec3){left.x, plate.bottom_m, left.z};
    corners[1] = (struct view_vec3){right.x, plate.bottom_m, right.z};
    corners[2] = (struct view_vec3){right.x, plate.top_m, right.z};
    corners[3] = (struct view_vec3){left.x, plate.top_m, left.z};
}

static void add_plate(const struct brush *brush, struct view_vec3 a, struct view_vec3 b, struct plate plate,
                      struct view_color color)
{
    struct view_vec3 corners[4];
    plate_corners(a, b, plate, corners);
    brush_facet(brush, corners, 4, color, NULL);
}

// Shines by itself; at dusk with a halo on the wall around it.
static void add_lit_plate(const struct solid_brushes *brushes, struct view_vec3 a, struct view_vec3 b,
                          struct plate plate)
{
    enum { SIDES = 10 };
    const struct view_color halo[2] = {{255, 186, 98, 110}, {255, 170, 84, 0}};
    struct view_vec3 corners[4];
    plate_corners(a, b, plate, corners);
    mesh_add_polygon(brushes->detail.mesh, corners,
                     (struct view_color[]){lit_pane_color, lit_pane_color, lit_pane_color, lit_pane_color},
                     4);
    if (brushes->glow.light->dusk < 0.3f) {
        return;
    }
    struct view_vec3 middle =
        vector_add(vector_mix(corners[0], corners[2], 0.5f), vector_scale(vector_right(a, b), 0.1f));
    struct view_vec3 along = vector_normalize((struct view_vec3){b.x - a.x, 0, b.z - a.z});
    for (int side = 0; side < SIDES; side++) {
        struct view_vec3 facet[3] = {middle, middle, middle};
        for (int i = 1; i < 3; i++) {
            float angle_r = 2 * (float)M_PI * (float)(side + i - 1) / SIDES;
            facet[i] = vector_raise(vector_add(middle, vector_scale(along, HALO_M * cosf(angle_r))),
                                    HALO_M * sinf(angle_r));
        }
        mesh_add_polygon(brushes->glow.mesh, facet, (struct view_color[]){halo[0], halo[1], halo[1]}, 3);
    }
}

static void add_window(const struct solid_brushes *brushes, const struct house *house, struct view_vec3 a,
                       struct view_vec3 b, float middle_m, float sill_m)
{
    const struct brush *brush = &brushes->detail;
    bool is_lit = noise_at(a.x + middle_m, a.z + sill_m, 11) < 0.22f + 0.6f * brush->light->dusk;
    struct plate frame = {middle_m - 0.46f, middle_m + 0.46f, sill_m, sill_m + 1.2f, 0.03f};
    struct plate pane = {middle_m - 0.35f, middle_m + 0.35f, sill_m + 0.12f, sill_m + 1.1f, 0.045f};
    add_plate(brush, a, b, frame, house->trim);
    if (is_lit) {
        add_lit_plate(brushes, a, b, pane);
    } else {
        add_plate(brush, a, b, pane, pane_color);
    }
    for (int side = -1; side <= 1; side += 2) {
        float at = middle_m + 0.66f * (float)side;
        struct plate shutter = {at - 0.19f, at + 0.19f, sill_m - 0.02f, sill_m + 1.22f, 0.05f};
        add_plate(brush, a, b, shutter, house->shutter);
    }
}

static void add_door(const struct solid_brushes *brushes, const struct house *house, struct view_vec3 a,
                     struct view_vec3 b, float middle_m)
{
    const struct brush *brush = &brushes->detail;
    float floor = house->floor_m;
    struct plate frame = {middle_m - 0.72f, middle_m + 0.72f, floor, floor + 2.32f, 0.05f};
    struct plate leaf = {middle_m - 0.54f, middle_m + 0.54f, floor, floor + 2.14f, 0.07f};
    struct plate light = {middle_m - 0.3f, middle_m + 0.3f, floor + 1.45f, floor + 1.9f, 0.09f};
    add_plate(brush, a, b, frame, house->trim);
    add_plate(brush, a, b, leaf, door_color);
    add_lit_plate(brushes, a, b, light);
    struct view_vec3 along = vector_normalize((struct view_vec3){b.x - a.x, 0, b.z - a.z});
    struct view_vec3 step = vector_add(vector_mix(a, b, middle_m / hypotf(b.x - a.x, b.z - a.z)),
                                       vector_scale(vector_right(a, b), 0.35f));
    step.y = floor - 0.05f;
    brush_box(brush, step, along, (struct view_vec3){1.7f, 0.17f, 0.7f}, plinth_color);
}

// A counter in an opening: what is too low for a door is a stall.
static void add_counter(const struct brush *brush, const struct house *house, struct view_vec3 a,
                        struct view_vec3 b)
{
    float length = hypotf(b.x - a.x, b.z - a.z);
    float top_m = house->eaves_m - 0.25f;
    float counter_m = house->floor_m + 0.85f;
    if (length < 1.2f || top_m < counter_m + 0.3f) {
        return;
    }
    struct plate opening = {0.3f, length - 0.3f, counter_m, top_m, 0.03f};
    struct plate board = {0.2f, length - 0.2f, counter_m - 0.1f, counter_m, 0.12f};
    add_plate(brush, a, b, opening, (struct view_color){84, 66, 58, 255});
    add_plate(brush, a, b, board, house->trim);
}

static void add_openings(const struct solid_brushes *brushes, const struct house *house, struct view_vec3 a,
                         struct view_vec3 b, bool has_door)
{
    float length = hypotf(b.x - a.x, b.z - a.z);
    int bays = (int)((length - 0.5f) / BAY_M);
    int storeys = house->eaves_m - house->floor_m > 2 * STOREY_M - 0.6f ? 2 : 1;
    if (house->eaves_m - house->floor_m < DOOR_M) {
        if (has_door) {
            add_counter(&brushes->detail, house, a, b);
        }
        return;
    }
    for (int bay = 0; bay < bays; bay++) {
        float middle_m = length * ((float)bay + 0.5f) / (float)bays;
        for (int storey = 0; storey < storeys; storey++) {
            if (has_door && storey == 0 && bay == bays / 2) {
                add_door(brushes, house, a, b, middle_m);
            } else {
                add_window(brushes, house, a, b, middle_m, house->floor_m + 1.0f + STOREY_M * (float)storey);
            }
        }
    }
}

static void add_facade(const struct solid_brushes *brushes, const struct house *house, size_t side,
                       bool has_door)
{
    const struct view_solid *solid = house->solid;
    struct view_vec3 a = solid->footprint[side];
    struct view_vec3 b = solid->footprint[(side + 1) % solid->footprint_count];
    struct view_vec3 a_eaves = {a.x, house->eaves_m, a.z};
    struct view_vec3 b_eaves = {b.x, house->eaves_m, b.z};
    struct view_vec3 a_plinth = {a.x, house->floor_m + PLINTH_M, a.z};
    struct view_vec3 b_plinth = {b.x, house->floor_m + PLINTH_M, b.z};
    brush_quad(&brushes->body, a, b, b_plinth, a_plinth, plinth_color, 0.6f, 0.85f);
    // Two bands, so that the shade under the eaves ends below them.
    struct view_vec3 a_upper = vector_mix(a_eaves, a_plinth, 0.3f);
    struct view_vec3 b_upper = vector_mix(b_eaves, b_plinth, 0.3f);
    brush_quad(&brushes->body, a_plinth, b_plinth, b_upper, a_upper, house->plaster, 0.86f, 1);
    brush_quad(&brushes->body, a_upper, b_upper, b_eaves, a_eaves, house->plaster, 1, 0.7f);
    add_openings(brushes, house, a, b, has_door);
}

// The door looks towards the usual camera, on a side that has room for it.
static size_t door_side(const struct view_solid *house)
{
    size_t best = 0;
    float best_score = -FLT_MAX;
    for (size_t side = 0; side < house->footprint_count; side++) {
        struct view_vec3 a = house->footprint[side];
        struct view_vec3 b = house->footprint[(side + 1) % house->footprint_count];
        float score = fminf(side_length(house, side), 5) - 3 * vector_right(a, b).z;
        if (score > best_score) {
            best = side;
            best_score = score;
        }
    }
    return best;
}

// ---- roofs ---------------------------------------------------------------------------------------

// A slope in three courses of tiles.
static void add_slope(const struct brush *brush, struct view_vec3 a, struct view_vec3 b,
                      struct view_vec3 ridge_b, struct view_vec3 ridge_a, struct view_color color)
{
    enum { COURSES = 3 };
    for (int course = 0; course < COURSES; course++) {
        float lower = (float)course / COURSES;
        float upper = (float)(course + 1) / COURSES;
        struct view_color shade = light_tint(color, 0.93f + 0.055f * (float)course);
        brush_quad(brush, vector_mix(a, ridge_a, lower), vector_mix(b, ridge_b, lower),
                   vector_mix(b, ridge_b, upper), vector_mix(a, ridge_a, upper), shade, 0.9f, 1.02f);
    }
}

static void add_gable_roof(const struct solid_brushes *brushes, const struct house *house,
                           struct solid_ridge ridge, const struct view_vec3 *eaves)
{
    const struct brush *brush = &brushes->body;
    const struct view_vec3 *foot = house->solid->footprint;
    size_t side = ridge.short_side;
    struct view_vec3 corners[4];
    struct view_vec3 walls[4];
    for (size_t i = 0; i < 4; i++) {
        corners[i] = eaves[(side + i) % 4];
        walls[i] = foot[(side + i) % 4];
        walls[i].y = house->eaves_m;
    }
    struct view_vec3 along = vector_normalize(vector_subtract(ridge.to, ridge.from));
    struct view_vec3 from =
        vector_raise(vector_subtract(ridge.from, vector_scale(along, EAVES_OUT_M)), EAVES_THICK_M);
    struct view_vec3 to = vector_raise(vector_add(ridge.to, vector_scale(along, EAVES_OUT_M)), EAVES_THICK_M);
    add_slope(brush, corners[1], corners[2], to, from, house->roof);
    add_slope(brush, corners[3], corners[0], from, to, house->roof);
    brush_facet(brush, (struct view_vec3[]){walls[0], walls[1], ridge.from}, 3, house->plaster,
                (float[]){0.75f, 0.75f, 0.8f});
    brush_facet(brush, (struct view_vec3[]){walls[2], walls[3], ridge.to}, 3, house->plaster,
                (float[]){0.75f, 0.75f, 0.8f});
    // Verges: the roof's thickness over the gables.
    struct view_color edge = light_tint(house->roof, 0.78f);
    struct view_vec3 from_low = vector_raise(from, -EAVES_THICK_M);
    struct view_vec3 to_low = vector_raise(to, -EAVES_THICK_M);
    brush_quad(brush, vector_raise(corners[0], -EAVES_THICK_M), from_low, from, corners[0], edge, 1, 1);
    brush_quad(brush, from_low, vector_raise(corners[1], -EAVES_THICK_M), corners[1], from, edge, 1, 1);
    brush_quad(brush, vector_raise(corners[2], -EAVES_THICK_M), to_low, to, corners[2], edge, 1, 1);
    brush_quad(brush, to_low, vector_raise(corners[3], -EAVES_THICK_M), corners[3], to, edge, 1, 1);
}

static void add_hipped_roof(const struct solid_brushes *brushes, const struct house *house,
                            struct solid_ridge ridge, const struct view_vec3 *eaves)
{
    const struct brush *brush = &brushes->body;
    size_t side = ridge.short_side;
    struct view_vec3 from = vector_mix(ridge.from, ridge.to, 0.26f);
    struct view_vec3 to = vector_mix(ridge.from, ridge.to, 0.74f);
    struct view_vec3 corners[4];
    for (size_t i = 0; i < 4; i++) {
        corners[i] = eaves[(side + i) % 4];
    }
    add_slope(brush, corners[1], corners[2], to, from, house->roof);
    add_slope(brush, corners[3], corners[0], from, to, house->roof);
    brush_facet(brush, (struct view_vec3[]){corners[0], corners[1], from}, 3, house->roof,
                (float[]){0.88f, 0.88f, 1});
    brush_facet(brush, (struct view_vec3[]){corners[2], corners[3], to}, 3, house->roof,
                (float[]){0.88f, 0.88f, 1});
}

static void add_pyramid(const struct brush *brush, const struct house *house, const struct view_vec3 *eaves)
{
    size_t count = house->solid->footprint_count;
    struct view_vec3 top = outline_center(eaves, count);
    top.y = house->floor_m + house->solid->height_m;
    for (size_t i = 0; i < count; i++) {
        brush_facet(brush, (struct view_vec3[]){eaves[i], eaves[(i + 1) % count], top}, 3, house->roof,
                    (float[]){0.88f, 0.88f, 1});
    }
}

static void add_chimney(const struct brush *brush, const struct house *house, struct solid_ridge ridge)
{
    struct view_vec3 foot = vector_mix(ridge.from, ridge.to, 0.3f + 0.1f * (float)(house->variant % 5));
    struct view_vec3 along = vector_normalize(vector_subtract(ridge.to, ridge.from));
    foot = vector_add(foot, vector_scale((struct view_vec3){-along.z, 0, along.x}, 0.5f));
    foot.y -= 0.8f;
    brush_box(brush, foot, along, (struct view_vec3){0.7f, 1.5f, 0.6f}, light_tint(house->roof, 0.8f));
    foot.y += 1.5f;
    brush_box(brush, foot, along, (struct view_vec3){0.86f, 0.16f, 0.76f}, plinth_color);
}

// The roof's thickness over a wall.
static void add_fascia(const struct brush *brush, const struct house *house, struct view_vec3 a,
                       struct view_vec3 b)
{
    brush_quad(brush, vector_raise(a, -EAVES_THICK_M), vector_raise(b, -EAVES_THICK_M), b, a,
               light_tint(house->roof, 0.72f), 1, 1);
}

static bool add_roof(const struct solid_brushes *brushes, const struct house *house)
{
    const struct view_solid *solid = house->solid;
    size_t count = solid->footprint_count;
    struct view_vec3 *eaves = calloc(count + 1, sizeof *eaves);
    if (!eaves) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        eaves[i] = outline_offset_corner(solid->footprint, count, i, EAVES_OUT_M);
        eaves[i].y = house->eaves_m - 0.06f;
    }
    struct solid_ridge ridge;
    bool is_covered = true;
    bool has_ridge = solid_ridge_of(solid, &ridge);
    bool has_gables = has_ridge && house->variant % 3 != 0;
    for (size_t i = 0; i < count; i++) {
        if (!has_gables || i % 2 != ridge.short_side) {
            add_fascia(&brushes->body, house, eaves[i], eaves[(i + 1) % count]);
        }
    }
    if (has_ridge) {
        if (!has_gables) {
            add_hipped_roof(brushes, house, ridge, eaves);
        } else {
            add_gable_roof(brushes, house, ridge, eaves);
        }
        if (solid->height_m > CHIMNEY_FROM_M) {
            add_chimney(&brushes->detail, house, ridge);
        }
    } else if (outline_is_convex(solid->footprint, count)) {
        add_pyramid(&brushes->body, house, eaves);
    } else {
        is_covered = solid_cover(&brushes->body, eaves, count, 0, house->roof);
    }
    free(eaves);
    return is_covered;
}

bool solid_house(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    struct view_vec3 corner = solid->footprint[0];
    unsigned variant = (unsigned)(1000 * noise_at(corner.x, corner.z, 12));
    static const struct view_color shutters[3] = {
        {92, 122, 112, 255}, {136, 82, 66, 255}, {88, 104, 134, 255}};
    struct house house = {
        .solid = solid,
        .plaster = palette_plaster(variant),
        .trim = {214, 196, 166, 255},
        .roof = palette_solid(VIEW_HOUSE, solid->color, variant / 4),
        .shutter = shutters[variant % 3],
        .floor_m = lowest_corner(solid),
        .eaves_m = solid_eaves_m(solid),
        .variant = variant,
    };
    size_t door = door_side(solid);
    for (size_t side = 0; side < solid->footprint_count; side++) {
        add_facade(brushes, &house, side, side == door);
    }
    return add_roof(brushes, &house);
}
