// Ground and water cut into cells, and the upright faces between floors.
#include <math.h>

#include "render/noise.h"
#include "render/outline.h"
#include "render/palette.h"
#include "render/plot.h"
#include "render/scene_build.h"
#include "render/vector.h"

// Ground needs corners for its colour to vary, water for its waves.
#define GROUND_CELL_M 8.0f
#define PAVED_CELL_M  4.0f
#define WATER_CELL_M  2.8f
#define BOARD_M       0.55f // width of a board
#define DECK_M        0.9f  // anything narrower is one board itself

// No wave is higher.
#define WAVE_M 0.1f

static float cell_size(enum view_surface surface)
{
    if (surface == VIEW_WATER) {
        return WATER_CELL_M;
    }
    return surface == VIEW_STONE || surface == VIEW_WOOD ? PAVED_CELL_M : GROUND_CELL_M;
}

// ---- ground --------------------------------------------------------------------------------------

// Patches of meadow and trodden places: broad ones, and finer ones in them.
static float patchiness(float x, float z, enum view_surface surface)
{
    float depth = surface == VIEW_GRASS ? 1.0f : 0.5f;
    return 1 + depth * (0.055f * noise_smooth(x, z, 13) + 0.04f * noise_smooth(x + 97, z, 4.2f));
}

// Paving and planks are laid in pieces, each of its own shade.
static float slab_shade(struct view_vec3 center, enum view_surface surface)
{
    bool is_laid = surface == VIEW_STONE || surface == VIEW_PATH || surface == VIEW_WOOD;
    float cell_m = cell_size(surface);
    float column = floorf(center.x / cell_m);
    float row = floorf(center.z / cell_m);
    return is_laid ? 0.97f + 0.06f * noise_at(column, row, 13) : 1;
}

// Stone is overgrown in patches where the air is damp.
static struct view_color ground_color(const struct scene_build *build, const struct plot *plot, float x,
                                      float z)
{
    const struct view_color moss = {118, 138, 84, 255};
    struct view_color color = palette_surface(plot->surface);
    if (plot->surface != VIEW_STONE && plot->surface != VIEW_PATH) {
        return color;
    }
    float patch = noise_smooth(x + 211, z, 5) + 0.5f * noise_smooth(x, z + 57, 2.3f);
    return light_mix(color, moss, 0.75f * build->light.moss * fminf(fmaxf(patch + 0.1f, 0), 1));
}

static bool is_straight(const struct outline *outline, size_t corner)
{
    struct view_vec3 before = outline->points[(corner + outline->count - 1) % outline->count];
    struct view_vec3 after = outline->points[(corner + 1) % outline->count];
    return vector_dot(vector_right(before, outline->points[corner]),
                      vector_right(outline->points[corner], after)) > 0.999999f;
}

// Corners may lie on straight sides, where neighbours have one: a fan must not start beside them, or it would
// pass them by and leave a crack.
static bool may_start_fan(const struct outline *piece, size_t corner)
{
    return !is_straight(piece, (corner + 1) % piece->count) &&
           !is_straight(piece, (corner + piece->count - 1) % piece->count);
}

// The corner nearest to all others: sides cost time, even between triangles of one piece.
static size_t fan_apex(const struct outline *piece)
{
    size_t apex = 0;
    float least = INFINITY;
    for (size_t i = 0; i < piece->count; i++) {
        float length = 0;
        for (size_t other = 0; other < piece->count; other++) {
            length += vector_length(vector_subtract(piece->points[other], piece->points[i]));
        }
        if (length < least && may_start_fan(piece, i)) {
            apex = i;
            least = length;
        }
    }
    return apex;
}

static void add_fan(struct mesh *mesh, const struct outline *piece, const struct view_color *colors,
                    size_t apex)
{
    size_t count = piece->count;
    struct view_vec3 points[OUTLINE_POINTS_MAX];
    struct view_color turned[OUTLINE_POINTS_MAX];
    for (size_t i = 0; i < count; i++) {
        points[i] = piece->points[(apex + i) % count];
        turned[i] = colors[(apex + i) % count];
    }
    mesh_add_polygon(mesh, points, turned, count);
}

static void add_piece(const struct scene_build *build, const struct outline *piece,
                      const struct view_color *colors)
{
    struct view_vec3 center = outline_center(piece->points, piece->count);
    struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
    add_fan(&chunk->layers[SCENE_GROUND], piece, colors, fan_apex(piece));
}

static void add_ground_cell(const struct scene_build *build, const struct outline *cell,
                            const struct plot *plot)
{
    struct view_color colors[OUTLINE_POINTS_MAX];
    float slab = slab_shade(outline_center(cell->points, cell->count), plot->surface);
    for (size_t i = 0; i < cell->count; i++) {
        float tint = slab * patchiness(cell->points[i].x, cell->points[i].z, plot->surface);
        struct view_color color = ground_color(build, plot, cell->points[i].x, cell->points[i].z);
        colors[i] = light_shade(&build->light, plot->normal, light_tint(color, tint), 1);
    }
    add_piece(build, cell, colors);
}

// Shadows are laid on the ground, not cut out of it: where pieces meet, nothing can shine through from below.
// They come first, and what is under them is not drawn. They are of one colour, so they may overlap.
static void add_ground_shadows(const struct scene_build *build, const struct plot *plot)
{
    struct view_color colors[OUTLINE_POINTS_MAX];
    for (size_t i = 0; i < OUTLINE_POINTS_MAX; i++) {
        colors[i] =
            scene_build_shadowed(light_shade(&build->light, plot->normal, palette_surface(plot->surface), 1));
    }
    for (size_t i = 0; i < shadows_count(build->shadows); i++) {
        struct outline fallen;
        if (shadows_fall(build->shadows, i, &plot->outline, &fallen)) {
            for (size_t corner = 0; corner < fallen.count; corner++) {
                fallen.points[corner].y += SCENE_SHADOW_LIFT_M;
            }
            add_piece(build, &fallen, colors);
        }
    }
}

// ---- water ---------------------------------------------------------------------------------------

static float distance_to_segment(struct view_vec3 p, struct view_vec3 a, struct view_vec3 b)
{
    float x = b.x - a.x;
    float z = b.z - a.z;
    float square = x * x + z * z;
    float along = square > 0 ? ((p.x - a.x) * x + (p.z - a.z) * z) / square : 0;
    along = fminf(fmaxf(along, 0), 1);
    return hypotf(p.x - a.x - along * x, p.z - a.z - along * z);
}

// To the nearest riser: banks of ponds and quays have one.
static float shore_distance(const struct view_scene *scene, struct view_vec3 point)
{
    float distance = SCENE_SHORE_M;
    for (size_t i = 0; i < scene->riser_count; i++) {
        const struct view_riser *riser = &scene->risers[i];
        if (fabsf(riser->a_bottom_m - point.y) < 0.05f || fabsf(riser->b_bottom_m - point.y) < 0.05f) {
            distance = fminf(distance, distance_to_segment(point, riser->a, riser->b));
        }
    }
    return distance;
}

// Moves the corners of the cells that lie in open water, so that waves do not show a grid.
static struct view_vec3 jitter(struct view_vec3 point, float shore_m)
{
    float limit = fminf(0.3f * WATER_CELL_M, 0.4f * shore_m);
    bool is_corner =
        fabsf(remainderf(point.x, WATER_CELL_M)) < 1e-3f && fabsf(remainderf(point.z, WATER_CELL_M)) < 1e-3f;
    if (is_corner) {
        // To the bit what the corner's other cells have: noise differs for the next number already.
        point.x = WATER_CELL_M * rintf(point.x / WATER_CELL_M);
        point.z = WATER_CELL_M * rintf(point.z / WATER_CELL_M);
        point.x += limit * (2 * noise_at(point.x, point.z, 1) - 1);
        point.z += limit * (2 * noise_at(point.x, point.z, 2) - 1);
    }
    return point;
}

static void add_water_shadows(const struct scene_build *build, const struct outline *cell)
{
    struct shadow_pieces dark;
    struct shadow_pieces lit;
    shadows_split(build->shadows, cell, &dark, &lit);
    for (size_t i = 0; i < dark.count; i++) {
        struct view_color colors[OUTLINE_POINTS_MAX];
        for (size_t corner = 0; corner < dark.items[i].count; corner++) {
            colors[corner] = (struct view_color){16, 30, 70, 90};
            dark.items[i].points[corner].y += WAVE_M;
        }
        struct view_vec3 center = outline_center(dark.items[i].points, dark.items[i].count);
        struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
        mesh_add_polygon(&chunk->layers[SCENE_OVERLAY], dark.items[i].points, colors, dark.items[i].count);
    }
}

static size_t first_apex(const struct outline *piece)
{
    size_t apex = 0;
    while (apex < piece->count && !may_start_fan(piece, apex)) {
        apex++;
    }
    return apex < piece->count ? apex : 0;
}

static void add_water_cell(const struct scene_build *build, struct outline *cell)
{
    size_t apex = first_apex(cell); // waves would open a crack beside a corner that is passed by
    add_water_shadows(build, cell);
    struct view_color colors[OUTLINE_POINTS_MAX];
    struct view_vec3 center = outline_center(cell->points, cell->count);
    for (size_t i = 0; i < cell->count; i++) {
        float shore_m = shore_distance(build->scene, cell->points[i]);
        colors[i] = (struct view_color){(uint8_t)(255 * shore_m / SCENE_SHORE_M), 0, 0, 255};
        cell->points[i] = jitter(cell->points[i], shore_m);
    }
    struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
    add_fan(&chunk->layers[SCENE_WATER], cell, colors, apex);
}

// ---- cells ---------------------------------------------------------------------------------------

static struct outline cut_slab(const struct outline *polygon, float nx, float nz, float from, float size)
{
    struct outline above = outline_cut(polygon, (struct outline_half){nx, nz, from});
    return outline_cut(&above, (struct outline_half){-nx, -nz, -(from + size)});
}

/// How far an outline reaches.
struct reach {
    float min_x, max_x, min_z, max_z;
};

static struct reach reach_of(const struct outline *outline)
{
    struct reach reach = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < outline->count; i++) {
        reach.min_x = fminf(reach.min_x, outline->points[i].x);
        reach.max_x = fmaxf(reach.max_x, outline->points[i].x);
        reach.min_z = fminf(reach.min_z, outline->points[i].z);
        reach.max_z = fmaxf(reach.max_z, outline->points[i].z);
    }
    return reach;
}

static void add_row(const struct scene_build *build, const struct plot *plot, const struct outline *row,
                    float cell_m)
{
    struct reach reach = reach_of(row);
    for (int column = (int)floorf(reach.min_x / cell_m); cell_m * (float)column < reach.max_x; column++) {
        struct outline cell = cut_slab(row, 1, 0, cell_m * (float)column, cell_m);
        if (cell.count < 3) {
            continue;
        }
        if (plot->surface == VIEW_WATER) {
            add_water_cell(build, &cell);
        } else {
            add_ground_cell(build, &cell, plot);
        }
    }
}

static void add_cells(const struct scene_build *build, const struct plot *plot)
{
    float cell_m = cell_size(plot->surface);
    struct reach reach = reach_of(&plot->outline);
    for (int row = (int)floorf(reach.min_z / cell_m); cell_m * (float)row < reach.max_z; row++) {
        struct outline strip = cut_slab(&plot->outline, 0, 1, cell_m * (float)row, cell_m);
        if (strip.count >= 3) {
            add_row(build, plot, &strip, cell_m);
        }
    }
}

// ---- boards --------------------------------------------------------------------------------------

// The direction of the longest side.
static struct view_vec3 grain_of(const struct outline *outline)
{
    struct view_vec3 along = {1, 0, 0};
    float longest_m = 0;
    for (size_t i = 0; i < outline->count; i++) {
        struct view_vec3 side =
            vector_subtract(outline->points[(i + 1) % outline->count], outline->points[i]);
        float length_m = hypotf(side.x, side.z);
        if (length_m > longest_m) {
            longest_m = length_m;
            along = (struct view_vec3){side.x / length_m, 0, side.z / length_m};
        }
    }
    return along;
}

// How far an outline reaches along a level direction.
static void reach_along(const struct outline *outline, struct view_vec3 along, float *from, float *to)
{
    *from = INFINITY;
    *to = -INFINITY;
    for (size_t i = 0; i < outline->count; i++) {
        float at = outline->points[i].x * along.x + outline->points[i].z * along.z;
        *from = fminf(*from, at);
        *to = fmaxf(*to, at);
    }
}

// From a dark joint to a light edge, so that every board stands out from the next.
static void add_board(const struct scene_build *build, const struct plot *plot, const struct outline *board,
                      struct view_vec3 along, float from)
{
    struct view_color colors[OUTLINE_POINTS_MAX];
    float shade = 0.94f + 0.12f * noise_at(from, along.x, 17);
    for (size_t i = 0; i < board->count; i++) {
        float at = (board->points[i].x * along.x + board->points[i].z * along.z - from) / BOARD_M;
        float tint = shade * (0.8f + 0.26f * fminf(fmaxf(at, 0), 1));
        colors[i] =
            light_shade(&build->light, plot->normal, light_tint(palette_surface(plot->surface), tint), 1);
    }
    add_piece(build, board, colors);
}

// Boards lie across the longer way of a deck.
static void add_deck(const struct scene_build *build, const struct plot *plot)
{
    struct view_vec3 along = grain_of(&plot->outline);
    float from;
    float to;
    reach_along(&plot->outline, (struct view_vec3){-along.z, 0, along.x}, &from, &to);
    if (to - from < DECK_M) {
        add_ground_cell(build, &plot->outline, plot);
        return;
    }
    reach_along(&plot->outline, along, &from, &to);
    int first = (int)floorf(from / BOARD_M);
    int end = (int)ceilf(to / BOARD_M);
    for (int i = first; i < end; i++) {
        float at = BOARD_M * (float)i;
        struct outline board = cut_slab(&plot->outline, along.x, along.z, at, BOARD_M);
        if (board.count >= 3) {
            add_board(build, plot, &board, along, at);
        }
    }
}

bool scene_build_ground(struct scene_build *build)
{
    struct plots plots = plots_create(build->scene);
    if (!plots.items) {
        return false;
    }
    for (size_t i = 0; i < plots.count; i++) {
        if (plots.items[i].surface != VIEW_WATER) {
            add_ground_shadows(build, &plots.items[i]);
        }
        if (plots.items[i].surface == VIEW_WOOD) {
            add_deck(build, &plots.items[i]);
        } else {
            add_cells(build, &plots.items[i]);
        }
    }
    plots_finish(&plots);
    return true;
}

// ---- risers --------------------------------------------------------------------------------------

// How open the foot of a face is to the light: the higher the face, the less; a chasm is dark.
static float foot_openness(const struct view_riser *riser, float height_m)
{
    return riser->surface == VIEW_CHASM ? 0.16f : fmaxf(0.55f, 0.85f - 0.1f * height_m);
}

// A lip of turf or paving, or of what is under it where it has broken off.
static struct view_color lip_color(enum view_surface surface)
{
    return surface == VIEW_CHASM ? palette_riser(surface) : palette_surface(surface);
}

// A lip, then the face, darker towards its foot.
static void add_riser(const struct scene_build *build, const struct view_riser *riser)
{
    struct view_vec3 a = riser->a;
    struct view_vec3 b = riser->b;
    struct view_vec3 a_foot = {a.x, riser->a_bottom_m, a.z};
    struct view_vec3 b_foot = {b.x, riser->b_bottom_m, b.z};
    float height = fmaxf(a.y - a_foot.y, b.y - b_foot.y);
    float lip = height > 0 ? fminf(0.16f / height, 0.4f) : 0;
    struct view_vec3 a_lip = vector_mix(a, a_foot, lip);
    struct view_vec3 b_lip = vector_mix(b, b_foot, lip);
    struct view_vec3 out = vector_right(a, b);
    struct view_color top = light_shade(&build->light, out, lip_color(riser->surface), 0.96f);
    struct view_color face = palette_riser(riser->surface);
    struct view_color upper = light_shade(&build->light, out, face, 0.9f);
    struct view_color lower = light_shade(&build->light, out, face, foot_openness(riser, height));
    struct mesh *mesh = &scene_build_chunk(build, a.x, a.z)->layers[SCENE_GROUND];
    mesh_add_polygon(mesh, (struct view_vec3[]){a_lip, b_lip, b, a},
                     (struct view_color[]){top, top, top, top}, 4);
    mesh_add_polygon(mesh, (struct view_vec3[]){a_foot, b_foot, b_lip, a_lip},
                     (struct view_color[]){lower, lower, upper, upper}, 4);
}

void scene_build_risers(struct scene_build *build)
{
    for (size_t i = 0; i < build->scene->riser_count; i++) {
        add_riser(build, &build->scene->risers[i]);
    }
}
