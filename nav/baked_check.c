#include "nav/baked_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/index.h"
#include "nav/jumps.h"
#include "nav/pack_shape.h"

enum {
    RADIUS_MM_MAX = 5000, // of people, as in packs
    TALL_MM_MAX = 20000,
    HEIGHT_MM_MAX = 2 * PACK_GROUND_MM_MAX, // of corners: roads and ceilings run up from ground
    NODES_AT_PLACE_MAX = 1024,              // of roads, above one another
    NODE_LINKS_MAX = 4096,
};

/// What a file may cost to load. A village costs a thousandth of it.
#define WORK_MAX 1e9

/// The scene at hand.
struct check {
    struct baked_wire *wire;
    uint32_t number;
    const struct navmesh *mesh;
    const struct baked_mesh *flat;
    uint32_t *firsts; // per side and one more: its first in the flat mesh's links
};

static bool fault(const struct check *check, const char *what, size_t index, const char *text)
{
    char place[REPORT_PLACE_MAX];
    (void)snprintf(place, sizeof place, "scene %u, %s %zu", check->number, what, index);
    return baked_wire_fault(check->wire, place, "%s; bake it again", text);
}

static bool is_near(struct geo_point at)
{
    return at.x >= -GEO_COORDINATE_MAX && at.x <= GEO_COORDINATE_MAX && at.z >= -GEO_COORDINATE_MAX &&
           at.z <= GEO_COORDINATE_MAX;
}

static bool is_between(int32_t value, int32_t low, int32_t high)
{
    return value >= low && value <= high;
}

static bool is_point(struct geo_point at, int32_t height_mm)
{
    return is_near(at) && is_between(height_mm, -HEIGHT_MM_MAX, HEIGHT_MM_MAX);
}

/// Whether a name ends, and may be printed.
static bool is_name(const char *name, bool may_be_empty)
{
    size_t size = strnlen(name, PACK_NAME_MAX);
    if (size == PACK_NAME_MAX || (size == 0 && !may_be_empty))
        return false;
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
            return false;
    }
    return true;
}

// ---- agents, corners, grounds --------------------------------------------------------------------

static bool check_agents(const struct check *check, const struct baked_scene *scene)
{
    const struct navmesh *mesh = check->mesh;
    if (!is_between(mesh->step_mm, 0, PACK_GROUND_MM_MAX))
        return fault(check, "step", 0, "nobody climbs so high");
    if (!is_name(scene->name, false) || !is_name(scene->file, true))
        return fault(check, "name", 0, "it does not end or cannot be printed");
    for (size_t i = 0; i < mesh->layer_count; i++) {
        struct mesh_agent agent = mesh->layers[i].agent;
        if (!is_between(agent.radius_mm, 0, RADIUS_MM_MAX) || !is_between(agent.height_mm, 0, TALL_MM_MAX) ||
            !is_name(scene->agents[i], i == 0))
            return fault(check, "agent", i, "nobody has this size or name");
    }
    return true;
}

static bool check_corners(const struct check *check)
{
    const struct navmesh *mesh = check->mesh;
    for (size_t i = 0; i < mesh->corner_count; i++) {
        if (!is_point(mesh->corners[i].at, mesh->corners[i].height_mm))
            return fault(check, "corner", i, "it lies too far away");
    }
    return true;
}

static bool check_grounds(const struct check *check)
{
    const struct navmesh *mesh = check->mesh;
    for (size_t i = 0; i < mesh->ground_count; i++) {
        const struct mesh_corner *ceiling = mesh->grounds[i].ceiling;
        for (int k = 0; k < 3; k++) {
            if (!is_point(ceiling[k].at, ceiling[k].height_mm))
                return fault(check, "ground", i, "its ceiling lies too far away");
        }
        if (mesh->grounds[i].has_ceiling && geo_cross(ceiling[0].at, ceiling[1].at, ceiling[2].at) == 0)
            return fault(check, "ground", i, "its ceiling is no plane");
    }
    return true;
}

// ---- cells ---------------------------------------------------------------------------------------

static struct geo_point start_of(const struct check *check, uint32_t side)
{
    return mesh_side_start(check->mesh, side)->at;
}

static struct geo_point end_of(const struct check *check, uint32_t side)
{
    return mesh_side_end(check->mesh, side)->at;
}

/// Whether a side leads up the page, or straight to the right.
static bool is_upwards(const struct check *check, uint32_t side)
{
    struct geo_point from = start_of(check, side);
    struct geo_point to = end_of(check, side);
    return to.z > from.z || (to.z == from.z && to.x > from.x);
}

/// Whether one turns left or goes straight on from a side to the next.
static bool is_left_turn(const struct check *check, uint32_t side, uint32_t next)
{
    struct geo_point from = start_of(check, side);
    struct geo_point at = start_of(check, next);
    struct geo_point to = end_of(check, next);
    int64_t turn = geo_cross(from, at, to);
    int64_t ahead =
        ((int64_t)at.x - from.x) * ((int64_t)to.x - at.x) + ((int64_t)at.z - from.z) * ((int64_t)to.z - at.z);
    return turn > 0 || (turn == 0 && ahead > 0);
}

/// Whether a cell is convex and counter-clockwise: all turns are to the left, and once around is enough.
static bool is_convex(const struct check *check, uint32_t cell)
{
    const struct navmesh *mesh = check->mesh;
    uint32_t rounds = 0;
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        uint32_t next = mesh_next_side(mesh, side);
        if (geo_equal(start_of(check, side), start_of(check, next)) || !is_left_turn(check, side, next))
            return false;
        rounds += !is_upwards(check, side) && is_upwards(check, next);
    }
    return rounds == 1;
}

static bool check_triangles(const struct check *check, uint32_t cell)
{
    const struct navmesh *mesh = check->mesh;
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t count = mesh->cells[cell + 1].first_side - first;
    for (uint32_t i = mesh->cells[cell].first_triangle; i < mesh->cells[cell + 1].first_triangle; i++) {
        const uint16_t *corners = mesh->triangles[i].corners;
        if (corners[0] >= count || corners[1] >= count || corners[2] >= count)
            return fault(check, "triangle", i, "its cell has no such corner");
        if (geo_cross(start_of(check, first + corners[0]), start_of(check, first + corners[1]),
                      start_of(check, first + corners[2])) <= 0)
            return fault(check, "triangle", i, "it is not counter-clockwise");
    }
    return true;
}

static struct geo_box cell_box(const struct check *check, uint32_t cell)
{
    uint32_t first = check->mesh->cells[cell].first_side;
    struct geo_box box = {start_of(check, first), start_of(check, first)};
    for (uint32_t side = first + 1; side < check->mesh->cells[cell + 1].first_side; side++) {
        struct geo_point points[] = {box.low, box.high, start_of(check, side)};
        box = geo_bounds(points, 3);
    }
    return box;
}

static double box_area(struct geo_box box)
{
    return ((double)box.high.x - box.low.x) * ((double)box.high.z - box.low.z);
}

/// Cells are sorted into a grid of as many places as there are cells: few places hold many cells, or else.
static bool check_crowd(const struct check *check)
{
    const struct navmesh *mesh = check->mesh;
    struct geo_box all = cell_box(check, 0);
    double work = 0;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        struct geo_box box = cell_box(check, cell);
        struct geo_point points[] = {all.low, all.high, box.low, box.high};
        all = geo_bounds(points, 4);
        work += box_area(box) * (mesh->cells[cell + 1].first_side - mesh->cells[cell].first_side);
    }
    if (work / box_area(all) * (double)mesh->cell_count <= WORK_MAX)
        return true;
    return fault(check, "cell", 0, "too many cells lie above one another");
}

static bool check_cells(const struct check *check)
{
    const struct navmesh *mesh = check->mesh;
    if (mesh->cell_count == 0 || mesh->ground_count == 0 || mesh->chunk_count == 0)
        return fault(check, "cell", 0, "there is no ground to walk on");
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        uint32_t count = mesh->cells[cell + 1].first_side - mesh->cells[cell].first_side;
        bool is_level = mesh->cells[cell + 1].first_triangle == mesh->cells[cell].first_triangle;
        if (count < 3 || (!is_level && count > MESH_CELL_SIDES_MAX))
            return fault(check, "cell", cell, "it has too few or too many sides");
        if (!is_convex(check, cell))
            return fault(check, "cell", cell, "it is not convex and counter-clockwise");
        if (!check_triangles(check, cell))
            return false;
    }
    return check_crowd(check);
}

static int compare_points(const void *a, const void *b)
{
    const struct geo_point *first = a;
    const struct geo_point *second = b;
    if (first->x != second->x)
        return first->x < second->x ? -1 : 1;
    return (first->z > second->z) - (first->z < second->z);
}

/// Who marks walls walks around each place once for every side that begins there.
static bool check_fans(const struct check *check)
{
    size_t side_count = check->mesh->side_count;
    double work = 0;
    struct geo_point *starts = calloc(side_count + 1, sizeof *starts);
    if (!starts)
        return baked_wire_fault(check->wire, "", "not enough memory to check it");
    for (uint32_t side = 0; side < side_count; side++)
        starts[side] = start_of(check, side);
    qsort(starts, side_count, sizeof *starts, compare_points);
    for (size_t first = 0, end = 0; first < side_count; first = end) {
        while (end < side_count && geo_equal(starts[end], starts[first]))
            end++;
        work += (double)(end - first) * (double)(end - first);
    }
    free(starts);
    return work <= WORK_MAX || fault(check, "side", 0, "too many begin at one place");
}

static bool check_chunks(const struct check *check)
{
    const struct navmesh *mesh = check->mesh;
    for (size_t i = 0; i < mesh->chunk_count; i++) {
        const struct mesh_chunk *chunk = &mesh->chunks[i];
        for (uint32_t side = chunk->first_side; side < chunk[1].first_side; side++) {
            uint32_t corner = mesh->sides[side].corner;
            if (corner < chunk->first_corner || corner >= chunk[1].first_corner)
                return fault(check, "side", side, "it begins at a corner of another chunk");
        }
    }
    return true;
}

// ---- links ---------------------------------------------------------------------------------------

/// Whether two sides run along each other, the other way round.
static bool do_meet(const struct check *check, uint32_t side, uint32_t other)
{
    return geo_equal(start_of(check, side), end_of(check, other)) &&
           geo_equal(end_of(check, side), start_of(check, other));
}

/// Whether the step between two sides that meet is low enough at both ends.
static bool is_step_low(const struct check *check, uint32_t side, uint32_t other)
{
    const struct navmesh *mesh = check->mesh;
    int64_t start_mm =
        (int64_t)mesh_side_start(mesh, side)->height_mm - mesh_side_end(mesh, other)->height_mm;
    int64_t end_mm = (int64_t)mesh_side_end(mesh, side)->height_mm - mesh_side_start(mesh, other)->height_mm;
    return llabs(start_mm) <= mesh->step_mm && llabs(end_mm) <= mesh->step_mm;
}

/// The number of the link from a side to another, in their ascending order; the count when there is none.
static size_t find_link(const struct check *check, uint32_t from, uint32_t to)
{
    size_t low = check->firsts[from];
    size_t end = check->firsts[from + 1];
    while (low < end) {
        size_t middle = low + (end - low) / 2;
        if (check->flat->links[middle] == to)
            return middle;
        if (check->flat->links[middle] < to)
            low = middle + 1;
        else
            end = middle;
    }
    return check->flat->link_count;
}

/// Counts the links of the sides together.
static bool check_link_counts(const struct check *check)
{
    const struct baked_mesh *flat = check->flat;
    for (size_t side = 0; side < check->mesh->side_count; side++) {
        if (flat->link_counts[side] > flat->link_count - check->firsts[side])
            return fault(check, "side", side, "it has more links than there are");
        check->firsts[side + 1] = check->firsts[side] + flat->link_counts[side];
    }
    if (check->firsts[check->mesh->side_count] != flat->link_count)
        return fault(check, "link", 0, "some belong to no side");
    for (size_t link = 0; link < flat->link_count; link++) {
        if (flat->links[link] >= check->mesh->side_count)
            return fault(check, "link", link, "there is no such side");
    }
    return true;
}

static bool check_links(const struct check *check)
{
    const uint32_t *links = check->flat->links;
    for (uint32_t side = 0; side < check->mesh->side_count; side++) {
        for (uint32_t link = check->firsts[side]; link < check->firsts[side + 1]; link++) {
            if (link > check->firsts[side] && links[link] <= links[link - 1])
                return fault(check, "link", link, "it is out of order");
            if (!do_meet(check, side, links[link]))
                return fault(check, "link", link, "its sides do not meet");
            if (!is_step_low(check, side, links[link]))
                return fault(check, "link", link, "the step is too high");
        }
    }
    for (uint32_t side = 0; side < check->mesh->side_count; side++) {
        for (uint32_t link = check->firsts[side]; link < check->firsts[side + 1]; link++) {
            if (find_link(check, links[link], side) == check->flat->link_count)
                return fault(check, "link", link, "none leads back");
        }
    }
    return true;
}

static bool check_ledges(const struct check *check)
{
    const struct navmesh *mesh = check->mesh;
    for (size_t i = 0; i < mesh->ledge_count; i++) {
        struct mesh_ledge ledge = mesh->ledges[i];
        if (ledge.side >= mesh->side_count || ledge.other >= mesh->side_count)
            return fault(check, "ledge", i, "there is no such side");
        if (!do_meet(check, ledge.side, ledge.other) || is_step_low(check, ledge.side, ledge.other))
            return fault(check, "ledge", i, "its sides do not meet at a high step");
    }
    return true;
}

static bool is_opening(struct mesh_opening opening)
{
    return opening.from >= 0 && opening.from <= 1 && opening.to >= 0 && opening.to <= 1;
}

static bool check_openings(const struct check *check)
{
    const struct baked_mesh *flat = check->flat;
    size_t wide_count = baked_mesh_wide_count(check->mesh);
    if (flat->opening_count != wide_count * flat->link_count)
        return fault(check, "opening", 0, "there is not one a link and size of people");
    for (size_t i = 0; i < flat->opening_count; i++) {
        if (!is_opening(flat->openings[i]))
            return fault(check, "opening", i, "it is not a part of its side");
    }
    for (uint32_t side = 0; side < check->mesh->side_count; side++) {
        for (uint32_t link = check->firsts[side]; link < check->firsts[side + 1]; link++) {
            size_t back = find_link(check, flat->links[link], side);
            for (size_t i = 0; i < wide_count; i++) {
                const struct mesh_opening *openings = flat->openings + i * flat->link_count;
                bool is_open = openings[link].from <= openings[link].to;
                if (is_open != (openings[back].from <= openings[back].to))
                    return fault(check, "link", link, "it is open one way only");
            }
        }
    }
    return true;
}

// ---- roads ---------------------------------------------------------------------------------------

static int compare_nodes(const void *a, const void *b)
{
    const struct pack_road_node *first = a;
    const struct pack_road_node *second = b;
    if (first->at.x != second->at.x)
        return first->at.x < second->at.x ? -1 : 1;
    if (first->at.z != second->at.z)
        return first->at.z < second->at.z ? -1 : 1;
    return (first->height_mm > second->height_mm) - (first->height_mm < second->height_mm);
}

/// @param sorted  room for the nodes
static bool check_nodes(const struct check *check, const struct baked_scene *scene,
                        struct pack_road_node *sorted)
{
    size_t count_here = 0;
    for (size_t i = 0; i < scene->road_node_count; i++) {
        if (!is_point(scene->road_nodes[i].at, scene->road_nodes[i].height_mm))
            return fault(check, "road node", i, "it lies too far away");
        sorted[i] = scene->road_nodes[i];
    }
    if (scene->road_node_count > 0)
        qsort(sorted, scene->road_node_count, sizeof *sorted, compare_nodes);
    for (size_t i = 1; i < scene->road_node_count; i++) {
        count_here = geo_equal(sorted[i].at, sorted[i - 1].at) ? count_here + 1 : 0;
        if (count_here >= NODES_AT_PLACE_MAX || compare_nodes(&sorted[i], &sorted[i - 1]) == 0)
            return fault(check, "road node", i, "too many are at one place");
    }
    return true;
}

/// @param degrees  room for a zero a node
static bool check_road_links(const struct check *check, const struct baked_scene *scene, uint32_t *degrees)
{
    for (size_t i = 0; i < scene->road_link_count; i++) {
        const struct baked_link *link = &scene->road_links[i];
        if (link->nodes[0] >= scene->road_node_count || link->nodes[1] >= scene->road_node_count ||
            link->nodes[0] == link->nodes[1])
            return fault(check, "road link", i, "it does not join two nodes");
        if (!is_between(link->half_width_mm, 0, PACK_WIDTH_MM_MAX))
            return fault(check, "road link", i, "no road is so wide");
        for (int k = 0; k < 2; k++) {
            if (++degrees[link->nodes[k]] > NODE_LINKS_MAX)
                return fault(check, "road link", i, "too many meet at one node");
        }
    }
    return true;
}

static bool check_roads(const struct check *check, const struct baked_scene *scene)
{
    struct pack_road_node *sorted = calloc(scene->road_node_count + 1, sizeof *sorted);
    uint32_t *degrees = calloc(scene->road_node_count + 1, sizeof *degrees);
    bool is_right = sorted && degrees;
    if (!is_right)
        (void)baked_wire_fault(check->wire, "", "not enough memory to check it");
    is_right = is_right && check_nodes(check, scene, sorted) && check_road_links(check, scene, degrees);
    free(sorted);
    free(degrees);
    return is_right;
}

bool baked_check_scene(struct baked_wire *wire, uint32_t number, const struct baked_scene *scene,
                       const struct baked_mesh *flat)
{
    struct check check = {.wire = wire, .number = number, .mesh = flat->mesh, .flat = flat};
    check.firsts = calloc(flat->mesh->side_count + 1, sizeof *check.firsts);
    if (!check.firsts)
        return baked_wire_fault(wire, "", "not enough memory to check it");
    bool is_right = !wire->has_failed && check_agents(&check, scene) && check_corners(&check) &&
                    check_grounds(&check) && check_cells(&check) && check_fans(&check) &&
                    check_chunks(&check) && check_link_counts(&check) && check_links(&check) &&
                    check_ledges(&check) && check_openings(&check) && check_roads(&check, scene);
    free(check.firsts);
    return is_right;
}

// ---- places ----------------------------------------------------------------------------------

static bool place_fault(struct baked_wire *wire, const char *what, size_t index, const char *text)
{
    char place[REPORT_PLACE_MAX];
    (void)snprintf(place, sizeof place, "%s %zu", what, index);
    return baked_wire_fault(wire, place, "%s; bake it again", text);
}

static bool is_place(const struct baked *baked, const struct baked_place *place)
{
    return place->scene < baked->scene_count && is_point(place->at, place->height_mm);
}

/// Ways from all ends to all jumps of a scene are measured: there may not be too many of them.
static bool check_network(struct baked_wire *wire, const struct baked *baked)
{
    const double walks_max = 1 << 22;
    struct count {
        double jumps, ends;
    } *counts = calloc(baked->scene_count + 1, sizeof *counts);
    double walks = 0;
    if (!counts)
        return baked_wire_fault(wire, "", "not enough memory to check it");
    for (size_t i = 0; i < baked->jump_count; i++)
        counts[baked->jumps[i].at.scene].jumps++;
    for (size_t i = 0; i < baked->end_count; i++)
        counts[baked->ends[i].scene].ends++;
    for (size_t i = 0; i < baked->scene_count; i++)
        walks += counts[i].jumps * counts[i].ends;
    free(counts);
    return walks <= walks_max || place_fault(wire, "jump", 0, "jumps and ends of one scene are too many");
}

static bool check_jumps(struct baked_wire *wire, const struct baked *baked)
{
    for (size_t i = 0; i < baked->end_count; i++) {
        if (!is_place(baked, &baked->ends[i]))
            return place_fault(wire, "jumps' end", i, "it lies nowhere");
    }
    for (size_t i = 0; i < baked->jump_count; i++) {
        const struct baked_jump *jump = &baked->jumps[i];
        uint32_t end_count = jump[1].first_end - jump->first_end;
        if (!is_place(baked, &jump->at) || !is_name(jump->name, false))
            return place_fault(wire, "jump", i, "it lies nowhere or has no name");
        if (end_count < 1 || end_count > JUMPS_ENDS_MAX)
            return place_fault(wire, "jump", i, "it has too few ends or too many");
        if (!(jump->cost_m >= 0 && jump->cost_m <= PACK_GROUND_MM_MAX))
            return place_fault(wire, "jump", i, "it costs nothing sensible");
    }
    return check_network(wire, baked);
}

bool baked_check_places(struct baked_wire *wire, const struct baked *baked)
{
    if (!is_name(baked->name, true))
        return place_fault(wire, "world", 0, "its name does not end or cannot be printed");
    if (baked->npc_count > NPC_INDEX_MAX)
        return place_fault(wire, "NPC", NPC_INDEX_MAX, "there are too many");
    for (size_t i = 0; i < baked->npc_count; i++) {
        const struct baked_npc *npc = &baked->npcs[i];
        if (!is_place(baked, &npc->at) || !is_name(npc->type, false) || !is_name(npc->subtype, true) ||
            !is_name(npc->name, true))
            return place_fault(wire, "NPC", i, "it stands nowhere or has no type");
    }
    return check_jumps(wire, baked);
}
