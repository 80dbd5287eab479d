#include "nav/trunk.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/heap.h"

enum {
    CHANGES_PER_NODE = 4,     // are enough on grounds with many gates
    CHANGES_SPARE = 1024,     // where nodes are few
    CHANGES_CROWD = 64 << 10, // where they are many
    CHANGE_GATES_MAX = 2,     // of another road that are tried from where one leaves a road
};

/// A way must be cheaper by this much to replace another: rounding never makes it go in circles.
#define IMPROVEMENT_MM 0.001

/// How a road's node has been reached.
struct reached {
    double cost_mm;
    uint32_t parent; // node; ROADS_NONE: the start
    uint32_t search; // in which this was; of others all is void
    bool is_walked;
};

/// A way on foot from one road to another.
struct change {
    uint32_t from;
    uint32_t to;
};

struct trunk_query {
    struct heap *open;
    struct reached *reached;  // per node
    uint32_t *goal_searches;  // per node: the last search that it was a goal of
    uint32_t *group_searches; // per group of gates: the last search in which one left the road there
    struct change *changes;
    size_t change_count;
    size_t changes_max;
    struct trunk_step *steps;
    size_t nodes_max;
    uint32_t search;
    const struct trunk_request *request;
    double total_mm; // least known
    uint32_t last;   // its last node
};

// What waits in the heap: a node with its cost, or a way on foot that has not been measured.
// Items 0 … nodes_max - 1 are nodes; then as many for ways from the start to a node, then as many from a node
// to the goal, then the goal itself, then changes.
static uint32_t start_item(const struct trunk_query *query, uint32_t node)
{
    return (uint32_t)query->nodes_max + node;
}

static uint32_t goal_item(const struct trunk_query *query, uint32_t node)
{
    return 2 * (uint32_t)query->nodes_max + node;
}

static uint32_t end_item(const struct trunk_query *query)
{
    return 3 * (uint32_t)query->nodes_max;
}

/// How many changes there is room for: as many as there may be on grounds with few gates, while that takes
/// little memory.
static size_t changes_for(size_t nodes_max)
{
    size_t all = GATES_FEW * nodes_max + CHANGES_SPARE;
    size_t most = CHANGES_PER_NODE * nodes_max + CHANGES_CROWD;
    if (nodes_max == 0)
        return 0;
    return all < most ? all : most;
}

struct trunk_query *trunk_query_create(size_t nodes_max)
{
    struct trunk_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    query->nodes_max = nodes_max;
    query->changes_max = changes_for(nodes_max);
    query->open = heap_create(3 * nodes_max + 1 + query->changes_max);
    query->reached = calloc(nodes_max + 1, sizeof *query->reached);
    query->goal_searches = calloc(nodes_max + 1, sizeof *query->goal_searches);
    query->group_searches = calloc(nodes_max + 1, sizeof *query->group_searches);
    query->changes = calloc(query->changes_max + 1, sizeof *query->changes);
    query->steps = calloc(nodes_max + 1, sizeof *query->steps);
    if (query->open && query->reached && query->goal_searches && query->group_searches && query->changes &&
        query->steps)
        return query;
    trunk_query_destroy(query);
    return NULL;
}

void trunk_query_destroy(struct trunk_query *query)
{
    if (!query)
        return;
    heap_destroy(query->open);
    free(query->reached);
    free(query->goal_searches);
    free(query->group_searches);
    free(query->changes);
    free(query->steps);
    free(query);
}

static struct geo_place place_of(const struct trunk_query *query, uint32_t node)
{
    return geo_place_of(query->request->roads->nodes[node].at);
}

/// No way from a node to the goal is shorter.
static double guess(const struct trunk_query *query, uint32_t node)
{
    return geo_place_distance(place_of(query, node), query->request->goal);
}

/// Records a way to a node unless one as cheap is known.
static void reach(struct trunk_query *query, uint32_t node, const struct reached *way)
{
    struct reached *known = &query->reached[node];
    if (known->search == query->search && way->cost_mm + IMPROVEMENT_MM >= known->cost_mm)
        return;
    *known = *way;
    known->search = query->search;
    heap_set(query->open, node, way->cost_mm + guess(query, node));
}

static void begin(struct trunk_query *query, const struct trunk_request *request)
{
    query->request = request;
    query->search++;
    query->change_count = 0;
    query->total_mm = INFINITY;
    heap_clear(query->open);
    for (size_t i = 0; i < request->goal_count; i++)
        query->goal_searches[request->goals[i]] = query->search;
    for (size_t i = 0; i < request->start_count; i++) {
        uint32_t node = request->starts[i];
        double straight_mm = geo_place_distance(request->start, place_of(query, node));
        heap_set(query->open, start_item(query, node), straight_mm + guess(query, node));
    }
}

static void walk_from_start(struct trunk_query *query, uint32_t node)
{
    const struct trunk_request *request = query->request;
    struct reached way = {.cost_mm = request->walk(request->context, ROADS_NONE, node),
                          .parent = ROADS_NONE,
                          .is_walked = true};
    if (way.cost_mm < INFINITY)
        reach(query, node, &way);
}

static void walk_to_goal(struct trunk_query *query, uint32_t node)
{
    const struct trunk_request *request = query->request;
    double total_mm = query->reached[node].cost_mm + request->walk(request->context, node, ROADS_NONE);
    if (total_mm >= query->total_mm)
        return;
    query->total_mm = total_mm;
    query->last = node;
    heap_set(query->open, end_item(query), total_mm);
}

static void walk_change(struct trunk_query *query, const struct change *change)
{
    const struct trunk_request *request = query->request;
    struct reached way = {.cost_mm = query->reached[change->from].cost_mm +
                                     request->walk(request->context, change->from, change->to),
                          .parent = change->from,
                          .is_walked = true};
    if (way.cost_mm < INFINITY)
        reach(query, change->to, &way);
}

/// Puts off the measuring of a way on foot to another node.
/// @return false when there is no room for it
static bool change_road(struct trunk_query *query, uint32_t node, const struct quadtree_found *to)
{
    if (query->change_count == query->changes_max)
        return false;
    uint32_t item = end_item(query) + 1 + (uint32_t)query->change_count;
    query->changes[query->change_count++] = (struct change){node, to->item};
    heap_set(query->open, item, query->reached[node].cost_mm + to->distance_mm + guess(query, to->item));
    return true;
}

/// Lists the ways on foot to all gates of a ground that has few. Who has come on foot has had them before
/// him.
static bool change_anywhere(struct trunk_query *query, uint32_t node, uint32_t ground)
{
    struct quadtree_found found[GATES_FEW];
    if (query->reached[node].is_walked)
        return true;
    size_t count = gates_list_few(query->request->gates, ground, place_of(query, node), found);
    for (size_t i = 0; i < count; i++) {
        if (found[i].item != node && !change_road(query, node, &found[i]))
            return false;
    }
    return true;
}

/// Lists the ways on foot to other roads from where a road first comes to some ground.
static bool change_nearby(struct trunk_query *query, uint32_t node, uint32_t own)
{
    const struct gates *gates = query->request->gates;
    uint32_t ground = gates->groups[own].ground;
    if (query->group_searches[own] == query->search)
        return true;
    query->group_searches[own] = query->search;
    for (uint32_t i = gates->ground_firsts[ground]; i < gates->ground_firsts[ground + 1]; i++) {
        struct quadtree_found found[CHANGE_GATES_MAX];
        if (i == own)
            continue;
        size_t count =
            quadtree_nearest(gates->groups[i].nodes, place_of(query, node), found, CHANGE_GATES_MAX);
        for (size_t k = 0; k < count; k++) {
            if (!change_road(query, node, &found[k]))
                return false;
        }
    }
    return true;
}

/// Lists the ways on foot that one may leave a road by.
/// @return false when there is no room for them
static bool leave_road(struct trunk_query *query, uint32_t node)
{
    const struct gates *gates = query->request->gates;
    uint32_t own = gates ? gates->groups_of_nodes[node] : GATES_NONE;
    if (own == GATES_NONE)
        return true;
    uint32_t ground = gates->groups[own].ground;
    return gates_are_few(gates, ground) ? change_anywhere(query, node, ground)
                                        : change_nearby(query, node, own);
}

/// Goes on from a node.
static bool expand(struct trunk_query *query, uint32_t node)
{
    const struct roads *roads = query->request->roads;
    double cost_mm = query->reached[node].cost_mm;
    for (uint32_t half = roads->nodes[node].first_half; half != ROADS_NONE;
         half = roads_next_half(roads, half)) {
        struct reached way = {.cost_mm = cost_mm + roads->links[half / 2].length_mm, .parent = node};
        reach(query, roads_other_end(roads, half), &way);
    }
    if (query->goal_searches[node] == query->search)
        heap_set(query->open, goal_item(query, node), cost_mm + guess(query, node));
    return leave_road(query, node);
}

static void trace(struct trunk_query *query, struct trunk_way *way)
{
    size_t count = 0;
    for (uint32_t node = query->last; node != ROADS_NONE; node = query->reached[node].parent)
        count++;
    assert(count <= query->nodes_max);
    *way = (struct trunk_way){query->steps, count, query->total_mm};
    for (uint32_t node = query->last; node != ROADS_NONE; node = query->reached[node].parent)
        query->steps[--count] = (struct trunk_step){node, query->reached[node].is_walked};
}

enum trunk_status trunk_query_find(struct trunk_query *query, const struct trunk_request *request,
                                   struct trunk_way *way)
{
    assert(request->roads->node_count <= query->nodes_max);
    uint32_t count = (uint32_t)query->nodes_max;
    uint32_t item;
    begin(query, request);
    while (heap_pop(query->open, &item)) {
        if (item == end_item(query)) {
            trace(query, way);
            return TRUNK_FOUND;
        }
        if (item > end_item(query))
            walk_change(query, &query->changes[item - end_item(query) - 1]);
        else if (item >= 2 * count)
            walk_to_goal(query, item - 2 * count);
        else if (item >= count)
            walk_from_start(query, item - count);
        else if (!expand(query, item))
            return TRUNK_OUT_OF_ROOM;
    }
    return TRUNK_NONE;
}
