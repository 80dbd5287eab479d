#include "nav/exact.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nav/exact_state.h"
#include "nav/marks.h"

enum {
    QUERIES_MAX = UINT32_MAX / 2 - 1, // before marks of old queries could be taken for new ones
};

struct exact_query *exact_query_create(const struct exact_limits *limits)
{
    struct exact_query *query = calloc(1, sizeof *query);
    if (!query)
        return NULL;
    query->limits = *limits;
    size_t nodes_max = limits->nodes_max;
    size_t known_max = limits->corners_max + limits->sides_max;
    size_t sides_max = nodes_max > limits->cells_max ? nodes_max : limits->cells_max;
    query->windows = calloc(nodes_max + 1, sizeof *query->windows);
    query->fresh = calloc(nodes_max + 1, sizeof *query->fresh);
    query->roots = calloc(2 * nodes_max + 3, sizeof *query->roots);
    query->open.entries = calloc(nodes_max + 2, sizeof *query->open.entries);
    query->known = calloc(known_max + 1, sizeof *query->known);
    query->cell_marks = calloc(limits->cells_max + 1, sizeof *query->cell_marks);
    query->sides = calloc(sides_max + 1, sizeof *query->sides);
    query->points = calloc(nodes_max + 4, sizeof *query->points);
    query->funnel = funnel_create(limits->cells_max);
    bool has_memory = query->windows && query->roots && query->open.entries && query->known &&
                      query->cell_marks && query->sides && query->points && query->funnel;
    if (has_memory)
        return query;
    exact_query_destroy(query);
    return NULL;
}

void exact_query_destroy(struct exact_query *query)
{
    if (!query)
        return;
    free(query->windows);
    free(query->fresh);
    free(query->roots);
    free(query->open.entries);
    free(query->known);
    free(query->cell_marks);
    free(query->sides);
    free(query->points);
    funnel_destroy(query->funnel);
    free(query);
}
// ---- the search ------------------------------------------------------------------------------

/// Lets the search into the dead ends that lead to the cell.
static void mark_goal(struct exact_query *query, uint32_t cell)
{
    const struct navmesh *mesh = query->mesh;
    uint32_t at = cell;
    while (query->cell_marks[at] < 2 * query->number) {
        query->cell_marks[at] = 2 * query->number;
        uint32_t out = marks_way_out(mesh, at);
        if (out == EXACT_NONE)
            break;
        at = mesh->sides[mesh->sides[out].link].cell;
    }
    query->cell_marks[cell] = 2 * query->number + 1;
}
/// Takes the next window out of the open list.
static bool take_next(struct exact_query *query, struct frontier_entry *entry)
{
    if (!query->has_next && query->open.count == 0)
        return false;
    bool is_next =
        query->has_next && (query->open.count == 0 || query->next.key <= query->open.entries[0].key);
    *entry = query->next;
    if (!is_next && query->has_next) {
        *entry = query->open.entries[0];
        frontier_replace_first(&query->open, query->next);
    } else if (!is_next) {
        *entry = frontier_pop(&query->open);
    }
    query->has_next = false;
    return true;
}

static void search(struct exact_query *query)
{
    struct frontier_entry entry;
    exact_open_start(query);
    for (;;) {
        uint32_t number = query->lone;
        bool is_weighed = number == EXACT_NONE;
        if (is_weighed) {
            if (!take_next(query, &entry) || entry.key >= query->found_mm)
                return;
            number = entry.node;
        }
        if (query->is_full)
            return;
        query->lone = EXACT_NONE;
        exact_expand(query, number, is_weighed);
    }
}
// ---- answers ---------------------------------------------------------------------------------

/// Writes the sides on the way to a window, and the line: the roots, and where it bends last.
/// @param window  the last one of the way
/// @param end     the line's end, after all sides
static void write_way(struct exact_query *query, uint32_t window, struct geo_place end)
{
    struct funnel_point *points = query->points + query->limits.nodes_max + 4;
    const struct exact_window *windows = query->windows;
    size_t count = 0;
    for (uint32_t i = window; i != EXACT_NONE; i = windows[i].parent)
        count++;
    query->side_count = count;
    *--points = (struct funnel_point){end, count};
    if (query->found_bend != EXACT_NONE)
        *--points = (struct funnel_point){exact_corner(query, query->found_bend), count - 1};
    for (uint32_t i = window; i != EXACT_NONE; i = windows[i].parent) {
        query->sides[--count] = windows[i].side;
        // A bend lies on the side of the window before those that are seen from it.
        if (count > 0 && windows[i].root != windows[windows[i].parent].root)
            *--points = (struct funnel_point){query->roots[windows[i].root].at, count - 1};
    }
    *--points = (struct funnel_point){query->request->start.at, 0};
    query->line = points;
    query->line_count = (size_t)(query->points + query->limits.nodes_max + 4 - points);
}

/// The window that leads nearest to the first goal in a straight line.
/// @param[out] at  where
/// @return EXACT_NONE when nothing is nearer than the start
static uint32_t nearest_window(const struct exact_query *query, struct geo_place *at)
{
    uint32_t best = EXACT_NONE;
    double best_mm = plane_length(plane_minus(query->goal, query->request->start.at));
    *at = query->request->start.at;
    for (uint32_t i = 0; i < query->window_count; i++) {
        struct geo_place root = query->roots[query->windows[i].root].at;
        struct geo_place goal = plane_minus(query->goal, root);
        const struct view *view = &query->windows[i].view;
        struct geo_place place = view_crossing(view, view_best_ray(view, goal));
        if (plane_length(plane_minus(goal, place)) < best_mm) {
            best_mm = plane_length(plane_minus(goal, place));
            best = i;
            *at = (struct geo_place){root.x + place.x, root.z + place.z};
        }
    }
    return best;
}

static enum path_status answer(struct exact_query *query, struct path *path)
{
    const struct path_request *request = query->request;
    uint32_t window = query->found_window;
    bool is_found = query->found_mm < INFINITY;
    path->node_count = query->window_count;
    if (!is_found && !query->is_full)
        return PATH_NONE;
    path->goal = query->found_goal;
    path->end = request->goals[path->goal];
    if (!is_found) {
        window = nearest_window(query, &path->end.at);
        path->end.cell = window == EXACT_NONE ? request->start.cell
                                              : query->mesh->sides[query->windows[window].entry].cell;
    }
    write_way(query, window, path->end.at);
    path->sides = query->sides;
    path->side_count = query->side_count;
    path->length_mm = is_found ? query->found_mm : funnel_line_length(query->line, query->line_count);
    return query->is_full ? PATH_OUT_OF_NODES : PATH_FOUND;
}

/// Finds the way between places that have only one between them, both being in one tree of dead ends: up the
/// tree from the start to where the goal's way up comes by, and down that one.
/// @return false when there may be more
static bool follow_tree(struct exact_query *query)
{
    const struct navmesh *mesh = query->mesh;
    uint32_t at = query->request->start.cell;
    size_t up = 0;
    for (; query->cell_marks[at] < 2 * query->number;
         at = mesh->sides[mesh->sides[query->sides[up++]].link].cell) {
        query->sides[up] = marks_way_out(mesh, at);
        if (query->sides[up] == EXACT_NONE)
            return false;
    }
    size_t down = 0;
    for (uint32_t cell = query->request->goals[0].cell; cell != at; down++) {
        uint32_t in = mesh->sides[marks_way_out(mesh, cell)].link;
        cell = mesh->sides[in].cell;
        query->sides[up + down] = in;
    }
    query->side_count = up + down;
    for (size_t i = 0; i < down / 2; i++) {
        uint32_t side = query->sides[up + i];
        query->sides[up + i] = query->sides[up + down - 1 - i];
        query->sides[up + down - 1 - i] = side;
    }
    return true;
}

/// Pulls the line tight through the only sides that there are.
static enum path_status pull_tight(struct exact_query *query, struct path *path)
{
    funnel_begin(query->funnel, query->request->start.at);
    for (size_t i = 0; i < query->side_count; i++) {
        uint32_t side = query->sides[i];
        if (!mesh_link_is_open(query->layer, side))
            return PATH_NONE;
        funnel_right(query->funnel, (struct funnel_point){exact_corner(query, side), i});
        funnel_left(query->funnel,
                    (struct funnel_point){exact_corner(query, mesh_next_side(query->mesh, side)), i});
    }
    path->end = query->request->goals[0];
    query->line_count =
        funnel_end(query->funnel, (struct funnel_point){path->end.at, query->side_count}, &query->line);
    path->sides = query->sides;
    path->side_count = query->side_count;
    path->length_mm = funnel_line_length(query->line, query->line_count);
    path->node_count = query->side_count + 1;
    return PATH_FOUND;
}

/// Lists the goals that can be reached, and takes those in the start's cell, which a straight line leads to.
static bool mark_goals(struct exact_query *query)
{
    const struct path_request *request = query->request;
    uint32_t component = mesh_component(query->layer, request->start.cell);
    bool is_any = false;
    for (size_t i = 0; i < request->goal_count; i++) {
        const struct path_place *goal = &request->goals[i];
        if (mesh_component(query->layer, goal->cell) != component)
            continue;
        is_any = true;
        mark_goal(query, goal->cell);
        double cost_mm =
            plane_length(plane_minus(plane_to_grain(goal->at), plane_to_grain(request->start.at)));
        if (goal->cell == request->start.cell && cost_mm < query->found_mm) {
            query->found_mm = cost_mm;
            query->found_goal = i;
        }
    }
    return is_any;
}

static void begin(struct exact_query *query, const struct path_request *request)
{
    assert(request->mesh->cell_count <= query->limits.cells_max);
    assert(request->mesh->corner_count <= query->limits.corners_max);
    assert(request->mesh->side_count <= query->limits.sides_max);
    query->request = request;
    query->mesh = request->mesh;
    query->layer = request->layer;
    if (query->number == QUERIES_MAX) {
        query->number = 0;
        memset(query->cell_marks, 0, query->limits.cells_max * sizeof *query->cell_marks);
        size_t known_max = query->limits.corners_max + query->limits.sides_max;
        memset(query->known, 0, known_max * sizeof *query->known);
    }
    query->number++;
    query->entered_from = 2 * query->number;
    query->goal_mark = 2 * query->number + 1;
    query->window_count = 0;
    query->root_count = 0;
    query->open.count = 0;
    query->has_next = false;
    query->lone = EXACT_NONE;
    query->fresh_count = 0;
    query->is_full = false;
    query->is_flood = request->goal_count == 0;
    query->found_mm = INFINITY;
    query->found_window = EXACT_NONE;
    query->found_bend = EXACT_NONE;
    query->found_goal = 0;
}

bool exact_flood(struct exact_query *query, const struct path_request *request)
{
    assert(request->goal_count == 0);
    begin(query, request);
    query->entered_from = 0;
    exact_open_start(query);
    struct frontier_entry entry;
    while (!query->is_full && take_next(query, &entry))
        exact_expand(query, entry.node, false);
    return !query->is_full;
}

enum path_status exact_query_find(struct exact_query *query, const struct path_request *request,
                                  struct path *path)
{
    assert(request->goal_count > 0);
    *path = (struct path){0};
    begin(query, request);
    query->goal = plane_to_grain(request->goals[0].at);
    if (!mark_goals(query))
        return PATH_NONE;
    bool is_alone = request->goal_count == 1;
    bool is_straight = is_alone && query->found_mm < INFINITY;
    if (!is_straight && is_alone && follow_tree(query))
        return pull_tight(query, path);
    if (!is_straight)
        search(query);
    return answer(query, path);
}

size_t exact_query_line(const struct exact_query *query, const struct funnel_point **points)
{
    *points = query->line;
    return query->line_count;
}
