// What it costs to get to places that are asked for again and again: the thousandth player who looks for the
// blacksmith pays for his own line only.
//
// When a target is asked for first, its mesh is flooded from there once (exact.h without goals): that leaves,
// for every cell, the windows through which the shortest ways come in, each with its root, the corner where
// the way bends next, and what is left from there. Together they are the shortest path map of the target
// [Mitchell, "Shortest paths among obstacles in the plane", 1996]. A later question looks at the windows of
// its start's cell and follows the best one: the line is as short as that of the exact search.
//
// Answers do not depend on what is kept: a target that is new, or thrown out since, is flooded and its map
// followed like any other. One whose map would be too large is searched for each time.
//
// Any number of threads may ask at once, each with its own exact_query. A lock is held for looking a target
// up and for putting one in, never while a mesh is flooded or a line is followed; maps are counted by their
// users, and one that is thrown out is freed by its last. Two threads that ask for a new target at once both
// flood, and one of the maps is kept.
//
// Maps are kept within `bytes_max` in all; those not asked for the longest go first.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/exact.h"

struct cost_to_go; // layout private to cost_to_go.c

/// @param bytes_max    of all maps together; of one larger than that only is kept that it is
/// @param targets_max  at a time
/// @return NULL when memory runs out
struct cost_to_go *cost_to_go_create(size_t bytes_max, size_t targets_max);

/// Accepts NULL and half-built ones. No thread asks any more.
void cost_to_go_destroy(struct cost_to_go *costs);

/// Finds the shortest way to the goal, like exact_query_find(). Takes memory when the target is new, and
/// for the flood; when there is none, the way is searched without it.
/// @param query    gives its memory; exact_query_line() has the line
/// @param version  of the mesh: another number for every mesh that there is in the cache's life, as addresses
///                 come again. Maps of one version are never used for another.
/// @param request  with one goal
/// @param[out] path  nothing when PATH_NONE
enum path_status cost_to_go_find(struct cost_to_go *costs, struct exact_query *query, uint64_t version,
                                 const struct path_request *request, struct path *path);

/// Throws out the maps of a version of a mesh. Those in use last until their users are done; they only read
/// the meshes of their own requests.
void cost_to_go_forget(struct cost_to_go *costs, uint64_t version);

/// Memory of the maps that are kept.
size_t cost_to_go_size_bytes(struct cost_to_go *costs);

/// How often a map has been made.
uint64_t cost_to_go_fill_count(struct cost_to_go *costs);
