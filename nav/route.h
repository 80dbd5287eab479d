// A way inside one scene, from a place to a place, on the graph that is right for it.
//
// The first graph, trunk roads, comes first: if a road near the start leads to one near the goal, one walks
// to it, along it, and from it to the goal, by the nodes that make the whole way the shortest. If the best
// node is the same at both ends, or no road leads there, the second graph is taken, the mesh. Where neither
// leads there alone, both together may.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/gates.h"
#include "nav/locate.h"
#include "nav/mesh.h"
#include "nav/roads.h"
#include "nav/trip.h"

struct route_query; // layout private to route.c

/// A scene to find ways in: a mesh, or roads, or both with their gates.
struct route_scene {
    const struct navmesh *mesh;     // NULL: no mesh
    const struct mesh_layer *layer; // of the mesh: for whom
    const struct locator *locator;
    const struct roads *roads; // NULL: none are to be used
    const struct gates *gates; // for the layer; NULL: ways lead over the mesh only, or over the roads only
    uint32_t number;
};

/// All memory is taken by these.
struct route_limits {
    size_t cells_max;      // of any mesh that will be searched
    size_t nodes_max;      // cells that one search may visit
    size_t road_nodes_max; // of any roads
};

enum route_status {
    ROUTE_FOUND,
    ROUTE_NONE,         // no way leads there
    ROUTE_OFF,          // an end lies on no cell; with roads only, on no road
    ROUTE_OUT_OF_NODES, // the budget is used up: a way that was found may not be the shortest
};

struct route {
    enum nav_graph graph;
    double length_m; // INFINITY: no way has been found
};

/// One thread at a time uses a query.
/// @return NULL when memory runs out
struct route_query *route_query_create(const struct route_limits *limits);

/// Accepts NULL and half-built queries.
void route_query_destroy(struct route_query *query);

/// Finds how long the way is that route_query_write() writes. Allocates nothing.
/// @param[out] route  always written
enum route_status route_query_measure(struct route_query *query, const struct route_scene *scene,
                                      struct nav_position from, struct nav_position to, struct route *route);

/// Finds the way and appends it to a trip as one leg. Allocates nothing.
/// @param trip  has room for a leg; its points, legs and sums are written
/// @return ROUTE_OUT_OF_NODES when the leg ends before `to`, may not be the shortest or found no room; after
///         ROUTE_NONE and ROUTE_OFF there is no leg
enum route_status route_query_write(struct route_query *query, const struct route_scene *scene,
                                    struct nav_position from, struct nav_position to, struct nav_trip *trip);

/// Why no way leads there.
struct route_gap {
    enum nav_reason reason;
    struct nav_position nearest; // to the goal of all places that can be reached
    double distance_m;           // from there to the goal, in plan
};

/// Explains a way for which route_query_measure() says ROUTE_NONE. Allocates nothing.
/// @return false when an end lies nowhere
bool route_explain(const struct route_scene *scene, struct nav_position from, struct nav_position to,
                   struct route_gap *gap);

/// Whether a way leads from one place to another. O(1); allocates nothing.
bool route_is_connected(const struct route_scene *scene, struct nav_position from, struct nav_position to);

/// Whether a place lies where ways lead: on a cell or, with roads only, on a road.
/// @param[out] ground  the place on the ground
bool route_find_ground(const struct route_scene *scene, struct nav_position at, struct nav_position *ground);
