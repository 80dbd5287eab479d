#include "nav/route.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/corridor.h"
#include "nav/path.h"
#include "nav/profile.h"

struct goal {
    struct nav_position at;
    npc_id npc;
    struct locator_place place;
    bool is_on_mesh;
};

struct route_query {
    struct path_query *path_query;
    struct corridor *corridor;
    struct goal *goals; // as asked for
    size_t goal_count;
    size_t goals_max;
    struct path_place *reachable; // those the start is connected to
    npc_id *reachable_npcs;
};

struct route_query *route_query_create(size_t cells_max, size_t nodes_max, size_t goals_max)
{
    struct route_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    query->goals_max = goals_max;
    query->path_query = path_query_create(cells_max, nodes_max);
    query->corridor = corridor_create(cells_max);
    query->goals = calloc(goals_max + 1, sizeof *query->goals);
    query->reachable = calloc(goals_max + 1, sizeof *query->reachable);
    query->reachable_npcs = calloc(goals_max + 1, sizeof *query->reachable_npcs);
    bool has_memory =
        query->path_query && query->corridor && query->goals && query->reachable && query->reachable_npcs;
    if (has_memory)
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
    free(query->goals);
    free(query->reachable);
    free(query->reachable_npcs);
    free(query);
}

void route_query_clear(struct route_query *query)
{
    query->goal_count = 0;
}

void route_query_add_goal(struct route_query *query, struct nav_position at, npc_id npc)
{
    assert(query->goal_count < query->goals_max);
    query->goals[query->goal_count++] = (struct goal){.at = at, .npc = npc};
}

// ---- ends of the trip ------------------------------------------------------------------------

static bool locate(const struct route_scene *scene, struct nav_position at, uint32_t component,
                   struct locator_place *place)
{
    // Further off than any scene, or not a number: nowhere, and not to be computed with.
    const double far_m = 2.0 * GEO_COORDINATE_MAX / 1000;
    bool is_sane = fabs(at.x) < far_m && fabs(at.y) < far_m && fabs(at.z) < far_m;
    struct locator_place asked = {.at = {at.x * 1000, at.z * 1000}, .height_mm = at.y * 1000};
    return is_sane && locator_find(scene->locator, &asked, component, place);
}

static uint32_t component_of(const struct route_scene *scene, const struct locator_place *place)
{
    return scene->mesh->cells[place->cell].component;
}

/// Moves `place`, found for the position `at`, to a cell of another component if that is as good: who
/// stands on the border of two belongs to both.
/// @return whether it is of that component now
static bool prefer_component(const struct route_scene *scene, struct nav_position at, uint32_t component,
                             struct locator_place *place)
{
    const double equal_mm = 1;
    struct locator_place other;
    if (component_of(scene, place) == component)
        return true;
    if (!locate(scene, at, component, &other) || fabs(other.height_mm - place->height_mm) > equal_mm)
        return false;
    *place = other;
    return true;
}

/// Locates the goals and lists those that the start is connected to.
/// @return how many
static size_t collect_reachable(struct route_query *query, const struct route_scene *scene,
                                uint32_t component)
{
    size_t count = 0;
    for (size_t i = 0; i < query->goal_count; i++) {
        struct goal *goal = &query->goals[i];
        goal->is_on_mesh = locate(scene, goal->at, MESH_NONE, &goal->place);
        if (!goal->is_on_mesh || !prefer_component(scene, goal->at, component, &goal->place))
            continue;
        query->reachable[count] = (struct path_place){goal->place.at, goal->place.cell};
        query->reachable_npcs[count++] = goal->npc;
    }
    return count;
}

/// Tries whether the start, standing on a border, is connected to some goal on its other side.
static bool change_side(struct route_query *query, const struct route_scene *scene, struct nav_position start,
                        struct locator_place *place)
{
    for (size_t i = 0; i < query->goal_count; i++) {
        const struct goal *goal = &query->goals[i];
        if (goal->is_on_mesh && prefer_component(scene, start, component_of(scene, &goal->place), place))
            return true;
    }
    return false;
}

// ---- no way ----------------------------------------------------------------------------------

static const struct goal *nearest_goal(const struct route_query *query, struct geo_place from)
{
    const struct goal *best = NULL;
    for (size_t i = 0; i < query->goal_count; i++) {
        const struct goal *goal = &query->goals[i];
        if (goal->is_on_mesh &&
            (!best || geo_place_distance(from, goal->place.at) < geo_place_distance(from, best->place.at)))
            best = goal;
    }
    return best;
}

static enum nav_reason reason_of(enum mesh_gap gap)
{
    static const enum nav_reason reasons[] = {[MESH_GAP_NONE] = NAV_REASON_NONE,
                                              [MESH_GAP_WIDTH] = NAV_REASON_WIDTH,
                                              [MESH_GAP_STEP] = NAV_REASON_STEP,
                                              [MESH_GAP_APART] = NAV_REASON_NO_JUMP};
    return reasons[gap];
}

static struct nav_position position_of(const struct route_scene *scene, const struct locator_place *place)
{
    return (struct nav_position){.x = place->at.x / 1000,
                                 .y = place->height_mm / 1000,
                                 .z = place->at.z / 1000,
                                 .scene = scene->number};
}

static enum nav_status explain(const struct route_query *query, const struct route_scene *scene,
                               const struct locator_place *start, struct nav_trip *trip)
{
    const struct goal *goal = nearest_goal(query, start->at);
    if (!goal)
        return NAV_OFF_MESH;
    struct locator_place nearest = *start;
    (void)locator_nearest(scene->locator, &goal->place, INFINITY, component_of(scene, start), &nearest);
    trip->npc = goal->npc;
    trip->nearest = position_of(scene, &nearest);
    trip->reason = reason_of(mesh_gap_between(scene->mesh, start->cell, goal->place.cell));
    return NAV_UNREACHABLE;
}

// ---- the line on the ground ------------------------------------------------------------------

/// Where on the whole side, from its start to its end, the way from `from` to `to` crosses it.
static double crossing_part(struct geo_place side_start, struct geo_place side_end, struct geo_place from,
                            struct geo_place to)
{
    double from_off = geo_place_cross(from, to, side_start);
    double to_off = geo_place_cross(from, to, side_end);
    if (from_off == to_off)
        return geo_place_project(side_start, side_end, to);
    double t = from_off / (from_off - to_off);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static double side_height(const struct navmesh *mesh, uint32_t side, double part)
{
    double start = mesh_side_start(mesh, side)->height_mm;
    double end = mesh_side_start(mesh, mesh_next_side(mesh, side))->height_mm;
    return start * (1 - part) + end * part;
}

enum { CREASES_MAX = 16 };

/// Adds a crossing to those of one cell, in order; later ones that find no room are left out.
static void add_crease(double parts[CREASES_MAX], size_t *count, double part)
{
    if (*count == CREASES_MAX)
        return;
    size_t i = (*count)++;
    for (; i > 0 && parts[i - 1] > part; i--)
        parts[i] = parts[i - 1];
    parts[i] = part;
}

/// Passes the creases between the triangles of a cell on the way from `from` to `to`, both on it.
static void pass_creases(struct profile *profile, const struct navmesh *mesh, uint32_t cell,
                         struct geo_place from, struct geo_place to)
{
    double parts[CREASES_MAX];
    size_t count = 0;
    uint32_t end = mesh->cells[cell + 1].first_triangle;
    if (mesh->cells[cell].first_triangle + 1 == end)
        return;
    for (uint32_t i = mesh->cells[cell].first_triangle; i < end; i++) {
        for (int k = 0; k < 3; k++) {
            uint32_t a = mesh->triangles[i].points[k];
            uint32_t b = mesh->triangles[i].points[(k + 1) % 3];
            double a_off = geo_place_cross(from, to, geo_place_of(mesh->corners[a].at));
            double b_off = geo_place_cross(from, to, geo_place_of(mesh->corners[b].at));
            // Each crease is a side of two triangles: the one that has it ascending counts.
            if (a > b || (a_off > 0) == (b_off > 0))
                continue;
            struct geo_place at = geo_place_mix(geo_place_of(mesh->corners[a].at),
                                                geo_place_of(mesh->corners[b].at), a_off / (a_off - b_off));
            double part = geo_place_project(from, to, at);
            if (part > 0 && part < 1)
                add_crease(parts, &count, part);
        }
    }
    for (size_t i = 0; i < count; i++) {
        struct geo_place at = geo_place_mix(from, to, parts[i]);
        profile_pass(profile, (struct profile_point){at, mesh_height(mesh, cell, at)});
    }
}

/// The line being written, and how far it has come.
struct writer {
    struct profile profile;
    const struct navmesh *mesh;
    const uint32_t *sides; // that the line crosses
    size_t side_count;
    size_t portal; // the next of them
    uint32_t end_cell;
    struct geo_place at;
    uint32_t cell;
};

/// Walks over the next side, on the way from corner `from` to corner `to`.
static void cross_side(struct writer *writer, struct geo_place from, struct geo_place to)
{
    const struct navmesh *mesh = writer->mesh;
    uint32_t side = writer->sides[writer->portal++];
    bool is_last = writer->portal == writer->side_count;
    uint32_t next_cell = is_last ? writer->end_cell : mesh->sides[writer->sides[writer->portal]].cell;
    struct geo_place start = geo_place_of(mesh_side_start(mesh, side)->at);
    struct geo_place end = geo_place_of(mesh_side_start(mesh, mesh_next_side(mesh, side))->at);
    double part = crossing_part(start, end, from, to);
    struct geo_place at = geo_place_mix(start, end, part);
    pass_creases(&writer->profile, mesh, writer->cell, writer->at, at);
    profile_pass(&writer->profile, (struct profile_point){at, side_height(mesh, side, part)});
    uint32_t link = mesh->sides[side].first_link;
    while (mesh->links[link].cell != next_cell)
        link++;
    profile_pass(&writer->profile,
                 (struct profile_point){at, side_height(mesh, mesh->links[link].side, 1 - part)});
    writer->at = at;
    writer->cell = next_cell;
}

/// Walks straight to a corner of the line.
static void walk_to(struct writer *writer, struct geo_place from, const struct funnel_point *to)
{
    while (writer->portal < to->portal)
        cross_side(writer, from, to->at);
    pass_creases(&writer->profile, writer->mesh, writer->cell, writer->at, to->at);
    writer->at = to->at;
    profile_turn(&writer->profile,
                 (struct profile_point){to->at, mesh_height(writer->mesh, writer->cell, to->at)});
}

/// @return false when the trip has no room for all of it
static bool write_line(struct route_query *query, const struct route_scene *scene,
                       const struct path_place *start, const struct path *path, struct nav_trip *trip)
{
    const struct navmesh *mesh = scene->mesh;
    const struct funnel_point *corners;
    size_t count = corridor_pull(query->corridor, mesh, *start, path, &corners);
    struct writer writer = {.mesh = mesh, .at = start->at, .cell = start->cell, .end_cell = path->end.cell};
    writer.sides = corridor_sides(query->corridor, &writer.side_count);
    profile_begin(&writer.profile, trip, scene->number,
                  (struct profile_point){start->at, mesh_height(mesh, start->cell, start->at)});
    for (size_t i = 1; i < count; i++)
        walk_to(&writer, corners[i - 1].at, &corners[i]);
    trip->length_m = funnel_line_length(corners, count) / 1000;
    trip->legs[0] = (struct nav_leg){.kind = NAV_LEG_WALK,
                                     .graph = NAV_GRAPH_MESH,
                                     .count = trip->point_count,
                                     .length_m = trip->length_m};
    trip->leg_count = 1;
    return !writer.profile.is_full;
}

enum nav_status route_query_find(struct route_query *query, const struct route_scene *scene,
                                 struct nav_position start, struct nav_trip *trip)
{
    assert(query->goal_count > 0);
    assert(trip->points_max > 0);
    *trip = (struct nav_trip){.points = trip->points, .points_max = trip->points_max};
    struct locator_place place;
    if (!locate(scene, start, MESH_NONE, &place))
        return NAV_OFF_MESH;
    size_t count = collect_reachable(query, scene, component_of(scene, &place));
    if (count == 0 && change_side(query, scene, start, &place))
        count = collect_reachable(query, scene, component_of(scene, &place));
    if (count == 0)
        return explain(query, scene, &place, trip);
    struct path_request request = {
        .mesh = scene->mesh, .start = {place.at, place.cell}, .goals = query->reachable, .goal_count = count};
    struct path path;
    enum path_status status = path_query_find(query->path_query, &request, &path);
    if (status == PATH_NONE)
        return explain(query, scene, &place, trip);
    trip->npc = query->reachable_npcs[path.goal];
    bool has_room = write_line(query, scene, &request.start, &path, trip);
    return status == PATH_FOUND && has_room ? NAV_FOUND : NAV_OUT_OF_NODES;
}
