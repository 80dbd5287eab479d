#include "nav/exact_state.h"

#include "nav/marks.h"

enum {
    // With more goals than this, looking for the nearest at every window costs more than it saves.
    GUIDING_GOALS_MAX = 16,
};

/// Never more than the way from the root through the window to a goal, or to the window when there are none
/// or many.
static inline double estimate(const struct exact_query *query, const struct exact_window *window)
{
    const struct path_request *request = query->request;
    const struct exact_root *root = &query->roots[window->root];
    const struct view *view = &window->view;
    if (request->goal_count == 0 || request->goal_count > GUIDING_GOALS_MAX)
        return root->cost_mm + view_distance(view);
    double best = view_way(view, plane_minus(query->goal, root->at));
    for (size_t i = 1; i < request->goal_count; i++) {
        double way = view_way(view, plane_minus(request->goals[i].at, root->at));
        best = way < best ? way : best;
    }
    return root->cost_mm + best;
}

// ---- windows ---------------------------------------------------------------------------------

/// Takes the ways from a window to the goals in the cell behind it if they are the shortest so far. A line
/// that bends at no wall corner is never the shortest.
static void reach_goals(struct exact_query *query, uint32_t number)
{
    const struct exact_window *window = &query->windows[number];
    const struct exact_root *root = &query->roots[window->root];
    uint32_t cell = query->mesh->sides[window->entry].cell;
    for (size_t i = 0; i < query->request->goal_count; i++) {
        if (query->request->goals[i].cell != cell)
            continue;
        struct geo_place goal =
            plane_minus(i == 0 ? query->goal : plane_to_grain(query->request->goals[i].at), root->at);
        uint32_t bend = EXACT_NONE;
        bool is_bent = true;
        if (plane_turn(window->view.left, goal, 0) > 0 && window->view.is_left_end)
            bend = mesh_next_side(query->mesh, window->side);
        else if (plane_turn(window->view.right, goal, 0) < 0 && window->view.is_right_end)
            bend = window->side;
        else
            is_bent =
                plane_turn(window->view.left, goal, 0) > 0 || plane_turn(window->view.right, goal, 0) < 0;
        struct geo_place place = bend == EXACT_NONE ? goal : plane_minus(exact_corner(query, bend), root->at);
        double cost_mm = root->cost_mm + plane_length(place) + plane_length(plane_minus(goal, place));
        if ((is_bent && bend == EXACT_NONE) || cost_mm >= query->found_mm)
            continue;
        query->found_mm = cost_mm;
        query->found_window = number;
        query->found_bend = bend;
        query->found_goal = i;
    }
}

/// Puts a window into the open list.
static inline void keep(struct exact_query *query, struct frontier_entry entry)
{
    if (query->has_next && query->next.key <= entry.key) {
        frontier_push(&query->open, entry);
        return;
    }
    if (query->has_next)
        frontier_push(&query->open, query->next);
    query->next = entry;
    query->has_next = true;
}

/// Where the way to the corner of a fan of cells is kept: by the fan's last side, which is walked to.
static uint32_t known_of_fan(const struct exact_query *query, uint32_t side)
{
    const struct navmesh *mesh = query->mesh;
    uint32_t last = side;
    while (marks_is_plain(mesh, last) && mesh_link_is_open(query->layer, last)) {
        last = mesh_next_side(mesh, mesh->sides[last].link);
        if (last == side)
            return mesh->sides[side].corner;
    }
    return (uint32_t)query->limits.corners_max + last;
}

/// Where the way to a corner is kept, as known to who comes from the cell of `side`, which starts at it.
/// Where cells around a corner are parted, each fan of them has a place of its own.
static inline uint32_t known_of(const struct exact_query *query, uint32_t side)
{
    const struct mesh_side *at = &query->mesh->sides[side];
    bool is_fan = at->is_pinched || marks_is_parted(query->layer, at->corner);
    return is_fan ? known_of_fan(query, side) : at->corner;
}

/// Learns of a way to a corner, if that is shorter than any known.
/// @param way  its last piece
/// @return whether another one is as good: of ways equally long only the first to be found is followed, since
///         they may be as many as ways across a chessboard. A way is the same with more corners on its last
///         piece or fewer, of which each lets it bend to another hand.
static inline bool learn(const struct exact_query *query, uint32_t known, double cost_mm,
                         struct geo_place way)
{
    struct exact_known *best = &query->known[known];
    if (best->query != query->number || cost_mm * (1 + EXACT_ROUNDING) < best->cost_mm) {
        *best = (struct exact_known){cost_mm, way, query->number};
        return false;
    }
    return best->cost_mm * (1 + EXACT_ROUNDING) < cost_mm || plane_turn(best->way, way, 1) != 0;
}

/// Whether a way over an end of the window's side to any place of the window is known to be shorter.
/// @param at       that end
/// @param other    the window's other end
/// @param cost_mm  of the way to the root
static bool is_beaten(const struct exact_query *query, uint32_t known, double cost_mm, struct geo_place at,
                      struct geo_place other)
{
    const struct exact_known *best = &query->known[known];
    return best->query == query->number &&
           (best->cost_mm + plane_length(plane_minus(other, at))) * (1 + EXACT_ROUNDING) <
               cost_mm + plane_length(other);
}

/// Whether nobody needs the window, by what is known of the ends of its side.
/// @param right  a side that starts at the right end
/// @param left   a side that starts at the left end
static bool is_useless(const struct exact_query *query, const struct exact_window *window, uint32_t right,
                       uint32_t left)
{
    const struct view *view = &window->view;
    uint32_t known = known_of(query, right);
    if (query->known[known].query == query->number) {
        struct geo_place other = view->is_left_end ? view->end : view_crossing(view, view->left);
        if (is_beaten(query, known, query->roots[window->root].cost_mm, view->start, other))
            return true;
    }
    known = known_of(query, left);
    if (query->known[known].query == query->number) {
        struct geo_place other = view->is_right_end ? view->start : view_crossing(view, view->right);
        if (is_beaten(query, known, query->roots[window->root].cost_mm, view->end, other))
            return true;
    }
    return false;
}

/// Learns of the ends of a window's side from the window.
static void learn_ends(const struct exact_query *query, const struct exact_window *window)
{
    const struct view *view = &window->view;
    double cost_mm = query->roots[window->root].cost_mm;
    uint32_t right = window->side;
    uint32_t left = mesh_next_side(query->mesh, right);
    if (view->is_right_end)
        (void)learn(query, known_of(query, right), cost_mm + plane_length(view->start), view->start);
    if (view->is_left_end)
        (void)learn(query, known_of(query, left), cost_mm + plane_length(view->end), view->end);
}

/// What the root of the window to be added next sees; written before it is added.
static inline struct view *next_view(const struct exact_query *query)
{
    return &query->windows[query->window_count].view;
}

/// Takes the ways through a window to the goals behind it.
/// @return whether more is to be looked for behind it
static bool pass_goals(struct exact_query *query, uint32_t number)
{
    reach_goals(query, number);
    return query->request->goal_count > 1;
}

/// Adds the window whose view has been written.
/// @param side   that it is in
/// @param entry  the same side, of the cell that it leads into
static inline void add_to_cell(struct exact_query *query, uint32_t parent, uint32_t root, uint32_t side,
                               uint32_t entry)
{
    uint32_t cell = query->mesh->sides[entry].cell;
    if (cell == query->roots[root].cell)
        return;
    uint32_t number = query->window_count;
    if (number == query->limits.nodes_max) {
        query->is_full = true;
        return;
    }
    struct exact_window *window = &query->windows[number];
    window->side = side;
    window->entry = entry;
    window->parent = parent;
    window->root = root;
    query->window_count = number + 1;
    if (query->cell_marks[cell] != query->goal_mark || pass_goals(query, number))
        query->fresh[query->fresh_count++] = number;
}

/// Adds a window to each of several cells behind the side, if it may be entered.
static void add_to_cells(struct exact_query *query, uint32_t parent, uint32_t root, uint32_t side)
{
    const struct navmesh *mesh = query->mesh;
    struct view view = *next_view(query);
    for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE; link = mesh_link_next(mesh, link)) {
        if (!mesh_link_is_open(query->layer, link))
            continue;
        *next_view(query) = view;
        add_to_cell(query, parent, root, side, mesh_link_side(mesh, link));
    }
}

/// Adds the window whose view has been written to whatever lies behind the side.
static inline void add(struct exact_query *query, uint32_t parent, uint32_t root, uint32_t side)
{
    uint32_t link = query->mesh->sides[side].link;
    if (link >= MESH_SHARED)
        add_to_cells(query, parent, root, side);
    else if (mesh_link_is_open(query->layer, side))
        add_to_cell(query, parent, root, side, link);
}

/// Puts the windows that a flood has just added into the open list, and forgets those that nobody needs.
static void keep_flood(struct exact_query *query)
{
    uint32_t kept = query->window_count - query->fresh_count;
    for (uint32_t i = kept; i < query->window_count; i++) {
        struct exact_window *window = &query->windows[kept];
        *window = query->windows[i];
        if (is_useless(query, window, window->side, mesh_next_side(query->mesh, window->side)))
            continue;
        learn_ends(query, window);
        keep(query, (struct frontier_entry){estimate(query, window), kept});
        kept++;
    }
    query->window_count = kept;
}

/// Puts the windows just added into the open list. The only one of an expansion needs no estimate: it is next
/// anyway.
static inline void keep_fresh(struct exact_query *query)
{
    if (query->is_flood) {
        keep_flood(query);
    } else if (query->fresh_count == 1) {
        query->lone = query->fresh[0];
    } else {
        for (uint32_t i = 0; i < query->fresh_count; i++) {
            uint32_t number = query->fresh[i];
            double key = estimate(query, &query->windows[number]);
            if (key < query->found_mm)
                keep(query, (struct frontier_entry){key, number});
        }
    }
    query->fresh_count = 0;
}

// ---- expansion -------------------------------------------------------------------------------

/// An end of the window under expansion, where the line may bend into what the root does not see.
struct bend {
    uint32_t side;       // of the cell, starts at the corner
    struct geo_place at; // from the window's root
    uint32_t root;       // made for it; EXACT_NONE while it is not known whether it may be
    bool is_possible;
};

/// Whether the line may bend at a corner where that is possible so far; if so it has a root from now on. It
/// bends at walls only, or where agents of this size cannot walk all around.
static bool may_bend(struct exact_query *query, const struct exact_window *window, struct bend *bend)
{
    if (bend->root != EXACT_NONE)
        return true;
    const struct exact_root *root = &query->roots[window->root];
    const struct mesh_side *side = &query->mesh->sides[bend->side];
    uint32_t known = known_of(query, bend->side);
    struct geo_place at = exact_corner(query, bend->side);
    bend->at = plane_minus(at, root->at);
    double cost_mm = root->cost_mm + plane_length(bend->at);
    bend->is_possible =
        (side->is_wall_end || known != side->corner) && !learn(query, known, cost_mm, bend->at);
    if (!bend->is_possible)
        return false;
    bend->root = (uint32_t)query->root_count++;
    query->roots[bend->root] =
        (struct exact_root){.at = at, .cost_mm = cost_mm, .cell = side->cell, .known = known};
    return true;
}

/// A window under expansion, in the cell behind it.
struct expansion {
    const struct exact_window *window;
    struct geo_place root;
    uint32_t number;
    uint32_t end_side;  // of the cell
    bool is_root_right; // the root is the window's right end: it sees all there is to its right
    bool is_root_left;
    struct bend right;
    struct bend left;
};

/// Adds what is seen of a side from a bend, where the line may bend there: from its right end to its left
/// end, or to a ray through the bend.
static void add_from_bend(struct exact_query *query, const struct expansion *expansion, struct bend *bend,
                          uint32_t side, const struct view *seen)
{
    if (!bend->is_possible || !may_bend(query, expansion->window, bend))
        return;
    struct view *view = next_view(query);
    view->start = plane_minus(seen->start, bend->at);
    view->end = plane_minus(seen->end, bend->at);
    view->right = seen->is_right_end ? view->start : seen->right;
    view->left = seen->is_left_end ? view->end : seen->left;
    view->is_right_end = seen->is_right_end;
    view->is_left_end = seen->is_left_end;
    add(query, expansion->number, bend->root, side);
}

/// Adds what is seen of one side of the cell: from its right end or the window's right ray to its left end or
/// the left ray; and what is seen around the ends of the window to the right and left of that.
/// @param next  the side after it
static inline void expand_to_side(struct exact_query *query, struct expansion *expansion, uint32_t side,
                                  uint32_t next)
{
    const struct view *window = &expansion->window->view;
    struct geo_place start = plane_minus(exact_corner(query, side), expansion->root);
    struct geo_place end = plane_minus(exact_corner(query, next), expansion->root);
    bool is_root_right = expansion->is_root_right;
    bool is_root_left = expansion->is_root_left;
    bool is_all_right = !is_root_right && !(is_root_left && next == expansion->left.side) &&
                        plane_turn(window->right, end, 1) <= 0;
    bool is_all_left = !is_root_left && !(is_root_right && side == expansion->right.side) &&
                       plane_turn(window->left, start, -1) >= 0;
    struct view beside = {.start = start, .end = end, .is_right_end = true, .is_left_end = true};
    if (is_all_right || is_all_left) {
        add_from_bend(query, expansion, is_all_right ? &expansion->right : &expansion->left, side, &beside);
        return;
    }
    bool is_right_end = is_root_right || plane_turn(window->right, start, 1) >= 0;
    bool is_left_end = is_root_left || plane_turn(window->left, end, -1) <= 0;
    *next_view(query) = (struct view){.start = start,
                                      .end = end,
                                      .right = is_right_end ? start : window->right,
                                      .left = is_left_end ? end : window->left,
                                      .is_right_end = is_right_end,
                                      .is_left_end = is_left_end};
    add(query, expansion->number, expansion->window->root, side);
    if (!is_right_end) {
        beside.is_left_end = false;
        beside.left = window->right;
        add_from_bend(query, expansion, &expansion->right, side, &beside);
    }
    if (!is_left_end) {
        beside.is_left_end = true;
        beside.is_right_end = false;
        beside.right = window->left;
        add_from_bend(query, expansion, &expansion->left, side, &beside);
    }
}

/// Whether the search may cross a side of a cell. Dead ends are for those who have a goal there.
/// @param is_marked  whether the cell is on the way to a goal
static inline bool is_worth_crossing(const struct exact_query *query, uint32_t side, bool is_marked)
{
    const struct navmesh *mesh = query->mesh;
    if (!mesh->sides[side].is_dead_end)
        return true;
    if (!is_marked || mesh_is_wall(mesh, side))
        return false;
    return query->cell_marks[mesh->sides[mesh->sides[side].link].cell] >= query->entered_from;
}

/// Makes windows of all that is seen through a window.
void exact_expand(struct exact_query *query, uint32_t number, bool is_weighed)
{
    const struct navmesh *mesh = query->mesh;
    const struct exact_window *window = &query->windows[number];
    const struct exact_root *root = &query->roots[window->root];
    if (exact_is_stale(query, root))
        return;
    uint32_t entry = window->entry;
    uint32_t cell = mesh->sides[entry].cell;
    uint32_t first_side = mesh->cells[cell].first_side;
    struct expansion expansion = {.window = window,
                                  .root = root->at,
                                  .number = number,
                                  .end_side = mesh->cells[cell + 1].first_side,
                                  .is_root_right = plane_is_zero(window->view.right),
                                  .is_root_left = plane_is_zero(window->view.left)};
    uint32_t side = entry + 1 == expansion.end_side ? first_side : entry + 1;
    if (is_weighed && is_useless(query, window, side, entry))
        return;
    expansion.right = (struct bend){.side = side,
                                    .root = EXACT_NONE,
                                    .is_possible = window->view.is_right_end && !expansion.is_root_right};
    expansion.left = (struct bend){.side = entry,
                                   .root = EXACT_NONE,
                                   .is_possible = window->view.is_left_end && !expansion.is_root_left};
    bool is_marked = query->cell_marks[cell] >= query->entered_from;
    uint32_t exit = is_marked ? MESH_NONE : marks_passage(mesh, entry);
    uint32_t end = entry;
    if (exit != MESH_NONE) {
        side = exit;
        end = exit + 1 == expansion.end_side ? first_side : exit + 1;
    }
    while (side != end) {
        uint32_t next = side + 1 == expansion.end_side ? first_side : side + 1;
        if (is_worth_crossing(query, side, is_marked))
            expand_to_side(query, &expansion, side, next);
        side = next;
    }
    keep_fresh(query);
}

/// Makes windows of the sides of the start's cell.
void exact_open_start(struct exact_query *query)
{
    const struct navmesh *mesh = query->mesh;
    uint32_t cell = query->request->start.cell;
    struct geo_place at = plane_to_grain(query->request->start.at);
    query->roots[query->root_count++] = (struct exact_root){.at = at, .cell = cell, .known = EXACT_NONE};
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        if (!is_worth_crossing(query, side, true))
            continue;
        struct geo_place start = plane_minus(exact_corner(query, side), at);
        struct geo_place end = plane_minus(exact_corner(query, mesh_next_side(mesh, side)), at);
        *next_view(query) = (struct view){.start = start,
                                          .end = end,
                                          .right = start,
                                          .left = end,
                                          .is_right_end = true,
                                          .is_left_end = true};
        add(query, EXACT_NONE, 0, side);
    }
    keep_fresh(query);
}
