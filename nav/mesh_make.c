#include "nav/mesh_make.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nav/adjacency.h"
#include "nav/chunk.h"
#include "nav/layer.h"
#include "nav/marks.h"

struct maker {
    const struct mesh_input *input;
    struct navmesh *mesh;
    uint32_t *cells;          // numbers of the input's cells by chunk
    uint32_t *cell_numbers;   // the mesh's number for each of the input's cells
    uint32_t *corner_numbers; // likewise for corners, in the chunk at hand
    uint32_t *stamps;         // per corner of the input: 1 + the chunk that it was last copied to
    const struct triangle *triangles;
    size_t triangle_count;
    struct triangle *cut; // triangles of the cells, where the input has none
    uint32_t *firsts;     // per cell of the mesh and one more: its first triangle in `order`
    uint32_t *order;      // numbers of triangles by cell
};

static bool take_memory(struct maker *maker)
{
    const struct mesh_input *input = maker->input;
    struct navmesh *mesh = maker->mesh;
    mesh->cell_count = input->cell_count;
    mesh->side_count = input->cell_firsts[input->cell_count];
    mesh->ground_count = input->ground_count;
    mesh->chunk_count = input->cell_chunks ? input->chunk_count : 1;
    mesh->triangle_count = input->triangle_count;
    if (!navmesh_is_numbered(mesh))
        return false;
    mesh->triangle_count = 0;
    mesh->corners = calloc(mesh->side_count + 1, sizeof *mesh->corners);
    mesh->cells = calloc(mesh->cell_count + 1, sizeof *mesh->cells);
    mesh->sides = calloc(mesh->side_count + 1, sizeof *mesh->sides);
    mesh->grounds = calloc(mesh->ground_count + 1, sizeof *mesh->grounds);
    mesh->chunks = calloc(mesh->chunk_count + 1, sizeof *mesh->chunks);
    maker->cells = calloc(mesh->cell_count + 1, sizeof *maker->cells);
    maker->cell_numbers = calloc(mesh->cell_count + 1, sizeof *maker->cell_numbers);
    maker->corner_numbers = calloc(input->corner_count + 1, sizeof *maker->corner_numbers);
    maker->stamps = calloc(input->corner_count + 1, sizeof *maker->stamps);
    maker->firsts = calloc(mesh->cell_count + 1, sizeof *maker->firsts);
    return mesh->corners && mesh->cells && mesh->sides && mesh->grounds && mesh->chunks && maker->cells &&
           maker->cell_numbers && maker->corner_numbers && maker->stamps && maker->firsts;
}

static void give_back_memory(struct maker *maker)
{
    free(maker->cells);
    free(maker->cell_numbers);
    free(maker->corner_numbers);
    free(maker->stamps);
    free(maker->cut);
    free(maker->firsts);
    free(maker->order);
}

// ---- cells -----------------------------------------------------------------------------------

static uint32_t chunk_of(const struct mesh_input *input, size_t cell)
{
    return input->cell_chunks ? input->cell_chunks[cell] : 0;
}

/// Sorts the cells by chunk, keeping their order within one.
static void sort_cells(struct maker *maker)
{
    struct mesh_chunk *chunks = maker->mesh->chunks;
    for (size_t cell = 0; cell < maker->input->cell_count; cell++)
        chunks[chunk_of(maker->input, cell) + 1].first_cell++;
    for (size_t chunk = 0; chunk < maker->mesh->chunk_count; chunk++)
        chunks[chunk + 1].first_cell += chunks[chunk].first_cell;
    for (uint32_t cell = 0; cell < maker->input->cell_count; cell++) {
        uint32_t number = chunks[chunk_of(maker->input, cell)].first_cell++;
        maker->cells[number] = cell;
        maker->cell_numbers[cell] = number;
    }
    for (size_t chunk = maker->mesh->chunk_count; chunk > 0; chunk--)
        chunks[chunk].first_cell = chunks[chunk - 1].first_cell;
    chunks[0].first_cell = 0;
}

/// Number of one of the input's corners in a chunk, to which it is copied unless it is there.
static uint32_t copy_corner(struct maker *maker, uint32_t corner, uint32_t chunk)
{
    struct navmesh *mesh = maker->mesh;
    struct geo_point at = maker->input->corners[corner].at;
    struct mesh_chunk *to = &mesh->chunks[chunk];
    if (maker->stamps[corner] == chunk + 1)
        return maker->corner_numbers[corner];
    bool is_first = mesh->corner_count == to->first_corner;
    struct geo_point points[] = {is_first ? at : to->box.low, is_first ? at : to->box.high, at};
    to->box = geo_bounds(points, 3);
    maker->stamps[corner] = chunk + 1;
    maker->corner_numbers[corner] = (uint32_t)mesh->corner_count;
    mesh->corners[mesh->corner_count++] = maker->input->corners[corner];
    return maker->corner_numbers[corner];
}

static void copy_cell(struct maker *maker, uint32_t cell, uint32_t chunk)
{
    const struct mesh_input *input = maker->input;
    struct navmesh *mesh = maker->mesh;
    uint32_t old = maker->cells[cell];
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t count = input->cell_firsts[old + 1] - input->cell_firsts[old];
    mesh->cells[cell + 1].first_side = first + count;
    mesh->cells[cell].ground = input->cell_grounds ? input->cell_grounds[old] : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner = copy_corner(maker, input->cell_corners[input->cell_firsts[old] + i], chunk);
        mesh->sides[first + i] = (struct mesh_side){.corner = corner, .cell = cell, .link = MESH_WALL};
    }
}

static void copy_cells(struct maker *maker)
{
    struct navmesh *mesh = maker->mesh;
    memcpy(mesh->grounds, maker->input->grounds, mesh->ground_count * sizeof *mesh->grounds);
    sort_cells(maker);
    for (uint32_t chunk = 0; chunk < mesh->chunk_count; chunk++) {
        mesh->chunks[chunk].first_corner = (uint32_t)mesh->corner_count;
        for (uint32_t cell = mesh->chunks[chunk].first_cell; cell < mesh->chunks[chunk + 1].first_cell;
             cell++)
            copy_cell(maker, cell, chunk);
        mesh->chunks[chunk + 1].first_side = mesh->cells[mesh->chunks[chunk + 1].first_cell].first_side;
    }
    mesh->chunks[mesh->chunk_count].first_corner = (uint32_t)mesh->corner_count;
    void *less = realloc(mesh->corners, (mesh->corner_count + 1) * sizeof *mesh->corners);
    mesh->corners = less ? less : mesh->corners;
}

// ---- triangles -------------------------------------------------------------------------------

static int64_t area_twice(const struct maker *maker, const struct triangle *triangle)
{
    const struct mesh_corner *corners = maker->input->corners;
    const uint32_t *points = triangle->points;
    return geo_cross(corners[points[0]].at, corners[points[1]].at, corners[points[2]].at);
}

/// The input's corners of a cell of the mesh.
static const uint32_t *cell_corners(const struct maker *maker, uint32_t cell)
{
    return maker->input->cell_corners + maker->input->cell_firsts[maker->cells[cell]];
}

static uint32_t side_count(const struct navmesh *mesh, uint32_t cell)
{
    return mesh->cells[cell + 1].first_side - mesh->cells[cell].first_side;
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
        const uint32_t *corners = cell_corners(maker, cell);
        for (uint32_t i = 1; i + 1 < side_count(mesh, cell); i++) {
            struct triangle triangle = {{corners[0], corners[i], corners[i + 1]}};
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
        firsts[maker->cell_numbers[input->cells_of_triangles[i]] + 1]++;
    for (size_t cell = 0; cell < input->cell_count; cell++)
        firsts[cell + 1] += firsts[cell];
    for (size_t i = 0; i < input->triangle_count; i++)
        maker->order[firsts[maker->cell_numbers[input->cells_of_triangles[i]]]++] = (uint32_t)i;
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
    const struct mesh_corner *a = &maker->input->corners[triangle->points[0]];
    const struct mesh_corner *b = &maker->input->corners[triangle->points[1]];
    const struct mesh_corner *c = &maker->input->corners[triangle->points[2]];
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
        put->corners[k] = (uint16_t)maker->corner_numbers[triangle->points[k]];
}

/// Keeps the triangles that tell a cell's heights.
static bool keep_triangles(struct maker *maker, uint32_t cell)
{
    struct navmesh *mesh = maker->mesh;
    const uint32_t *corners = cell_corners(maker, cell);
    uint32_t count = side_count(mesh, cell);
    if (maker->firsts[cell] == maker->firsts[cell + 1] || is_level(mesh, cell))
        return true;
    if (count > MESH_CELL_SIDES_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++)
        maker->corner_numbers[corners[i]] = i; // in the cell, from here on
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
    if (!(maker->input->triangles ? sort_triangles(maker) : cut_cells(maker)))
        return false;
    mesh->triangles = calloc(maker->triangle_count + 1, sizeof *mesh->triangles);
    bool is_done = mesh->triangles != NULL;
    for (uint32_t cell = 0; is_done && cell < mesh->cell_count; cell++) {
        is_done = keep_triangles(maker, cell);
        mesh->cells[cell + 1].first_triangle = (uint32_t)mesh->triangle_count;
    }
    if (!is_done)
        return false;
    for (uint32_t chunk = 0; chunk <= mesh->chunk_count; chunk++)
        mesh->chunks[chunk].first_triangle = mesh->cells[mesh->chunks[chunk].first_cell].first_triangle;
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
    bool is_found = neighbours ? adjacency_read(&adjacency, mesh, neighbours)
                               : adjacency_find(&adjacency, mesh, NULL, mesh->side_count);
    bool is_done = is_found && adjacency_link(&adjacency, mesh);
    adjacency_finish(&adjacency);
    return is_done;
}

static bool make_layers(const struct maker *maker)
{
    struct navmesh *mesh = maker->mesh;
    mesh->layers = calloc(maker->input->agent_count, sizeof *mesh->layers);
    for (size_t i = 0; mesh->layers && i < maker->input->agent_count; i++) {
        struct mesh_layer *layer = &mesh->layers[mesh->layer_count++];
        layer->agent = maker->input->agents[i];
        if (!layer_make(mesh, layer))
            return false;
    }
    return mesh->layers;
}

static bool make(struct maker *maker)
{
    if (!take_memory(maker))
        return false;
    copy_cells(maker);
    return make_triangles(maker) && make_links(maker) && chunk_mark_borders(maker->mesh) &&
           make_layers(maker) && layer_mark_walls(maker->mesh) && marks_make(maker->mesh);
}

struct navmesh *navmesh_create(const struct mesh_input *input)
{
    assert(input->agent_count > 0);
    assert(input->agent_count <= MESH_LAYERS_MAX);
    assert(input->ground_count > 0);
    assert(!input->cell_chunks || !input->neighbours);
    struct maker maker = {.input = input, .mesh = calloc(1, sizeof *maker.mesh)};
    if (!maker.mesh)
        return NULL;
    maker.mesh->step_mm = input->step_mm;
    bool is_made = make(&maker);
    give_back_memory(&maker);
    if (is_made)
        return maker.mesh;
    navmesh_destroy(maker.mesh);
    return NULL;
}
