// The cheapest way over trunk roads: from a place on foot to some node, along the roads, and on foot to the
// end.
//
// A* over the roads [Hart, Nilsson, Raphael 1968]. Ways on foot cost a search across the mesh each, so the
// straight line stands for them until nothing else is cheaper; only then are they measured [Cohen, Phillips,
// Likhachev 2015, lazy evaluation of edges]. The answer is that of measuring all of them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/gates.h"
#include "nav/roads.h"

struct trunk_query; // layout private to trunk.c

enum trunk_status {
    TRUNK_FOUND,
    TRUNK_NONE,        // the roads do not lead there
    TRUNK_OUT_OF_ROOM, // more changes from road to road than a search may look at
};

/// The length of a way on foot between two nodes in millimetres, no less than the straight line; INFINITY:
/// there is none. ROADS_NONE stands for the start, or for the goal.
typedef double trunk_walk(void *context, uint32_t from, uint32_t to);

/// What is asked for.
struct trunk_request {
    const struct roads *roads;
    const struct gates *gates; // to change from road to road on foot; NULL: one stays on one road
    struct geo_place start;
    struct geo_place goal;
    const uint32_t *starts; // nodes that one may walk to from the start
    size_t start_count;
    const uint32_t *goals; // nodes that one may walk from to the goal
    size_t goal_count;
    trunk_walk *walk;
    void *context; // of walk()
};

struct trunk_step {
    uint32_t node;
    bool is_walked; // one comes here on foot, from the node before or the start; else along a link
};

/// Owned by the query, until its next search.
struct trunk_way {
    const struct trunk_step *steps; // at least one
    size_t step_count;
    double length_mm; // with the ways on foot
};

/// One thread at a time uses a query.
/// @param nodes_max  of any roads that will be searched; all memory is taken here
/// @return NULL when memory runs out
struct trunk_query *trunk_query_create(size_t nodes_max);

/// Accepts NULL and half-built queries.
void trunk_query_destroy(struct trunk_query *query);

/// Allocates nothing. The answer does not depend on earlier ones.
/// @param[out] way  when TRUNK_FOUND
enum trunk_status trunk_query_find(struct trunk_query *query, const struct trunk_request *request,
                                   struct trunk_way *way);
