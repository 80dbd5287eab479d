#include "nav/path.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nav/heap.h"
#include "nav/marks.h"

enum {
    NO_NODE = UINT32_MAX,
    // With more goals than this, looking for the nearest at every step costs more than it saves.
    GUIDING_GOALS_MAX = 64,
};

/// A way must be cheaper by this much to replace another: rounding never makes it go in circles.
#define IMPROVEMENT_MM 0.001

/// A cell as it has been reached.
struct node {
    struct geo_place entry;
    double cost_mm;  // from the start to the entry
    double total_mm; // with what may be left to a goal, never too much
    uint32_t cell;
    uint32_t parent;   // node, NO_NODE at the start
    uint32_t side;     // of the parent's cell, crossed to come here
    uint32_t way_back; // the same side, of this cell; MESH_NONE at the start
};

struct path_query {
    struct node *nodes;
    size_t node_count;
    size_t nodes_max;
    uint32_t *cell_nodes; // per cell: its node, if that node exists and is of this cell
    uint32_t *cell_marks; // per cell: the query that may enter it by a dead end
    uint32_t number;      // of the query
    size_t cells_max;
    struct heap *open;
    uint32_t *sides;
    const struct path_request *request;
    uint32_t goal_node; // from which a goal is reached, NO_NODE when none has been
    size_t goal;
    double goal_cost_mm;
};

struct path_query *path_query_create(size_t cells_max, size_t nodes_max)
{
    struct path_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    query->nodes_max = nodes_max < cells_max ? nodes_max : cells_max;
    query->cells_max = cells_max;
    query->nodes = calloc(query->nodes_max + 1, sizeof *query->nodes);
    query->sides = calloc(query->nodes_max + 1, sizeof *query->sides);
    query->cell_nodes = calloc(cells_max + 1, sizeof *query->cell_nodes);
    query->cell_marks = calloc(cells_max + 1, sizeof *query->cell_marks);
    query->open = heap_create(query->nodes_max);
    bool has_memory = query->nodes && query->sides && query->cell_nodes && query->cell_marks && query->open;
    if (has_memory)
        return query;
    path_query_destroy(query);
    return NULL;
}

void path_query_destroy(struct path_query *query)
{
    if (!query)
        return;
    free(query->nodes);
    free(query->sides);
    free(query->cell_nodes);
    free(query->cell_marks);
    heap_destroy(query->open);
    free(query);
}

static inline double distance(struct geo_place a, struct geo_place b)
{
    double x = b.x - a.x;
    double z = b.z - a.z;
    return sqrt(x * x + z * z);
}

/// The goal nearest in a straight line.
static const struct path_place *nearest_goal(const struct path_request *request, struct geo_place from)
{
    const struct path_place *best = &request->goals[0];
    double best_distance = request->goal_count > 1 ? distance(from, best->at) : 0;
    for (size_t i = 1; i < request->goal_count; i++) {
        double this_distance = distance(from, request->goals[i].at);
        if (this_distance < best_distance) {
            best = &request->goals[i];
            best_distance = this_distance;
        }
    }
    return best;
}

static double guess(const struct path_request *request, struct geo_place from)
{
    if (request->goal_count > GUIDING_GOALS_MAX)
        return 0;
    return distance(from, nearest_goal(request, from)->at);
}

/// Where on a portal the way from `from` to `aim` over it is shortest: straight through, or as light
/// falls on a mirror when both lie on one side of it.
static inline struct geo_place best_crossing(const struct mesh_portal *portal, struct geo_place from,
                                             struct geo_place aim)
{
    struct geo_place along = {portal->left.x - portal->right.x, portal->left.z - portal->right.z};
    struct geo_place start = {from.x - portal->right.x, from.z - portal->right.z};
    struct geo_place end = {aim.x - portal->right.x, aim.z - portal->right.z};
    double start_off = fabs(along.x * start.z - along.z * start.x);
    double end_off = fabs(along.x * end.z - along.z * end.x);
    double start_along = start.x * along.x + start.z * along.z;
    double end_along = end.x * along.x + end.z * along.z;
    double square = along.x * along.x + along.z * along.z;
    double off = start_off + end_off;
    double part = off > 0 ? start_along * end_off + end_along * start_off : start_along;
    double whole = off > 0 ? off * square : square;
    double t = whole > 0 ? part / whole : 0;
    return geo_place_mix(portal->right, portal->left, t < 0 ? 0 : t > 1 ? 1 : t);
}

/// @return the cell's node, NO_NODE when it has not been visited
static uint32_t node_of(const struct path_query *query, uint32_t cell)
{
    uint32_t node = query->cell_nodes[cell];
    return node < query->node_count && query->nodes[node].cell == cell ? node : NO_NODE;
}

/// Takes a way to a goal from a cell's entry, if it is the shortest so far.
static void reach_goals(struct path_query *query, uint32_t node)
{
    const struct path_request *request = query->request;
    for (size_t i = 0; i < request->goal_count; i++) {
        if (request->goals[i].cell != query->nodes[node].cell)
            continue;
        double cost = query->nodes[node].cost_mm + distance(query->nodes[node].entry, request->goals[i].at);
        if (cost < query->goal_cost_mm) {
            query->goal_cost_mm = cost;
            query->goal_node = node;
            query->goal = i;
        }
    }
}

/// Records a way into a cell unless one as cheap is known.
/// @return false when there is no room for another cell
static inline bool visit(struct path_query *query, const struct node *reached)
{
    uint32_t node = node_of(query, reached->cell);
    if (node == NO_NODE) {
        if (query->node_count == query->nodes_max)
            return false;
        node = (uint32_t)query->node_count++;
        query->cell_nodes[reached->cell] = node;
    } else if (reached->total_mm + IMPROVEMENT_MM >= query->nodes[node].total_mm) {
        return true;
    }
    query->nodes[node] = *reached;
    heap_set(query->open, node, reached->total_mm);
    return true;
}

/// Visits the cell that a link leads to.
/// @return false when there is no room for another cell
static inline bool cross(struct path_query *query, uint32_t number, uint32_t side, uint32_t link)
{
    const struct path_request *request = query->request;
    const struct node *node = &query->nodes[number];
    struct mesh_portal portal;
    uint32_t entry_side = mesh_link_side(request->mesh, link);
    if (link == node->way_back || !mesh_side_portal(request->mesh, request->layer, link, &portal))
        return true;
    struct geo_place entry = best_crossing(&portal, node->entry, nearest_goal(request, node->entry)->at);
    double cost_mm = node->cost_mm + distance(node->entry, entry);
    double total_mm = cost_mm + guess(request, entry);
    if (total_mm >= query->goal_cost_mm)
        return true;
    return visit(query, &(struct node){.entry = entry,
                                       .cost_mm = cost_mm,
                                       .total_mm = total_mm,
                                       .cell = request->mesh->sides[entry_side].cell,
                                       .parent = number,
                                       .side = side,
                                       .way_back = entry_side});
}

/// Whether a side of a cell leads anywhere: a dead end does to a goal only.
/// @param is_marked  whether the cell is on the way to a goal
static inline bool is_worth_crossing(const struct path_query *query, uint32_t side, bool is_marked)
{
    const struct navmesh *mesh = query->request->mesh;
    if (!mesh->sides[side].is_dead_end)
        return true;
    if (!is_marked || mesh_is_wall(mesh, side))
        return false;
    return query->cell_marks[mesh->sides[mesh->sides[side].link].cell] == query->number;
}

/// Visits the neighbours of a cell.
/// @return false when there is no room for another cell
static bool expand(struct path_query *query, uint32_t number)
{
    const struct navmesh *mesh = query->request->mesh;
    uint32_t cell = query->nodes[number].cell;
    bool is_marked = query->cell_marks[cell] == query->number;
    uint32_t end = mesh->cells[cell + 1].first_side;
    for (uint32_t side = mesh->cells[cell].first_side; side < end; side++) {
        if (!is_worth_crossing(query, side, is_marked))
            continue;
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            if (!cross(query, number, side, link))
                return false;
        }
    }
    return true;
}

/// @return false when the nodes are used up
static bool search(struct path_query *query)
{
    uint32_t node;
    while (heap_pop(query->open, &node)) {
        if (query->nodes[node].total_mm >= query->goal_cost_mm)
            return true;
        reach_goals(query, node);
        if (!expand(query, node))
            return false;
    }
    return true;
}

/// Lets the search into the dead ends that lead to the goals.
/// @return false when the start is connected to none of them
static bool mark_goals(struct path_query *query)
{
    const struct path_request *request = query->request;
    const struct navmesh *mesh = request->mesh;
    uint32_t component = mesh_component(request->layer, request->start.cell);
    bool is_any = false;
    if (++query->number == 0) {
        memset(query->cell_marks, 0, query->cells_max * sizeof *query->cell_marks);
        query->number = 1;
    }
    for (size_t i = 0; i < request->goal_count; i++) {
        uint32_t cell = request->goals[i].cell;
        if (mesh_component(request->layer, cell) != component)
            continue;
        is_any = true;
        for (uint32_t out = 0; out != MESH_NONE && query->cell_marks[cell] != query->number;) {
            query->cell_marks[cell] = query->number;
            out = marks_way_out(mesh, cell);
            cell = out == MESH_NONE ? cell : mesh->sides[mesh->sides[out].link].cell;
        }
    }
    return is_any;
}

/// The node that came nearest to a goal in a straight line.
static uint32_t best_node(const struct path_query *query)
{
    uint32_t best = 0;
    double best_distance = INFINITY;
    for (uint32_t i = 0; i < query->node_count; i++) {
        struct geo_place entry = query->nodes[i].entry;
        double goal_distance = distance(entry, nearest_goal(query->request, entry)->at);
        if (goal_distance < best_distance) {
            best_distance = goal_distance;
            best = i;
        }
    }
    return best;
}

/// Writes the sides crossed on the way to a node.
static void trace(struct path_query *query, uint32_t node, struct path *path)
{
    size_t count = 0;
    for (uint32_t i = node; query->nodes[i].parent != NO_NODE; i = query->nodes[i].parent)
        count++;
    assert(count < query->node_count);
    path->side_count = count;
    for (uint32_t i = node; query->nodes[i].parent != NO_NODE; i = query->nodes[i].parent)
        query->sides[--count] = query->nodes[i].side;
    path->sides = query->sides;
    path->end.cell = query->nodes[node].cell;
}

enum path_status path_query_find(struct path_query *query, const struct path_request *request,
                                 struct path *path)
{
    assert(request->goal_count > 0);
    assert(request->mesh->cell_count <= query->cells_max);
    *path = (struct path){0};
    query->request = request;
    query->node_count = 0;
    query->goal_node = NO_NODE;
    query->goal_cost_mm = INFINITY;
    heap_clear(query->open);
    if (!mark_goals(query))
        return PATH_NONE;
    struct node start = {.entry = request->start.at,
                         .total_mm = guess(request, request->start.at),
                         .cell = request->start.cell,
                         .parent = NO_NODE,
                         .way_back = MESH_NONE};
    bool has_room = visit(query, &start) && search(query);
    path->node_count = query->node_count;
    if (has_room && query->goal_node == NO_NODE)
        return PATH_NONE;
    if (has_room) {
        trace(query, query->goal_node, path);
        path->end = request->goals[query->goal];
        path->goal = query->goal;
        path->length_mm = query->goal_cost_mm;
        return PATH_FOUND;
    }
    uint32_t best = best_node(query);
    trace(query, best, path);
    path->end.at = query->nodes[best].entry;
    path->goal = (size_t)(nearest_goal(request, path->end.at) - request->goals);
    path->length_mm = query->nodes[best].cost_mm;
    return PATH_OUT_OF_NODES;
}
