#include "nav/mesh.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nav/clearance.h"
#include "nav/disjoint.h"

enum {
    // More cells than ever meet at a vertex: a walk around one that takes longer is not coming back.
    AROUND_MAX = 65536,
};

/// A side by the two vertices it joins, for finding those that join the same.
struct meeting {
    uint64_t key;
    uint32_t side;
};

static uint32_t side_vertex(const struct navmesh *mesh, uint32_t side)
{
    return mesh_side_start(mesh, side)->vertex;
}

uint32_t mesh_next_side(const struct navmesh *mesh, uint32_t side)
{
    uint32_t cell = mesh->sides[side].cell;
    return side + 1 == mesh->cells[cell + 1].first_side ? mesh->cells[cell].first_side : side + 1;
}

// ---- making ----------------------------------------------------------------------------------

static bool take_memory(struct navmesh *mesh, const struct mesh_input *input)
{
    mesh->corner_count = input->corner_count;
    mesh->cell_count = input->cell_count;
    mesh->side_count = input->cell_firsts[input->cell_count];
    mesh->triangle_count = input->triangle_count;
    mesh->corners = calloc(mesh->corner_count + 1, sizeof *mesh->corners);
    mesh->cells = calloc(mesh->cell_count + 1, sizeof *mesh->cells);
    mesh->sides = calloc(mesh->side_count + 1, sizeof *mesh->sides);
    mesh->triangles = calloc(mesh->triangle_count + 1, sizeof *mesh->triangles);
    return mesh->corners && mesh->cells && mesh->sides && mesh->triangles;
}

static void copy_cells(struct navmesh *mesh, const struct mesh_input *input)
{
    memcpy(mesh->corners, input->corners, mesh->corner_count * sizeof *mesh->corners);
    for (uint32_t cell = 0; cell <= mesh->cell_count; cell++)
        mesh->cells[cell].first_side = input->cell_firsts[cell];
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        for (uint32_t side = input->cell_firsts[cell]; side < input->cell_firsts[cell + 1]; side++)
            mesh->sides[side] = (struct mesh_side){.corner = input->cell_corners[side], .cell = cell};
    }
}

/// Sorts the triangles by cell, keeping their order within one.
static void copy_triangles(struct navmesh *mesh, const struct mesh_input *input)
{
    struct mesh_cell *cells = mesh->cells;
    for (size_t i = 0; i < input->triangle_count; i++)
        cells[input->cells_of_triangles[i] + 1].first_triangle++;
    for (size_t cell = 0; cell < mesh->cell_count; cell++)
        cells[cell + 1].first_triangle += cells[cell].first_triangle;
    for (size_t i = 0; i < input->triangle_count; i++) {
        struct mesh_cell *cell = &cells[input->cells_of_triangles[i]];
        mesh->triangles[cell->first_triangle++] = input->triangles[i];
        cell->surface = input->surfaces[i];
    }
    for (size_t cell = mesh->cell_count; cell > 0; cell--)
        cells[cell].first_triangle = cells[cell - 1].first_triangle;
    cells[0].first_triangle = 0;
}

static int compare_meetings(const void *a, const void *b)
{
    const struct meeting *first = a;
    const struct meeting *second = b;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->side > second->side) - (first->side < second->side);
}

/// @return the sides sorted so that those joining the same vertices follow one another; free() it
static struct meeting *sort_sides(const struct navmesh *mesh)
{
    struct meeting *meetings = calloc(mesh->side_count + 1, sizeof *meetings);
    if (!meetings)
        return NULL;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        uint64_t a = side_vertex(mesh, side);
        uint64_t b = side_vertex(mesh, mesh_next_side(mesh, side));
        meetings[side] = (struct meeting){a < b ? a << 32 | b : b << 32 | a, side};
    }
    qsort(meetings, mesh->side_count, sizeof *meetings, compare_meetings);
    return meetings;
}

/// Calls `visit` for every two sides that join the same vertices in opposite directions, both ways.
static void for_each_meeting(struct navmesh *mesh, const struct meeting *meetings,
                             void (*visit)(struct navmesh *mesh, uint32_t side, uint32_t other,
                                           void *context),
                             void *context)
{
    for (size_t first = 0, end = 0; first < mesh->side_count; first = end) {
        while (end < mesh->side_count && meetings[end].key == meetings[first].key)
            end++;
        for (size_t i = first; i < end; i++) {
            for (size_t k = first; k < end; k++) {
                if (side_vertex(mesh, meetings[i].side) != side_vertex(mesh, meetings[k].side))
                    visit(mesh, meetings[i].side, meetings[k].side, context);
            }
        }
    }
}

/// Whether the step from one side to another that runs the other way is low enough at both ends.
static bool is_step_low(const struct navmesh *mesh, uint32_t side, uint32_t other)
{
    uint32_t ends[2] = {side, mesh_next_side(mesh, side)};
    uint32_t other_ends[2] = {mesh_next_side(mesh, other), other};
    for (int i = 0; i < 2; i++) {
        int64_t rise = (int64_t)mesh_side_start(mesh, other_ends[i])->height_mm -
                       mesh_side_start(mesh, ends[i])->height_mm;
        if (llabs(rise) > mesh->agent.step_mm)
            return false;
    }
    return true;
}

static void count_link(struct navmesh *mesh, uint32_t side, uint32_t other, void *context)
{
    (void)context;
    if (is_step_low(mesh, side, other))
        mesh->sides[side + 1].first_link++;
}

/// @param context  per side, where its next link goes
static void put_link(struct navmesh *mesh, uint32_t side, uint32_t other, void *context)
{
    uint32_t *next_links = context;
    if (is_step_low(mesh, side, other))
        mesh->links[next_links[side]++] = (struct mesh_link){.cell = mesh->sides[other].cell, .side = other};
}

static bool make_links(struct navmesh *mesh, const struct meeting *meetings)
{
    for_each_meeting(mesh, meetings, count_link, NULL);
    for (size_t side = 0; side < mesh->side_count; side++)
        mesh->sides[side + 1].first_link += mesh->sides[side].first_link;
    mesh->link_count = mesh->sides[mesh->side_count].first_link;
    mesh->links = calloc(mesh->link_count + 1, sizeof *mesh->links);
    uint32_t *next_links = calloc(mesh->side_count + 1, sizeof *next_links);
    bool has_memory = mesh->links && next_links;
    if (has_memory) {
        for (size_t side = 0; side < mesh->side_count; side++)
            next_links[side] = mesh->sides[side].first_link;
        for_each_meeting(mesh, meetings, put_link, next_links);
    }
    free(next_links);
    return has_memory;
}

/// Finds out which part of each side is open. One without links may be anything: all of it.
static bool open_sides(struct navmesh *mesh)
{
    struct clearance *clearance = mesh->agent.radius_mm > 0 ? clearance_create(mesh) : NULL;
    bool is_done = true;
    for (uint32_t side = 0; side < mesh->side_count; side++)
        mesh->sides[side].open_to = 1;
    for (uint32_t side = 0; clearance && is_done && side < mesh->side_count; side++) {
        double parts[2];
        if (mesh_is_wall(mesh, side))
            continue;
        is_done = clearance_of_side(clearance, side, mesh->agent.radius_mm, parts);
        mesh->sides[side].open_from = (float)parts[0];
        mesh->sides[side].open_to = (float)parts[1];
    }
    is_done = is_done && (clearance || mesh->agent.radius_mm == 0);
    clearance_destroy(clearance);
    return is_done;
}

/// Whether one can walk from the cell of `side` once around the vertex where it begins.
static bool is_open_around(const struct navmesh *mesh, uint32_t side)
{
    uint32_t at = side;
    for (int turns = 0; turns < AROUND_MAX; turns++) {
        if (mesh_is_wall(mesh, at))
            return false;
        at = mesh_next_side(mesh, mesh->links[mesh->sides[at].first_link].side);
        if (at == side)
            return true;
    }
    return false;
}

// ---- components ------------------------------------------------------------------------------

static void join_any(struct navmesh *mesh, uint32_t side, uint32_t other, void *context)
{
    disjoint_join(context, mesh->sides[side].cell, mesh->sides[other].cell);
}

static void join_low(struct navmesh *mesh, uint32_t side, uint32_t other, void *context)
{
    if (is_step_low(mesh, side, other))
        disjoint_join(context, mesh->sides[side].cell, mesh->sides[other].cell);
}

static void join_walkable(struct navmesh *mesh, uint32_t side, uint32_t other, void *context)
{
    if (is_step_low(mesh, side, other) && mesh->sides[side].open_from <= mesh->sides[side].open_to)
        disjoint_join(context, mesh->sides[side].cell, mesh->sides[other].cell);
}

/// Numbers the components in the order of their first cells.
static void number_components(struct navmesh *mesh, uint32_t *sets)
{
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        mesh->cells[cell].component = MESH_NONE;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        uint32_t *number = &mesh->cells[disjoint_find(sets, cell)].component;
        if (*number == MESH_NONE)
            *number = (uint32_t)mesh->component_count++;
        mesh->cells[cell].component = *number;
    }
}

/// Finds the sets that `join` makes and what they are for each component.
static uint32_t *group_components(struct navmesh *mesh, const struct meeting *meetings, uint32_t *sets,
                                  void (*join)(struct navmesh *, uint32_t, uint32_t, void *))
{
    uint32_t *groups = calloc(mesh->component_count + 1, sizeof *groups);
    if (!groups)
        return NULL;
    disjoint_init(sets, mesh->cell_count);
    for_each_meeting(mesh, meetings, join, sets);
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++)
        groups[mesh->cells[cell].component] = disjoint_find(sets, cell);
    return groups;
}

static bool make_components(struct navmesh *mesh, const struct meeting *meetings)
{
    uint32_t *sets = calloc(mesh->cell_count + 1, sizeof *sets);
    if (!sets)
        return false;
    disjoint_init(sets, mesh->cell_count);
    for_each_meeting(mesh, meetings, join_walkable, sets);
    number_components(mesh, sets);
    mesh->wide_components = group_components(mesh, meetings, sets, join_low);
    mesh->near_components = group_components(mesh, meetings, sets, join_any);
    free(sets);
    return mesh->wide_components && mesh->near_components;
}

struct navmesh *navmesh_create(const struct mesh_input *input)
{
    struct navmesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh)
        return NULL;
    mesh->agent = input->agent;
    struct meeting *meetings = NULL;
    bool is_made = take_memory(mesh, input);
    if (is_made) {
        copy_cells(mesh, input);
        copy_triangles(mesh, input);
        meetings = sort_sides(mesh);
        is_made = meetings && make_links(mesh, meetings);
    }
    for (uint32_t side = 0; is_made && side < mesh->side_count; side++)
        mesh->sides[side].is_wall_end = !is_open_around(mesh, side);
    is_made = is_made && open_sides(mesh) && make_components(mesh, meetings);
    free(meetings);
    if (is_made)
        return mesh;
    navmesh_destroy(mesh);
    return NULL;
}

void navmesh_destroy(struct navmesh *mesh)
{
    if (!mesh)
        return;
    free(mesh->corners);
    free(mesh->cells);
    free(mesh->sides);
    free(mesh->links);
    free(mesh->triangles);
    free(mesh->wide_components);
    free(mesh->near_components);
    free(mesh);
}

// ---- asking ----------------------------------------------------------------------------------

bool mesh_side_portal(const struct navmesh *mesh, uint32_t side, struct mesh_portal *portal)
{
    const struct mesh_side *crossed = &mesh->sides[side];
    // The cell lies to the left of its sides: who leaves it has their start at the right hand.
    struct geo_place right = geo_place_of(mesh_side_start(mesh, side)->at);
    struct geo_place left = geo_place_of(mesh_side_start(mesh, mesh_next_side(mesh, side))->at);
    if (crossed->open_from > crossed->open_to)
        return false;
    portal->right = geo_place_mix(right, left, crossed->open_from);
    portal->left = geo_place_mix(right, left, crossed->open_to);
    return true;
}

/// Parts of the triangle's corners that make up `at`: all from 0 to 1 inside, together 1.
static void weigh(const struct navmesh *mesh, const struct triangle *triangle, struct geo_place at,
                  double weights[3])
{
    struct geo_place corners[3];
    for (int i = 0; i < 3; i++)
        corners[i] = geo_place_of(mesh->corners[triangle->points[i]].at);
    double whole = geo_place_cross(corners[0], corners[1], corners[2]);
    for (int i = 0; i < 3; i++)
        weights[i] = geo_place_cross(corners[(i + 1) % 3], corners[(i + 2) % 3], at) / whole;
}

double mesh_height(const struct navmesh *mesh, uint32_t cell, struct geo_place at)
{
    double best_inside = -INFINITY;
    double height = 0;
    for (uint32_t i = mesh->cells[cell].first_triangle; i < mesh->cells[cell + 1].first_triangle; i++) {
        const struct triangle *triangle = &mesh->triangles[i];
        double weights[3];
        weigh(mesh, triangle, at, weights);
        double inside = fmin(weights[0], fmin(weights[1], weights[2]));
        if (inside <= best_inside)
            continue;
        best_inside = inside;
        height = 0;
        for (int k = 0; k < 3; k++)
            height += weights[k] * mesh->corners[triangle->points[k]].height_mm;
        if (inside >= 0)
            break;
    }
    return height;
}

struct geo_place mesh_cell_nearest(const struct navmesh *mesh, uint32_t cell, struct geo_place at)
{
    struct geo_place best = at;
    double best_distance = INFINITY;
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t end = mesh->cells[cell + 1].first_side;
    struct geo_place from = geo_place_of(mesh_side_start(mesh, end - 1)->at);
    for (uint32_t side = first; side < end; side++) {
        struct geo_place to = geo_place_of(mesh_side_start(mesh, side)->at);
        if (geo_place_cross(from, to, at) < 0) {
            struct geo_place nearest = geo_place_mix(from, to, geo_place_project(from, to, at));
            double distance = geo_place_distance(nearest, at);
            best = distance < best_distance ? nearest : best;
            best_distance = fmin(distance, best_distance);
        }
        from = to;
    }
    return best;
}

double mesh_cell_distance(const struct navmesh *mesh, uint32_t cell, struct geo_place at)
{
    return geo_place_distance(mesh_cell_nearest(mesh, cell, at), at);
}

enum mesh_gap mesh_gap_between(const struct navmesh *mesh, uint32_t from_cell, uint32_t to_cell)
{
    assert(from_cell < mesh->cell_count);
    assert(to_cell < mesh->cell_count);
    uint32_t from = mesh->cells[from_cell].component;
    uint32_t to = mesh->cells[to_cell].component;
    if (from == to)
        return MESH_GAP_NONE;
    if (mesh->wide_components[from] == mesh->wide_components[to])
        return MESH_GAP_WIDTH;
    return mesh->near_components[from] == mesh->near_components[to] ? MESH_GAP_STEP : MESH_GAP_APART;
}

size_t mesh_size_bytes(const struct navmesh *mesh)
{
    return sizeof *mesh + (mesh->corner_count + 1) * sizeof *mesh->corners +
           (mesh->cell_count + 1) * sizeof *mesh->cells + (mesh->side_count + 1) * sizeof *mesh->sides +
           (mesh->link_count + 1) * sizeof *mesh->links +
           (mesh->triangle_count + 1) * sizeof *mesh->triangles +
           2 * (mesh->component_count + 1) * sizeof *mesh->wide_components;
}
