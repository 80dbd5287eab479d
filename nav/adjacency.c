#include "nav/adjacency.h"

#include <stdlib.h>

/// A side by the two places it joins, the smaller first.
struct meeting {
    struct geo_point low;
    struct geo_point high;
    uint32_t side;
    bool is_rising; // the side begins at the smaller place
};

void adjacency_finish(struct adjacency *adjacency)
{
    free(adjacency->pairs);
    *adjacency = (struct adjacency){0};
}

bool adjacency_add(struct adjacency *adjacency, uint32_t side, uint32_t other)
{
    if (adjacency->count == adjacency->capacity) {
        size_t capacity = 2 * adjacency->capacity + 64;
        struct adjacency_pair *pairs = realloc(adjacency->pairs, capacity * sizeof *pairs);
        if (!pairs)
            return false;
        adjacency->pairs = pairs;
        adjacency->capacity = capacity;
    }
    adjacency->pairs[adjacency->count++] = (struct adjacency_pair){side, other};
    return true;
}

// ---- by place --------------------------------------------------------------------------------

static int compare_places(struct geo_point a, struct geo_point b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.z > b.z) - (a.z < b.z);
}

static int compare_ends(const struct meeting *a, const struct meeting *b)
{
    int low = compare_places(a->low, b->low);
    return low != 0 ? low : compare_places(a->high, b->high);
}

static int compare_meetings(const void *a, const void *b)
{
    const struct meeting *first = a;
    const struct meeting *second = b;
    int ends = compare_ends(first, second);
    return ends != 0 ? ends : (first->side > second->side) - (first->side < second->side);
}

/// @return the sides sorted so that those joining the same places follow one another; free() it
static struct meeting *sort_sides(const struct navmesh *mesh, const uint32_t *sides, size_t side_count)
{
    struct meeting *meetings = calloc(side_count + 1, sizeof *meetings);
    if (!meetings)
        return NULL;
    for (size_t i = 0; i < side_count; i++) {
        uint32_t side = sides ? sides[i] : (uint32_t)i;
        struct geo_point start = mesh_side_start(mesh, side)->at;
        struct geo_point end = mesh_side_end(mesh, side)->at;
        bool is_rising = compare_places(start, end) < 0;
        meetings[i] = (struct meeting){is_rising ? start : end, is_rising ? end : start, side, is_rising};
    }
    qsort(meetings, side_count, sizeof *meetings, compare_meetings);
    return meetings;
}

/// Pairs the sides of one run, all joining the same places, that run against each other.
static bool pair_run(struct adjacency *adjacency, const struct meeting *run, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++) {
            bool is_against = run[i].is_rising != run[k].is_rising;
            if (is_against && !adjacency_add(adjacency, run[i].side, run[k].side))
                return false;
        }
    }
    return true;
}

bool adjacency_find(struct adjacency *adjacency, const struct navmesh *mesh, const uint32_t *sides,
                    size_t side_count)
{
    struct meeting *meetings = sort_sides(mesh, sides, side_count);
    bool is_done = meetings != NULL;
    *adjacency = (struct adjacency){0};
    for (size_t first = 0, end = 0; is_done && first < side_count; first = end) {
        while (end < side_count && compare_ends(&meetings[end], &meetings[first]) == 0)
            end++;
        is_done = pair_run(adjacency, meetings + first, end - first);
    }
    free(meetings);
    return is_done;
}

// ---- as told ---------------------------------------------------------------------------------

/// The side of a cell that joins the same places as `side` and leads back to its cell.
static uint32_t side_back(const struct navmesh *mesh, const uint32_t *neighbours, uint32_t side,
                          uint32_t cell)
{
    struct geo_point start = mesh_side_start(mesh, side)->at;
    struct geo_point end = mesh_side_end(mesh, side)->at;
    for (uint32_t back = mesh->cells[cell].first_side; back < mesh->cells[cell + 1].first_side; back++) {
        bool is_same = geo_equal(mesh_side_start(mesh, back)->at, end) &&
                       geo_equal(mesh_side_end(mesh, back)->at, start);
        if (is_same && neighbours[back] == mesh->sides[side].cell)
            return back;
    }
    return MESH_NONE;
}

bool adjacency_read(struct adjacency *adjacency, const struct navmesh *mesh, const uint32_t *neighbours)
{
    *adjacency = (struct adjacency){0};
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (neighbours[side] >= mesh->cell_count)
            continue;
        uint32_t back = side_back(mesh, neighbours, side, neighbours[side]);
        if (back != MESH_NONE && !adjacency_add(adjacency, side, back))
            return false;
    }
    return true;
}

// ---- links -----------------------------------------------------------------------------------

static bool is_step_low(const struct navmesh *mesh, const struct adjacency_pair *pair)
{
    int64_t start_rise =
        (int64_t)mesh_side_end(mesh, pair->other)->height_mm - mesh_side_start(mesh, pair->side)->height_mm;
    int64_t end_rise =
        (int64_t)mesh_side_start(mesh, pair->other)->height_mm - mesh_side_end(mesh, pair->side)->height_mm;
    return llabs(start_rise) <= mesh->step_mm && llabs(end_rise) <= mesh->step_mm;
}

static int compare_pairs(const void *a, const void *b)
{
    const struct adjacency_pair *first = a;
    const struct adjacency_pair *second = b;
    if (first->side != second->side)
        return first->side < second->side ? -1 : 1;
    return (first->other > second->other) - (first->other < second->other);
}

/// Moves the pairs with low steps to the front, in order of sides.
/// @return how many
static size_t keep_low(struct adjacency *adjacency, struct navmesh *mesh)
{
    size_t low_count = 0;
    if (adjacency->count > 0)
        qsort(adjacency->pairs, adjacency->count, sizeof *adjacency->pairs, compare_pairs);
    for (size_t i = 0; i < adjacency->count; i++) {
        struct adjacency_pair pair = adjacency->pairs[i];
        if (is_step_low(mesh, &pair))
            adjacency->pairs[low_count++] = pair;
        else if (pair.side < pair.other)
            mesh->ledges[mesh->ledge_count++] = (struct mesh_ledge){pair.side, pair.other};
    }
    return low_count;
}

/// Writes the links of one side, `count` pairs.
static void put_links(struct navmesh *mesh, const struct adjacency_pair *pairs, size_t count)
{
    struct mesh_side *side = &mesh->sides[pairs[0].side];
    if (count == 1) {
        side->link = pairs[0].other;
        return;
    }
    side->link = MESH_SHARED + (uint32_t)mesh->shared_count;
    for (size_t i = 0; i < count; i++)
        mesh->shared[mesh->shared_count++] = pairs[i].other;
    mesh->shared[mesh->shared_count - 1] |= MESH_SHARED;
}

/// Takes back what was taken too much.
static void *shrink(void *memory, size_t size_bytes)
{
    void *less = realloc(memory, size_bytes);
    return less ? less : memory;
}

bool adjacency_link(struct adjacency *adjacency, struct navmesh *mesh)
{
    if (adjacency->count + 1 >= MESH_SHARED)
        return false;
    mesh->shared = calloc(adjacency->count + 1, sizeof *mesh->shared);
    mesh->ledges = calloc(adjacency->count / 2 + 1, sizeof *mesh->ledges);
    if (!mesh->shared || !mesh->ledges)
        return false;
    for (size_t side = 0; side < mesh->side_count; side++)
        mesh->sides[side].link = MESH_WALL;
    size_t count = keep_low(adjacency, mesh);
    for (size_t first = 0, end = 0; first < count; first = end) {
        while (end < count && adjacency->pairs[end].side == adjacency->pairs[first].side)
            end++;
        put_links(mesh, adjacency->pairs + first, end - first);
    }
    mesh->shared = shrink(mesh->shared, (mesh->shared_count + 1) * sizeof *mesh->shared);
    mesh->ledges = shrink(mesh->ledges, (mesh->ledge_count + 1) * sizeof *mesh->ledges);
    return true;
}
