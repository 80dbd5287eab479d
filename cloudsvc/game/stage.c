#include "cloudsvc/game/stage.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "cloudsvc/game/footing.h"
#include "cloudsvc/game/gate_view.h"
#include "cloudsvc/game/plank_view.h"
#include "cloudsvc/game/storey.h"
#include "nav/mesh.h"
#include "nav/polygon.h"
#include "nav/triangulate.h"

enum {
    WATER_BELOW_MM = 250,  // how far a pond lies below the lowest point of its bank
    CHASM_BELOW_MM = 6000, // and the bottom of a ravine below that
    EDGE_MM = 1200,        // how thick the land is where it ends
    FLOOR_MM = 1500,       // floors over one another are farther apart
    ROAD_NEAR_MM = 1000,   // a road lies on the floor that is so near to its nodes in height
    WITH_GROUND = INT32_MAX,
};

// One scene under construction.
struct stage {
    const struct pack_scene *scene;
    const struct navmesh *mesh;
    struct view_scene *view;
    struct mesh_corner *corners; // by place, then height
    struct edge *edges;          // sides of the mesh, by their ends
    struct geo_box *boxes;       // of the obstacles
    int32_t *levels_mm;          // likewise: of the water of a pond, of the bottom of a ravine
};

// A side of the mesh by the places at its ends, so that both cells at it stand together.
struct edge {
    struct geo_point low, high;
    uint32_t side;
};

static float metres(int32_t length_mm)
{
    return (float)length_mm / 1000.0f;
}

static struct view_vec3 place(struct geo_point at, int32_t height_mm)
{
    return (struct view_vec3){metres(at.x), metres(height_mm), metres(at.z)};
}

static struct view_color color_of(uint32_t rgb)
{
    return (struct view_color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

// ---- heights at the corners of obstacles -----------------------------------------------------------

static int compare_places(const void *left, const void *right)
{
    const struct mesh_corner *a = left;
    const struct mesh_corner *b = right;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    if (a->at.z != b->at.z)
        return a->at.z < b->at.z ? -1 : 1;
    return (a->height_mm > b->height_mm) - (a->height_mm < b->height_mm);
}

static int32_t mean_height_mm(const struct pack_region *region)
{
    assert(region->outline.count > 0);
    int64_t sum = 0;
    for (size_t i = 0; i < region->outline.count; i++)
        sum += region->heights_mm[i];
    return (int32_t)(sum / (int64_t)region->outline.count);
}

// First corner at or behind the place.
static size_t first_at(const struct stage *stage, struct geo_point at)
{
    struct mesh_corner wanted = {.at = at, .height_mm = INT32_MIN};
    size_t low = 0;
    size_t high = stage->mesh->corner_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_places(&stage->corners[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Whether a height is one that the region has somewhere, or near to it.
static bool is_of_region(const struct pack_region *region, int32_t height_mm)
{
    int32_t lowest_mm = region->heights_mm[0];
    int32_t highest_mm = region->heights_mm[0];
    for (size_t i = 1; i < region->outline.count; i++) {
        lowest_mm = region->heights_mm[i] < lowest_mm ? region->heights_mm[i] : lowest_mm;
        highest_mm = region->heights_mm[i] > highest_mm ? region->heights_mm[i] : highest_mm;
    }
    return height_mm >= lowest_mm - FLOOR_MM && height_mm <= highest_mm + FLOOR_MM;
}

// Where floors lie over one another, the height nearest to the obstacle's own region's; where only another
// floor has a corner, the region's own.
static int32_t ground_mm(const struct stage *stage, const struct pack_obstacle *obstacle, size_t corner)
{
    const struct pack_region *region = &stage->scene->regions[obstacle->region];
    struct geo_point at = obstacle->outline.points[corner];
    int32_t wanted_mm = mean_height_mm(region);
    int32_t nearest_mm = wanted_mm;
    bool is_found = false;
    for (size_t i = first_at(stage, at); i < stage->mesh->corner_count; i++) {
        const struct mesh_corner *here = &stage->corners[i];
        if (!geo_equal(here->at, at))
            break;
        if (!is_found || llabs((int64_t)here->height_mm - wanted_mm) < llabs((int64_t)nearest_mm - wanted_mm))
            nearest_mm = here->height_mm;
        is_found = true;
    }
    return is_of_region(region, nearest_mm) ? nearest_mm : wanted_mm;
}

// ---- ground ----------------------------------------------------------------------------------------

static enum view_surface surface_of(uint32_t surface)
{
    static const enum view_surface surfaces[PACK_SURFACE_COUNT] = {
        [PACK_GRASS] = VIEW_GRASS, [PACK_STONE] = VIEW_STONE, [PACK_PATH] = VIEW_PATH,
        [PACK_SAND] = VIEW_SAND,   [PACK_WOOD] = VIEW_WOOD,
    };
    assert(surface < PACK_SURFACE_COUNT);
    return surfaces[surface];
}

static void add_triangle(const struct stage *stage, enum view_surface surface,
                         const struct mesh_corner *const corners[3])
{
    struct view_triangle *triangle = &stage->view->triangles[stage->view->triangle_count++];
    triangle->surface = surface;
    for (size_t i = 0; i < 3; i++)
        triangle->corners[i] = place(corners[i]->at, corners[i]->height_mm);
}

// Cuts a cell that is one plane; its sides stay whole, so that no crack opens between neighbours.
static bool add_plane(const struct stage *stage, uint32_t cell, enum view_surface surface)
{
    const struct navmesh *mesh = stage->mesh;
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t count = mesh->cells[cell + 1].first_side - first;
    struct geo_point *points = calloc(count, sizeof *points);
    struct triangle *triangles = calloc(count, sizeof *triangles);
    for (uint32_t i = 0; points && i < count; i++)
        points[i] = mesh_side_start(mesh, first + i)->at;
    struct region_rings rings = {points, count, &count, 1};
    bool is_cut = points && triangles && triangulate(&rings, triangles);
    for (size_t i = 0; is_cut && i < triangulate_count(&rings); i++) {
        const struct mesh_corner *corners[3];
        for (size_t k = 0; k < 3; k++)
            corners[k] = mesh_side_start(mesh, first + triangles[i].points[k]);
        add_triangle(stage, surface, corners);
    }
    free(points);
    free(triangles);
    return is_cut;
}

static void add_creased(const struct stage *stage, uint32_t cell, enum view_surface surface)
{
    const struct navmesh *mesh = stage->mesh;
    uint32_t first = mesh->cells[cell].first_side;
    for (uint32_t i = mesh->cells[cell].first_triangle; i < mesh->cells[cell + 1].first_triangle; i++) {
        const struct mesh_corner *corners[3];
        for (size_t k = 0; k < 3; k++)
            corners[k] = mesh_side_start(mesh, first + mesh->triangles[i].corners[k]);
        add_triangle(stage, surface, corners);
    }
}

// A place inside a cell, which is convex.
static struct mesh_corner middle_of(const struct navmesh *mesh, uint32_t cell)
{
    uint32_t first = mesh->cells[cell].first_side;
    int64_t count = mesh->cells[cell + 1].first_side - first;
    assert(count > 0);
    int64_t x = 0, z = 0, height_mm = 0;
    for (int64_t i = 0; i < count; i++) {
        const struct mesh_corner *corner = mesh_side_start(mesh, first + (uint32_t)i);
        x += corner->at.x;
        z += corner->at.z;
        height_mm += corner->height_mm;
    }
    return (struct mesh_corner){{(int32_t)(x / count), (int32_t)(z / count)}, (int32_t)(height_mm / count)};
}

// Of two floors over one another a road lies on the one that its nodes are near to.
static bool is_at_height(const struct pack_scene *scene, size_t road, const struct mesh_corner *place)
{
    int64_t nearest = INT64_MAX;
    int32_t height_mm = 0;
    for (size_t i = 0; i < scene->road_link_count; i++) {
        const struct pack_road_node *node = &scene->road_nodes[scene->road_links[i].nodes[0]];
        int64_t distance = geo_distance_squared(node->at, place->at);
        if (scene->road_links[i].road == road && distance < nearest) {
            nearest = distance;
            height_mm = node->height_mm;
        }
    }
    return llabs((int64_t)height_mm - place->height_mm) <= ROAD_NEAR_MM;
}

static bool is_road(const struct pack_scene *scene, const struct mesh_corner *place)
{
    for (size_t i = 0; i < scene->road_count; i++) {
        const struct pack_polygon *outline = &scene->roads[i].outline;
        if (outline->count > 0 &&
            polygon_locate(outline->points, outline->count, place->at) == POLYGON_INSIDE &&
            is_at_height(scene, i, place))
            return true;
    }
    return false;
}

// Roads are cells of their own; over planks of wood they lead without changing them.
static enum view_surface surface_of_cell(const struct stage *stage, uint32_t cell)
{
    enum view_surface surface = surface_of(stage->mesh->grounds[stage->mesh->cells[cell].ground].surface);
    struct mesh_corner middle = middle_of(stage->mesh, cell);
    return surface != VIEW_WOOD && is_road(stage->scene, &middle) ? VIEW_PATH : surface;
}

static bool add_ground(const struct stage *stage)
{
    const struct navmesh *mesh = stage->mesh;
    bool is_added = true;
    for (uint32_t cell = 0; is_added && cell < mesh->cell_count; cell++) {
        enum view_surface surface = surface_of_cell(stage, cell);
        bool is_plane = mesh->cells[cell + 1].first_triangle - mesh->cells[cell].first_triangle <= 1;
        if (is_plane)
            is_added = add_plane(stage, cell, surface);
        else
            add_creased(stage, cell, surface);
    }
    return is_added;
}

// Fills the outline of an obstacle, at one height or, with WITH_GROUND, at that of the ground around it.
static bool fill_outline(const struct stage *stage, const struct pack_obstacle *obstacle,
                         enum view_surface surface, int32_t height_mm)
{
    const struct pack_polygon *outline = &obstacle->outline;
    uint32_t end = (uint32_t)outline->count;
    struct region_rings rings = {outline->points, outline->count, &end, 1};
    size_t count = triangulate_count(&rings);
    struct triangle *triangles = calloc(count, sizeof *triangles);
    bool is_cut = triangles && triangulate(&rings, triangles);
    for (size_t i = 0; is_cut && i < count; i++) {
        struct view_triangle *triangle = &stage->view->triangles[stage->view->triangle_count++];
        triangle->surface = surface;
        for (size_t corner = 0; corner < 3; corner++) {
            uint32_t point = triangles[i].points[corner];
            triangle->corners[corner] =
                place(outline->points[point],
                      height_mm != WITH_GROUND ? height_mm : ground_mm(stage, obstacle, point));
        }
    }
    free(triangles);
    return is_cut;
}

// ---- ponds and ravines -----------------------------------------------------------------------------

static bool is_gap(const struct pack_obstacle *obstacle)
{
    return obstacle->kind == PACK_POND || obstacle->kind == PACK_RAVINE;
}

static int32_t level_mm(const struct stage *stage, const struct pack_obstacle *pond)
{
    int32_t lowest_mm = ground_mm(stage, pond, 0);
    for (size_t i = 1; i < pond->outline.count; i++) {
        int32_t here_mm = ground_mm(stage, pond, i);
        lowest_mm = here_mm < lowest_mm ? here_mm : lowest_mm;
    }
    return lowest_mm - WATER_BELOW_MM - (pond->kind == PACK_RAVINE ? CHASM_BELOW_MM : 0);
}

// ---- solids ----------------------------------------------------------------------------------------

static enum view_solid_kind solid_kind(enum pack_obstacle_kind kind)
{
    static const enum view_solid_kind kinds[PACK_OBSTACLE_KIND_COUNT] = {
        [PACK_HOUSE] = VIEW_HOUSE, [PACK_WALL] = VIEW_WALL, [PACK_FENCE] = VIEW_FENCE,
        [PACK_ROCK] = VIEW_ROCK,   [PACK_TREE] = VIEW_TREE,
    };
    assert(kind != PACK_POND);
    assert(kind != PACK_RAVINE);
    assert(kind < PACK_OBSTACLE_KIND_COUNT);
    return kinds[kind];
}

static bool add_solid(const struct stage *stage, const struct pack_obstacle *obstacle)
{
    struct view_solid *solid = &stage->view->solids[stage->view->solid_count];
    solid->footprint = calloc(obstacle->outline.count, sizeof *solid->footprint);
    if (!solid->footprint)
        return false;
    stage->view->solid_count++;
    solid->kind = solid_kind(obstacle->kind);
    solid->height_m = metres(obstacle->height_mm);
    if (obstacle->color_rgb != 0)
        solid->color = color_of(obstacle->color_rgb);
    solid->footprint_count = obstacle->outline.count;
    for (size_t i = 0; i < obstacle->outline.count; i++)
        solid->footprint[i] = place(obstacle->outline.points[i], ground_mm(stage, obstacle, i));
    return true;
}

static bool add_obstacles(const struct stage *stage)
{
    bool is_added = true;
    for (size_t i = 0; is_added && i < stage->scene->obstacle_count; i++) {
        const struct pack_obstacle *obstacle = &stage->scene->obstacles[i];
        if (is_gap(obstacle)) {
            is_added = fill_outline(stage, obstacle, obstacle->kind == PACK_POND ? VIEW_WATER : VIEW_CHASM,
                                    stage->levels_mm[i]);
        } else {
            enum pack_surface surface = stage->scene->regions[obstacle->region].surface;
            is_added =
                add_solid(stage, obstacle) && fill_outline(stage, obstacle, surface_of(surface), WITH_GROUND);
        }
    }
    return is_added;
}

// ---- steps and edges of the land -------------------------------------------------------------------

static int compare_points(struct geo_point a, struct geo_point b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.z > b.z) - (a.z < b.z);
}

static int compare_ends(const struct edge *a, const struct edge *b)
{
    int low = compare_points(a->low, b->low);
    return low != 0 ? low : compare_points(a->high, b->high);
}

static int compare_edges(const void *left, const void *right)
{
    const struct edge *a = left;
    const struct edge *b = right;
    int ends = compare_ends(a, b);
    return ends != 0 ? ends : (a->side > b->side) - (a->side < b->side);
}

// The corners of a side, in its cell's sense.
static void ends_of(const struct navmesh *mesh, uint32_t side, const struct mesh_corner **from,
                    const struct mesh_corner **to)
{
    *from = mesh_side_start(mesh, side);
    *to = mesh_side_end(mesh, side);
}

static void list_edges(const struct stage *stage)
{
    for (uint32_t side = 0; side < stage->mesh->side_count; side++) {
        const struct mesh_corner *from;
        const struct mesh_corner *to;
        ends_of(stage->mesh, side, &from, &to);
        bool is_rising = compare_points(from->at, to->at) < 0;
        stage->edges[side] =
            (struct edge){is_rising ? from->at : to->at, is_rising ? to->at : from->at, side};
    }
    qsort(stage->edges, stage->mesh->side_count, sizeof *stage->edges, compare_edges);
}

static bool is_side_of(const struct pack_obstacle *obstacle, struct geo_point a, struct geo_point b)
{
    const struct pack_polygon *outline = &obstacle->outline;
    for (size_t i = 0; i < outline->count; i++) {
        struct geo_point from = outline->points[i];
        struct geo_point to = outline->points[(i + 1) % outline->count];
        if (geo_on_segment(from, to, a) && geo_on_segment(from, to, b))
            return true;
    }
    return false;
}

static bool is_in_box(const struct geo_box *box, struct geo_point at)
{
    return at.x >= box->low.x && at.x <= box->high.x && at.z >= box->low.z && at.z <= box->high.z;
}

// The obstacle that the side is part of; obstacle_count: none.
static size_t obstacle_at(const struct stage *stage, struct geo_point a, struct geo_point b)
{
    for (size_t i = 0; i < stage->scene->obstacle_count; i++)
        if (is_in_box(&stage->boxes[i], a) && is_side_of(&stage->scene->obstacles[i], a, b))
            return i;
    return stage->scene->obstacle_count;
}

// What lies below a side that no other floor meets: water, a chasm, the edge of the land; a solid stands
// there already.
static bool find_depth(const struct stage *stage, const struct mesh_corner *from,
                       const struct mesh_corner *to, int32_t *from_mm, int32_t *to_mm)
{
    size_t obstacle = obstacle_at(stage, from->at, to->at);
    *from_mm = from->height_mm - EDGE_MM;
    *to_mm = to->height_mm - EDGE_MM;
    if (obstacle == stage->scene->obstacle_count)
        return true;
    *from_mm = *to_mm = stage->levels_mm[obstacle];
    return is_gap(&stage->scene->obstacles[obstacle]);
}

// What lies across the side: the heights of the highest floor that is not above it.
// Returns false when only higher floors meet it, or the same one goes on.
static bool find_foot(const struct stage *stage, const struct edge *edges, size_t count, uint32_t side,
                      int32_t *from_mm, int32_t *to_mm)
{
    const struct mesh_corner *from;
    const struct mesh_corner *to;
    ends_of(stage->mesh, side, &from, &to);
    bool has_other = false;
    int64_t best = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        const struct mesh_corner *other_from;
        const struct mesh_corner *other_to;
        ends_of(stage->mesh, edges[i].side, &other_to, &other_from);
        if (!geo_equal(other_from->at, from->at))
            continue; // on the same side of the line
        has_other = true;
        int32_t a_mm = other_from->height_mm < from->height_mm ? other_from->height_mm : from->height_mm;
        int32_t b_mm = other_to->height_mm < to->height_mm ? other_to->height_mm : to->height_mm;
        bool is_higher = other_from->height_mm > from->height_mm && other_to->height_mm > to->height_mm;
        if (is_higher || (int64_t)a_mm + b_mm <= best)
            continue;
        best = (int64_t)a_mm + b_mm;
        *from_mm = a_mm;
        *to_mm = b_mm;
    }
    if (best > INT64_MIN)
        return *from_mm < from->height_mm || *to_mm < to->height_mm;
    return !has_other && find_depth(stage, from, to, from_mm, to_mm);
}

static enum view_surface surface_of_riser(const struct stage *stage, uint32_t side, int32_t height_mm)
{
    if (height_mm >= CHASM_BELOW_MM)
        return VIEW_CHASM;
    return surface_of(stage->mesh->grounds[stage->mesh->cells[stage->mesh->sides[side].cell].ground].surface);
}

static void add_risers_at(const struct stage *stage, const struct edge *edges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t side = edges[i].side;
        int32_t from_mm, to_mm;
        if (!find_foot(stage, edges, count, side, &from_mm, &to_mm))
            continue;
        const struct mesh_corner *from;
        const struct mesh_corner *to;
        ends_of(stage->mesh, side, &from, &to);
        stage->view->risers[stage->view->riser_count++] = (struct view_riser){
            .a = place(from->at, from->height_mm),
            .b = place(to->at, to->height_mm),
            .a_bottom_m = metres(from_mm),
            .b_bottom_m = metres(to_mm),
            .surface = surface_of_riser(stage, side, from->height_mm - from_mm),
        };
    }
}

static void add_risers(const struct stage *stage)
{
    size_t count = stage->mesh->side_count;
    for (size_t first = 0; first < count;) {
        size_t end = first + 1;
        while (end < count && compare_ends(&stage->edges[end], &stage->edges[first]) == 0)
            end++;
        add_risers_at(stage, &stage->edges[first], end - first);
        first = end;
    }
}

// ---- scenes ----------------------------------------------------------------------------------------

// Takes the scene's memory: at most one triangle for each corner of an obstacle, one triangle and one riser
// for each side of the mesh, and what planks need.
static bool take_memory(struct stage *stage)
{
    size_t corners = 0;
    for (size_t i = 0; i < stage->scene->obstacle_count; i++)
        corners += stage->scene->obstacles[i].outline.count;
    size_t planks = 2 * plank_view_boards(stage->scene);
    struct view_scene *view = stage->view;
    view->triangles = calloc(stage->mesh->side_count + corners + planks + 1, sizeof *view->triangles);
    view->risers = calloc(stage->mesh->side_count + planks + 1, sizeof *view->risers);
    size_t solids = stage->scene->obstacle_count + planks + stage->scene->gate_count;
    view->solids = calloc(solids + 1, sizeof *view->solids);
    stage->corners = calloc(stage->mesh->corner_count + 1, sizeof *stage->corners);
    stage->edges = calloc(stage->mesh->side_count + 1, sizeof *stage->edges);
    stage->boxes = calloc(stage->scene->obstacle_count + 1, sizeof *stage->boxes);
    stage->levels_mm = calloc(stage->scene->obstacle_count + 1, sizeof *stage->levels_mm);
    return view->triangles && view->risers && view->solids && stage->corners && stage->edges &&
           stage->boxes && stage->levels_mm;
}

static bool build_scene(struct stage *stage)
{
    if (!take_memory(stage))
        return false;
    for (size_t i = 0; i < stage->mesh->corner_count; i++)
        stage->corners[i] = stage->mesh->corners[i];
    qsort(stage->corners, stage->mesh->corner_count, sizeof *stage->corners, compare_places);
    list_edges(stage);
    for (size_t i = 0; i < stage->scene->obstacle_count; i++) {
        const struct pack_obstacle *obstacle = &stage->scene->obstacles[i];
        stage->boxes[i] = geo_bounds(obstacle->outline.points, obstacle->outline.count);
        stage->levels_mm[i] = level_mm(stage, obstacle);
    }
    stage->view->sky = color_of(stage->scene->sky_rgb);
    stage->view->sun = color_of(stage->scene->sun_rgb);
    if (!add_ground(stage))
        return false;
    add_risers(stage);
    return add_obstacles(stage) && plank_view_add(stage->scene, stage->view) &&
           gate_view_add(stage->scene, stage->view) && storeys_find(stage->view);
}

// The portals of a scene: rings of light where the pack has jump points.
static bool add_portals(const struct pack *pack, const struct nav *nav, uint32_t scene,
                        struct view_scene *view)
{
    view->portals = calloc(pack->jump_count + 1, sizeof *view->portals);
    if (!view->portals)
        return false;
    for (size_t i = 0; i < pack->jump_count; i++) {
        const struct pack_jump *jump = &pack->jumps[i];
        if (jump->scene != scene)
            continue;
        struct nav_position at = footing_of(pack, nav, scene, jump->region, jump->at);
        view->portals[view->portal_count++] = (struct view_portal){{(float)at.x, (float)at.y, (float)at.z}};
    }
    return true;
}

struct view_world *stage_create(const struct pack *pack, const struct nav *nav)
{
    struct view_world *world = calloc(1, sizeof *world);
    if (!world)
        return NULL;
    world->scenes = calloc(pack->scene_count, sizeof *world->scenes);
    world->scene_count = world->scenes ? pack->scene_count : 0;
    bool is_built = world->scenes;
    for (uint32_t i = 0; is_built && i < pack->scene_count; i++) {
        struct stage stage = {.scene = &pack->scenes[i], .mesh = nav_mesh(nav, i), .view = &world->scenes[i]};
        is_built = build_scene(&stage) && add_portals(pack, nav, i, &world->scenes[i]);
        free(stage.corners);
        free(stage.edges);
        free(stage.boxes);
        free(stage.levels_mm);
    }
    if (!is_built) {
        stage_destroy(world);
        return NULL;
    }
    return world;
}

void stage_destroy(struct view_world *world)
{
    if (!world)
        return;
    for (size_t i = 0; i < world->scene_count; i++) {
        for (size_t solid = 0; solid < world->scenes[i].solid_count; solid++)
            free(world->scenes[i].solids[solid].footprint);
        free(world->scenes[i].triangles);
        free(world->scenes[i].risers);
        free(world->scenes[i].triangle_storeys);
        free(world->scenes[i].solid_storeys);
        free(world->scenes[i].riser_storeys);
        free(world->scenes[i].solids);
        free(world->scenes[i].portals);
    }
    free(world->scenes);
    free(world);
}
