#include "nav/exact_state.h"

#include "nav/marks.h"

enum {
    // With more goals than this, looking for the nearest at every window costs more than it saves.
    GUIDING_GOALS_MAX = 16,
};

/// Never more than the way from the root through the window to a goal, or to the window when there are none
/// or many.
static double estimate(const struct exact_query *query, struct geo_place root, const struct view *view)
{
    const struct path_request *request = query->request;
    double best = INFINITY;
    if (request->goal_count == 0 || request->goal_count > GUIDING_GOALS_MAX)
        return view_distance(view);
    for (size_t i = 0; i < request->goal_count; i++) {
        struct geo_place goal = plane_minus(i == 0 ? query->goal : request->goals[i].at, root);
        struct geo_place place = view_crossing(view, view_best_ray(view, goal));
        double way = plane_length(place) + plane_length(plane_minus(goal, place));
        best = way < best ? way : best;
    }
    return best;
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
        if (plane_turn(window->left, goal, 0) > 0 && window->is_left_end)
            bend = mesh_next_side(query->mesh, window->side);
        else if (plane_turn(window->right, goal, 0) < 0 && window->is_right_end)
            bend = window->side;
        else
            is_bent = plane_turn(window->left, goal, 0) > 0 || plane_turn(window->right, goal, 0) < 0;
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

/// Puts a window into the open list, by the length of the shortest way through it that may be.
static inline void keep(struct exact_query *query, double key, uint32_t number)
{
    struct frontier_entry entry = {key, number};
    if (query->has_next && query->next.key <= key) {
        frontier_push(&query->open, entry);
        return;
    }
    if (query->has_next)
        frontier_push(&query->open, query->next);
    query->next = entry;
    query->has_next = true;
}

struct view exact_view(const struct exact_query *query, const struct exact_window *window)
{
    struct geo_place root = query->roots[window->root].at;
    struct geo_place start = exact_corner(query, window->side);
    struct geo_place end = exact_corner(query, mesh_next_side(query->mesh, window->side));
    return (struct view){.start = plane_minus(start, root),
                         .end = plane_minus(end, root),
                         .right = window->right,
                         .left = window->left,
                         .is_right_end = window->is_right_end,
                         .is_left_end = window->is_left_end};
}

/// Where the way to a corner is kept, as known to who comes from the cell of `side`, which starts at it.
/// Where cells around a corner are parted, each fan of them has a place of its own: that of its last side.
static uint32_t known_of(const struct exact_query *query, uint32_t side)
{
    const struct navmesh *mesh = query->mesh;
    uint32_t corner = mesh->sides[side].corner;
    if (!mesh->sides[side].is_pinched && !query->layer->openings)
        return corner;
    uint32_t last = side;
    while (marks_is_plain(mesh, last) && mesh_link_is_open(query->layer, last)) {
        last = mesh_next_side(mesh, mesh->sides[last].link);
        if (last == side)
            return corner;
    }
    return (uint32_t)query->limits.corners_max + last;
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

/// Whether nobody needs the window, by what is known of the ends of its side. A flood, which goes everywhere,
/// learns of them from the window too.
static bool is_useless(const struct exact_query *query, const struct exact_window *window,
                       const struct view *view)
{
    uint32_t start = known_of(query, window->side);
    uint32_t end = known_of(query, mesh_next_side(query->mesh, window->side));
    double cost_mm = query->roots[window->root].cost_mm;
    if (query->known[start].query == query->number) {
        struct geo_place left = window->is_left_end ? view->end : view_crossing(view, view->left);
        if (is_beaten(query, start, cost_mm, view->start, left))
            return true;
    }
    if (query->known[end].query == query->number) {
        struct geo_place right = window->is_right_end ? view->start : view_crossing(view, view->right);
        if (is_beaten(query, end, cost_mm, view->end, right))
            return true;
    }
    bool is_flood = query->request->goal_count == 0;
    if (is_flood && window->is_right_end)
        (void)learn(query, start, cost_mm + plane_length(view->start), view->start);
    if (is_flood && window->is_left_end)
        (void)learn(query, end, cost_mm + plane_length(view->end), view->end);
    return false;
}

/// Where a window comes from.
struct origin {
    uint32_t side; // of the cell that is left
    uint32_t parent;
    uint32_t root;
};

/// @return false when nobody needs the window
static bool consider(struct exact_query *query, uint32_t number, const struct view *view)
{
    const struct exact_window *window = &query->windows[number];
    const struct exact_root *root = &query->roots[window->root];
    double key = root->cost_mm + estimate(query, root->at, view);
    if (key >= query->found_mm || is_useless(query, window, view))
        return false;
    keep(query, key, number);
    return true;
}

/// Puts the first window of an expansion into the open list, now that there are more.
static void consider_lone(struct exact_query *query)
{
    struct view view = exact_view(query, &query->windows[query->lone]);
    (void)consider(query, query->lone, &view);
    query->lone = EXACT_NONE;
}

/// Adds a window that leads into the cell of side `entry`. The only one of an expansion needs no estimate: it
/// is next anyway.
static inline void add_to_cell(struct exact_query *query, const struct origin *origin, uint32_t entry,
                               const struct view *view)
{
    uint32_t cell = query->mesh->sides[entry].cell;
    if (cell == query->roots[origin->root].cell)
        return;
    if (query->window_count == query->limits.nodes_max) {
        query->is_full = true;
        return;
    }
    uint32_t number = (uint32_t)query->window_count++;
    struct exact_window *window = &query->windows[number];
    window->right = view->right;
    window->left = view->left;
    window->side = origin->side;
    window->entry = entry;
    window->parent = origin->parent;
    window->root = origin->root;
    window->is_right_end = view->is_right_end;
    window->is_left_end = view->is_left_end;
    if (query->cell_marks[cell] == 2 * query->number + 1) {
        reach_goals(query, number);
        if (query->request->goal_count == 1)
            return;
    }
    query->made++;
    if (query->made == 1) {
        query->lone = number;
        return;
    }
    if (query->made == 2)
        consider_lone(query);
    if (!consider(query, number, view) && query->found_window != number)
        query->window_count--;
}

/// Adds a window to each cell behind the side that may be entered.
static inline void add(struct exact_query *query, const struct origin *origin, const struct view *view)
{
    const struct navmesh *mesh = query->mesh;
    uint32_t link = mesh->sides[origin->side].link;
    if (link < MESH_SHARED && !query->layer->openings) {
        add_to_cell(query, origin, link, view);
        return;
    }
    for (link = mesh_link_first(mesh, origin->side); link != MESH_NONE; link = mesh_link_next(mesh, link)) {
        if (mesh_link_is_open(query->layer, link))
            add_to_cell(query, origin, mesh_link_side(mesh, link), view);
    }
}

// ---- expansion -------------------------------------------------------------------------------

/// An end of the window under expansion, where the line may bend into what the root does not see.
struct bend {
    uint32_t side;       // of the cell, starts at the corner
    struct geo_place at; // from the window's root
    uint32_t root;       // made for it; EXACT_NONE while it is not known whether it may be
    bool is_possible;
};

/// Whether the line may bend at the corner; if so it has a root from now on. It bends at walls only, or where
/// agents of this size cannot walk all around.
static bool may_bend(struct exact_query *query, const struct exact_window *window, struct bend *bend)
{
    if (!bend->is_possible || bend->root != EXACT_NONE)
        return bend->is_possible;
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
    query->roots[bend->root] = (struct exact_root){
        .at = at, .cost_mm = cost_mm, .parent = window->root, .cell = side->cell, .known = known};
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

/// Adds a window that is seen from a bend. A ray through the bend stays what it is.
static void add_from_bend(struct exact_query *query, const struct expansion *expansion,
                          const struct bend *bend, uint32_t side, const struct view *view)
{
    struct view seen = *view;
    seen.start = plane_minus(view->start, bend->at);
    seen.end = plane_minus(view->end, bend->at);
    if (view->is_right_end)
        seen.right = seen.start;
    if (view->is_left_end)
        seen.left = seen.end;
    struct origin origin = {.side = side, .parent = expansion->number, .root = bend->root};
    add(query, &origin, &seen);
}

/// Adds what is seen of a side from its right end or the window's right ray to its left end or the left ray,
/// and what is seen around the ends of the window to the right and left of that.
static inline void add_seen(struct exact_query *query, struct expansion *expansion, uint32_t side,
                            struct view *view)
{
    const struct exact_window *window = expansion->window;
    bool is_right_end = expansion->is_root_right || plane_turn(window->right, view->start, 1) >= 0;
    bool is_left_end = expansion->is_root_left || plane_turn(window->left, view->end, -1) <= 0;
    struct view seen = {.start = view->start,
                        .end = view->end,
                        .right = is_right_end ? view->start : window->right,
                        .left = is_left_end ? view->end : window->left,
                        .is_right_end = is_right_end,
                        .is_left_end = is_left_end};
    struct origin origin = {.side = side, .parent = expansion->number, .root = window->root};
    add(query, &origin, &seen);
    if (!is_right_end && may_bend(query, window, &expansion->right)) {
        view->is_right_end = true;
        view->is_left_end = false;
        view->left = window->right;
        add_from_bend(query, expansion, &expansion->right, side, view);
    }
    if (!is_left_end && may_bend(query, window, &expansion->left)) {
        view->is_right_end = false;
        view->is_left_end = true;
        view->right = window->left;
        add_from_bend(query, expansion, &expansion->left, side, view);
    }
}

/// Adds what is seen of one side of the cell. Sides come in the order from right to left.
/// @param next  the side after it
static inline void expand_to_side(struct exact_query *query, struct expansion *expansion, uint32_t side,
                                  uint32_t next)
{
    const struct exact_window *window = expansion->window;
    struct view view = {.start = plane_minus(exact_corner(query, side), expansion->root),
                        .end = plane_minus(exact_corner(query, next), expansion->root),
                        .is_right_end = true,
                        .is_left_end = true};
    bool is_all_right = !expansion->is_root_right && !(expansion->is_root_left && next == window->entry) &&
                        plane_turn(window->right, view.end, 1) <= 0;
    bool is_all_left = !expansion->is_root_left &&
                       !(expansion->is_root_right && side == expansion->right.side) &&
                       plane_turn(window->left, view.start, -1) >= 0;
    if (is_all_right) {
        if (may_bend(query, window, &expansion->right))
            add_from_bend(query, expansion, &expansion->right, side, &view);
    } else if (is_all_left) {
        if (may_bend(query, window, &expansion->left))
            add_from_bend(query, expansion, &expansion->left, side, &view);
    } else {
        add_seen(query, expansion, side, &view);
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
void exact_expand(struct exact_query *query, uint32_t number)
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
                                  .is_root_right = plane_is_zero(window->right),
                                  .is_root_left = plane_is_zero(window->left)};
    uint32_t side = entry + 1 == expansion.end_side ? first_side : entry + 1;
    expansion.right = (struct bend){
        .side = side, .root = EXACT_NONE, .is_possible = window->is_right_end && !expansion.is_root_right};
    expansion.left = (struct bend){
        .side = entry, .root = EXACT_NONE, .is_possible = window->is_left_end && !expansion.is_root_left};
    bool is_marked = query->cell_marks[cell] >= query->entered_from;
    while (side != entry) {
        uint32_t next = side + 1 == expansion.end_side ? first_side : side + 1;
        if (is_worth_crossing(query, side, is_marked))
            expand_to_side(query, &expansion, side, next);
        side = next;
    }
}
/// Makes windows of the sides of the start's cell.
void exact_open_start(struct exact_query *query)
{
    const struct navmesh *mesh = query->mesh;
    uint32_t cell = query->request->start.cell;
    struct geo_place at = plane_to_grain(query->request->start.at);
    query->roots[query->root_count++] =
        (struct exact_root){.at = at, .parent = EXACT_NONE, .cell = cell, .known = EXACT_NONE};
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        if (!is_worth_crossing(query, side, true))
            continue;
        struct geo_place start = plane_minus(exact_corner(query, side), at);
        struct geo_place end = plane_minus(exact_corner(query, mesh_next_side(mesh, side)), at);
        struct view view = {.start = start,
                            .end = end,
                            .right = start,
                            .left = end,
                            .is_right_end = true,
                            .is_left_end = true};
        add(query, &(struct origin){.side = side, .parent = EXACT_NONE}, &view);
    }
}
