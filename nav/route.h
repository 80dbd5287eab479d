// A way inside one scene, from a place to a place, on the graph that is right for it.
//
// The first graph, trunk roads, comes first: if a road near the start leads to one near the goal, one walks
// to it, along it, and from it to the goal, by the nodes that make the whole way the shortest. If the best
// node is the same at both ends, or no road leads there, the second graph is taken, the mesh. Where neither
// leads there alone, both together may: the shortest way where grounds have few gates (gates.h), else one
// that is short.
//
// Across the mesh the sides of the shortest line are taken (exact.h), or what is kept of the goal
// (cost_to_go.h) gives them, and pulled tight for who is wider than a line (corridor.h). Walls may make the
// wide ones swerve so much that another way is shorter for them; when the line has become longer by a part
// that makes this likely, the cells are searched too (path.h), and the shorter line is taken. So no line is
// longer than the shortest by more than that part.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/ends.h"
#include "nav/trip.h"

struct route_query; // layout private to route.c

/// All memory is taken by these.
struct route_limits {
    size_t cells_max; // of any mesh that will be searched
    size_t corners_max;
    size_t sides_max;
    size_t windows_max;    // that an exact search may visit before the cells are searched instead
    size_t nodes_max;      // cells that one search may visit
    size_t road_nodes_max; // of any roads
    bool keeps_goals;      // uses what is kept of goals; else the search for the line is all there is
};

/// What way is asked for.
struct route_walk {
    struct nav_position from;
    struct nav_position to;
    bool is_kept; // what it costs to get to `to` is to be kept, as others will ask for it
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

/// Starts a request: nothing that was found before is used again, for the scenes may be others.
void route_query_begin(struct route_query *query);

/// Finds how long the way is that route_query_write() writes. Allocates nothing, unless the goal is to be
/// kept and is not yet.
/// @param[out] route  always written
enum route_status route_query_measure(struct route_query *query, const struct route_scene *scene,
                                      const struct route_walk *walk, struct route *route);

/// Finds the way and appends it to a trip as one leg. Allocates as little.
/// @param trip  has room for a leg; its points, legs and sums are written
/// @return ROUTE_OUT_OF_NODES when the leg ends before `to`, may not be the shortest or found no room; after
///         ROUTE_NONE and ROUTE_OFF there is no leg
enum route_status route_query_write(struct route_query *query, const struct route_scene *scene,
                                    const struct route_walk *walk, struct nav_trip *trip);
