// Borders between surfaces: foam along shores, kerbs of roads, worn edges beside them, lanterns at dusk.
#include <math.h>
#include <stdlib.h>

#include "render/noise.h"
#include "render/outline.h"
#include "render/palette.h"
#include "render/scene_build.h"
#include "render/vector.h"

enum { NO_NEIGHBOUR = -1 };

struct edge {
    struct view_vec3 a, b;   // the triangle lies to the left
    struct view_vec3 normal; // of the triangle
    enum view_surface surface;
    int neighbour; // surface beyond, or NO_NEIGHBOUR
};

struct edges {
    struct edge *items;
    size_t count;
};

/// How a surface's rim is drawn, inside it.
struct rim {
    struct view_color color;
    float width_m;
    bool is_crisp; // as strong at its inner edge as at its outer one
};

// A kerb lies a little above the ground; from aside one would see a line of road between it and the border.
#define OVERLAP_M 0.02f

#define KERB_M 0.15f
#define WORN_M 0.4f
#define FOAM_M 0.42f

// ---- finding borders -----------------------------------------------------------------------------

static int compare_points(const struct view_vec3 *left, const struct view_vec3 *right)
{
    const float a[3] = {left->x, left->y, left->z};
    const float b[3] = {right->x, right->y, right->z};
    for (int i = 0; i < 3; i++) {
        long difference = lrintf(a[i] * 1000) - lrintf(b[i] * 1000);
        if (difference != 0) {
            return difference < 0 ? -1 : 1;
        }
    }
    return 0;
}

static int compare_edges(const void *left, const void *right)
{
    const struct edge *a = left;
    const struct edge *b = right;
    int order = compare_points(&a->a, &b->a);
    return order != 0 ? order : compare_points(&a->b, &b->b);
}

static void collect_edges(const struct view_scene *scene, struct edges *edges)
{
    for (size_t i = 0; i < scene->triangle_count; i++) {
        const struct view_triangle *triangle = &scene->triangles[i];
        const struct view_vec3 *corners = triangle->corners;
        struct view_vec3 normal = vector_triangle_normal(corners);
        for (int corner = 0; corner < 3; corner++) {
            edges->items[edges->count++] = (struct edge){corners[corner], corners[(corner + 1) % 3], normal,
                                                         triangle->surface, NO_NEIGHBOUR};
        }
    }
    qsort(edges->items, edges->count, sizeof *edges->items, compare_edges);
    for (size_t i = 0; i < edges->count; i++) {
        struct edge *edge = &edges->items[i];
        struct edge twin = {.a = edge->b, .b = edge->a};
        const struct edge *found = bsearch(&twin, edges->items, edges->count, sizeof twin, compare_edges);
        if (found) {
            edge->neighbour = (int)found->surface;
        }
    }
}

// ---- what is drawn along them --------------------------------------------------------------------

// Hard surfaces are trodden into soft ones, never the other way.
static int hardness(enum view_surface surface)
{
    static const int order[VIEW_SURFACE_COUNT] = {
        [VIEW_GRASS] = 0, [VIEW_SAND] = 1,  [VIEW_PATH] = 2, [VIEW_STONE] = 3,
        [VIEW_WOOD] = 4,  [VIEW_WATER] = 5, [VIEW_CHASM] = 6};
    return order[surface];
}

// Roads have a kerb of darker stone against everything but wood.
static bool is_kerb(const struct edge *edge)
{
    return edge->surface == VIEW_PATH && edge->neighbour != NO_NEIGHBOUR && edge->neighbour != VIEW_PATH &&
           edge->neighbour != VIEW_WOOD && edge->neighbour != VIEW_WATER;
}

static bool rim_of(const struct edge *edge, const struct light *light, struct rim *rim)
{
    if (edge->surface == VIEW_WATER) {
        *rim = (struct rim){light_tint((struct view_color){236, 244, 236, 190}, 1 - 0.3f * light->dusk),
                            FOAM_M, false};
        return edge->neighbour != VIEW_WATER;
    }
    if (is_kerb(edge)) {
        struct view_color stone = light_tint(palette_surface(VIEW_PATH), 0.74f);
        *rim = (struct rim){light_shade(light, edge->normal, stone, 1), KERB_M, true};
        return true;
    }
    if (edge->neighbour == NO_NEIGHBOUR || edge->neighbour == VIEW_WATER || edge->neighbour == VIEW_WOOD) {
        return false;
    }
    enum view_surface beyond = (enum view_surface)edge->neighbour;
    struct view_color color = light_shade(light, edge->normal, palette_surface(beyond), 0.94f);
    color.a = 110;
    *rim = (struct rim){color, WORN_M, false};
    return hardness(beyond) > hardness(edge->surface) && edge->surface != VIEW_PATH;
}

static size_t keep_borders(struct edges *edges, const struct light *light)
{
    size_t kept = 0;
    struct rim rim;
    for (size_t i = 0; i < edges->count; i++) {
        if (rim_of(&edges->items[i], light, &rim)) {
            edges->items[kept++] = edges->items[i];
        }
    }
    return kept;
}

// The border that continues this one: of those starting at its end on the same surface, the sharpest to the
// left would be right at crossings; crossings are rare, so the first will do.
static const struct edge *continuation(const struct edges *edges, const struct edge *edge)
{
    size_t low = 0;
    size_t high = edges->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_points(&edges->items[middle].a, &edge->b) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < edges->count && compare_points(&edges->items[low].a, &edge->b) == 0; low++) {
        if (edges->items[low].surface == edge->surface) {
            return &edges->items[low];
        }
    }
    return NULL;
}

// On the triangle's own plane, so that the strip lies flat on a slope.
static struct view_vec3 move_on_plane(struct view_vec3 point, float x, float z, struct view_vec3 normal)
{
    float y = normal.y > 0.01f ? -(x * normal.x + z * normal.z) / normal.y : 0;
    return (struct view_vec3){point.x + x, point.y + y, point.z + z};
}

// The inner corner between two borders that meet.
static struct view_vec3 inner_corner(struct view_vec3 corner, struct view_vec3 before, struct view_vec3 after,
                                     float width_m, struct view_vec3 normal)
{
    struct view_vec3 sum = vector_add(before, after);
    float square = vector_dot(sum, sum);
    float factor = -width_m * (square > 0.8f ? 2 / square : 2.5f);
    return move_on_plane(corner, sum.x * factor, sum.z * factor, normal);
}

// A convex part of a rim; it fades with the distance from the border.
static void add_rim_piece(const struct scene_build *build, const struct edge *edge,
                          const struct outline *piece, struct rim rim)
{
    struct outline raised = *piece;
    struct view_color colors[OUTLINE_POINTS_MAX];
    struct outline_half inside = outline_left_of(edge->a, edge->b);
    for (size_t i = 0; i < piece->count; i++) {
        struct view_vec3 *point = &raised.points[i];
        float depth = (point->x * inside.nx + point->z * inside.nz - inside.d) / rim.width_m;
        colors[i] = rim.color;
        colors[i].a = rim.is_crisp ? 255 : (uint8_t)(rim.color.a * fminf(fmaxf(1 - depth, 0), 1));
        point->y += SCENE_OVERLAY_LIFT_M;
    }
    // What hides the ground needs no blending.
    enum scene_layer layer = rim.is_crisp ? SCENE_GROUND : SCENE_OVERLAY;
    struct mesh *mesh = &scene_build_chunk(build, edge->a.x, edge->a.z)->layers[layer];
    mesh_add_polygon(mesh, raised.points, colors, raised.count);
}

/// The corners of a rim, counter-clockwise from the start of its border.
struct strip {
    struct view_vec3 a, b, b_inner, a_inner;
};

static void add_rim(const struct scene_build *build, const struct edge *edge, struct strip strip,
                    struct rim rim)
{
    const struct outline outline = {{strip.a, strip.b, strip.b_inner, strip.a_inner}, 4};
    struct shadow_pieces dark;
    struct shadow_pieces lit;
    shadows_split(build->shadows, &outline, &dark, &lit);
    for (size_t i = 0; i < lit.count; i++) {
        add_rim_piece(build, edge, &lit.items[i], rim);
    }
    rim.color = scene_build_shadowed(rim.color);
    for (size_t i = 0; i < dark.count; i++) {
        add_rim_piece(build, edge, &dark.items[i], rim);
    }
}

// ---- lanterns ------------------------------------------------------------------------------------

#define LANTERN_STEP_M 6.0f  // from one to the next
#define LANTERN_END_M  0.6f  // from the ends of a border
#define LANTERN_OUT_M  0.35f // beside the road
#define LANTERN_GLOW_M 1.3f

// Paper that shines by itself, and its light on the ground.
static void add_lantern(const struct scene_build *build, struct view_vec3 foot)
{
    enum { SIDES = 6, GLOW_SIDES = 12 };
    const struct view_color paper[2] = {{255, 178, 92, 255}, {255, 226, 158, 255}};
    const float radii_m[3] = {0.12f, 0.2f, 0.1f};
    struct scene_chunk *chunk = scene_build_chunk(build, foot.x, foot.z);
    struct view_vec3 rings[3][SIDES + 1];
    for (int ring = 0; ring < 3; ring++) {
        for (int side = 0; side <= SIDES; side++) {
            float angle_r = 2 * (float)M_PI * (float)side / SIDES;
            rings[ring][side] = (struct view_vec3){foot.x + radii_m[ring] * cosf(angle_r),
                                                   foot.y + 0.05f + 0.19f * (float)ring,
                                                   foot.z + radii_m[ring] * sinf(angle_r)};
        }
    }
    for (int side = 0; side < SIDES; side++) {
        for (int ring = 0; ring < 2; ring++) {
            const struct view_vec3 facet[4] = {rings[ring][side], rings[ring][side + 1],
                                               rings[ring + 1][side + 1], rings[ring + 1][side]};
            mesh_add_polygon(
                &chunk->layers[SCENE_DETAIL], facet,
                (struct view_color[]){paper[ring], paper[ring], paper[1 - ring], paper[1 - ring]}, 4);
        }
    }
    mesh_add_polygon(&chunk->layers[SCENE_DETAIL], rings[2],
                     (struct view_color[]){paper[0], paper[0], paper[0], paper[0], paper[0], paper[0]},
                     SIDES);
    scene_build_pool(build, foot, LANTERN_GLOW_M);
}

// Beside the border of a road, on the softer side.
static void add_lanterns(const struct scene_build *build, const struct edge *edge)
{
    float length_m = vector_length(vector_subtract(edge->b, edge->a));
    float start_m = noise_at(edge->a.x, edge->a.z, 30) * LANTERN_STEP_M;
    struct view_vec3 out = vector_scale(vector_right(edge->a, edge->b), LANTERN_OUT_M);
    int count = (int)ceilf((length_m - LANTERN_END_M - start_m) / LANTERN_STEP_M);
    for (int i = 0; i < count; i++) {
        float at = start_m + LANTERN_STEP_M * (float)i;
        if (at > LANTERN_END_M) {
            add_lantern(build, vector_add(vector_mix(edge->a, edge->b, at / length_m), out));
        }
    }
}

// ---- all -----------------------------------------------------------------------------------------

static void add_rims(const struct scene_build *build, const struct edges *edges, struct view_vec3 *starts)
{
    // `starts[i]` is the outward direction of the border that ends where border i starts.
    for (size_t i = 0; i < edges->count; i++) {
        starts[i] = vector_right(edges->items[i].a, edges->items[i].b);
    }
    for (size_t i = 0; i < edges->count; i++) {
        const struct edge *edge = &edges->items[i];
        const struct edge *next = continuation(edges, edge);
        if (next) {
            starts[next - edges->items] = vector_right(edge->a, edge->b);
        }
    }
    for (size_t i = 0; i < edges->count; i++) {
        const struct edge *edge = &edges->items[i];
        const struct edge *next = continuation(edges, edge);
        struct view_vec3 out = vector_right(edge->a, edge->b);
        struct view_vec3 after = next ? vector_right(next->a, next->b) : out;
        struct rim rim;
        if (rim_of(edge, &build->light, &rim)) {
            float overlap_m = rim.is_crisp ? OVERLAP_M : 0;
            struct strip strip = {
                inner_corner(edge->a, starts[i], out, -overlap_m, edge->normal),
                inner_corner(edge->b, out, after, -overlap_m, edge->normal),
                inner_corner(edge->b, out, after, rim.width_m, edge->normal),
                inner_corner(edge->a, starts[i], out, rim.width_m, edge->normal),
            };
            add_rim(build, edge, strip, rim);
        }
        if (build->light.dusk > 0.3f && is_kerb(edge) && edge->neighbour != VIEW_STONE) {
            add_lanterns(build, edge);
        }
    }
}

bool scene_build_borders(struct scene_build *build)
{
    size_t edges_max = 3 * build->scene->triangle_count + 1;
    struct edges edges = {calloc(edges_max, sizeof *edges.items), 0};
    struct view_vec3 *starts = calloc(edges_max, sizeof *starts);
    bool has_memory = edges.items && starts;
    if (has_memory) {
        collect_edges(build->scene, &edges);
        edges.count = keep_borders(&edges, &build->light);
        add_rims(build, &edges, starts);
    }
    free(edges.items);
    free(starts);
    return has_memory;
}
