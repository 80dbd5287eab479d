// The façade of the library: a world to find ways in, and queries that find them.
//
// A `struct nav` holds the meshes, trunk roads and jump points of all scenes and the NPC index. Any number of
// queries may share it, each used by one thread at a time. One thread, the owner, changes it. NPCs it changes
// while no query runs. All else comes in versions: what it adds and removes is seen by nobody until it
// publishes; requests that run go on in the version that they began with, and the owner throws that away
// when they are done.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/index.h"
#include "nav/mesh.h"
#include "nav/pack.h"
#include "nav/position.h"
#include "nav/report.h"
#include "nav/trip.h"

struct baked;       // baked.h
struct nav;         // layout private to nav.c
struct nav_query;   // layout private to nav.c
struct nav_version; // what the world was between two publications; private

/// What may come later, besides what the pack has: all memory for queries is taken at their creation.
enum {
    NAV_NPCS_SPARE = 4096,
    NAV_CELLS_SPARE = 4096,      // of a scene's mesh
    NAV_ROAD_NODES_SPARE = 1024, // of a scene
    NAV_JUMPS_SPARE = 256,
    NAV_JUMP_ENDS_SPARE = 1024, // of all jumps together
};

/// What is kept for who looks for the same NPCs again.
enum {
    NAV_KEPT_BYTES_MAX = 64 << 20, // in all; an NPC takes 80 kB on 600 cells, 0.8 MB on 18,000
    NAV_KEPT_NPCS_MAX = 1024,
    NAV_KEPT_GOALS_MAX = 8, // of a request; with more, each would be asked for too seldom
};

/// Which of the graphs ways are searched on.
enum nav_graphs {
    NAV_GRAPHS_ALL,        // roads first, the mesh where they do not help
    NAV_GRAPHS_ROADS_ONLY, // who stands on no road is off the mesh
    NAV_GRAPHS_MESH_ONLY,
};

/// Zeroed is good.
struct nav_options {
    uint64_t hash_seed; // random per process, so that no crafted world forces collisions; answers do not
                        // depend on it
    enum npc_index_scheme index_scheme; // nor on this
    enum nav_graphs graphs;
};

/// Builds meshes, roads, jumps and index from `pack`, which is only read and may be destroyed afterwards.
/// @param options      NULL: all zero
/// @param[out] report  what is wrong, when NULL is returned
struct nav *nav_create(const struct pack *pack, const struct nav_options *options, struct report *report);

/// Makes a world of what has been baked before, as nav_create() does of what it bakes itself: the same ways
/// are found in both.
/// @param baked        its meshes become the world's; the rest may be destroyed afterwards
/// @param options      NULL: all zero
/// @param[out] report  what is wrong, when NULL is returned
struct nav *nav_create_baked(struct baked *baked, const struct nav_options *options, struct report *report);

/// Accepts NULL and half-built worlds. All its queries and versions are destroyed before.
void nav_destroy(struct nav *nav);

/// @return the mesh of scene `scene`, owned by `nav` until it is replaced; NULL when there is no such scene
const struct navmesh *nav_mesh(const struct nav *nav, uint32_t scene);

/// The registry of NPCs; insert, move and erase through it while no query runs.
struct npc_index *nav_index(struct nav *nav);

/// The NPC in the registry that the pack's `npc`-th one became, even when it has left since.
/// @param npc  below the pack's npc_count
npc_id nav_pack_npc(const struct nav *nav, size_t npc);

/// Where the pack's `npc`-th one stands at first, wherever it is now.
/// @param npc  below the pack's npc_count
struct nav_position nav_pack_npc_place(const struct nav *nav, size_t npc);

/// The jump that the pack's `jump`-th one became, even when it has been removed since.
/// @param jump  below the pack's jump_count
nav_jump nav_pack_jump(const struct nav *nav, size_t jump);

/// The point of walkable ground nearest to `from` in plan, on the floor nearest in height, within
/// `radius_m`.
/// @return false when there is none
bool nav_nearest(const struct nav *nav, struct nav_position from, double radius_m,
                 struct nav_position *found);

/// How much is kept for requests that are like earlier ones.
struct nav_kept {
    size_t bytes;   // at most NAV_KEPT_BYTES_MAX
    uint64_t fills; // how often a mesh has been flooded from an NPC
};

struct nav_kept nav_kept(const struct nav *nav);

// ---- sizes of agents ---------------------------------------------------------------------------

enum { NAV_AGENTS_MAX = MESH_LAYERS_MAX };

/// The sizes of people that the scenes have, by name; each scene's own first size is number 0.
size_t nav_agent_count(const struct nav *nav);

/// @return its number; nav_agent_count() when no scene has one of that name
size_t nav_agent_find(const struct nav *nav, const char *name);

// ---- changes -----------------------------------------------------------------------------------

/// Names a road added later: slot and generation. 0: none.
typedef uint32_t nav_road;

/// Adds a road: a node for each point and a link from each to the next. A point at the very place of a
/// node known already, to the millimetre, height included, is that node. To be published.
/// @param points    of one scene; two that follow one another are not the same
/// @param count     at least 2
/// @param width_m   who stands no further than half of it from the line is on the road
/// @return 0 when there is no such scene, a point lies outside of any scene's reach, or there is no room
nav_road nav_add_road(struct nav *nav, const struct nav_position *points, size_t count, double width_m);

/// Removes a road that nav_add_road() has added. To be published.
/// @return false when it is gone already
bool nav_remove_road(struct nav *nav, nav_road road);

/// A way from a place to others, in one direction.
struct nav_jump_point {
    struct nav_position at;
    const struct nav_position *ends; // to choose from
    size_t end_count;                // at least 1
    double cost_m;                   // what it adds to a trip, at least 0
};

/// Adds a jump. To be published.
/// @return 0 when a scene does not exist, a number makes no sense, or there is no room
nav_jump nav_add_jump(struct nav *nav, const struct nav_jump_point *jump);

/// Removes a jump, the pack's or an added one. To be published.
/// @return false when it is gone already
bool nav_remove_jump(struct nav *nav, nav_jump jump);

/// Gives a scene another mesh: a bridge falls, a gate opens. To be published.
/// @param mesh  with layers for the same sizes as that of before; belongs to the world from now on and is
///              destroyed at once when this fails
/// @return false when there is no such scene, the mesh is too large, or memory runs out
bool nav_replace_mesh(struct nav *nav, uint32_t scene, struct navmesh *mesh);

/// Gives a chunk of a scene's mesh other cells and leaves the rest as it is. To be published.
/// @param chunk  its number in the mesh (chunk_names.h)
/// @param part   all cells of the chunk, as mesh_build_chunk() makes them, only read; NULL: it has none from
/// now on
/// @return false when there is no such chunk, the mesh would be too large, or memory runs out
bool nav_replace_chunk(struct nav *nav, uint32_t scene, uint32_t chunk, const struct navmesh *part);

/// Makes the changes since the last publication visible: requests that begin from now on see all of them.
/// Ways between jumps are measured anew in the scenes that changed.
/// @return the version before, to be destroyed when every request that began before this call has ended; NULL
///         when memory runs out: nothing is visible then
struct nav_version *nav_publish(struct nav *nav);

/// Accepts NULL.
void nav_version_destroy(struct nav_version *version);

// ---- queries -----------------------------------------------------------------------------------

/// @param nodes_max  cells that one search may visit, and windows of an exact one; all memory but for what is
///                   kept is taken here. Nothing that is kept is used. 0: as many as the largest mesh may
///                   have
/// @return NULL when memory runs out
struct nav_query *nav_query_create(const struct nav *nav, size_t nodes_max);

/// Accepts NULL and half-built queries.
void nav_query_destroy(struct nav_query *query);

/// Whom the ways are for, from now on; a scene that has no such size has its first one walk instead.
/// @param agent  below nav_agent_count()
void nav_query_set_agent(struct nav_query *query, size_t agent);

/// The one wayfinding request: the cheapest trip from `start` to an NPC of the type, and of the
/// subtype unless that is NULL or empty. It ends where the NPC stands.
///
/// Where an NPC is asked for first, and there are not many of its kind, what it costs to get to it from
/// anywhere is found out and kept (cost_to_go.h), until its mesh is gone or others have been asked for since:
/// that takes memory. Later requests follow it and allocate nothing. The trip is the same either way.
/// @param trip  its points and points_max are the caller's; all else is written
enum nav_status nav_query_npc(struct nav_query *query, struct nav_position start, const char *type,
                              const char *subtype, struct nav_trip *trip);

/// The cheapest trip from `start` to `goal`. Allocates nothing.
/// @param trip  its points and points_max are the caller's; all else is written
enum nav_status nav_query_place(struct nav_query *query, struct nav_position start, struct nav_position goal,
                                struct nav_trip *trip);

/// The shortest way on foot from `start` to `goal` in the same scene, whatever roads and jumps there are.
/// Allocates nothing.
/// @param trip  its points and points_max are the caller's; all else is written
/// @return NAV_UNREACHABLE without saying why
enum nav_status nav_query_walk(struct nav_query *query, struct nav_position start, struct nav_position goal,
                               struct nav_trip *trip);

/// How often nav_query_npc() was called on this query: wayfinding requests of players.
uint64_t nav_query_request_count(const struct nav_query *query);
