#include "nav/mesh_make.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nav/adjacency.h"
#include "nav/layer.h"

enum {
    // More cells than ever meet at a vertex: a walk around one that takes longer is not coming back.
    AROUND_MAX = 65536,
};

struct maker {
    const struct mesh_input *input;
    struct navmesh *mesh;
    struct triangle *cut; // triangles of the cells, where the input has none
    uint32_t *firsts;     // per cell and one more: its first triangle in `order`
    uint32_t *order;      // numbers of triangles by cell
    uint32_t *numbers;    // per corner: its number in the cell at hand
    const struct triangle *triangles;
    size_t triangle_count;
};

static bool take_memory(struct navmesh *mesh, const struct mesh_input *input)
{
    mesh->corner_count = input->corner_count;
    mesh->cell_count = input->cell_count;
    mesh->side_count = input->cell_firsts[input->cell_count];
    mesh->ground_count = input->ground_count;
    mesh->corners = calloc(mesh->corner_count + 1, sizeof *mesh->corners);
    mesh->cells = calloc(mesh->cell_count + 1, sizeof *mesh->cells);
    mesh->sides = calloc(mesh->side_count + 1, sizeof *mesh->sides);
    mesh->grounds = calloc(mesh->ground_count + 1, sizeof *mesh->grounds);
    return mesh->corners && mesh->cells && mesh->sides && mesh->grounds;
}

static void copy_cells(struct navmesh *mesh, const struct mesh_input *input)
{
    memcpy(mesh->corners, input->corners, mesh->corner_count * sizeof *mesh->corners);
    memcpy(mesh->grounds, input->grounds, mesh->ground_count * sizeof *mesh->grounds);
    for (uint32_t cell = 0; cell <= mesh->cell_count; cell++)
        mesh->cells[cell].first_side = input->cell_firsts[cell];
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        mesh->cells[cell].ground = input->cell_grounds ? input->cell_grounds[cell] : 0;
        for (uint32_t side = input->cell_firsts[cell]; side < input->cell_firsts[cell + 1]; side++)
            mesh->sides[side] =
                (struct mesh_side){.corner = input->cell_corners[side], .cell = cell, .link = MESH_NONE};
    }
}

// ---- triangles -------------------------------------------------------------------------------

static int64_t area_twice(const struct maker *maker, const struct triangle *triangle)
{
    const struct mesh_corner *corners = maker->mesh->corners;
    const uint32_t *points = triangle->points;
    return geo_cross(corners[points[0]].at, corners[points[1]].at, corners[points[2]].at);
}

/// Cuts every cell from its first corner on.
static bool cut_cells(struct maker *maker)
{
    const struct navmesh *mesh = maker->mesh;
    maker->cut = calloc(mesh->side_count + 1, sizeof *maker->cut);
    maker->order = calloc(mesh->side_count + 1, sizeof *maker->order);
    if (!maker->cut || !maker->order)
        return false;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        uint32_t first = mesh->cells[cell].first_side;
        for (uint32_t side = first + 1; side + 1 < mesh->cells[cell + 1].first_side; side++) {
            struct triangle triangle = {
                {mesh->sides[first].corner, mesh->sides[side].corner, mesh->sides[side + 1].corner}};
            maker->order[maker->triangle_count] = (uint32_t)maker->triangle_count;
            if (area_twice(maker, &triangle) > 0)
                maker->cut[maker->triangle_count++] = triangle;
        }
        maker->firsts[cell + 1] = (uint32_t)maker->triangle_count;
    }
    maker->triangles = maker->cut;
    return true;
}

/// Sorts the input's triangles by cell, keeping their order within one.
static bool sort_triangles(struct maker *maker)
{
    const struct mesh_input *input = maker->input;
    uint32_t *firsts = maker->firsts;
    maker->triangles = input->triangles;
    maker->triangle_count = input->triangle_count;
    maker->order = calloc(input->triangle_count + 1, sizeof *maker->order);
    if (!maker->order)
        return false;
    for (size_t i = 0; i < input->triangle_count; i++)
        firsts[input->cells_of_triangles[i] + 1]++;
    for (size_t cell = 0; cell < input->cell_count; cell++)
        firsts[cell + 1] += firsts[cell];
    for (size_t i = 0; i < input->triangle_count; i++)
        maker->order[firsts[input->cells_of_triangles[i]]++] = (uint32_t)i;
    for (size_t cell = input->cell_count; cell > 0; cell--)
        firsts[cell] = firsts[cell - 1];
    firsts[0] = 0;
    return true;
}

static bool is_level(const struct navmesh *mesh, uint32_t cell)
{
    uint32_t first = mesh->cells[cell].first_side;
    int32_t height_mm = mesh_side_start(mesh, first)->height_mm;
    for (uint32_t side = first + 1; side < mesh->cells[cell + 1].first_side; side++) {
        if (mesh_side_start(mesh, side)->height_mm != height_mm)
            return false;
    }
    return true;
}

/// Whether all corners of a cell lie in the plane of a triangle. Exact.
static bool is_plane(const struct maker *maker, uint32_t cell, const struct triangle *triangle)
{
    const struct navmesh *mesh = maker->mesh;
    const struct mesh_corner *a = &mesh->corners[triangle->points[0]];
    const struct mesh_corner *b = &mesh->corners[triangle->points[1]];
    const struct mesh_corner *c = &mesh->corners[triangle->points[2]];
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        const struct mesh_corner *corner = mesh_side_start(mesh, side);
        __int128 rise =
            (__int128)geo_cross(a->at, b->at, c->at) * (corner->height_mm - (int64_t)a->height_mm);
        __int128 by_b =
            (__int128)geo_cross(a->at, corner->at, c->at) * (b->height_mm - (int64_t)a->height_mm);
        __int128 by_c =
            (__int128)geo_cross(a->at, b->at, corner->at) * (c->height_mm - (int64_t)a->height_mm);
        if (rise != by_b + by_c)
            return false;
    }
    return true;
}

/// The triangle of a cell that tells its plane best.
static uint32_t largest_triangle(const struct maker *maker, uint32_t cell)
{
    uint32_t best = maker->firsts[cell];
    for (uint32_t i = best + 1; i < maker->firsts[cell + 1]; i++) {
        if (area_twice(maker, &maker->triangles[maker->order[i]]) >
            area_twice(maker, &maker->triangles[maker->order[best]]))
            best = i;
    }
    return best;
}

static void put_triangle(struct maker *maker, const struct triangle *triangle)
{
    struct mesh_triangle *put = &maker->mesh->triangles[maker->mesh->triangle_count++];
    for (int k = 0; k < 3; k++)
        put->corners[k] = (uint16_t)maker->numbers[triangle->points[k]];
}

/// Keeps the triangles that tell a cell's heights.
static bool keep_triangles(struct maker *maker, uint32_t cell)
{
    struct navmesh *mesh = maker->mesh;
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t count = mesh->cells[cell + 1].first_side - first;
    if (maker->firsts[cell] == maker->firsts[cell + 1] || is_level(mesh, cell))
        return true;
    if (count > MESH_CELL_SIDES_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++)
        maker->numbers[mesh->sides[first + i].corner] = i;
    uint32_t largest = largest_triangle(maker, cell);
    bool is_slope = is_plane(maker, cell, &maker->triangles[maker->order[largest]]);
    uint32_t from = is_slope ? largest : maker->firsts[cell];
    uint32_t end = is_slope ? largest + 1 : maker->firsts[cell + 1];
    for (uint32_t i = from; i < end; i++)
        put_triangle(maker, &maker->triangles[maker->order[i]]);
    return true;
}

static bool make_triangles(struct maker *maker)
{
    struct navmesh *mesh = maker->mesh;
    maker->firsts = calloc(mesh->cell_count + 1, sizeof *maker->firsts);
    maker->numbers = calloc(mesh->corner_count + 1, sizeof *maker->numbers);
    if (!maker->firsts || !maker->numbers ||
        !(maker->input->triangles ? sort_triangles(maker) : cut_cells(maker)))
        return false;
    mesh->triangles = calloc(maker->triangle_count + 1, sizeof *mesh->triangles);
    bool is_done = mesh->triangles != NULL;
    for (uint32_t cell = 0; is_done && cell < mesh->cell_count; cell++) {
        is_done = keep_triangles(maker, cell);
        mesh->cells[cell + 1].first_triangle = (uint32_t)mesh->triangle_count;
    }
    if (!is_done)
        return false;
    void *less = realloc(mesh->triangles, (mesh->triangle_count + 1) * sizeof *mesh->triangles);
    mesh->triangles = less ? less : mesh->triangles;
    return true;
}

// ---- neighbours ------------------------------------------------------------------------------

static bool make_links(const struct maker *maker)
{
    struct navmesh *mesh = maker->mesh;
    const uint32_t *neighbours = maker->input->neighbours;
    struct adjacency adjacency = {0};
    bool is_found =
        neighbours ? adjacency_read(&adjacency, mesh, neighbours) : adjacency_find(&adjacency, mesh);
    bool is_done = is_found && adjacency_link(&adjacency, mesh);
    adjacency_finish(&adjacency);
    return is_done;
}

static bool make_layers(const struct maker *maker)
{
    struct navmesh *mesh = maker->mesh;
    for (size_t i = 0; i < maker->input->agent_count; i++) {
        struct mesh_layer *layer = &mesh->layers[mesh->layer_count++];
        layer->agent = maker->input->agents[i];
        if (!layer_make(mesh, layer))
            return false;
    }
    return true;
}

/// Whether agents of all sizes get over a side's only link. What several links share is left to walls: one
/// floor of many is as good as a wall to the others.
static bool is_clear(const struct navmesh *mesh, const bool *is_low, uint32_t side)
{
    return mesh->sides[side].link < MESH_SHARED && mesh->sides[mesh->sides[side].link].link == side &&
           !is_low[side];
}

/// Whether one can walk from the cell of `side` once around the vertex where it begins.
static bool is_open_around(const struct navmesh *mesh, const bool *is_low, uint32_t side)
{
    uint32_t at = side;
    for (int turns = 0; turns < AROUND_MAX; turns++) {
        if (!is_clear(mesh, is_low, at))
            return false;
        at = mesh_next_side(mesh, mesh->sides[at].link);
        if (at == side)
            return true;
    }
    return false;
}

/// Marks what is part of a wall, for the tallest people at least.
static bool mark_walls(struct navmesh *mesh)
{
    int32_t tallest_mm = 0;
    for (size_t i = 0; i < mesh->layer_count; i++)
        tallest_mm =
            mesh->layers[i].agent.height_mm > tallest_mm ? mesh->layers[i].agent.height_mm : tallest_mm;
    bool *is_low = layer_find_low_links(mesh, tallest_mm);
    for (uint32_t side = 0; is_low && side < mesh->side_count; side++)
        mesh->sides[side].is_wall_end = !is_open_around(mesh, is_low, side);
    bool is_done = is_low != NULL;
    free(is_low);
    return is_done;
}

static bool make(struct maker *maker)
{
    if (!take_memory(maker->mesh, maker->input))
        return false;
    copy_cells(maker->mesh, maker->input);
    return make_triangles(maker) && make_links(maker) && make_layers(maker) && mark_walls(maker->mesh);
}

struct navmesh *navmesh_create(const struct mesh_input *input)
{
    assert(input->agent_count > 0);
    assert(input->agent_count <= MESH_LAYERS_MAX);
    assert(input->ground_count > 0);
    struct maker maker = {.input = input, .mesh = calloc(1, sizeof *maker.mesh)};
    if (!maker.mesh)
        return NULL;
    maker.mesh->step_mm = input->step_mm;
    bool is_made = make(&maker);
    free(maker.cut);
    free(maker.firsts);
    free(maker.order);
    free(maker.numbers);
    if (is_made)
        return maker.mesh;
    navmesh_destroy(maker.mesh);
    return NULL;
}
