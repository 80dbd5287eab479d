// The façade of the library: a world to find ways in, and queries that find them.
//
// A `struct nav` holds the meshes of all scenes and the NPC index. It does not change while queries
// read it; any number of queries may share it, each used by one thread at a time.
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

struct nav;       // layout private to nav.c
struct nav_query; // layout private to nav.c

/// NPCs that may come later, besides those of the pack.
enum { NAV_NPCS_SPARE = 4096 };

/// Builds meshes and index from `pack`, which is only read and may be destroyed afterwards.
/// @param hash_seed    random per process, so that no crafted world forces collisions; answers do not
///                     depend on it
/// @param[out] report  what is wrong, when NULL is returned
struct nav *nav_create(const struct pack *pack, uint64_t hash_seed, struct report *report);

/// Accepts NULL and half-built worlds. All its queries are destroyed before.
void nav_destroy(struct nav *nav);

/// @return the mesh of scene `scene`, owned by `nav`; NULL when there is no such scene
const struct navmesh *nav_mesh(const struct nav *nav, uint32_t scene);

/// The registry of NPCs; insert, move and erase through it while no query runs.
struct npc_index *nav_index(struct nav *nav);

/// The NPC in the registry that the pack's `npc`-th one became, even when it has left since.
/// @param npc  below the pack's npc_count
npc_id nav_pack_npc(const struct nav *nav, size_t npc);

/// The point of walkable ground nearest to `from` in plan, on the floor nearest in height, within
/// `radius_m`.
/// @return false when there is none
bool nav_nearest(const struct nav *nav, struct nav_position from, double radius_m,
                 struct nav_position *found);

/// @param nodes_max  cells that one search may visit; all memory is taken here. 0: as many as the
///                   largest mesh has
/// @return NULL when memory runs out
struct nav_query *nav_query_create(const struct nav *nav, size_t nodes_max);

/// Accepts NULL and half-built queries.
void nav_query_destroy(struct nav_query *query);

/// The one wayfinding request: the cheapest trip from `start` to an NPC of the type, and of the
/// subtype unless that is NULL or empty. It ends where the NPC stands. Allocates nothing.
/// @param trip  its points and points_max are the caller's; all else is written
enum nav_status nav_query_npc(struct nav_query *query, struct nav_position start, const char *type,
                              const char *subtype, struct nav_trip *trip);

/// The cheapest trip from `start` to `goal`. Allocates nothing.
/// @param trip  its points and points_max are the caller's; all else is written
enum nav_status nav_query_place(struct nav_query *query, struct nav_position start, struct nav_position goal,
                                struct nav_trip *trip);
