#include "nav/travel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/heap.h"

enum {
    EXPLAINED_MAX = 16, // places that one may come out at which are looked at to say why there is no way
};

/// A trip must be cheaper by this much to replace another.
#define IMPROVEMENT_M 1e-6

struct goal {
    struct nav_position at;
    npc_id npc;
};

/// A place to walk to goals from: the start, or an end of a jump.
struct source {
    double cost_m;        // of getting here; INFINITY: one cannot, so far
    uint32_t first_jump;  // by the table: the jump that the trip begins with
    uint32_t goal;        // the next to try, in the order of straight lines; JUMPS_NONE: no more
    double straight_m;    // to that goal
    double walk_m;        // the shortest way of all those tried
    uint32_t walked_goal; // where it leads
};

/// A jump in a trip, and the end that it is taken to.
struct hop {
    uint32_t jump;
    uint32_t end;
};

struct travel_query {
    struct travel_limits limits;
    struct route_query *route;
    struct goal *goals; // by scene, once the search begins
    struct goal *sorted_goals;
    size_t goal_count;
    uint32_t *goal_firsts; // per scene and one more
    struct heap *open;
    double *jump_costs_m;   // per jump: of getting to where it stands
    uint32_t *jump_parents; // per jump: the end that one walks from; JUMPS_NONE: the start
    struct source *sources; // per end, and one for the start
    struct hop *hops;
    size_t hop_count;
    const struct travel_world *world;
    struct nav_position start;
    bool is_cut; // some search used up its budget
    double total_m;
    uint32_t last; // source of the cheapest trip known
};

// What waits in the heap: a walk from the start to a jump, not measured yet; a jump; a source whose walk to
// its next goal has not been measured; the cheapest trip known.
static uint32_t jump_item(const struct travel_query *query, uint32_t jump)
{
    return (uint32_t)query->limits.jumps_max + jump;
}

static uint32_t source_item(const struct travel_query *query, uint32_t source)
{
    return 2 * (uint32_t)query->limits.jumps_max + source;
}

static uint32_t start_source(const struct travel_query *query)
{
    return (uint32_t)query->limits.ends_max;
}

static uint32_t trip_item(const struct travel_query *query)
{
    return source_item(query, start_source(query)) + 1;
}

struct travel_query *travel_query_create(const struct travel_limits *limits)
{
    struct travel_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    query->limits = *limits;
    query->route = route_query_create(&limits->route);
    query->goals = calloc(limits->goals_max + 1, sizeof *query->goals);
    query->sorted_goals = calloc(limits->goals_max + 1, sizeof *query->sorted_goals);
    query->goal_firsts = calloc(limits->scenes_max + 2, sizeof *query->goal_firsts);
    query->open = heap_create(2 * limits->jumps_max + limits->ends_max + 2);
    query->jump_costs_m = calloc(limits->jumps_max + 1, sizeof *query->jump_costs_m);
    query->jump_parents = calloc(limits->jumps_max + 1, sizeof *query->jump_parents);
    query->sources = calloc(limits->ends_max + 1, sizeof *query->sources);
    query->hops = calloc(limits->jumps_max + 1, sizeof *query->hops);
    if (query->route && query->goals && query->sorted_goals && query->goal_firsts && query->open &&
        query->jump_costs_m && query->jump_parents && query->sources && query->hops)
        return query;
    travel_query_destroy(query);
    return NULL;
}

void travel_query_destroy(struct travel_query *query)
{
    if (!query)
        return;
    route_query_destroy(query->route);
    free(query->goals);
    free(query->sorted_goals);
    free(query->goal_firsts);
    heap_destroy(query->open);
    free(query->jump_costs_m);
    free(query->jump_parents);
    free(query->sources);
    free(query->hops);
    free(query);
}

void travel_query_clear(struct travel_query *query)
{
    query->goal_count = 0;
}

void travel_query_add_goal(struct travel_query *query, struct nav_position at, npc_id npc)
{
    assert(query->goal_count < query->limits.goals_max);
    query->goals[query->goal_count++] = (struct goal){at, npc};
}

// ---- goals -----------------------------------------------------------------------------------

/// Drops goals that lie nowhere and sorts the others by scene, else in the order they came.
static void sort_goals(struct travel_query *query)
{
    const struct travel_world *world = query->world;
    uint32_t *firsts = query->goal_firsts;
    size_t count = 0;
    for (size_t i = 0; i <= world->scene_count; i++)
        firsts[i] = 0;
    for (size_t i = 0; i < query->goal_count; i++) {
        struct goal goal = query->goals[i];
        struct nav_position ground;
        if (goal.at.scene >= world->scene_count ||
            !ends_find_ground(&world->scenes[goal.at.scene], goal.at, &ground))
            continue;
        firsts[goal.at.scene + 1]++;
        query->goals[count++] = goal;
    }
    query->goal_count = count;
    for (size_t i = 0; i < world->scene_count; i++)
        firsts[i + 1] += firsts[i];
    // Each scene's first moves on as goals are put in, to where the next scene's began.
    for (size_t i = 0; i < count; i++)
        query->sorted_goals[firsts[query->goals[i].at.scene]++] = query->goals[i];
    for (size_t i = world->scene_count; i > 0; i--)
        firsts[i] = firsts[i - 1];
    firsts[0] = 0;
    struct goal *sorted = query->sorted_goals;
    query->sorted_goals = query->goals;
    query->goals = sorted;
}

static struct nav_position source_position(const struct travel_query *query, uint32_t source)
{
    return source == start_source(query) ? query->start : query->world->jumps->ends[source];
}

static double straight_m(struct nav_position from, struct nav_position to)
{
    double x = to.x - from.x;
    double z = to.z - from.z;
    return sqrt(x * x + z * z);
}

/// Moves a source on to the goal that comes next in the order of straight lines, of those that a way leads
/// to.
/// @param after  the last one tried; JUMPS_NONE: none
static void next_goal(struct travel_query *query, uint32_t number, uint32_t after)
{
    struct source *source = &query->sources[number];
    struct nav_position from = source_position(query, number);
    const struct route_scene *scene = &query->world->scenes[from.scene];
    double last_m = after == JUMPS_NONE ? -1 : source->straight_m;
    source->goal = JUMPS_NONE;
    source->straight_m = INFINITY;
    for (uint32_t i = query->goal_firsts[from.scene]; i < query->goal_firsts[from.scene + 1]; i++) {
        double distance_m = straight_m(from, query->goals[i].at);
        bool is_tried = distance_m < last_m || (distance_m == last_m && i <= after);
        struct ends ends;
        if (is_tried || distance_m >= source->straight_m ||
            !ends_find(scene, from, query->goals[i].at, &ends) || !ends_are_joined(scene, &ends))
            continue;
        source->goal = i;
        source->straight_m = distance_m;
    }
}

// ---- search ----------------------------------------------------------------------------------

/// The walk from a place to a goal. What is kept is decided by the request alone: answers depend on nothing
/// else.
static struct route_walk walk_to_goal(const struct travel_query *query, struct nav_position from,
                                      const struct goal *goal)
{
    bool is_kept = goal->npc != 0 && query->goal_count <= TRAVEL_KEPT_GOALS_MAX;
    return (struct route_walk){.from = from, .to = goal->at, .is_kept = is_kept};
}

/// @return INFINITY when there is no way, or the budget ran out before one was found
static double walk_m(struct travel_query *query, const struct route_walk *walk)
{
    struct route route;
    enum route_status status =
        route_query_measure(query->route, &query->world->scenes[walk->from.scene], walk, &route);
    query->is_cut = query->is_cut || status == ROUTE_OUT_OF_NODES;
    return route.length_m;
}

/// Puts a source's next goal into the heap, and the trip over the best goal tried so far.
static void offer_source(struct travel_query *query, uint32_t number)
{
    const struct source *source = &query->sources[number];
    if (source->goal != JUMPS_NONE)
        heap_set(query->open, source_item(query, number), source->cost_m + source->straight_m);
    double total_m = source->cost_m + source->walk_m;
    if (total_m >= query->total_m)
        return;
    query->total_m = total_m;
    query->last = number;
    heap_set(query->open, trip_item(query), total_m);
}

/// Records a way to a source unless one as cheap is known.
static void reach_source(struct travel_query *query, uint32_t number, double cost_m, uint32_t first_jump)
{
    struct source *source = &query->sources[number];
    bool is_new = source->cost_m == INFINITY;
    if (cost_m + IMPROVEMENT_M >= source->cost_m)
        return;
    source->cost_m = cost_m;
    source->first_jump = first_jump;
    if (is_new)
        next_goal(query, number, JUMPS_NONE);
    offer_source(query, number);
}

static bool has_goals(const struct travel_query *query, size_t scene)
{
    return query->goal_firsts[scene] < query->goal_firsts[scene + 1];
}

static void reach_jump(struct travel_query *query, uint32_t jump, double cost_m, uint32_t parent)
{
    if (cost_m + IMPROVEMENT_M >= query->jump_costs_m[jump])
        return;
    query->jump_costs_m[jump] = cost_m;
    query->jump_parents[jump] = parent;
    heap_set(query->open, jump_item(query, jump), cost_m);
}

/// Looks up what it costs to come out in the scenes of the goals.
static void follow_table(struct travel_query *query, uint32_t first, double cost_m)
{
    const struct jumps *jumps = query->world->jumps;
    const double *costs_m = &jumps->costs_m[first * jumps->count];
    for (size_t i = 0; i < jumps->scene_count; i++) {
        for (size_t k = 0; has_goals(query, i) && k < jumps->scenes[i].end_count; k++) {
            uint32_t end = jumps->scenes[i].ends[k];
            uint32_t jump = jumps->end_jumps[end];
            reach_source(query, end, cost_m + costs_m[jump] + jumps->jumps[jump].cost_m, first);
        }
    }
}

static void walk_to_jump(struct travel_query *query, uint32_t jump)
{
    struct route_walk walk = {.from = query->start, .to = query->world->jumps->jumps[jump].at};
    double cost_m = walk_m(query, &walk);
    if (cost_m == INFINITY)
        return;
    if (query->world->jumps->costs_m)
        follow_table(query, jump, cost_m);
    else
        reach_jump(query, jump, cost_m, JUMPS_NONE);
}

static void take_jump(struct travel_query *query, uint32_t jump)
{
    const struct jumps *jumps = query->world->jumps;
    double cost_m = query->jump_costs_m[jump] + jumps->jumps[jump].cost_m;
    uint32_t first = jumps_first_end(jumps, jump);
    for (uint32_t end = first; end < first + jumps->jumps[jump].end_count; end++) {
        const struct jumps_scene *scene = &jumps->scenes[jumps->ends[end].scene];
        if (has_goals(query, jumps->ends[end].scene))
            reach_source(query, end, cost_m, JUMPS_NONE);
        for (size_t i = 0; i < scene->jump_count; i++)
            reach_jump(query, scene->jumps[i], cost_m + jumps_walk_m(jumps, end, scene->jumps[i]), end);
    }
}

static void try_goal(struct travel_query *query, uint32_t number)
{
    struct source *source = &query->sources[number];
    uint32_t goal = source->goal;
    struct route_walk walk = walk_to_goal(query, source_position(query, number), &query->goals[goal]);
    double length_m = walk_m(query, &walk);
    if (length_m < source->walk_m) {
        source->walk_m = length_m;
        source->walked_goal = goal;
    }
    next_goal(query, number, goal);
    offer_source(query, number);
}

static void begin(struct travel_query *query)
{
    const struct jumps *jumps = query->world->jumps;
    struct source fresh = {
        .cost_m = INFINITY, .walk_m = INFINITY, .first_jump = JUMPS_NONE, .goal = JUMPS_NONE};
    heap_clear(query->open);
    query->total_m = INFINITY;
    query->is_cut = false;
    for (size_t i = 0; i < jumps->end_count; i++)
        query->sources[i] = fresh;
    for (size_t i = 0; i < jumps->count; i++)
        query->jump_costs_m[i] = INFINITY;
    query->sources[start_source(query)] = fresh;
    reach_source(query, start_source(query), 0, JUMPS_NONE);
    const struct jumps_scene *scene = &jumps->scenes[query->start.scene];
    for (size_t i = 0; i < scene->jump_count; i++) {
        struct nav_position at = jumps->jumps[scene->jumps[i]].at;
        struct ends ends;
        if (ends_find(&query->world->scenes[at.scene], query->start, at, &ends) &&
            ends_are_joined(&query->world->scenes[at.scene], &ends))
            heap_set(query->open, scene->jumps[i], straight_m(query->start, at));
    }
}

/// @return whether a trip was found
static bool search(struct travel_query *query)
{
    uint32_t item;
    begin(query);
    while (heap_pop(query->open, &item)) {
        if (item == trip_item(query))
            return true;
        if (item >= source_item(query, 0))
            try_goal(query, item - source_item(query, 0));
        else if (item >= jump_item(query, 0))
            take_jump(query, item - jump_item(query, 0));
        else
            walk_to_jump(query, item);
    }
    return false;
}

// ---- the trip --------------------------------------------------------------------------------

/// Lists the hops of the trip backwards.
static void trace(struct travel_query *query)
{
    const struct jumps *jumps = query->world->jumps;
    uint32_t end = query->last;
    query->hop_count = 0;
    if (end == start_source(query))
        return;
    uint32_t jump = jumps->end_jumps[end];
    uint32_t first = query->sources[end].first_jump;
    while (query->hop_count < jumps->count) {
        query->hops[query->hop_count++] = (struct hop){jump, end};
        if (jumps->costs_m) {
            uint32_t before = jumps->previous[first * jumps->count + jump];
            if (jump == first)
                return;
            (void)jumps_step(jumps, before, jump, &end);
            jump = before;
        } else {
            end = query->jump_parents[jump];
            if (end == JUMPS_NONE)
                return;
            jump = jumps->end_jumps[end];
        }
    }
}

/// @return false when the trip has no room for it
static bool write_jump(const struct travel_query *query, struct hop hop, struct nav_trip *trip)
{
    const struct jump *jump = &query->world->jumps->jumps[hop.jump];
    if (trip->leg_count == NAV_LEGS_MAX || trip->points_max - trip->point_count < 2)
        return false;
    struct nav_position ends[2] = {jump->at, query->world->jumps->ends[hop.end]};
    struct nav_leg leg = {.kind = NAV_LEG_JUMP,
                          .first = trip->point_count,
                          .count = 2,
                          .cost_m = jump->cost_m,
                          .jump = query->world->jump_names[hop.jump]};
    for (int i = 0; i < 2; i++) {
        (void)ends_find_ground(&query->world->scenes[ends[i].scene], ends[i], &ends[i]);
        trip->points[trip->point_count++] = ends[i];
    }
    trip->legs[trip->leg_count++] = leg;
    trip->cost_m += leg.cost_m;
    return true;
}

/// @return false when it ends early
static bool write_walk(struct travel_query *query, const struct route_walk *walk, struct nav_trip *trip)
{
    const struct route_scene *scene = &query->world->scenes[walk->from.scene];
    return trip->leg_count < NAV_LEGS_MAX && trip->point_count < trip->points_max &&
           route_query_write(query->route, scene, walk, trip) == ROUTE_FOUND;
}

/// @return false when it ends early
static bool write_trip(struct travel_query *query, struct nav_trip *trip)
{
    const struct jumps *jumps = query->world->jumps;
    const struct goal *goal = &query->goals[query->sources[query->last].walked_goal];
    struct nav_position at = query->start;
    trip->npc = goal->npc;
    trace(query);
    for (size_t i = query->hop_count; i-- > 0;) {
        struct hop hop = query->hops[i];
        struct route_walk walk = {.from = at, .to = jumps->jumps[hop.jump].at};
        if (!write_walk(query, &walk, trip) || !write_jump(query, hop, trip))
            return false;
        at = jumps->ends[hop.end];
    }
    struct route_walk walk = walk_to_goal(query, at, goal);
    return write_walk(query, &walk, trip);
}

/// The trip as far as the budget let it be found: towards the goal nearest to the start, in its scene.
static void write_part(struct travel_query *query, struct nav_trip *trip)
{
    uint32_t source = start_source(query);
    next_goal(query, source, JUMPS_NONE);
    if (query->sources[source].goal != JUMPS_NONE) {
        const struct goal *goal = &query->goals[query->sources[source].goal];
        trip->npc = goal->npc;
        struct route_walk walk = walk_to_goal(query, query->start, goal);
        (void)write_walk(query, &walk, trip);
    }
    if (trip->point_count == 0)
        (void)ends_find_ground(&query->world->scenes[query->start.scene], query->start,
                               &trip->points[trip->point_count++]);
}

// ---- no way ----------------------------------------------------------------------------------

/// The goal nearest to a source in a straight line.
static const struct goal *straight_goal(const struct travel_query *query, struct nav_position from)
{
    const struct goal *best = NULL;
    for (uint32_t i = query->goal_firsts[from.scene]; i < query->goal_firsts[from.scene + 1]; i++) {
        const struct goal *goal = &query->goals[i];
        if (!best || straight_m(from, goal->at) < straight_m(from, best->at))
            best = goal;
    }
    return best;
}

/// Says what keeps one from a goal, from wherever one gets nearest to it.
static enum nav_status explain(const struct travel_query *query, struct nav_trip *trip)
{
    double distance_m = INFINITY;
    int explained = 0;
    trip->reason = NAV_REASON_NO_JUMP;
    trip->npc = query->goals[0].npc;
    (void)ends_find_ground(&query->world->scenes[query->start.scene], query->start, &trip->nearest);
    for (uint32_t i = 0; i <= query->world->jumps->end_count && explained < EXPLAINED_MAX; i++) {
        uint32_t source = i == 0 ? start_source(query) : i - 1;
        struct nav_position from = source_position(query, source);
        const struct goal *goal = straight_goal(query, from);
        const struct route_scene *scene = &query->world->scenes[from.scene];
        struct ends ends;
        struct ends_gap gap;
        if (!goal || query->sources[source].cost_m == INFINITY || !ends_find(scene, from, goal->at, &ends))
            continue;
        ends_explain(scene, &ends, &gap);
        explained++;
        if (gap.distance_m >= distance_m)
            continue;
        distance_m = gap.distance_m;
        trip->nearest = gap.nearest;
        trip->reason = gap.reason;
        trip->npc = goal->npc;
    }
    return NAV_UNREACHABLE;
}

enum nav_status travel_query_find(struct travel_query *query, const struct travel_world *world,
                                  struct nav_position start, struct nav_trip *trip)
{
    assert(query->goal_count > 0);
    assert(trip->points_max > 0);
    assert(world->scene_count <= query->limits.scenes_max);
    assert(world->jumps->count <= query->limits.jumps_max);
    assert(world->jumps->end_count <= query->limits.ends_max);
    *trip = (struct nav_trip){.points = trip->points, .points_max = trip->points_max};
    query->world = world;
    query->start = start;
    route_query_begin(query->route);
    struct nav_position ground;
    if (start.scene >= world->scene_count || !ends_find_ground(&world->scenes[start.scene], start, &ground))
        return NAV_OFF_MESH;
    sort_goals(query);
    if (query->goal_count == 0)
        return NAV_OFF_MESH;
    if (search(query))
        return write_trip(query, trip) && !query->is_cut ? NAV_FOUND : NAV_OUT_OF_NODES;
    if (!query->is_cut)
        return explain(query, trip);
    write_part(query, trip);
    return NAV_OUT_OF_NODES;
}

enum nav_status travel_query_walk(struct travel_query *query, const struct travel_world *world,
                                  struct nav_position start, struct nav_position goal, struct nav_trip *trip)
{
    assert(trip->points_max > 0);
    assert(start.scene == goal.scene);
    *trip = (struct nav_trip){.points = trip->points, .points_max = trip->points_max};
    route_query_begin(query->route);
    if (start.scene >= world->scene_count || !world->scenes[start.scene].mesh)
        return NAV_OFF_MESH;
    struct route_scene on_foot = world->scenes[start.scene];
    on_foot.roads = NULL;
    on_foot.gates = NULL;
    struct route_walk walk = {.from = start, .to = goal};
    switch (route_query_write(query->route, &on_foot, &walk, trip)) {
    case ROUTE_FOUND:
        return NAV_FOUND;
    case ROUTE_NONE:
        return NAV_UNREACHABLE;
    case ROUTE_OFF:
        return NAV_OFF_MESH;
    case ROUTE_OUT_OF_NODES:
        break;
    }
    return NAV_OUT_OF_NODES;
}
