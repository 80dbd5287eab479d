#include "nav/weave.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nav/grid.h"
#include "nav/mesh_make.h"

struct weaver {
    const struct navmesh *mesh;
    uint32_t skip_first; // sides that get no corners
    uint32_t skip_end;
    struct geo_point *points; // corners of the other mesh near this one
    size_t point_count;
    struct grid grid; // of them
    uint32_t *found;  // those on the side at hand, in order
    size_t found_count;
    // What the woven mesh is made from.
    struct mesh_corner *corners;
    size_t corner_count;
    size_t corner_capacity;
    uint32_t *cell_corners;
    size_t side_count;
    size_t side_capacity;
    uint32_t *cell_firsts;
    uint32_t *cell_grounds;
    uint32_t *cell_chunks;
    struct triangle *triangles;
    uint32_t *cells_of_triangles;
};

static void finish(struct weaver *weaver)
{
    free(weaver->points);
    grid_finish(&weaver->grid);
    free(weaver->found);
    free(weaver->corners);
    free(weaver->cell_corners);
    free(weaver->cell_firsts);
    free(weaver->cell_grounds);
    free(weaver->cell_chunks);
    free(weaver->triangles);
    free(weaver->cells_of_triangles);
}

// ---- points ----------------------------------------------------------------------------------

static struct geo_box mesh_box(const struct navmesh *mesh)
{
    struct geo_box box = {mesh->corners[0].at, mesh->corners[0].at};
    for (size_t i = 1; i < mesh->corner_count; i++) {
        struct geo_point points[] = {box.low, box.high, mesh->corners[i].at};
        box = geo_bounds(points, 3);
    }
    return box;
}

static bool is_in_box(const struct geo_box *box, struct geo_point at)
{
    return at.x >= box->low.x && at.x <= box->high.x && at.z >= box->low.z && at.z <= box->high.z;
}

/// Sorts the corners of the other mesh that lie inside this one's box into a grid.
static bool collect_points(struct weaver *weaver, const struct weave_mesh *from)
{
    struct geo_box box = mesh_box(weaver->mesh);
    const struct navmesh *other = from->mesh;
    const struct mesh_chunk *left_out = from->left_out == WEAVE_ALL ? NULL : &other->chunks[from->left_out];
    weaver->points = calloc(other->corner_count + 1, sizeof *weaver->points);
    weaver->found = calloc(other->corner_count + 1, sizeof *weaver->found);
    if (!weaver->points || !weaver->found || !grid_init(&weaver->grid, box, other->corner_count))
        return false;
    for (size_t i = 0; i < other->corner_count; i++) {
        bool is_left_out = left_out && i >= left_out->first_corner && i < left_out[1].first_corner;
        if (is_left_out || !is_in_box(&box, other->corners[i].at))
            continue;
        weaver->points[weaver->point_count] = other->corners[i].at;
        if (!grid_insert(&weaver->grid, (uint32_t)weaver->point_count++, other->corners[i].at))
            return false;
    }
    return true;
}

/// Finds the points inside a side, in order from its start, each once.
static void find_points(struct weaver *weaver, uint32_t side)
{
    struct geo_point start = mesh_side_start(weaver->mesh, side)->at;
    struct geo_point end = mesh_side_end(weaver->mesh, side)->at;
    struct grid_walk walk;
    uint32_t point;
    weaver->found_count = 0;
    if (side >= weaver->skip_first && side < weaver->skip_end)
        return;
    grid_walk_begin(&walk, &weaver->grid, start, end, end);
    while (grid_walk_next(&walk, &point)) {
        struct geo_point at = weaver->points[point];
        int64_t distance = geo_distance_squared(start, at);
        size_t i = weaver->found_count;
        if (geo_equal(at, start) || geo_equal(at, end) || !geo_on_segment(start, end, at))
            continue;
        while (i > 0 && geo_distance_squared(start, weaver->points[weaver->found[i - 1]]) > distance)
            i--;
        if (i > 0 && geo_equal(weaver->points[weaver->found[i - 1]], at))
            continue;
        memmove(weaver->found + i + 1, weaver->found + i, (weaver->found_count - i) * sizeof *weaver->found);
        weaver->found[i] = point;
        weaver->found_count++;
    }
}

/// How many points lie inside the mesh's sides.
static size_t count_points(struct weaver *weaver)
{
    size_t count = 0;
    for (uint32_t side = 0; weaver->point_count > 0 && side < weaver->mesh->side_count; side++) {
        find_points(weaver, side);
        count += weaver->found_count;
    }
    return count;
}

// ---- mesh ------------------------------------------------------------------------------------

static bool take_memory(struct weaver *weaver, size_t inserted)
{
    const struct navmesh *mesh = weaver->mesh;
    weaver->corner_capacity = mesh->corner_count + inserted;
    weaver->side_capacity = mesh->side_count + inserted;
    weaver->corners = calloc(weaver->corner_capacity, sizeof *weaver->corners);
    weaver->cell_corners = calloc(weaver->side_capacity, sizeof *weaver->cell_corners);
    weaver->cell_firsts = calloc(mesh->cell_count + 1, sizeof *weaver->cell_firsts);
    weaver->cell_grounds = calloc(mesh->cell_count + 1, sizeof *weaver->cell_grounds);
    weaver->cell_chunks = calloc(mesh->cell_count + 1, sizeof *weaver->cell_chunks);
    weaver->triangles = calloc(mesh->triangle_count + 1, sizeof *weaver->triangles);
    weaver->cells_of_triangles = calloc(mesh->triangle_count + 1, sizeof *weaver->cells_of_triangles);
    return weaver->corners && weaver->cell_corners && weaver->cell_firsts && weaver->cell_grounds &&
           weaver->cell_chunks && weaver->triangles && weaver->cells_of_triangles;
}

/// A corner at a place inside a side.
static struct mesh_corner corner_on(const struct navmesh *mesh, uint32_t side, struct geo_point at)
{
    const struct mesh_corner *start = mesh_side_start(mesh, side);
    const struct mesh_corner *end = mesh_side_end(mesh, side);
    int64_t x = (int64_t)end->at.x - start->at.x;
    int64_t z = (int64_t)end->at.z - start->at.z;
    bool is_along_x = llabs(x) > llabs(z);
    int64_t whole = is_along_x ? llabs(x) : llabs(z);
    int64_t part = is_along_x ? llabs((int64_t)at.x - start->at.x) : llabs((int64_t)at.z - start->at.z);
    return (struct mesh_corner){at, geo_mix_rounded(start->height_mm, end->height_mm, part, whole)};
}

static void copy_side(struct weaver *weaver, uint32_t side)
{
    assert(weaver->side_count < weaver->side_capacity);
    weaver->cell_corners[weaver->side_count++] = weaver->mesh->sides[side].corner;
    find_points(weaver, side);
    for (size_t i = 0; i < weaver->found_count; i++) {
        assert(weaver->corner_count < weaver->corner_capacity);
        weaver->corners[weaver->corner_count] =
            corner_on(weaver->mesh, side, weaver->points[weaver->found[i]]);
        weaver->cell_corners[weaver->side_count++] = (uint32_t)weaver->corner_count++;
    }
}

static void copy_cell(struct weaver *weaver, uint32_t cell, uint32_t chunk)
{
    const struct navmesh *mesh = weaver->mesh;
    uint32_t first = mesh->cells[cell].first_side;
    for (uint32_t side = first; side < mesh->cells[cell + 1].first_side; side++)
        copy_side(weaver, side);
    for (uint32_t i = mesh->cells[cell].first_triangle; i < mesh->cells[cell + 1].first_triangle; i++) {
        for (int k = 0; k < 3; k++)
            weaver->triangles[i].points[k] = mesh->sides[first + mesh->triangles[i].corners[k]].corner;
        weaver->cells_of_triangles[i] = cell;
    }
    weaver->cell_grounds[cell] = mesh->cells[cell].ground;
    weaver->cell_chunks[cell] = chunk;
    weaver->cell_firsts[cell + 1] = (uint32_t)weaver->side_count;
}

static struct navmesh *make(struct weaver *weaver)
{
    const struct navmesh *mesh = weaver->mesh;
    struct mesh_agent agents[MESH_LAYERS_MAX];
    memcpy(weaver->corners, mesh->corners, mesh->corner_count * sizeof *mesh->corners);
    weaver->corner_count = mesh->corner_count;
    for (uint32_t chunk = 0; chunk < mesh->chunk_count; chunk++) {
        for (uint32_t cell = mesh->chunks[chunk].first_cell; cell < mesh->chunks[chunk + 1].first_cell;
             cell++)
            copy_cell(weaver, cell, chunk);
    }
    for (size_t i = 0; i < mesh->layer_count; i++)
        agents[i] = mesh->layers[i].agent;
    struct mesh_input input = {.corners = weaver->corners,
                               .corner_count = weaver->corner_count,
                               .cell_corners = weaver->cell_corners,
                               .cell_firsts = weaver->cell_firsts,
                               .cell_count = mesh->cell_count,
                               .cell_grounds = weaver->cell_grounds,
                               .grounds = mesh->grounds,
                               .ground_count = mesh->ground_count,
                               .triangles = weaver->triangles,
                               .triangle_count = mesh->triangle_count,
                               .cells_of_triangles = weaver->cells_of_triangles,
                               .cell_chunks = weaver->cell_chunks,
                               .chunk_count = mesh->chunk_count,
                               .agents = agents,
                               .agent_count = mesh->layer_count,
                               .step_mm = mesh->step_mm};
    struct navmesh *woven = navmesh_create(&input);
    for (size_t chunk = 0; woven && chunk < mesh->chunk_count; chunk++)
        woven->chunks[chunk].version = mesh->chunks[chunk].version;
    return woven;
}

bool weave(struct weave_mesh to, struct weave_mesh from, struct navmesh **woven)
{
    struct weaver weaver = {.mesh = to.mesh};
    *woven = NULL;
    if (to.mesh->corner_count == 0)
        return true;
    if (to.left_out != WEAVE_ALL) {
        weaver.skip_first = to.mesh->chunks[to.left_out].first_side;
        weaver.skip_end = to.mesh->chunks[to.left_out + 1].first_side;
    }
    bool is_done = collect_points(&weaver, &from);
    size_t inserted = is_done ? count_points(&weaver) : 0;
    if (inserted > 0) {
        *woven = take_memory(&weaver, inserted) ? make(&weaver) : NULL;
        is_done = *woven != NULL;
    }
    finish(&weaver);
    return is_done;
}
