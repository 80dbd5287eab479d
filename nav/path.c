#include "nav/path.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/heap.h"

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
    double guess_mm; // from the entry to a goal, never too much
    uint32_t cell;
    uint32_t parent; // node, NO_NODE at the start
    uint32_t side;   // of the parent's cell, crossed to come here
};

struct path_query {
    struct node *nodes;
    size_t node_count;
    size_t nodes_max;
    uint32_t *cell_nodes; // per cell: its node, if that node exists and is of this cell
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
    query->open = heap_create(query->nodes_max);
    if (!query->nodes || !query->sides || !query->cell_nodes || !query->open) {
        path_query_destroy(query);
        return NULL;
    }
    return query;
}

void path_query_destroy(struct path_query *query)
{
    if (!query)
        return;
    free(query->nodes);
    free(query->sides);
    free(query->cell_nodes);
    heap_destroy(query->open);
    free(query);
}

/// The goal nearest in a straight line.
static const struct path_place *nearest_goal(const struct path_request *request, struct geo_place from)
{
    const struct path_place *best = &request->goals[0];
    double best_distance = geo_place_distance(from, best->at);
    for (size_t i = 1; i < request->goal_count; i++) {
        double distance = geo_place_distance(from, request->goals[i].at);
        if (distance < best_distance) {
            best = &request->goals[i];
            best_distance = distance;
        }
    }
    return best;
}

static double guess(const struct path_request *request, struct geo_place from)
{
    if (request->goal_count > GUIDING_GOALS_MAX)
        return 0;
    return geo_place_distance(from, nearest_goal(request, from)->at);
}

/// Where on a portal the way from `from` to `aim` over it is shortest: straight through, or as light
/// falls on a mirror when both lie on one side of it.
static struct geo_place best_crossing(const struct mesh_portal *portal, struct geo_place from,
                                      struct geo_place aim)
{
    double x = portal->left.x - portal->right.x;
    double z = portal->left.z - portal->right.z;
    double length_squared = x * x + z * z;
    if (length_squared <= 0)
        return portal->right;
    double from_off = fabs(geo_place_cross(portal->right, portal->left, from));
    double aim_off = fabs(geo_place_cross(portal->right, portal->left, aim));
    double from_along = ((from.x - portal->right.x) * x + (from.z - portal->right.z) * z) / length_squared;
    double aim_along = ((aim.x - portal->right.x) * x + (aim.z - portal->right.z) * z) / length_squared;
    double off = from_off + aim_off;
    double t = off > 0 ? (from_along * aim_off + aim_along * from_off) / off : from_along;
    return geo_place_mix(portal->right, portal->left, t < 0 ? 0 : t > 1 ? 1 : t);
}

/// @return the cell's node, NO_NODE when it has not been visited
static uint32_t node_of(const struct path_query *query, uint32_t cell)
{
    uint32_t node = query->cell_nodes[cell];
    return node < query->node_count && query->nodes[node].cell == cell ? node : NO_NODE;
}

/// Records a way into a cell unless one as cheap is known.
/// @return false when there is no room for another cell
static bool visit(struct path_query *query, const struct node *reached)
{
    uint32_t node = node_of(query, reached->cell);
    double total = reached->cost_mm + reached->guess_mm;
    if (node == NO_NODE) {
        if (query->node_count == query->nodes_max)
            return false;
        node = (uint32_t)query->node_count++;
        query->cell_nodes[reached->cell] = node;
    } else if (total + IMPROVEMENT_MM >= query->nodes[node].cost_mm + query->nodes[node].guess_mm) {
        return true;
    }
    query->nodes[node] = *reached;
    heap_set(query->open, node, total);
    return true;
}

static void reach_goals(struct path_query *query, uint32_t node)
{
    const struct path_request *request = query->request;
    for (size_t i = 0; i < request->goal_count; i++) {
        if (request->goals[i].cell != query->nodes[node].cell)
            continue;
        double cost =
            query->nodes[node].cost_mm + geo_place_distance(query->nodes[node].entry, request->goals[i].at);
        if (cost < query->goal_cost_mm) {
            query->goal_cost_mm = cost;
            query->goal_node = node;
            query->goal = i;
        }
    }
}

/// Visits the neighbours of a cell.
/// @return false when there is no room for another cell
static bool expand(struct path_query *query, uint32_t number)
{
    const struct path_request *request = query->request;
    const struct navmesh *mesh = request->mesh;
    struct node node = query->nodes[number];
    struct geo_place aim = nearest_goal(request, node.entry)->at;
    uint32_t end = mesh->cells[node.cell + 1].first_side;
    for (uint32_t side = mesh->cells[node.cell].first_side; side < end; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            struct mesh_portal portal;
            if (!mesh_side_portal(mesh, request->layer, link, &portal))
                continue;
            struct node reached = {.entry = best_crossing(&portal, node.entry, aim),
                                   .cell = mesh_link_cell(mesh, link),
                                   .parent = number,
                                   .side = side};
            reached.cost_mm = node.cost_mm + geo_place_distance(node.entry, reached.entry);
            reached.guess_mm = guess(request, reached.entry);
            if (!visit(query, &reached))
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
        if (query->nodes[node].cost_mm + query->nodes[node].guess_mm >= query->goal_cost_mm)
            return true;
        reach_goals(query, node);
        if (!expand(query, node))
            return false;
    }
    return true;
}

/// The node that came nearest to a goal in a straight line.
static uint32_t best_node(const struct path_query *query)
{
    uint32_t best = 0;
    double best_distance = INFINITY;
    for (uint32_t i = 0; i < query->node_count; i++) {
        struct geo_place entry = query->nodes[i].entry;
        double distance = geo_place_distance(entry, nearest_goal(query->request, entry)->at);
        if (distance < best_distance) {
            best_distance = distance;
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
    struct node start = {.entry = request->start.at,
                         .guess_mm = guess(request, request->start.at),
                         .cell = request->start.cell,
                         .parent = NO_NODE};
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
