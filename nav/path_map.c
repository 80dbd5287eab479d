#include "nav/path_map.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "nav/exact_state.h"

enum {
    WINDOWS_PER_CELL = 24, // what floods need (exact.h)
    WINDOWS_SPARE = 1024,  // where cells are few and corners many
};

/// A ray, by its direction only.
struct ray {
    float x;
    float z;
};

/// A window of the flood. Rounding of its rays moves no way by more than a tenth of a millimetre a kilometre.
struct map_window {
    struct ray right;
    struct ray left;
    uint32_t entry;  // side of the cell that the window is of, towards the target
    uint32_t parent; // the window that the way goes through next; EXACT_NONE when the target is seen
    uint32_t root : 30;
    uint32_t is_right_end : 1; // the rays lead to the side's ends
    uint32_t is_left_end : 1;
};

/// A corner that ways bend at, or the target.
struct map_root {
    struct geo_place at;
    double cost_mm; // left from here
};

struct path_map {
    atomic_size_t users;
    size_t cell_count;
    uint32_t *firsts; // per cell and one more: its first window
    struct map_window *windows;
    size_t window_count;
    struct map_root *roots;
    size_t root_count;
};

// ---- making ----------------------------------------------------------------------------------

static void destroy(struct path_map *map)
{
    free(map->firsts);
    free(map->windows);
    free(map->roots);
    free(map);
}

static struct ray ray_of(struct geo_place way)
{
    return (struct ray){(float)way.x, (float)way.z};
}

/// Counts the windows of each cell; `firsts` of the cell after it holds how many.
static void count_windows(struct path_map *map, const struct exact_query *query)
{
    for (size_t i = 0; i < map->window_count; i++)
        map->firsts[query->mesh->sides[query->windows[i].entry].cell + 1]++;
    for (size_t cell = 0; cell < map->cell_count; cell++)
        map->firsts[cell + 1] += map->firsts[cell];
}

/// Sorts the windows by cells.
/// @param places  room for a number per window: where it goes
static void put_windows(struct path_map *map, const struct exact_query *query, uint32_t *places)
{
    for (size_t i = 0; i < map->window_count; i++)
        places[i] = map->firsts[query->mesh->sides[query->windows[i].entry].cell]++;
    for (size_t cell = map->cell_count; cell > 0; cell--)
        map->firsts[cell] = map->firsts[cell - 1];
    map->firsts[0] = 0;
    for (size_t i = 0; i < map->window_count; i++) {
        const struct exact_window *window = &query->windows[i];
        map->windows[places[i]] =
            (struct map_window){.right = ray_of(window->view.right),
                                .left = ray_of(window->view.left),
                                .entry = window->entry,
                                .parent = window->parent == EXACT_NONE ? EXACT_NONE : places[window->parent],
                                .root = window->root,
                                .is_right_end = window->view.is_right_end,
                                .is_left_end = window->view.is_left_end};
    }
}

/// @return an empty map for no windows
static struct path_map *copy_flood(const struct exact_query *query, size_t window_count)
{
    struct path_map *map = calloc(1, sizeof *map);
    if (!map)
        return NULL;
    map->users = 1;
    map->cell_count = window_count > 0 ? query->mesh->cell_count : 0;
    map->window_count = window_count;
    map->root_count = window_count > 0 ? query->root_count : 0;
    map->firsts = calloc(map->cell_count + 1, sizeof *map->firsts);
    map->windows = calloc(map->window_count + 1, sizeof *map->windows);
    map->roots = calloc(map->root_count + 1, sizeof *map->roots);
    uint32_t *places = calloc(map->window_count + 1, sizeof *places);
    bool has_memory = map->firsts && map->windows && map->roots && places;
    if (has_memory) {
        count_windows(map, query);
        put_windows(map, query, places);
        for (size_t i = 0; i < map->root_count; i++)
            map->roots[i] = (struct map_root){query->roots[i].at, query->roots[i].cost_mm};
    }
    free(places);
    if (has_memory)
        return map;
    destroy(map);
    return NULL;
}

struct path_map *path_map_create(const struct path_request *request, size_t bytes_max)
{
    const struct navmesh *mesh = request->mesh;
    struct exact_limits limits = {.cells_max = mesh->cell_count,
                                  .corners_max = mesh->corner_count,
                                  .sides_max = mesh->side_count,
                                  .nodes_max = WINDOWS_PER_CELL * mesh->cell_count + WINDOWS_SPARE};
    struct path_request flood = {.mesh = mesh, .layer = request->layer, .start = request->goals[0]};
    struct exact_query *query = exact_query_create(&limits);
    if (!query)
        return NULL;
    bool is_whole = exact_flood(query, &flood);
    struct path_map *map = copy_flood(query, is_whole ? query->window_count : 0);
    if (map && path_map_size_bytes(map) > bytes_max) {
        path_map_release(map);
        map = copy_flood(query, 0);
    }
    exact_query_destroy(query);
    return map;
}

struct path_map *path_map_share(struct path_map *map)
{
    atomic_fetch_add(&map->users, 1);
    return map;
}

void path_map_release(struct path_map *map)
{
    if (map && atomic_fetch_sub(&map->users, 1) == 1)
        destroy(map);
}

size_t path_map_size_bytes(const struct path_map *map)
{
    return sizeof *map + (map->cell_count + 1) * sizeof *map->firsts +
           (map->window_count + 1) * sizeof *map->windows + (map->root_count + 1) * sizeof *map->roots;
}

// ---- following -------------------------------------------------------------------------------

/// The way from a start.
struct choice {
    double cost_mm;
    uint32_t window; // EXACT_NONE: straight to the target
    bool is_bent;    // at `bend`, on the window
    struct geo_place bend;
};

static struct geo_place place_of(struct ray ray)
{
    return (struct geo_place){ray.x, ray.z};
}

/// Where the way through a window enters it when it has to bend there: at the end or ray nearest to the
/// start.
static struct geo_place bend_at(const struct exact_query *query, const struct map_window *window,
                                struct geo_place root, bool is_right)
{
    const struct navmesh *mesh = query->mesh;
    // Entered from the other side, the window's right is the end of the cell's side.
    struct geo_place right = plane_minus(exact_corner(query, mesh_next_side(mesh, window->entry)), root);
    struct geo_place left = plane_minus(exact_corner(query, window->entry), root);
    struct view view = {.start = right, .end = left};
    struct geo_place way = view_crossing(&view, place_of(is_right ? window->right : window->left));
    if (is_right ? window->is_right_end : window->is_left_end)
        way = is_right ? right : left;
    return (struct geo_place){root.x + way.x, root.z + way.z};
}

/// Takes the way through a window if it is better than the choice.
static inline void weigh(const struct path_map *map, const struct exact_query *query, uint32_t number,
                         struct geo_place start, struct choice *choice)
{
    const struct map_window *window = &map->windows[number];
    const struct map_root *root = &map->roots[window->root];
    struct geo_place way = plane_minus(start, root->at);
    double cost_mm = root->cost_mm + plane_length(way);
    if (cost_mm >= choice->cost_mm)
        return;
    bool is_right = plane_cross(place_of(window->right), way) < 0;
    bool is_left = plane_cross(place_of(window->left), way) > 0;
    struct geo_place bend = root->at;
    if (is_right || is_left) {
        bend = bend_at(query, window, root->at, is_right);
        cost_mm = root->cost_mm + plane_length(plane_minus(bend, root->at)) +
                  plane_length(plane_minus(start, bend));
    }
    if (cost_mm < choice->cost_mm)
        *choice = (struct choice){cost_mm, number, is_right || is_left, bend};
}

static struct choice choose(const struct path_map *map, const struct exact_query *query,
                            const struct path_request *request)
{
    struct geo_place start = plane_to_grain(request->start.at);
    struct geo_place goal = plane_to_grain(request->goals[0].at);
    uint32_t cell = request->start.cell;
    struct choice choice = {.cost_mm = INFINITY, .window = EXACT_NONE};
    if (cell == request->goals[0].cell)
        choice.cost_mm = plane_length(plane_minus(goal, start));
    else if (map->window_count > 0)
        for (uint32_t i = map->firsts[cell]; i < map->firsts[cell + 1]; i++)
            weigh(map, query, i, start, &choice);
    return choice;
}

bool path_map_follow(const struct path_map *map, struct exact_query *query,
                     const struct path_request *request, struct path *path)
{
    query->mesh = request->mesh;
    struct choice choice = choose(map, query, request);
    if (choice.cost_mm == INFINITY)
        return false;
    struct funnel_point *points = query->points;
    *points++ = (struct funnel_point){request->start.at, 0};
    if (choice.is_bent)
        *points++ = (struct funnel_point){choice.bend, 0};
    size_t count = 0;
    for (uint32_t i = choice.window; i != EXACT_NONE; i = map->windows[i].parent) {
        const struct map_window *window = &map->windows[i];
        // The flood's query may have had more room.
        if (count == query->limits.nodes_max)
            return false;
        query->sides[count++] = window->entry;
        if (window->parent != EXACT_NONE && map->windows[window->parent].root != window->root)
            *points++ = (struct funnel_point){map->roots[window->root].at, count};
    }
    *points++ = (struct funnel_point){request->goals[0].at, count};
    query->side_count = count;
    query->line = query->points;
    query->line_count = (size_t)(points - query->points);
    *path = (struct path){.sides = query->sides,
                          .side_count = count,
                          .end = request->goals[0],
                          .length_mm = choice.cost_mm,
                          .node_count = count + 1};
    return true;
}
