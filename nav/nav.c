#include "nav/nav.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "nav/locate.h"
#include "nav/mesh_build.h"
#include "nav/route.h"

struct scene {
    struct navmesh *mesh;
    struct locator *locator;
};

struct nav {
    struct scene *scenes;
    size_t scene_count;
    struct npc_index *index;
    size_t npcs_max;
    npc_id *pack_npcs; // by number in the pack
    size_t pack_npc_count;
};

struct nav_query {
    const struct nav *nav;
    struct route_query *route;
};

// ---- the world -------------------------------------------------------------------------------

static bool build_scenes(struct nav *nav, const struct pack *pack, struct report *report)
{
    bool is_built = true;
    for (size_t i = 0; i < pack->scene_count; i++) {
        struct scene *scene = &nav->scenes[i];
        scene->mesh = mesh_build(&pack->scenes[i], report);
        scene->locator = scene->mesh ? locator_create(scene->mesh) : NULL;
        if (scene->mesh && !scene->locator)
            report_add(report, pack->scenes[i].file, "", "not enough memory for the mesh");
        is_built = is_built && scene->locator;
    }
    return is_built;
}

/// Where an NPC stands: on the highest ground at its place.
static struct nav_position npc_position(const struct nav *nav, const struct pack_npc *npc)
{
    struct nav_position at = {
        .x = npc->at.x / 1000.0, .z = npc->at.z / 1000.0, .scene = (uint32_t)npc->scene};
    struct locator_place asked = {.at = geo_place_of(npc->at), .height_mm = GEO_COORDINATE_MAX};
    struct locator_place found;
    if (locator_find(nav->scenes[npc->scene].locator, &asked, MESH_NONE, &found))
        at.y = found.height_mm / 1000;
    return at;
}

static bool fill_index(struct nav *nav, const struct pack *pack, struct report *report)
{
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        nav->pack_npcs[i] = npc_index_insert(nav->index, npc->type, npc->subtype, npc_position(nav, npc));
        if (nav->pack_npcs[i] == 0) {
            report_add(report, pack->scenes[npc->scene].file, "", "no room in the index for NPC \"%s\"",
                       npc->name);
            return false;
        }
    }
    return true;
}

struct nav *nav_create(const struct pack *pack, uint64_t hash_seed, struct report *report)
{
    struct nav *nav = calloc(1, sizeof *nav);
    if (nav) {
        nav->npcs_max = pack->npc_count + NAV_NPCS_SPARE;
        nav->npcs_max = nav->npcs_max < NPC_INDEX_MAX ? nav->npcs_max : NPC_INDEX_MAX;
        nav->scene_count = pack->scene_count;
        nav->scenes = calloc(pack->scene_count + 1, sizeof *nav->scenes);
        nav->index = npc_index_create(nav->npcs_max, hash_seed);
        nav->pack_npc_count = pack->npc_count;
        nav->pack_npcs = calloc(pack->npc_count + 1, sizeof *nav->pack_npcs);
    }
    if (!nav || !nav->scenes || !nav->index || !nav->pack_npcs) {
        report_add(report, "", "", "not enough memory for the world");
        nav_destroy(nav);
        return NULL;
    }
    if (build_scenes(nav, pack, report) && fill_index(nav, pack, report))
        return nav;
    nav_destroy(nav);
    return NULL;
}

void nav_destroy(struct nav *nav)
{
    if (!nav)
        return;
    for (size_t i = 0; nav->scenes && i < nav->scene_count; i++) {
        locator_destroy(nav->scenes[i].locator);
        navmesh_destroy(nav->scenes[i].mesh);
    }
    npc_index_destroy(nav->index);
    free(nav->pack_npcs);
    free(nav->scenes);
    free(nav);
}

const struct navmesh *nav_mesh(const struct nav *nav, uint32_t scene)
{
    return scene < nav->scene_count ? nav->scenes[scene].mesh : NULL;
}

struct npc_index *nav_index(struct nav *nav)
{
    return nav->index;
}

npc_id nav_pack_npc(const struct nav *nav, size_t npc)
{
    assert(npc < nav->pack_npc_count);
    return nav->pack_npcs[npc];
}

bool nav_nearest(const struct nav *nav, struct nav_position from, double radius_m, struct nav_position *found)
{
    bool is_sane = isfinite(from.x) && isfinite(from.y) && isfinite(from.z);
    if (!is_sane || from.scene >= nav->scene_count)
        return false;
    struct locator_place asked = {.at = {from.x * 1000, from.z * 1000}, .height_mm = from.y * 1000};
    struct locator_place place;
    if (!locator_nearest(nav->scenes[from.scene].locator, &asked, radius_m * 1000, MESH_NONE, &place))
        return false;
    *found = (struct nav_position){
        .x = place.at.x / 1000, .y = place.height_mm / 1000, .z = place.at.z / 1000, .scene = from.scene};
    return true;
}

// ---- queries ---------------------------------------------------------------------------------

static size_t cells_max(const struct nav *nav)
{
    size_t most = 1;
    for (size_t i = 0; i < nav->scene_count; i++) {
        size_t count = nav->scenes[i].mesh->cell_count;
        most = count > most ? count : most;
    }
    return most;
}

struct nav_query *nav_query_create(const struct nav *nav, size_t nodes_max)
{
    struct nav_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    size_t most = cells_max(nav);
    query->nav = nav;
    query->route = route_query_create(most, nodes_max ? nodes_max : most, nav->npcs_max);
    if (!query->route) {
        nav_query_destroy(query);
        return NULL;
    }
    return query;
}

void nav_query_destroy(struct nav_query *query)
{
    if (!query)
        return;
    route_query_destroy(query->route);
    free(query);
}

static void clear_trip(struct nav_trip *trip)
{
    *trip = (struct nav_trip){.points = trip->points, .points_max = trip->points_max};
}

/// The goals added all lie in the scene of `start`.
static enum nav_status find(struct nav_query *query, struct nav_position start, struct nav_trip *trip)
{
    const struct scene *scene = &query->nav->scenes[start.scene];
    struct route_scene route_scene = {.mesh = scene->mesh, .locator = scene->locator, .number = start.scene};
    return route_query_find(query->route, &route_scene, start, trip);
}

static enum nav_status other_scene(struct nav_position start, struct nav_trip *trip)
{
    trip->nearest = start;
    trip->reason = NAV_REASON_NO_JUMP;
    return NAV_UNREACHABLE;
}

enum nav_status nav_query_npc(struct nav_query *query, struct nav_position start, const char *type,
                              const char *subtype, struct nav_trip *trip)
{
    assert(trip->points_max > 0);
    const struct npc_index *index = query->nav->index;
    struct npc_list npcs = npc_index_find(index, type, subtype);
    size_t goal_count = 0;
    clear_trip(trip);
    if (npcs.count == 0)
        return NAV_NO_SUCH_NPC;
    if (start.scene >= query->nav->scene_count)
        return NAV_OFF_MESH;
    route_query_clear(query->route);
    for (size_t i = 0; i < npcs.count; i++) {
        struct nav_position at;
        if (npc_index_position(index, npcs.ids[i], &at) && at.scene == start.scene) {
            route_query_add_goal(query->route, at, npcs.ids[i]);
            goal_count++;
        }
    }
    return goal_count > 0 ? find(query, start, trip) : other_scene(start, trip);
}

enum nav_status nav_query_place(struct nav_query *query, struct nav_position start, struct nav_position goal,
                                struct nav_trip *trip)
{
    assert(trip->points_max > 0);
    clear_trip(trip);
    if (start.scene >= query->nav->scene_count || goal.scene >= query->nav->scene_count)
        return NAV_OFF_MESH;
    if (goal.scene != start.scene)
        return other_scene(start, trip);
    route_query_clear(query->route);
    route_query_add_goal(query->route, goal, 0);
    return find(query, start, trip);
}
