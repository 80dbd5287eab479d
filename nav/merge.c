#include "nav/merge.h"

#include <stdlib.h>

#include "nav/disjoint.h"

enum { NO_EDGE = UINT32_MAX };

/// One way along a triangle's or cell's side. Edge 3t + k starts at corner k of triangle t.
struct edge {
    uint32_t corner; // that it starts at
    uint32_t previous;
    uint32_t next;
    uint32_t twin; // the same side walked the other way by the neighbour, or NO_EDGE
    bool is_removed;
};

/// What is known of a cell while it grows, kept at the triangle that stands for it.
struct growing {
    uint32_t corner_count;
    uint32_t plane; // the triangle whose plane all corners are near to
};

struct merger {
    const struct merge_input *input;
    struct edge *edges;
    size_t edge_count;
    struct growing *cells;
    uint32_t *sets; // disjoint sets of triangles: the cells
};

/// A side that two triangles may share, for sorting.
struct shared {
    uint64_t key;
    uint32_t edge;
};

static struct geo_point at(const struct merger *merger, uint32_t edge)
{
    return merger->input->corners[merger->edges[edge].corner].at;
}

static uint32_t cell_of(struct merger *merger, uint32_t edge)
{
    return disjoint_find(merger->sets, edge / 3);
}

static int compare_up(const void *a, const void *b)
{
    const struct shared *first = a;
    const struct shared *second = b;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->edge > second->edge) - (first->edge < second->edge);
}

/// Longest first, of equal ones the first edge.
static int compare_length(const void *a, const void *b)
{
    const struct shared *first = a;
    const struct shared *second = b;
    if (first->key != second->key)
        return first->key > second->key ? -1 : 1;
    return (first->edge > second->edge) - (first->edge < second->edge);
}

static void make_edges(struct merger *merger)
{
    for (uint32_t i = 0; i < merger->edge_count; i++) {
        uint32_t base = i - i % 3;
        merger->edges[i] = (struct edge){.corner = merger->input->triangles[i / 3].points[i % 3],
                                         .previous = base + (i + 2) % 3,
                                         .next = base + (i + 1) % 3,
                                         .twin = NO_EDGE};
    }
    for (uint32_t i = 0; i < merger->input->triangle_count; i++)
        merger->cells[i] = (struct growing){.corner_count = 3, .plane = i};
    disjoint_init(merger->sets, merger->input->triangle_count);
}

static uint64_t corners_key(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/// Pairs the edges that run between the same two corners in opposite directions.
static void pair_edges(struct merger *merger, struct shared *order)
{
    for (uint32_t i = 0; i < merger->edge_count; i++) {
        const struct edge *edge = &merger->edges[i];
        order[i] = (struct shared){corners_key(edge->corner, merger->edges[edge->next].corner), i};
    }
    qsort(order, merger->edge_count, sizeof *order, compare_up);
    for (size_t i = 0; i + 1 < merger->edge_count; i++) {
        struct edge *edge = &merger->edges[order[i].edge];
        struct edge *other = &merger->edges[order[i + 1].edge];
        if (order[i].key != order[i + 1].key || edge->corner == other->corner || edge->twin != NO_EDGE)
            continue;
        edge->twin = order[i + 1].edge;
        other->twin = order[i].edge;
    }
}

static void take_twins(struct merger *merger)
{
    for (uint32_t i = 0; i < merger->edge_count; i++)
        merger->edges[i].twin = merger->input->twins[i];
}

/// Whether the corner that the cells of two twins make where `edge` starts is at most 180 degrees.
static bool stays_convex(const struct merger *merger, uint32_t edge)
{
    uint32_t after = merger->edges[merger->edges[edge].twin].next;
    struct geo_point before = at(merger, merger->edges[edge].previous);
    struct geo_point corner = at(merger, edge);
    struct geo_point beyond = at(merger, merger->edges[after].next);
    // Where the cells share the next side too, merging would leave a spike.
    return !geo_equal(before, beyond) && geo_cross(before, corner, beyond) >= 0;
}

/// Whether a corner lies within the tolerance of a triangle's plane, exactly.
static bool is_near_plane(const struct merge_input *input, uint32_t triangle, uint32_t corner)
{
    const struct mesh_corner *p = &input->corners[corner];
    const struct mesh_corner *c[3];
    for (int i = 0; i < 3; i++)
        c[i] = &input->corners[input->triangles[triangle].points[i]];
    int64_t whole = geo_cross(c[0]->at, c[1]->at, c[2]->at);
    __int128 off = 0;
    for (int i = 0; i < 3; i++) {
        int64_t weight = geo_cross(c[(i + 1) % 3]->at, c[(i + 2) % 3]->at, p->at);
        off += (__int128)weight * ((int64_t)c[i]->height_mm - p->height_mm);
    }
    __int128 allowed = (__int128)whole * input->tolerance_mm;
    return off <= allowed && -off <= allowed;
}

static bool is_cell_near_plane(const struct merger *merger, uint32_t first_edge, uint32_t triangle)
{
    uint32_t edge = first_edge;
    do {
        if (!is_near_plane(merger->input, triangle, merger->edges[edge].corner))
            return false;
        edge = merger->edges[edge].next;
    } while (edge != first_edge);
    return true;
}

/// Finds a plane that the corners of both cells are near to: the larger cell's, so that a growing
/// cell is not checked again and again, or the other's while both are small.
static bool find_plane(struct merger *merger, uint32_t large_edge, uint32_t small_edge, uint32_t *plane)
{
    enum { SMALL_CORNERS_MAX = 32 };
    const struct growing *large = &merger->cells[cell_of(merger, large_edge)];
    const struct growing *small = &merger->cells[cell_of(merger, small_edge)];
    *plane = large->plane;
    if (is_cell_near_plane(merger, small_edge, large->plane))
        return true;
    *plane = small->plane;
    return large->corner_count <= SMALL_CORNERS_MAX && is_cell_near_plane(merger, large_edge, small->plane);
}

/// Removes `edge` and its twin.
static void join(struct merger *merger, uint32_t edge)
{
    struct edge *removed = &merger->edges[edge];
    struct edge *twin = &merger->edges[removed->twin];
    merger->edges[removed->previous].next = twin->next;
    merger->edges[twin->next].previous = removed->previous;
    merger->edges[twin->previous].next = removed->next;
    merger->edges[removed->next].previous = twin->previous;
    removed->is_removed = true;
    twin->is_removed = true;
}

static void try_merge(struct merger *merger, uint32_t edge)
{
    uint32_t twin = merger->edges[edge].twin;
    uint32_t cell = cell_of(merger, edge);
    uint32_t other = cell_of(merger, twin);
    if (cell == other || merger->input->surfaces[cell] != merger->input->surfaces[other])
        return;
    size_t corner_count = (size_t)merger->cells[cell].corner_count + merger->cells[other].corner_count - 2;
    if (corner_count > MESH_CELL_SIDES_MAX || !stays_convex(merger, edge) || !stays_convex(merger, twin))
        return;
    bool is_larger = merger->cells[cell].corner_count >= merger->cells[other].corner_count;
    uint32_t plane;
    if (!find_plane(merger, is_larger ? edge : twin, is_larger ? twin : edge, &plane))
        return;
    join(merger, edge);
    uint32_t kept = is_larger ? cell : other;
    uint32_t gone = is_larger ? other : cell;
    disjoint_join(merger->sets, kept, gone);
    merger->cells[kept].corner_count += merger->cells[gone].corner_count - 2;
    merger->cells[kept].plane = plane;
}

/// One pass is enough: a pair that may not merge now may not later, as cells only grow.
static void merge_all(struct merger *merger, struct shared *order)
{
    size_t count = 0;
    for (uint32_t i = 0; i < merger->edge_count; i++) {
        uint32_t twin = merger->edges[i].twin;
        if (twin != NO_EDGE && i < twin)
            order[count++] =
                (struct shared){(uint64_t)geo_distance_squared(at(merger, i), at(merger, twin)), i};
    }
    qsort(order, count, sizeof *order, compare_length);
    for (size_t i = 0; i < count; i++)
        try_merge(merger, order[i].edge);
}

/// Numbers the cells in the order of their first triangles and writes their corners.
static void write_cells(struct merger *merger, struct merge_result *result)
{
    uint32_t corner_count = 0;
    for (uint32_t i = 0; i < merger->input->triangle_count; i++)
        result->cells[i] = MESH_NONE;
    for (uint32_t i = 0; i < merger->edge_count; i++) {
        uint32_t cell = cell_of(merger, i);
        if (merger->edges[i].is_removed || result->cells[cell] != MESH_NONE)
            continue;
        result->cells[cell] = (uint32_t)result->cell_count;
        result->firsts[result->cell_count++] = corner_count;
        uint32_t edge = i;
        do {
            result->sides[corner_count] = edge;
            result->corners[corner_count++] = merger->edges[edge].corner;
            edge = merger->edges[edge].next;
        } while (edge != i);
    }
    result->firsts[result->cell_count] = corner_count;
    for (uint32_t i = 0; i < merger->input->triangle_count; i++)
        result->cells[i] = result->cells[cell_of(merger, 3 * i)];
}

bool merge_triangles(const struct merge_input *input, struct merge_result *result)
{
    struct merger merger = {.input = input, .edge_count = 3 * input->triangle_count};
    *result = (struct merge_result){0};
    merger.edges = calloc(merger.edge_count + 1, sizeof *merger.edges);
    merger.cells = calloc(input->triangle_count + 1, sizeof *merger.cells);
    merger.sets = calloc(input->triangle_count + 1, sizeof *merger.sets);
    struct shared *order = calloc(merger.edge_count + 1, sizeof *order);
    result->firsts = calloc(input->triangle_count + 1, sizeof *result->firsts);
    result->corners = calloc(merger.edge_count + 1, sizeof *result->corners);
    result->sides = calloc(merger.edge_count + 1, sizeof *result->sides);
    result->cells = calloc(input->triangle_count + 1, sizeof *result->cells);
    bool has_memory = merger.edges && merger.cells && merger.sets && order && result->firsts &&
                      result->corners && result->sides && result->cells;
    if (has_memory) {
        make_edges(&merger);
        if (input->twins)
            take_twins(&merger);
        else
            pair_edges(&merger, order);
        merge_all(&merger, order);
        write_cells(&merger, result);
    }
    free(merger.edges);
    free(merger.cells);
    free(merger.sets);
    free(order);
    return has_memory;
}

void merge_finish(struct merge_result *result)
{
    free(result->firsts);
    free(result->corners);
    free(result->sides);
    free(result->cells);
    *result = (struct merge_result){0};
}
