#include "nav/route.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/corridor.h"
#include "nav/ground_line.h"
#include "nav/path.h"
#include "nav/trunk.h"

enum {
    NEAR_GATES = 4, // this many nodes nearest to an end are tried, and the nearest of every road
};

struct route_query {
    struct path_query *path_query;
    struct corridor *corridor;
    struct trunk_query *trunk_query;
    uint32_t *starts; // gates near the start
    uint32_t *goals;  // and near the goal
    const struct route_scene *scene;
    struct path_place from;
    struct path_place to;
    bool is_cut; // some search used up its budget
};

/// The ends of a way, where they lie.
struct ends {
    struct locator_place from;
    struct locator_place to;
    uint32_t from_node; // with roads only
    uint32_t to_node;
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
    query->path_query = path_query_create(limits->cells_max, limits->nodes_max);
    query->corridor = corridor_create(limits->cells_max);
    query->trunk_query = trunk_query_create(limits->road_nodes_max);
    query->starts = calloc(limits->road_nodes_max + 1, sizeof *query->starts);
    query->goals = calloc(limits->road_nodes_max + 1, sizeof *query->goals);
    if (query->path_query && query->corridor && query->trunk_query && query->starts && query->goals)
        return query;
    route_query_destroy(query);
    return NULL;
}

void route_query_destroy(struct route_query *query)
{
    if (!query)
        return;
    path_query_destroy(query->path_query);
    corridor_destroy(query->corridor);
    trunk_query_destroy(query->trunk_query);
    free(query->starts);
    free(query->goals);
    free(query);
}

// ---- ends ------------------------------------------------------------------------------------

/// Whether ways lead over the roads only.
static bool has_roads_only(const struct route_scene *scene)
{
    return scene->roads && !scene->gates;
}

static bool locate(const struct route_scene *scene, struct nav_position at, uint32_t component,
                   struct locator_place *place)
{
    // Further off than any scene, or not a number: nowhere, and not to be computed with.
    const double far_m = 2.0 * GEO_COORDINATE_MAX / 1000;
    bool is_sane = fabs(at.x) < far_m && fabs(at.y) < far_m && fabs(at.z) < far_m;
    struct locator_place asked = {
        .at = {at.x * 1000, at.z * 1000}, .height_mm = at.y * 1000, .cell = MESH_NONE};
    *place = asked;
    if (!is_sane || !scene->mesh)
        return is_sane && has_roads_only(scene);
    return locator_find(scene->locator, scene->layer, &asked, component, place) || has_roads_only(scene);
}

static uint32_t ground_of(const struct route_scene *scene, const struct locator_place *place)
{
    return mesh_component(scene->layer, place->cell);
}

static uint32_t union_of(const struct route_scene *scene, const struct locator_place *place)
{
    uint32_t ground = ground_of(scene, place);
    return scene->gates ? scene->gates->unions[ground] : ground;
}

/// Moves `place`, found for the position `at`, to a cell of another ground if that is as good: who stands on
/// the border of two belongs to both.
static void prefer_ground(const struct route_scene *scene, struct nav_position at, uint32_t ground,
                          struct locator_place *place)
{
    const double equal_mm = 1;
    struct locator_place other;
    if (ground_of(scene, place) != ground && locate(scene, at, ground, &other) &&
        fabs(other.height_mm - place->height_mm) <= equal_mm)
        *place = other;
}

/// @return false when one of them lies nowhere
static bool find_ends(const struct route_scene *scene, struct nav_position from, struct nav_position to,
                      struct ends *ends)
{
    if (!locate(scene, from, MESH_NONE, &ends->from) || !locate(scene, to, MESH_NONE, &ends->to))
        return false;
    if (has_roads_only(scene)) {
        ends->from_node = roads_stand_on(scene->roads, ends->from.at, ends->from.height_mm);
        ends->to_node = roads_stand_on(scene->roads, ends->to.at, ends->to.height_mm);
        return ends->from_node != ROADS_NONE && ends->to_node != ROADS_NONE;
    }
    prefer_ground(scene, to, ground_of(scene, &ends->from), &ends->to);
    prefer_ground(scene, from, ground_of(scene, &ends->to), &ends->from);
    return true;
}

bool route_is_connected(const struct route_scene *scene, struct nav_position from, struct nav_position to)
{
    struct ends ends;
    if (!find_ends(scene, from, to, &ends))
        return false;
    if (has_roads_only(scene))
        return roads_component(scene->roads, ends.from_node) == roads_component(scene->roads, ends.to_node);
    return union_of(scene, &ends.from) == union_of(scene, &ends.to);
}

// ---- lengths ---------------------------------------------------------------------------------

/// The tight line across the mesh.
/// @param[out] line  owned by the query's corridor
static enum path_status pull_line(struct route_query *query, const struct path_place *from,
                                  const struct path_place *to, struct ground_line *line)
{
    const struct route_scene *scene = query->scene;
    struct path_request request = {
        .mesh = scene->mesh, .layer = scene->layer, .start = *from, .goals = to, .goal_count = 1};
    struct path path;
    if (mesh_component(scene->layer, from->cell) != mesh_component(scene->layer, to->cell))
        return PATH_NONE;
    enum path_status status = path_query_find(query->path_query, &request, &path);
    if (status == PATH_NONE)
        return PATH_NONE;
    *line = (struct ground_line){.mesh = scene->mesh, .start = *from, .end_cell = path.end.cell};
    line->point_count =
        corridor_pull(query->corridor, scene->mesh, scene->layer, *from, &path, &line->points);
    line->sides = corridor_sides(query->corridor, &line->side_count);
    return status;
}

/// @return INFINITY when there is no way, or the budget ran out
static double measure_line(struct route_query *query, const struct path_place *from,
                           const struct path_place *to)
{
    struct ground_line line;
    enum path_status status = pull_line(query, from, to, &line);
    query->is_cut = query->is_cut || status == PATH_OUT_OF_NODES;
    return status == PATH_FOUND ? funnel_line_length(line.points, line.point_count) : INFINITY;
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

/// Adds a node to the nearest few, unless it is there.
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
        for (size_t k = 1; k < found_count; k++)
            consider_near(near, &near_count, found[k]);
    }
    for (size_t i = 0; i < near_count; i++)
        nodes[count++] = near[i].item;
    return count;
}

/// Looks for a way over roads.
/// @param may_change  from road to road on foot
static enum trunk_status find_trunk(struct route_query *query, struct plan *plan, bool may_change)
{
    const struct route_scene *scene = query->scene;
    uint32_t from = ground_of(scene, &plan->ends.from);
    uint32_t to = ground_of(scene, &plan->ends.to);
    struct trunk_request request = {.roads = scene->roads,
                                    .gates = may_change ? scene->gates : NULL,
                                    .start = query->from.at,
                                    .goal = query->to.at,
                                    .starts = query->starts,
                                    .goals = query->goals,
                                    .walk = walk_over_mesh,
                                    .context = query};
    request.start_count =
        list_gates(scene->gates, &query->from, from, may_change ? MESH_NONE : to, query->starts);
    request.goal_count =
        list_gates(scene->gates, &query->to, to, may_change ? MESH_NONE : from, query->goals);
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
    if (ground_of(scene, &plan->ends.from) == ground_of(scene, &plan->ends.to)) {
        plan->length_mm = measure_line(query, &query->from, &query->to);
    } else if (union_of(scene, &plan->ends.from) == union_of(scene, &plan->ends.to)) {
        plan->graph = NAV_GRAPH_BOTH;
        (void)find_trunk(query, plan, true);
    }
    return answer(query, plan);
}

static enum route_status make_plan(struct route_query *query, const struct route_scene *scene,
                                   struct nav_position from, struct nav_position to, struct plan *plan)
{
    query->scene = scene;
    query->is_cut = false;
    *plan = (struct plan){.graph = NAV_GRAPH_MESH, .length_mm = INFINITY};
    if (!find_ends(scene, from, to, &plan->ends))
        return ROUTE_OFF;
    query->from = (struct path_place){plan->ends.from.at, plan->ends.from.cell};
    query->to = (struct path_place){plan->ends.to.at, plan->ends.to.cell};
    if (has_roads_only(scene))
        return plan_roads_only(query, plan);
    if (scene->gates)
        return plan_both(query, plan);
    plan->length_mm = measure_line(query, &query->from, &query->to);
    return answer(query, plan);
}

enum route_status route_query_measure(struct route_query *query, const struct route_scene *scene,
                                      struct nav_position from, struct nav_position to, struct route *route)
{
    struct plan plan;
    enum route_status status = make_plan(query, scene, from, to, &plan);
    *route = (struct route){plan.graph, plan.length_mm / 1000};
    return status;
}

// ---- writing ---------------------------------------------------------------------------------

/// Appends a point to a trip, unless it is the last one already.
/// @return false when there is no room
static bool write_point(struct nav_trip *trip, size_t first, struct nav_position at)
{
    const struct nav_position *last = trip->point_count > first ? &trip->points[trip->point_count - 1] : NULL;
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
                                    struct nav_position from, struct nav_position to, struct nav_trip *trip)
{
    struct plan plan;
    size_t first = trip->point_count;
    assert(trip->leg_count < NAV_LEGS_MAX);
    enum route_status status = make_plan(query, scene, from, to, &plan);
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

// ---- no way ----------------------------------------------------------------------------------

static enum nav_reason reason_of(enum mesh_gap gap)
{
    static const enum nav_reason reasons[] = {[MESH_GAP_NONE] = NAV_REASON_NONE,
                                              [MESH_GAP_WIDTH] = NAV_REASON_WIDTH,
                                              [MESH_GAP_CLEARANCE] = NAV_REASON_CLEARANCE,
                                              [MESH_GAP_STEP] = NAV_REASON_STEP,
                                              [MESH_GAP_APART] = NAV_REASON_NO_JUMP};
    return reasons[gap];
}

/// The nearest node of the road that one stands on.
static void explain_roads(const struct route_scene *scene, const struct ends *ends, struct route_gap *gap)
{
    const struct roads *roads = scene->roads;
    uint32_t component = roads_component(roads, ends->from_node);
    *gap = (struct route_gap){.reason = NAV_REASON_NO_JUMP, .distance_m = INFINITY};
    for (uint32_t i = 0; i < roads->node_count; i++) {
        if (roads->nodes[i].use_count == 0 || roads_component(roads, i) != component)
            continue;
        struct geo_place at = geo_place_of(roads->nodes[i].at);
        double distance_m = geo_place_distance(at, ends->to.at) / 1000;
        if (distance_m >= gap->distance_m)
            continue;
        gap->distance_m = distance_m;
        gap->nearest = position_of(scene, at, roads->nodes[i].height_mm);
    }
}

/// The nearest place of all grounds that can be reached.
static void explain_mesh(const struct route_scene *scene, const struct ends *ends, struct route_gap *gap)
{
    uint32_t own = ground_of(scene, &ends->from);
    uint32_t wanted = union_of(scene, &ends->from);
    uint32_t count = scene->gates ? (uint32_t)scene->gates->ground_count : 0;
    struct locator_place nearest = ends->from;
    double distance_mm = INFINITY;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t ground = i == count ? own : i;
        struct locator_place found;
        if ((i < count && scene->gates->unions[i] != wanted) ||
            !locator_nearest(scene->locator, scene->layer, &ends->to, INFINITY, ground, &found))
            continue;
        double other_mm = geo_place_distance(found.at, ends->to.at);
        if (other_mm >= distance_mm)
            continue;
        distance_mm = other_mm;
        nearest = found;
    }
    *gap =
        (struct route_gap){.reason = reason_of(mesh_gap_between(scene->layer, nearest.cell, ends->to.cell)),
                           .nearest = position_of(scene, nearest.at, nearest.height_mm),
                           .distance_m = distance_mm / 1000};
}

bool route_explain(const struct route_scene *scene, struct nav_position from, struct nav_position to,
                   struct route_gap *gap)
{
    struct ends ends;
    if (!find_ends(scene, from, to, &ends))
        return false;
    if (has_roads_only(scene))
        explain_roads(scene, &ends, gap);
    else
        explain_mesh(scene, &ends, gap);
    return true;
}

bool route_find_ground(const struct route_scene *scene, struct nav_position at, struct nav_position *ground)
{
    struct locator_place place;
    if (!locate(scene, at, MESH_NONE, &place))
        return false;
    *ground = position_of(scene, place.at, place.height_mm);
    return !has_roads_only(scene) || roads_stand_on(scene->roads, place.at, place.height_mm) != ROADS_NONE;
}
