// The cheapest way across a mesh, as the sides to cross, with A* [Hart, Nilsson, Raphael 1968].
//
// Nodes are cells. A cell is entered where the way from the parent's entry to the goal is shortest, and
// again elsewhere whenever that turns out cheaper. The straight line guides the search; it never
// exceeds the true cost. With several goals the one cheapest to reach ends the search.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"

struct path_query; // layout private to path.c

enum path_status {
    PATH_FOUND,
    PATH_NONE,         // no goal can be reached: no path
    PATH_OUT_OF_NODES, // stopped at nodes_max: best path so far
};

/// Somewhere on a cell.
struct path_place {
    struct geo_place at;
    uint32_t cell;
};

/// What is asked for.
struct path_request {
    const struct navmesh *mesh;
    const struct mesh_layer *layer; // of the mesh: for whom
    struct path_place start;
    const struct path_place *goals;
    size_t goal_count; // at least 1
};

/// The sides to cross, in order. Owned by the query, until its next search.
struct path {
    const uint32_t *sides;
    size_t side_count;
    struct path_place end; // the goal; PATH_OUT_OF_NODES: where the search came nearest to a goal
    size_t goal;           // its index
    double length_mm;      // along the entries: no less than that of the shortest line
    size_t node_count;     // cells visited
};

/// One thread at a time uses a query.
/// @param cells_max  of any mesh that will be searched
/// @param nodes_max  cells that one search may visit; all memory is taken here
/// @return NULL when memory runs out
struct path_query *path_query_create(size_t cells_max, size_t nodes_max);

/// Accepts NULL and half-built queries.
void path_query_destroy(struct path_query *query);

/// Allocates nothing. The answer does not depend on earlier ones.
/// @param[out] path  nothing when PATH_NONE
enum path_status path_query_find(struct path_query *query, const struct path_request *request,
                                 struct path *path);
