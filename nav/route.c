#include "nav/route.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/corridor.h"
#include "nav/exact.h"
#include "nav/ground_line.h"
#include "nav/path.h"
#include "nav/trunk.h"
#include "nav/walks.h"

enum {
    NEAR_GATES = 4, // this many nodes nearest to an end are tried, and the nearest of every road
};

/// A line longer by this than that of who is as thin as a line may not be the shortest for its people. Where
/// houses stand close, one line in six is longer by that much.
#define SWERVING_SHARE 0.04
#define SWERVING_MM    10

/// The line across a mesh that was pulled last: who writes a way has just measured it, more often than not.
struct pulled {
    const struct mesh_layer *layer; // NULL: none
    struct path_place from;
    struct path_place to;
    enum path_status status;
    struct ground_line line; // owned by the corridor
};

struct route_query {
    bool keeps_goals;
    struct exact_query *exact_query;
    struct path_query *path_query; // for what the exact one has no room for, and wide people
    struct corridor *corridor;
    struct trunk_query *trunk_query;
    struct walks *walks;
    uint32_t *starts; // gates near the start
    uint32_t *goals;  // and near the goal
    const struct route_scene *scene;
    struct path_place from;
    struct path_place to;
    bool is_kept; // what it costs to get to `to`
    bool is_cut;  // some search used up its budget
    struct pulled pulled;
};

/// How the sides are found that the shortest line crosses.
enum thin {
    THIN_NONE, // the cells are searched instead
    THIN_SEARCHED,
    THIN_KEPT, // by what is kept of the goal
};

/// What has been decided about a way.
struct plan {
    struct ends ends;
    enum nav_graph graph;
    struct trunk_way way; // unless on the mesh
    double length_mm;
};

struct route_query *route_query_create(const struct route_limits *limits)
{
    struct route_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    struct exact_limits exact = {.cells_max = limits->cells_max,
                                 .corners_max = limits->corners_max,
                                 .sides_max = limits->sides_max,
                                 .nodes_max = limits->windows_max};
    query->keeps_goals = limits->keeps_goals;
    query->exact_query = exact_query_create(&exact);
    query->path_query = path_query_create(limits->cells_max, limits->nodes_max);
    query->corridor = corridor_create(limits->cells_max);
    query->trunk_query = trunk_query_create(limits->road_nodes_max);
    query->walks = walks_create();
    query->starts = calloc(limits->road_nodes_max + 1, sizeof *query->starts);
    query->goals = calloc(limits->road_nodes_max + 1, sizeof *query->goals);
    if (query->exact_query && query->path_query && query->corridor && query->trunk_query && query->walks &&
        query->starts && query->goals)
        return query;
    route_query_destroy(query);
    return NULL;
}

void route_query_destroy(struct route_query *query)
{
    if (!query)
        return;
    exact_query_destroy(query->exact_query);
    path_query_destroy(query->path_query);
    corridor_destroy(query->corridor);
    trunk_query_destroy(query->trunk_query);
    walks_destroy(query->walks);
    free(query->starts);
    free(query->goals);
    free(query);
}

void route_query_begin(struct route_query *query)
{
    query->pulled.layer = NULL;
    walks_clear(query->walks);
}

// ---- lengths ---------------------------------------------------------------------------------

static bool is_same_place(const struct path_place *a, const struct path_place *b)
{
    return a->cell == b->cell && a->at.x == b->at.x && a->at.z == b->at.z;
}

/// Finds the sides that the shortest line crosses for who is as thin as it.
/// @return false when there is no room for that
static bool find_thin(struct route_query *query, const struct path_request *request, enum thin thin,
                      struct path *path)
{
    const struct route_scene *scene = query->scene;
    if (thin == THIN_KEPT)
        return cost_to_go_find(scene->costs, query->exact_query, scene->mesh_version, request, path) ==
               PATH_FOUND;
    return thin == THIN_SEARCHED && exact_query_find(query->exact_query, request, path) == PATH_FOUND;
}

/// How the shortest line is found between two places. Many walks to and from roads are measured for one way,
/// all of them short: for wide people, searching them exactly takes more time than it saves of the way.
static enum thin thin_between(const struct route_query *query, const struct path_place *from,
                              const struct path_place *to)
{
    const struct route_scene *scene = query->scene;
    bool is_last = to == &query->to;
    if (is_last && query->is_kept && query->keeps_goals && scene->costs)
        return THIN_KEPT;
    bool is_whole = is_last && from == &query->from;
    return is_whole || scene->layer->agent.radius_mm == 0 ? THIN_SEARCHED : THIN_NONE;
}

/// Pulls a way tight.
/// @return its length
static double pull_path(struct route_query *query, const struct path_request *request,
                        const struct path *path)
{
    struct ground_line *line = &query->pulled.line;
    *line = (struct ground_line){.mesh = request->mesh, .start = request->start, .end_cell = path->end.cell};
    line->point_count =
        corridor_pull(query->corridor, request->mesh, request->layer, request->start, path, &line->points);
    line->sides = corridor_sides(query->corridor, &line->side_count);
    return funnel_line_length(line->points, line->point_count);
}

/// Finds the line for people of the layer's size.
static enum path_status find_line(struct route_query *query, const struct path_request *request,
                                  enum thin thin)
{
    struct path sides;
    struct path other;
    if (!find_thin(query, request, thin, &sides)) {
        enum path_status status = path_query_find(query->path_query, request, &sides);
        if (status != PATH_NONE)
            (void)pull_path(query, request, &sides);
        return status;
    }
    double length_mm = pull_path(query, request, &sides);
    if (length_mm <= sides.length_mm * (1 + SWERVING_SHARE) + SWERVING_MM)
        return PATH_FOUND;
    bool is_shorter = path_query_find(query->path_query, request, &other) == PATH_FOUND &&
                      pull_path(query, request, &other) < length_mm;
    if (!is_shorter)
        (void)pull_path(query, request, &sides);
    return PATH_FOUND;
}

/// The tight line across the mesh.
/// @param[out] line  owned by the query's corridor
static enum path_status pull_line(struct route_query *query, const struct path_place *from,
                                  const struct path_place *to, struct ground_line *line)
{
    const struct route_scene *scene = query->scene;
    struct pulled *pulled = &query->pulled;
    struct path_request request = {
        .mesh = scene->mesh, .layer = scene->layer, .start = *from, .goals = to, .goal_count = 1};
    if (mesh_component(scene->layer, from->cell) != mesh_component(scene->layer, to->cell))
        return PATH_NONE;
    if (pulled->layer != scene->layer || !is_same_place(from, &pulled->from) ||
        !is_same_place(to, &pulled->to)) {
        *pulled = (struct pulled){.layer = scene->layer, .from = *from, .to = *to};
        pulled->status = find_line(query, &request, thin_between(query, from, to));
    }
    if (pulled->status == PATH_NONE)
        return PATH_NONE;
    *line = pulled->line;
    return pulled->status;
}

/// @return INFINITY when there is no way, or the budget ran out
static double measure_line(struct route_query *query, const struct path_place *from,
                           const struct path_place *to)
{
    struct ground_line line;
    double length_mm;
    struct walks_way way = {query->scene->layer, *from, *to, thin_between(query, from, to)};
    if (walks_find(query->walks, &way, &length_mm))
        return length_mm;
    enum path_status status = pull_line(query, from, to, &line);
    if (status == PATH_OUT_OF_NODES) {
        query->is_cut = true;
        return INFINITY;
    }
    length_mm = status == PATH_FOUND ? funnel_line_length(line.points, line.point_count) : INFINITY;
    walks_keep(query->walks, &way, length_mm);
    return length_mm;
}

/// A place that a way on foot begins or ends at.
static const struct path_place *gate_place(const struct route_query *query, uint32_t node,
                                           const struct path_place *end)
{
    return node == ROADS_NONE ? end : &query->scene->gates->places[node];
}

static double walk_over_mesh(void *context, uint32_t from, uint32_t to)
{
    struct route_query *query = context;
    return measure_line(query, gate_place(query, from, &query->from), gate_place(query, to, &query->to));
}

/// With roads only, who stands on a cell of road goes straight to its centre.
static double walk_over_cell(void *context, uint32_t from, uint32_t to)
{
    const struct route_query *query = context;
    const struct roads *roads = query->scene->roads;
    struct geo_place a = from == ROADS_NONE ? query->from.at : geo_place_of(roads->nodes[from].at);
    struct geo_place b = to == ROADS_NONE ? query->to.at : geo_place_of(roads->nodes[to].at);
    return geo_place_distance(a, b);
}

// ---- choosing --------------------------------------------------------------------------------

/// Adds a node to the nearest few if it is one of them.
static void consider_near(struct quadtree_found near[NEAR_GATES], size_t *count, struct quadtree_found found)
{
    if (*count == NEAR_GATES) {
        if (found.distance_mm >= near[NEAR_GATES - 1].distance_mm)
            return;
        (*count)--;
    }
    size_t i = (*count)++;
    for (; i > 0 && found.distance_mm < near[i - 1].distance_mm; i--)
        near[i] = near[i - 1];
    near[i] = found;
}

static bool is_listed(const uint32_t *nodes, size_t count, uint32_t node)
{
    size_t i = 0;
    while (i < count && nodes[i] != node)
        i++;
    return i < count;
}

/// Lists the gates to try from a place: the nearest few, and the nearest of every road.
/// @param other_ground  where roads must have a gate too; MESH_NONE: any road
/// @return how many
static size_t list_gates(const struct gates *gates, const struct path_place *from, uint32_t ground,
                         uint32_t other_ground, uint32_t *nodes)
{
    size_t count = 0;
    size_t near_count = 0;
    struct quadtree_found near[NEAR_GATES];
    for (uint32_t i = gates->ground_firsts[ground]; i < gates->ground_firsts[ground + 1]; i++) {
        struct quadtree_found found[NEAR_GATES];
        if (other_ground != MESH_NONE &&
            gates_find_group(gates, other_ground, gates->groups[i].trunk) == GATES_NONE)
            continue;
        size_t found_count = quadtree_nearest(gates->groups[i].nodes, from->at, found, NEAR_GATES);
        nodes[count++] = found[0].item;
        for (size_t k = 0; k < found_count; k++)
            consider_near(near, &near_count, found[k]);
    }
    size_t first_count = count;
    for (size_t i = 0; i < near_count; i++) {
        if (!is_listed(nodes, first_count, near[i].item))
            nodes[count++] = near[i].item;
    }
    return count;
}

/// Lists the gates to try from a place when roads and ways on foot may alternate: all, where they are few.
/// @return how many
static size_t list_changes(const struct gates *gates, const struct path_place *from, uint32_t ground,
                           uint32_t *nodes)
{
    struct quadtree_found found[GATES_FEW];
    if (!gates_are_few(gates, ground))
        return list_gates(gates, from, ground, MESH_NONE, nodes);
    size_t count = gates_list_few(gates, ground, from->at, found);
    for (size_t i = 0; i < count; i++)
        nodes[i] = found[i].item;
    return count;
}

/// Looks for a way over roads.
/// @param may_change  from road to road on foot
static enum trunk_status find_trunk(struct route_query *query, struct plan *plan, bool may_change)
{
    const struct route_scene *scene = query->scene;
    uint32_t from = plan->ends.from_ground;
    uint32_t to = plan->ends.to_ground;
    struct trunk_request request = {.roads = scene->roads,
                                    .gates = may_change ? scene->gates : NULL,
                                    .start = query->from.at,
                                    .goal = query->to.at,
                                    .starts = query->starts,
                                    .goals = query->goals,
                                    .walk = walk_over_mesh,
                                    .context = query};
    request.start_count = may_change ? list_changes(scene->gates, &query->from, from, query->starts)
                                     : list_gates(scene->gates, &query->from, from, to, query->starts);
    request.goal_count = may_change ? list_changes(scene->gates, &query->to, to, query->goals)
                                    : list_gates(scene->gates, &query->to, to, from, query->goals);
    if (request.start_count == 0 || request.goal_count == 0)
        return TRUNK_NONE;
    enum trunk_status status = trunk_query_find(query->trunk_query, &request, &plan->way);
    query->is_cut = query->is_cut || status == TRUNK_OUT_OF_ROOM;
    if (status == TRUNK_FOUND)
        plan->length_mm = plan->way.length_mm;
    return status;
}

static enum route_status answer(const struct route_query *query, const struct plan *plan)
{
    if (query->is_cut)
        return ROUTE_OUT_OF_NODES;
    return plan->length_mm < INFINITY ? ROUTE_FOUND : ROUTE_NONE;
}

static enum route_status plan_roads_only(struct route_query *query, struct plan *plan)
{
    struct trunk_request request = {.roads = query->scene->roads,
                                    .start = query->from.at,
                                    .goal = query->to.at,
                                    .starts = &plan->ends.from_node,
                                    .start_count = 1,
                                    .goals = &plan->ends.to_node,
                                    .goal_count = 1,
                                    .walk = walk_over_cell,
                                    .context = query};
    plan->graph = NAV_GRAPH_ROADS;
    if (trunk_query_find(query->trunk_query, &request, &plan->way) == TRUNK_FOUND)
        plan->length_mm = plan->way.length_mm;
    return answer(query, plan);
}

static enum route_status plan_both(struct route_query *query, struct plan *plan)
{
    const struct route_scene *scene = query->scene;
    plan->graph = NAV_GRAPH_ROADS;
    if (find_trunk(query, plan, false) == TRUNK_FOUND && plan->way.step_count > 1)
        return answer(query, plan);
    plan->length_mm = INFINITY;
    plan->graph = NAV_GRAPH_MESH;
    if (plan->ends.from_ground == plan->ends.to_ground) {
        plan->length_mm = measure_line(query, &query->from, &query->to);
    } else if (ends_are_joined(scene, &plan->ends)) {
        plan->graph = NAV_GRAPH_BOTH;
        (void)find_trunk(query, plan, true);
    }
    return answer(query, plan);
}

static enum route_status make_plan(struct route_query *query, const struct route_scene *scene,
                                   const struct route_walk *walk, struct plan *plan)
{
    query->scene = scene;
    query->is_kept = walk->is_kept;
    query->is_cut = false;
    *plan = (struct plan){.graph = NAV_GRAPH_MESH, .length_mm = INFINITY};
    if (!ends_find(scene, walk->from, walk->to, &plan->ends))
        return ROUTE_OFF;
    query->from = (struct path_place){plan->ends.from.at, plan->ends.from.cell};
    query->to = (struct path_place){plan->ends.to.at, plan->ends.to.cell};
    if (route_scene_has_roads_only(scene))
        return plan_roads_only(query, plan);
    if (scene->gates)
        return plan_both(query, plan);
    plan->length_mm = measure_line(query, &query->from, &query->to);
    return answer(query, plan);
}

enum route_status route_query_measure(struct route_query *query, const struct route_scene *scene,
                                      const struct route_walk *walk, struct route *route)
{
    struct plan plan;
    enum route_status status = make_plan(query, scene, walk, &plan);
    *route = (struct route){plan.graph, plan.length_mm / 1000};
    return status;
}

// ---- writing ---------------------------------------------------------------------------------

/// Appends a point to a trip, unless it is the last one already.
/// @return false when there is no room
static bool write_point(struct nav_trip *trip, size_t first, struct nav_position at)
{
    const struct nav_position *last = trip->point_count > first ? &trip->points[trip->point_count - 1] : NULL;
    assert(trip->points);
    if (last && last->x == at.x && last->y == at.y && last->z == at.z)
        return true;
    if (trip->point_count == trip->points_max)
        return false;
    trip->points[trip->point_count++] = at;
    return true;
}

static struct nav_position position_of(const struct route_scene *scene, struct geo_place at, double height_mm)
{
    return (struct nav_position){
        .x = at.x / 1000, .y = height_mm / 1000, .z = at.z / 1000, .scene = scene->number};
}

static bool write_node(const struct route_query *query, struct nav_trip *trip, size_t first, uint32_t number)
{
    const struct roads_node *node = &query->scene->roads->nodes[number];
    return write_point(trip, first, position_of(query->scene, geo_place_of(node->at), node->height_mm));
}

/// Appends a line across the mesh to a leg that began at point `first`.
static bool write_line(const struct route_query *query, const struct ground_line *line, struct nav_trip *trip,
                       size_t first)
{
    const struct route_scene *scene = query->scene;
    struct nav_position start =
        position_of(scene, line->start.at, mesh_height(scene->mesh, line->start.cell, line->start.at));
    if (!write_point(trip, first, start))
        return false;
    trip->point_count--; // the line begins with it
    return ground_line_write(line, scene->number, trip);
}

static bool write_walk(struct route_query *query, const struct path_place *from, const struct path_place *to,
                       struct nav_trip *trip, size_t first)
{
    struct ground_line line;
    return pull_line(query, from, to, &line) == PATH_FOUND && write_line(query, &line, trip, first);
}

/// Appends the straight way along a link, with the ground's heights where it lies on the ground.
static bool write_link(struct route_query *query, uint32_t from, uint32_t to, struct nav_trip *trip,
                       size_t first)
{
    const double equal_mm = 1;
    const struct gates *gates = query->scene->gates;
    struct ground_line line;
    if (gates && gates->places[from].cell != MESH_NONE && gates->places[to].cell != MESH_NONE &&
        pull_line(query, &gates->places[from], &gates->places[to], &line) == PATH_FOUND &&
        funnel_line_length(line.points, line.point_count) <=
            geo_place_distance(line.start.at, gates->places[to].at) + equal_mm)
        return write_line(query, &line, trip, first);
    return write_node(query, trip, first, from) && write_node(query, trip, first, to);
}

/// Appends a way over roads between the places where one joins and leaves them.
static bool write_trunk(struct route_query *query, const struct plan *plan, struct nav_trip *trip,
                        size_t first)
{
    uint32_t last = ROADS_NONE;
    for (size_t i = 0; i < plan->way.step_count; i++) {
        struct trunk_step step = plan->way.steps[i];
        bool has_room = true;
        if (step.is_walked && query->scene->gates)
            has_room = write_walk(query, gate_place(query, last, &query->from),
                                  gate_place(query, step.node, NULL), trip, first);
        else if (step.is_walked)
            has_room = write_node(query, trip, first, step.node);
        else
            has_room = write_link(query, last, step.node, trip, first);
        if (!has_room)
            return false;
        last = step.node;
    }
    if (query->scene->gates)
        return write_walk(query, gate_place(query, last, NULL), &query->to, trip, first);
    return true;
}

static bool write_plan(struct route_query *query, const struct plan *plan, struct nav_trip *trip,
                       size_t first)
{
    const struct route_scene *scene = query->scene;
    struct ground_line line;
    if (plan->graph == NAV_GRAPH_MESH) {
        enum path_status status = pull_line(query, &query->from, &query->to, &line);
        return status != PATH_NONE && write_line(query, &line, trip, first) && status == PATH_FOUND;
    }
    if (scene->gates)
        return write_trunk(query, plan, trip, first);
    const struct ends *ends = &plan->ends;
    return write_point(trip, first, position_of(scene, ends->from.at, ends->from.height_mm)) &&
           write_trunk(query, plan, trip, first) &&
           write_point(trip, first, position_of(scene, ends->to.at, ends->to.height_mm));
}

static double points_length(const struct nav_trip *trip, size_t first)
{
    double length_m = 0;
    for (size_t i = first + 1; i < trip->point_count; i++)
        length_m +=
            hypot(trip->points[i].x - trip->points[i - 1].x, trip->points[i].z - trip->points[i - 1].z);
    return length_m;
}

enum route_status route_query_write(struct route_query *query, const struct route_scene *scene,
                                    const struct route_walk *walk, struct nav_trip *trip)
{
    struct plan plan;
    size_t first = trip->point_count;
    assert(trip->leg_count < NAV_LEGS_MAX);
    enum route_status status = make_plan(query, scene, walk, &plan);
    if (status == ROUTE_NONE || status == ROUTE_OFF)
        return status;
    bool is_whole = write_plan(query, &plan, trip, first) && plan.length_mm < INFINITY;
    double length_m = is_whole ? plan.length_mm / 1000 : points_length(trip, first);
    trip->legs[trip->leg_count++] = (struct nav_leg){.kind = NAV_LEG_WALK,
                                                     .graph = plan.graph,
                                                     .first = first,
                                                     .count = trip->point_count - first,
                                                     .length_m = length_m,
                                                     .cost_m = length_m};
    trip->length_m += length_m;
    trip->cost_m += length_m;
    return is_whole ? status : ROUTE_OUT_OF_NODES;
}
