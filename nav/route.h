// A trip inside one scene: from a place to the cheapest of several, as a line on the ground.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/locate.h"
#include "nav/mesh.h"
#include "nav/trip.h"

struct route_query; // layout private to route.c

/// A scene to find ways in.
struct route_scene {
    const struct navmesh *mesh;
    const struct locator *locator;
    uint32_t number;
};

/// One thread at a time uses a query.
/// @param cells_max  of any mesh that will be searched
/// @param nodes_max  cells that one search may visit
/// @param goals_max  of any request; all memory is taken here
/// @return NULL when memory runs out
struct route_query *route_query_create(size_t cells_max, size_t nodes_max, size_t goals_max);

/// Accepts NULL and half-built queries.
void route_query_destroy(struct route_query *query);

/// Starts a new request.
void route_query_clear(struct route_query *query);

/// Adds a goal in the scene that will be searched. At most goals_max.
/// @param npc  who stands there; 0: nobody
void route_query_add_goal(struct route_query *query, struct nav_position at, npc_id npc);

/// Finds the cheapest trip from `start` to one of the goals, at least one. Allocates nothing.
/// @param trip  its points and points_max are the caller's; all else is written
enum nav_status route_query_find(struct route_query *query, const struct route_scene *scene,
                                 struct nav_position start, struct nav_trip *trip);
