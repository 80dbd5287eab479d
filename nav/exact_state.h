// What the parts of the exact search share: exact.c leads it, exact_expand.c makes windows of windows, and
// cost_to_go.c keeps the windows of whole floods.
#pragma once

#include "nav/exact.h"
#include "nav/frontier.h"
#include "nav/view.h"

enum { EXACT_NONE = UINT32_MAX };

/// Ways whose lengths differ by less are the same way, added up in another order.
#define EXACT_ROUNDING 1e-12

/// The start, or a corner that the line bends at.
struct exact_root {
    struct geo_place at;
    double cost_mm; // of the way here
    uint32_t cell;  // that its windows lead out of: once back there, they have gone all around it
    uint32_t known; // what is known of this corner; EXACT_NONE for the start
};

/// The part of a side that a root sees, between two rays. Where the root is an end of the side, the ray there
/// is zero.
struct exact_window {
    struct view view;
    uint32_t side;  // of the cell that is left
    uint32_t entry; // the same side, of the cell that is entered
    uint32_t parent;
    uint32_t root;
};

/// The shortest way known to a corner, or to one fan of cells around it.
struct exact_known {
    double cost_mm;
    struct geo_place way; // its last piece
    uint32_t query;       // that found this
};

struct exact_query {
    struct exact_limits limits;
    struct exact_window *windows;
    uint32_t window_count;
    struct exact_root *roots;
    size_t root_count;
    struct frontier open;
    struct frontier_entry next; // better than any in `open`
    bool has_next;
    struct exact_known *known; // per corner; then per side, for the fan of a corner that ends there
    uint32_t *cell_marks; // per cell: twice the query that may enter it by a dead end, and 1 where goals are
    uint32_t number;      // of the query
    uint32_t goal_mark;   // of cells where goals are
    const struct path_request *request;
    const struct navmesh *mesh;
    const struct mesh_layer *layer;
    struct geo_place goal; // the first one
    uint32_t entered_from; // dead ends lead to cells whose marks are no less; 0: to all
    uint32_t lone;   // the only window made by the last expansion; EXACT_NONE when there were none or more
    uint32_t *fresh; // windows just added
    uint32_t fresh_count;
    bool is_full;          // windows were lost
    bool is_flood;         // there are no goals
    double found_mm;       // the shortest way to a goal
    uint32_t found_window; // its last window; EXACT_NONE: none, as start and goal share a cell
    uint32_t found_bend;   // the side at whose start it bends after that; EXACT_NONE when it does not
    size_t found_goal;
    uint32_t *sides;
    size_t side_count;
    struct funnel_point *points; // room for the line, filled from its end
    const struct funnel_point *line;
    size_t line_count;
    struct funnel *funnel;
};

/// Where a side of a cell begins.
static inline struct geo_place exact_corner(const struct exact_query *query, uint32_t side)
{
    return geo_place_of(mesh_side_start(query->mesh, side)->at);
}

/// Whether a shorter way to the root has been found since the root was made.
static inline bool exact_is_stale(const struct exact_query *query, const struct exact_root *root)
{
    return root->known != EXACT_NONE &&
           query->known[root->known].cost_mm * (1 + EXACT_ROUNDING) < root->cost_mm;
}

/// Makes windows of the sides of the start's cell.
void exact_open_start(struct exact_query *query);

/// Makes windows of all that is seen through a window.
/// @param number      the window's
/// @param is_weighed  it comes out of the open list: better ways may have been found while it was there
void exact_expand(struct exact_query *query, uint32_t number, bool is_weighed);

/// Finds the ways from the start to everywhere, in all directions; the request has no goals. The windows left
/// in the query hold the shortest way to every place of the component.
/// @return false when the windows are used up
bool exact_flood(struct exact_query *query, const struct path_request *request);
