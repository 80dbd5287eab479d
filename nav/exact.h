// The shortest way across a mesh: exact any-angle search.
//
// Polyanya [Cui, Harabor, Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017]. A node
// is a window: the part of a side that can be seen from a root, which is the start or a wall corner that the
// line bends at. A window is expanded into the cell behind its side: what the root sees of the cell's other
// sides becomes windows, and where the window ends at a wall corner, that corner becomes the root of windows
// for what lies around it. The straight line guides the search, mirrored at the window's side where it must
// be.
//
// Windows are bounded by rays from the root through corners. Corners are whole millimetres and every decision
// is exact, so no sliver is lost or seen twice, wherever the mesh lies. Start and goals are rounded to a
// millionth of a millimetre for that.
//
// What keeps it fast: nothing goes into dead ends (mesh_side) but on the way to a goal; where start and goal
// lie in one tree of dead ends, there is only one way and nothing to search; a window is dropped when its
// root, or another way to an end of its side, is known to be reached cheaper [Xin, Wang, "Improving Chen and
// Han's algorithm on the discrete geodesic problem", 2009].
//
// For a layer with a radius the way found is the shortest for somebody as thin as a line who takes the same
// sides: valid, and short once corridor.h has pulled it clear of the walls.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/funnel.h"
#include "nav/mesh.h"
#include "nav/path.h"

struct exact_query; // layout private to exact.c

/// What all meshes that will be searched keep within.
struct exact_limits {
    size_t cells_max;
    size_t corners_max;
    size_t sides_max;
    size_t nodes_max; // windows that one search may visit: 4 a cell are plenty, 24 for floods (cost_to_go.h)
};

/// One thread at a time uses a query; any number of queries share a mesh. All memory is taken here.
/// @return NULL when memory runs out
struct exact_query *exact_query_create(const struct exact_limits *limits);

/// Accepts NULL and half-built queries.
void exact_query_destroy(struct exact_query *query);

/// Finds the way to the goal that is nearest on foot. Allocates nothing. The answer does not depend on
/// earlier ones, nor on where the origin is.
/// @param[out] path  its length is that of the line; nothing when PATH_NONE
enum path_status exact_query_find(struct exact_query *query, const struct path_request *request,
                                  struct path *path);

/// The line of the way found last: start first, end last. Its length is path.length_mm.
/// @param[out] points  owned by the query until its next search
/// @return how many
size_t exact_query_line(const struct exact_query *query, const struct funnel_point **points);
