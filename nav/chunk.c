#include "nav/chunk.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nav/adjacency.h"
#include "nav/layer.h"
#include "nav/marks.h"
#include "nav/waypoint.h"
#include "nav/weave.h"

/// A run of an array that another run takes the place of.
struct run {
    uint32_t first;
    uint32_t end;
    uint32_t new_end;
};

struct splice {
    const struct navmesh *old;
    const struct navmesh *part; // NULL: nothing
    struct navmesh *mesh;
    uint32_t chunk;
    struct run cells;
    struct run sides;
    struct run corners;
    struct run triangles;
    struct geo_box box; // around what goes and what comes
};

// ---- numbers ---------------------------------------------------------------------------------

static struct run run_of(uint32_t first, uint32_t end, size_t count)
{
    return (struct run){first, end, first + (uint32_t)count};
}

/// The new number of what has an old one; MESH_NONE when it goes.
static uint32_t new_number(const struct run *run, uint32_t old)
{
    if (old < run->first)
        return old;
    return old < run->end ? MESH_NONE : old - run->end + run->new_end;
}

/// The old number of what has a new one; MESH_NONE when it came.
static uint32_t old_number(const struct run *run, uint32_t number)
{
    if (number < run->first)
        return number;
    return number < run->new_end ? MESH_NONE : number - run->new_end + run->end;
}

static size_t new_count(const struct run *run, size_t old_count)
{
    return old_count - (run->end - run->first) + (run->new_end - run->first);
}

/// Copies `old` with its run replaced by `part`.
/// @param item_bytes  size of an element
/// @return NULL when memory runs out
static void *splice_array(const struct run *run, const void *old, size_t old_count, const void *part,
                          size_t item_bytes)
{
    char *array = calloc(new_count(run, old_count) + 1, item_bytes);
    size_t part_count = run->new_end - run->first;
    if (!array)
        return NULL;
    memcpy(array, old, run->first * item_bytes);
    if (part_count > 0)
        memcpy(array + run->first * item_bytes, part, part_count * item_bytes);
    memcpy(array + run->new_end * item_bytes, (const char *)old + run->end * item_bytes,
           (old_count - run->end) * item_bytes);
    return array;
}

// ---- cells -----------------------------------------------------------------------------------

static bool splice_arrays(const struct splice *splice)
{
    const struct navmesh *old = splice->old;
    const struct navmesh *part = splice->part;
    struct navmesh *mesh = splice->mesh;
    mesh->corner_count = new_count(&splice->corners, old->corner_count);
    mesh->cell_count = new_count(&splice->cells, old->cell_count);
    mesh->side_count = new_count(&splice->sides, old->side_count);
    mesh->triangle_count = new_count(&splice->triangles, old->triangle_count);
    if (!navmesh_is_numbered(mesh))
        return false;
    mesh->corners = splice_array(&splice->corners, old->corners, old->corner_count,
                                 part ? part->corners : NULL, sizeof *mesh->corners);
    // With the element that ends the lists.
    mesh->cells = splice_array(&splice->cells, old->cells, old->cell_count + 1, part ? part->cells : NULL,
                               sizeof *mesh->cells);
    mesh->sides = splice_array(&splice->sides, old->sides, old->side_count, part ? part->sides : NULL,
                               sizeof *mesh->sides);
    mesh->triangles = splice_array(&splice->triangles, old->triangles, old->triangle_count,
                                   part ? part->triangles : NULL, sizeof *mesh->triangles);
    return mesh->corners && mesh->cells && mesh->sides && mesh->triangles;
}

/// The number of a ground in the new mesh, where it is added unless it is there.
static uint32_t add_ground(struct navmesh *mesh, const struct mesh_ground *ground)
{
    for (uint32_t i = 0; i < mesh->ground_count; i++) {
        const struct mesh_ground *known = &mesh->grounds[i];
        bool is_same =
            known->surface == ground->surface && known->has_ceiling == ground->has_ceiling &&
            (!known->has_ceiling || memcmp(known->ceiling, ground->ceiling, sizeof known->ceiling) == 0);
        if (is_same)
            return i;
    }
    mesh->grounds[mesh->ground_count++] = *ground; // room for it is made in advance
    return (uint32_t)mesh->ground_count - 1;
}

static bool splice_grounds(const struct splice *splice)
{
    struct navmesh *mesh = splice->mesh;
    const struct navmesh *part = splice->part;
    size_t count_max = splice->old->ground_count + (part ? part->ground_count : 0);
    mesh->grounds = calloc(count_max + 1, sizeof *mesh->grounds);
    if (!mesh->grounds)
        return false;
    mesh->ground_count = splice->old->ground_count;
    memcpy(mesh->grounds, splice->old->grounds, mesh->ground_count * sizeof *mesh->grounds);
    for (uint32_t cell = splice->cells.first; cell < splice->cells.new_end; cell++)
        mesh->cells[cell].ground = add_ground(mesh, &part->grounds[mesh->cells[cell].ground]);
    return mesh->ground_count <= MESH_GROUNDS_MAX;
}

/// Gives what was copied its new numbers.
static void renumber(const struct splice *splice)
{
    struct navmesh *mesh = splice->mesh;
    for (uint32_t i = splice->cells.first; i <= mesh->cell_count; i++) {
        bool is_new = i < splice->cells.new_end;
        struct mesh_cell *cell = &mesh->cells[i];
        cell->first_side += is_new ? splice->sides.first : splice->sides.new_end - splice->sides.end;
        cell->first_triangle +=
            is_new ? splice->triangles.first : splice->triangles.new_end - splice->triangles.end;
    }
    for (uint32_t i = splice->sides.first; i < mesh->side_count; i++) {
        bool is_new = i < splice->sides.new_end;
        struct mesh_side *side = &mesh->sides[i];
        side->corner += is_new ? splice->corners.first : splice->corners.new_end - splice->corners.end;
        side->cell += is_new ? splice->cells.first : splice->cells.new_end - splice->cells.end;
    }
}

static struct geo_box join_boxes(struct geo_box a, struct geo_box b)
{
    struct geo_point points[] = {a.low, a.high, b.low, b.high};
    return geo_bounds(points, 4);
}

static bool splice_chunks(struct splice *splice)
{
    struct navmesh *mesh = splice->mesh;
    const struct navmesh *old = splice->old;
    mesh->chunk_count = old->chunk_count;
    mesh->chunks = calloc(mesh->chunk_count + 1, sizeof *mesh->chunks);
    if (!mesh->chunks)
        return false;
    memcpy(mesh->chunks, old->chunks, (mesh->chunk_count + 1) * sizeof *mesh->chunks);
    for (uint32_t i = splice->chunk + 1; i <= mesh->chunk_count; i++) {
        struct mesh_chunk *chunk = &mesh->chunks[i];
        chunk->first_cell = new_number(&splice->cells, chunk->first_cell);
        chunk->first_side = new_number(&splice->sides, chunk->first_side);
        chunk->first_corner = new_number(&splice->corners, chunk->first_corner);
        chunk->first_triangle = new_number(&splice->triangles, chunk->first_triangle);
    }
    struct mesh_chunk *chunk = &mesh->chunks[splice->chunk];
    struct geo_box gone = chunk->box;
    bool was_empty = splice->cells.first == splice->cells.end;
    bool is_empty = splice->cells.first == splice->cells.new_end;
    chunk->version++;
    chunk->box = (struct geo_box){{0, 0}, {0, 0}};
    for (uint32_t i = splice->corners.first; i < splice->corners.new_end; i++) {
        struct geo_box corner = {mesh->corners[i].at, mesh->corners[i].at};
        chunk->box = i == splice->corners.first ? corner : join_boxes(chunk->box, corner);
    }
    splice->box = was_empty ? chunk->box : is_empty ? gone : join_boxes(gone, chunk->box);
    return true;
}

// ---- links -----------------------------------------------------------------------------------

static bool keep_pair(struct adjacency *adjacency, const struct splice *splice, uint32_t side, uint32_t other)
{
    uint32_t new_side = new_number(&splice->sides, side);
    uint32_t new_other = new_number(&splice->sides, other);
    return new_side == MESH_NONE || new_other == MESH_NONE || adjacency_add(adjacency, new_side, new_other);
}

/// Keeps the links and ledges between what stays.
static bool keep_pairs(struct adjacency *adjacency, const struct splice *splice)
{
    const struct navmesh *old = splice->old;
    for (uint32_t side = 0; side < old->side_count; side++) {
        for (uint32_t link = mesh_link_first(old, side); link != MESH_NONE;
             link = mesh_link_next(old, link)) {
            if (!keep_pair(adjacency, splice, side, mesh_link_side(old, link)))
                return false;
        }
    }
    for (size_t i = 0; i < old->ledge_count; i++) {
        struct mesh_ledge ledge = old->ledges[i];
        if (!keep_pair(adjacency, splice, ledge.side, ledge.other) ||
            !keep_pair(adjacency, splice, ledge.other, ledge.side))
            return false;
    }
    return true;
}

static bool is_in_box(const struct geo_box *box, struct geo_point at, int64_t margin_mm)
{
    return at.x >= box->low.x - margin_mm && at.x <= box->high.x + margin_mm &&
           at.z >= box->low.z - margin_mm && at.z <= box->high.z + margin_mm;
}

/// Finds the pairs of which at least one side came.
static bool find_pairs(struct adjacency *adjacency, const struct splice *splice)
{
    const struct navmesh *mesh = splice->mesh;
    const struct run *sides = &splice->sides;
    uint32_t *near = calloc(mesh->side_count + 1, sizeof *near);
    size_t count = 0;
    for (uint32_t side = 0; near && side < mesh->side_count; side++) {
        bool is_near = is_in_box(&splice->box, mesh_side_start(mesh, side)->at, 0) &&
                       is_in_box(&splice->box, mesh_side_end(mesh, side)->at, 0);
        if (is_near)
            near[count++] = side;
    }
    struct adjacency found = {0};
    bool is_done = near && adjacency_find(&found, mesh, near, count);
    for (size_t i = 0; is_done && i < found.count; i++) {
        struct adjacency_pair pair = found.pairs[i];
        bool is_new = old_number(sides, pair.side) == MESH_NONE || old_number(sides, pair.other) == MESH_NONE;
        is_done = !is_new || adjacency_add(adjacency, pair.side, pair.other);
    }
    adjacency_finish(&found);
    free(near);
    return is_done;
}

static bool splice_links(const struct splice *splice)
{
    struct adjacency adjacency = {0};
    bool is_done = keep_pairs(&adjacency, splice) &&
                   (splice->cells.first == splice->cells.new_end || find_pairs(&adjacency, splice)) &&
                   adjacency_link(&adjacency, splice->mesh);
    adjacency_finish(&adjacency);
    return is_done;
}

// ---- layers ----------------------------------------------------------------------------------

/// The link of the old mesh that a new one was; MESH_NONE when there was none.
static uint32_t old_link(const struct splice *splice, uint32_t side, uint32_t link)
{
    uint32_t old_side = old_number(&splice->sides, side);
    uint32_t old_other = old_number(&splice->sides, mesh_link_side(splice->mesh, link));
    if (old_side == MESH_NONE || old_other == MESH_NONE)
        return MESH_NONE;
    uint32_t old = mesh_link_first(splice->old, old_side);
    while (old != MESH_NONE && mesh_link_side(splice->old, old) != old_other)
        old = mesh_link_next(splice->old, old);
    return old;
}

/// Whether a wall that came or went may lie within a distance of a side.
static bool is_touched(const struct splice *splice, uint32_t side, int64_t distance_mm)
{
    const struct navmesh *mesh = splice->mesh;
    struct geo_point ends[] = {mesh_side_start(mesh, side)->at, mesh_side_end(mesh, side)->at};
    struct geo_box box = geo_bounds(ends, 2);
    const struct geo_box *touched = &splice->box;
    return box.low.x - distance_mm <= touched->high.x && box.high.x + distance_mm >= touched->low.x &&
           box.low.z - distance_mm <= touched->high.z && box.high.z + distance_mm >= touched->low.z;
}

/// Takes over what is known about a layer's openings.
static bool keep_openings(const struct splice *splice, const struct mesh_layer *old, struct mesh_layer *layer)
{
    const struct navmesh *mesh = splice->mesh;
    if (!old->openings)
        return true;
    layer->openings = calloc(mesh_link_count(mesh) + 1, sizeof *layer->openings);
    if (!layer->openings)
        return false;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        bool is_kept = !is_touched(splice, side, (int64_t)layer->agent.radius_mm + 1);
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            uint32_t from = is_kept ? old_link(splice, side, link) : MESH_NONE;
            layer->openings[link] = from != MESH_NONE ? old->openings[from] : (struct mesh_opening){NAN, NAN};
        }
    }
    return true;
}

static bool splice_layers(const struct splice *splice)
{
    struct navmesh *mesh = splice->mesh;
    mesh->layers = calloc(splice->old->layer_count, sizeof *mesh->layers);
    for (size_t i = 0; mesh->layers && i < splice->old->layer_count; i++) {
        const struct mesh_layer *old = &splice->old->layers[i];
        struct mesh_layer *layer = &mesh->layers[mesh->layer_count++];
        layer->agent = old->agent;
        if (!keep_openings(splice, old, layer) || !layer_make(mesh, layer))
            return false;
    }
    return mesh->layers;
}

/// Makes the new version of meshes whose sides meet.
static struct navmesh *splice_meshes(const struct navmesh *mesh, uint32_t chunk, const struct navmesh *part)
{
    const struct mesh_chunk *from = &mesh->chunks[chunk];
    struct splice splice = {
        .old = mesh,
        .part = part,
        .mesh = calloc(1, sizeof *splice.mesh),
        .chunk = chunk,
        .cells = run_of(from->first_cell, from[1].first_cell, part ? part->cell_count : 0),
        .sides = run_of(from->first_side, from[1].first_side, part ? part->side_count : 0),
        .corners = run_of(from->first_corner, from[1].first_corner, part ? part->corner_count : 0),
        .triangles = run_of(from->first_triangle, from[1].first_triangle, part ? part->triangle_count : 0),
    };
    if (!splice.mesh)
        return NULL;
    splice.mesh->step_mm = mesh->step_mm;
    bool is_done = splice_arrays(&splice) && splice_grounds(&splice);
    if (is_done) {
        renumber(&splice);
        is_done = splice_chunks(&splice) && splice_links(&splice) && chunk_mark_borders(splice.mesh) &&
                  splice_layers(&splice) && layer_mark_walls(splice.mesh) && marks_make(splice.mesh);
    }
    if (is_done)
        return splice.mesh;
    navmesh_destroy(splice.mesh);
    return NULL;
}

struct navmesh *chunk_replace(const struct navmesh *mesh, uint32_t chunk, const struct navmesh *part)
{
    assert(chunk < mesh->chunk_count);
    assert(!part || part->step_mm == mesh->step_mm);
    struct navmesh *woven_part = NULL;
    struct navmesh *woven = NULL;
    struct navmesh *made = NULL;
    struct weave_mesh rest = {mesh, chunk};
    struct weave_mesh coming = {part, WEAVE_ALL};
    bool is_woven = !part || (weave(coming, rest, &woven_part) && weave(rest, coming, &woven));
    if (is_woven)
        made = splice_meshes(woven ? woven : mesh, chunk, woven_part ? woven_part : part);
    navmesh_destroy(woven_part);
    navmesh_destroy(woven);
    return made;
}

// ---- borders ---------------------------------------------------------------------------------

/// Lists the borders of a side, or counts them.
/// @param borders  room for them; NULL: only to be counted
static size_t list_borders(const struct navmesh *mesh, uint32_t chunk, uint32_t side,
                           struct mesh_border *borders)
{
    size_t count = 0;
    uint32_t last = chunk;
    for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE; link = mesh_link_next(mesh, link)) {
        uint32_t cell = mesh_link_cell(mesh, link);
        bool is_here = cell >= mesh->chunks[chunk].first_cell && cell < mesh->chunks[chunk + 1].first_cell;
        uint32_t neighbour = is_here ? chunk : waypoint_chunk(mesh, cell);
        // The links of a side are in the order of sides, and so of chunks.
        if (is_here || neighbour == last)
            continue;
        last = neighbour;
        if (borders)
            borders[count] = (struct mesh_border){side, neighbour};
        count++;
    }
    return count;
}

/// Lists or counts the borders of all chunks, and tells the chunks where theirs begin.
static size_t list_all(struct navmesh *mesh, struct mesh_border *borders)
{
    size_t count = 0;
    for (uint32_t chunk = 0; chunk < mesh->chunk_count; chunk++) {
        mesh->chunks[chunk].first_border = (uint32_t)count;
        for (uint32_t side = mesh->chunks[chunk].first_side; side < mesh->chunks[chunk + 1].first_side;
             side++)
            count += list_borders(mesh, chunk, side, borders ? borders + count : NULL);
    }
    mesh->chunks[mesh->chunk_count].first_border = (uint32_t)count;
    return count;
}

bool chunk_mark_borders(struct navmesh *mesh)
{
    mesh->border_count = mesh->chunk_count > 1 ? list_all(mesh, NULL) : 0;
    mesh->borders = calloc(mesh->border_count + 1, sizeof *mesh->borders);
    if (!mesh->borders)
        return false;
    if (mesh->border_count > 0)
        (void)list_all(mesh, mesh->borders);
    return true;
}
