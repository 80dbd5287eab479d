#include "nav/nav.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "nav/baked.h"
#include "nav/chunk.h"
#include "nav/load.h"
#include "nav/travel.h"
#include "nav/version.h"

struct nav {
    struct load_parts parts; // with what is not published yet
    struct travel_limits limits;
    struct cost_to_go *costs;              // of all meshes
    uint64_t ground_count;                 // numbered so far
    _Atomic(struct nav_version *) version; // that requests begin with
};

struct nav_query {
    const struct nav *nav;
    struct travel_query *travel;
    size_t agent;
    uint64_t request_count;
};

_Static_assert((int)NAV_KEPT_GOALS_MAX == (int)TRAVEL_KEPT_GOALS_MAX, "requests that are like earlier ones");

// ---- versions --------------------------------------------------------------------------------

static const struct nav_version *current_version(const struct nav *nav)
{
    return atomic_load_explicit(&nav->version, memory_order_acquire);
}

/// @return NULL when memory runs out
static struct nav_version *make_version(const struct nav *nav)
{
    const struct load_parts *parts = &nav->parts;
    struct nav_version *version = NULL;
    struct jump *jumps = calloc(parts->jumps_max + 1, sizeof *jumps);
    nav_jump *names = calloc(parts->jumps_max + 1, sizeof *names);
    if (jumps && names) {
        struct version_input input = {.drafts = parts->drafts,
                                      .scene_count = parts->scene_count,
                                      .graphs = parts->graphs,
                                      .agent_count = parts->agent_count,
                                      .jumps = jumps,
                                      .jump_names = names,
                                      .jump_count = edits_list_jumps(parts->edits, jumps, names),
                                      .before = atomic_load(&nav->version),
                                      .limits = nav->limits.route};
        version = nav_version_create(&input);
    }
    free(jumps);
    free(names);
    return version;
}

struct nav_version *nav_publish(struct nav *nav)
{
    struct nav_version *version = make_version(nav);
    if (!version)
        return NULL;
    for (size_t i = 0; i < nav->parts.scene_count; i++)
        nav->parts.drafts[i].is_changed = false;
    return atomic_exchange_explicit(&nav->version, version, memory_order_acq_rel);
}

// ---- the world -------------------------------------------------------------------------------

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/// Room for the sides and corners of cells that come later: more than meshes have on average.
enum { SIDES_PER_CELL = 8 };

/// Plenty for an exact search (exact.h).
enum { WINDOWS_PER_CELL = 4 };

/// Lets what is kept of targets know a new mesh.
static void number_ground(struct nav *nav, struct version_ground *ground)
{
    ground->costs = nav->costs;
    ground->number = ++nav->ground_count;
}

static struct travel_limits limits_of(const struct load_parts *parts)
{
    struct travel_limits limits = {.scenes_max = parts->scene_count,
                                   .jumps_max = parts->jumps_max,
                                   .ends_max = edits_end_count(parts->edits) + NAV_JUMP_ENDS_SPARE,
                                   .goals_max = parts->npcs_max};
    struct route_limits *route = &limits.route;
    for (size_t i = 0; i < parts->scene_count; i++) {
        const struct navmesh *mesh = parts->drafts[i].ground->mesh;
        route->cells_max = larger(route->cells_max, mesh->cell_count);
        route->corners_max = larger(route->corners_max, mesh->corner_count);
        route->sides_max = larger(route->sides_max, mesh->side_count);
        route->road_nodes_max = larger(route->road_nodes_max, parts->drafts[i].roads->node_count);
    }
    route->cells_max += NAV_CELLS_SPARE;
    route->corners_max += (size_t)SIDES_PER_CELL * NAV_CELLS_SPARE;
    route->sides_max += (size_t)SIDES_PER_CELL * NAV_CELLS_SPARE;
    route->windows_max = (size_t)WINDOWS_PER_CELL * route->cells_max;
    route->keeps_goals = true;
    route->road_nodes_max += NAV_ROAD_NODES_SPARE;
    route->nodes_max = route->cells_max;
    return limits;
}

struct nav *nav_create_baked(struct baked *baked, const struct nav_options *options, struct report *report)
{
    static const struct nav_options plain = {0};
    struct nav *nav = calloc(1, sizeof *nav);
    if (!nav) {
        report_add(report, "", "", "not enough memory for the world");
        return NULL;
    }
    if (load_parts(&nav->parts, baked, options ? options : &plain, report)) {
        nav->limits = limits_of(&nav->parts);
        nav->costs = cost_to_go_create(NAV_KEPT_BYTES_MAX, NAV_KEPT_NPCS_MAX);
        for (size_t i = 0; i < nav->parts.scene_count; i++)
            number_ground(nav, nav->parts.drafts[i].ground);
        if (nav->costs)
            (void)nav_publish(nav);
        if (atomic_load(&nav->version))
            return nav;
        report_add(report, "", "", "not enough memory for the world");
    }
    nav_destroy(nav);
    return NULL;
}

struct nav *nav_create(const struct pack *pack, const struct nav_options *options, struct report *report)
{
    struct baked *baked = baked_make(pack, report);
    struct nav *nav = baked ? nav_create_baked(baked, options, report) : NULL;
    baked_destroy(baked);
    return nav;
}

void nav_destroy(struct nav *nav)
{
    if (!nav)
        return;
    nav_version_destroy(atomic_load(&nav->version));
    load_finish(&nav->parts);
    cost_to_go_destroy(nav->costs);
    free(nav);
}

const struct navmesh *nav_mesh(const struct nav *nav, uint32_t scene)
{
    return scene < nav->parts.scene_count ? current_version(nav)->scenes[scene]->ground->mesh : NULL;
}

struct npc_index *nav_index(struct nav *nav)
{
    return nav->parts.index;
}

npc_id nav_pack_npc(const struct nav *nav, size_t npc)
{
    assert(npc < nav->parts.pack_npc_count);
    return nav->parts.pack_npcs[npc];
}

struct nav_position nav_pack_npc_place(const struct nav *nav, size_t npc)
{
    assert(npc < nav->parts.pack_npc_count);
    return nav->parts.pack_places[npc];
}

nav_jump nav_pack_jump(const struct nav *nav, size_t jump)
{
    assert(jump < nav->parts.pack_jump_count);
    return nav->parts.pack_jumps[jump];
}

size_t nav_agent_count(const struct nav *nav)
{
    return nav->parts.agent_count;
}

size_t nav_agent_find(const struct nav *nav, const char *name)
{
    size_t agent = 0;
    while (agent < nav->parts.agent_count && strcmp(nav->parts.agents[agent], name) != 0)
        agent++;
    return agent;
}

bool nav_nearest(const struct nav *nav, struct nav_position from, double radius_m, struct nav_position *found)
{
    bool is_sane = isfinite(from.x) && isfinite(from.y) && isfinite(from.z);
    if (!is_sane || from.scene >= nav->parts.scene_count)
        return false;
    const struct version_ground *ground = current_version(nav)->scenes[from.scene]->ground;
    struct locator_place asked = {.at = {from.x * 1000, from.z * 1000}, .height_mm = from.y * 1000};
    struct locator_place place;
    if (!locator_nearest(ground->locator, &ground->mesh->layers[0], &asked, radius_m * 1000, MESH_NONE,
                         &place))
        return false;
    *found = (struct nav_position){
        .x = place.at.x / 1000, .y = place.height_mm / 1000, .z = place.at.z / 1000, .scene = from.scene};
    return true;
}

struct nav_kept nav_kept(const struct nav *nav)
{
    return (struct nav_kept){cost_to_go_size_bytes(nav->costs), cost_to_go_fill_count(nav->costs)};
}

// ---- changes ---------------------------------------------------------------------------------

static bool is_position_sane(const struct nav *nav, struct nav_position at)
{
    const double far_m = GEO_COORDINATE_MAX / 1000.0;
    // Not a number is not below it either.
    return at.scene < nav->parts.scene_count && fabs(at.x) < far_m && fabs(at.y) < far_m &&
           fabs(at.z) < far_m;
}

/// Rounds the points of a road to millimetres.
/// @return NULL when they make no road, or memory runs out
static struct edits_point *road_points(const struct nav *nav, const struct nav_position *points, size_t count)
{
    bool is_road = count >= 2;
    struct edits_point *rounded = is_road ? calloc(count, sizeof *rounded) : NULL;
    for (size_t i = 0; rounded && i < count; i++) {
        is_road = is_road && is_position_sane(nav, points[i]) && points[i].scene == points[0].scene;
        if (is_road)
            rounded[i] = (struct edits_point){
                {(int32_t)lround(points[i].x * 1000), (int32_t)lround(points[i].z * 1000)},
                (int32_t)lround(points[i].y * 1000)};
        is_road = is_road && (i == 0 || !geo_equal(rounded[i].at, rounded[i - 1].at));
    }
    if (is_road)
        return rounded;
    free(rounded);
    return NULL;
}

nav_road nav_add_road(struct nav *nav, const struct nav_position *points, size_t count, double width_m)
{
    const double width_m_max = 1000;
    if (!(width_m >= 0 && width_m <= width_m_max))
        return 0;
    struct edits_point *rounded = road_points(nav, points, count);
    if (!rounded)
        return 0;
    struct version_draft *draft = &nav->parts.drafts[points[0].scene];
    nav_road name = 0;
    if (quadtree_count(draft->roads->tree) + count <= nav->limits.route.road_nodes_max)
        name = edits_add_road(nav->parts.edits, points[0].scene, draft->roads, rounded, count,
                              (int32_t)lround(width_m * 500));
    draft->is_changed = draft->is_changed || name != 0;
    free(rounded);
    return name;
}

bool nav_remove_road(struct nav *nav, nav_road road)
{
    uint32_t scene;
    if (!edits_find_road(nav->parts.edits, road, &scene))
        return false;
    edits_remove_road(nav->parts.edits, road, nav->parts.drafts[scene].roads);
    nav->parts.drafts[scene].is_changed = true;
    return true;
}

nav_jump nav_add_jump(struct nav *nav, const struct nav_jump_point *jump)
{
    bool is_sane = is_position_sane(nav, jump->at) && jump->end_count > 0 && jump->cost_m >= 0 &&
                   jump->cost_m < INFINITY &&
                   edits_end_count(nav->parts.edits) + jump->end_count <= nav->limits.ends_max;
    for (size_t i = 0; is_sane && i < jump->end_count; i++)
        is_sane = is_position_sane(nav, jump->ends[i]);
    if (!is_sane)
        return 0;
    struct jump added = {
        .at = jump->at, .ends = jump->ends, .end_count = jump->end_count, .cost_m = jump->cost_m};
    return edits_add_jump(nav->parts.edits, &added);
}

bool nav_remove_jump(struct nav *nav, nav_jump jump)
{
    return edits_remove_jump(nav->parts.edits, jump);
}

bool nav_replace_mesh(struct nav *nav, uint32_t scene, struct navmesh *mesh)
{
    const struct route_limits *limits = &nav->limits.route;
    bool is_fitting = mesh->cell_count <= limits->cells_max && mesh->side_count <= limits->sides_max &&
                      mesh->corner_count <= limits->corners_max;
    if (scene >= nav->parts.scene_count || !is_fitting) {
        navmesh_destroy(mesh);
        return false;
    }
    struct version_draft *draft = &nav->parts.drafts[scene];
    struct version_ground *ground = version_ground_create(mesh);
    if (!ground)
        return false;
    number_ground(nav, ground);
    version_ground_release(draft->ground);
    draft->ground = ground;
    draft->is_changed = true;
    return true;
}

bool nav_replace_chunk(struct nav *nav, uint32_t scene, uint32_t chunk, const struct navmesh *part)
{
    if (scene >= nav->parts.scene_count || chunk >= nav->parts.drafts[scene].ground->mesh->chunk_count)
        return false;
    struct navmesh *mesh = chunk_replace(nav->parts.drafts[scene].ground->mesh, chunk, part);
    return mesh && nav_replace_mesh(nav, scene, mesh);
}

// ---- queries ---------------------------------------------------------------------------------

struct nav_query *nav_query_create(const struct nav *nav, size_t nodes_max)
{
    struct nav_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    struct travel_limits limits = nav->limits;
    if (nodes_max > 0) {
        limits.route.nodes_max = nodes_max;
        limits.route.windows_max = nodes_max;
        limits.route.keeps_goals = false;
    }
    query->nav = nav;
    query->travel = travel_query_create(&limits);
    if (query->travel)
        return query;
    nav_query_destroy(query);
    return NULL;
}

void nav_query_destroy(struct nav_query *query)
{
    if (!query)
        return;
    travel_query_destroy(query->travel);
    free(query);
}

void nav_query_set_agent(struct nav_query *query, size_t agent)
{
    assert(agent < query->nav->parts.agent_count);
    query->agent = agent;
}

uint64_t nav_query_request_count(const struct nav_query *query)
{
    return query->request_count;
}

static enum nav_status find(struct nav_query *query, struct nav_position start, struct nav_trip *trip)
{
    return travel_query_find(query->travel, &current_version(query->nav)->agents[query->agent].view, start,
                             trip);
}

enum nav_status nav_query_npc(struct nav_query *query, struct nav_position start, const char *type,
                              const char *subtype, struct nav_trip *trip)
{
    assert(trip->points_max > 0);
    const struct npc_index *index = query->nav->parts.index;
    struct npc_list npcs = npc_index_find(index, type, subtype);
    query->request_count++;
    if (npcs.count == 0) {
        *trip = (struct nav_trip){.points = trip->points, .points_max = trip->points_max};
        return NAV_NO_SUCH_NPC;
    }
    travel_query_clear(query->travel);
    for (size_t i = 0; i < npcs.count; i++) {
        struct nav_position at;
        if (npc_index_position(index, npcs.ids[i], &at))
            travel_query_add_goal(query->travel, at, npcs.ids[i]);
    }
    return find(query, start, trip);
}

enum nav_status nav_query_place(struct nav_query *query, struct nav_position start, struct nav_position goal,
                                struct nav_trip *trip)
{
    assert(trip->points_max > 0);
    travel_query_clear(query->travel);
    travel_query_add_goal(query->travel, goal, 0);
    return find(query, start, trip);
}

enum nav_status nav_query_walk(struct nav_query *query, struct nav_position start, struct nav_position goal,
                               struct nav_trip *trip)
{
    return travel_query_walk(query->travel, &current_version(query->nav)->agents[query->agent].view, start,
                             goal, trip);
}
