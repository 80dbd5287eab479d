// The cheapest trip from a place to one of several, through any number of scenes.
//
// A trip is legs: a walk, a jump, a walk and so on. The search is Dijkstra's over jumps and their ends
// [Dijkstra 1959], with the table of jumps.h where there is one. Ways on foot that depend on the start or the
// goals are measured only once nothing is cheaper than their straight line. The start's own scene is no
// exception: a jump may be the shorter way there too.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/jumps.h"
#include "nav/route.h"
#include "nav/trip.h"

struct travel_query; // layout private to travel.c

enum {
    TRAVEL_KEPT_GOALS_MAX = 8, // of a request; with more, each would be asked for too seldom
};

/// Where to travel, as agents of one size see it.
struct travel_world {
    const struct route_scene *scenes;
    size_t scene_count;
    const struct jumps *jumps;
    const nav_jump *jump_names; // per jump of the network
};

/// All memory is taken by these.
struct travel_limits {
    struct route_limits route;
    size_t scenes_max;
    size_t jumps_max;
    size_t ends_max; // of all jumps
    size_t goals_max;
};

/// One thread at a time uses a query.
/// @return NULL when memory runs out
struct travel_query *travel_query_create(const struct travel_limits *limits);

/// Accepts NULL and half-built queries.
void travel_query_destroy(struct travel_query *query);

/// Starts a new request.
void travel_query_clear(struct travel_query *query);

/// Adds a goal. At most goals_max. What it costs to get to people is kept for others who look for them,
/// unless a request has many of them.
/// @param npc  who stands there; 0: nobody
void travel_query_add_goal(struct travel_query *query, struct nav_position at, npc_id npc);

/// Finds the cheapest trip from `start` to one of the goals, at least one. Allocates nothing but what is
/// kept.
/// @param trip  its points and points_max are the caller's; all else is written
enum nav_status travel_query_find(struct travel_query *query, const struct travel_world *world,
                                  struct nav_position start, struct nav_trip *trip);

/// Finds the shortest way on foot inside the scene of `start`, over the mesh alone, whatever roads and jumps
/// there are. Allocates nothing.
/// @param goal  in that scene
/// @param trip  as above
/// @return NAV_UNREACHABLE without saying why
enum nav_status travel_query_walk(struct travel_query *query, const struct travel_world *world,
                                  struct nav_position start, struct nav_position goal, struct nav_trip *trip);
