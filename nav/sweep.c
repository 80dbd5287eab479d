#include "nav/sweep.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#define NONE UINT32_MAX // no side

enum { LOWER, UPPER };

/// A side of a ring, and its node in the treap [Seidel, Aragon, "Randomized search trees", 1996] of
/// the sides that the sweep line crosses. Sides are named by their number over all rings.
struct side {
    struct geo_point left; // end that the sweep meets first
    struct geo_point right;
    uint32_t previous; // in its ring
    uint32_t next;
    uint32_t ring;
    uint32_t number; // in its ring
    uint32_t parent; // in the treap
    uint32_t priority;
    uint32_t child[2];
    uint32_t neighbour[2]; // in order along the sweep line
};

/// The place where side `side` begins and the one before it ends.
struct corner {
    struct geo_point at;
    uint32_t side;
};

struct sweep {
    struct side *sides;
    struct corner *corners; // left to right, then bottom to top
    uint32_t count;         // of both
    uint32_t root;
    bool is_touch_found;
    uint32_t first; // of the two that touch
    uint32_t second;
};

static int compare_places(struct geo_point a, struct geo_point b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.z > b.z) - (a.z < b.z);
}

static int compare_corners(const void *left, const void *right)
{
    const struct corner *a = left;
    const struct corner *b = right;
    int order = compare_places(a->at, b->at);
    return order ? order : (a->side > b->side) - (a->side < b->side);
}

// ---- the sides in order along the sweep line ---------------------------------------------------

static int which_child(const struct sweep *sweep, uint32_t side)
{
    return sweep->sides[sweep->sides[side].parent].child[UPPER] == side ? UPPER : LOWER;
}

/// Hangs `side`, which may be NONE, where `old` hangs.
static void take_place(struct sweep *sweep, uint32_t side, uint32_t old)
{
    uint32_t parent = sweep->sides[old].parent;
    if (parent == NONE)
        sweep->root = side;
    else
        sweep->sides[parent].child[which_child(sweep, old)] = side;
    if (side != NONE)
        sweep->sides[side].parent = parent;
}

static void rotate_up(struct sweep *sweep, uint32_t side)
{
    struct side *sides = sweep->sides;
    uint32_t parent = sides[side].parent;
    int where = which_child(sweep, side);
    uint32_t moved = sides[side].child[!where];
    take_place(sweep, side, parent);
    sides[side].child[!where] = parent;
    sides[parent].parent = side;
    sides[parent].child[where] = moved;
    if (moved != NONE)
        sides[moved].parent = parent;
}

static void join_neighbours(struct sweep *sweep, uint32_t below, uint32_t above)
{
    if (below != NONE)
        sweep->sides[below].neighbour[UPPER] = above;
    if (above != NONE)
        sweep->sides[above].neighbour[LOWER] = below;
}

/// Puts `side` between two neighbours: one of them has no child there.
static void insert_between(struct sweep *sweep, uint32_t side, uint32_t below, uint32_t above)
{
    struct side *sides = sweep->sides;
    bool is_under_below = below != NONE && sides[below].child[UPPER] == NONE;
    uint32_t parent = is_under_below ? below : above;
    sides[side].child[LOWER] = sides[side].child[UPPER] = NONE;
    sides[side].parent = parent;
    if (parent == NONE)
        sweep->root = side;
    else
        sides[parent].child[is_under_below ? UPPER : LOWER] = side;
    join_neighbours(sweep, below, side);
    join_neighbours(sweep, side, above);
    while (sides[side].parent != NONE && sides[sides[side].parent].priority < sides[side].priority)
        rotate_up(sweep, side);
}

static void remove_side(struct sweep *sweep, uint32_t side)
{
    struct side *sides = sweep->sides;
    uint32_t lower;
    uint32_t upper;
    while ((lower = sides[side].child[LOWER]) != NONE && (upper = sides[side].child[UPPER]) != NONE)
        rotate_up(sweep, sides[lower].priority > sides[upper].priority ? lower : upper);
    take_place(sweep, lower != NONE ? lower : sides[side].child[UPPER], side);
    join_neighbours(sweep, sides[side].neighbour[LOWER], sides[side].neighbour[UPPER]);
}

/// `side` goes on where `old`, of the same ring, ends.
static void replace_side(struct sweep *sweep, uint32_t side, uint32_t old)
{
    struct side *sides = sweep->sides;
    take_place(sweep, side, old);
    sides[side].priority = sides[old].priority;
    for (int i = LOWER; i <= UPPER; i++) {
        sides[side].child[i] = sides[old].child[i];
        if (sides[side].child[i] != NONE)
            sides[sides[side].child[i]].parent = side;
    }
    join_neighbours(sweep, sides[old].neighbour[LOWER], side);
    join_neighbours(sweep, side, sides[old].neighbour[UPPER]);
}

/// Finds the sides directly below and above a place.
/// @return the side that the place lies on, NONE when there is none
static uint32_t locate(const struct sweep *sweep, struct geo_point at, uint32_t *below, uint32_t *above)
{
    *below = *above = NONE;
    uint32_t node = sweep->root;
    while (node != NONE) {
        const struct side *side = &sweep->sides[node];
        int64_t height = geo_cross(side->left, side->right, at);
        if (height == 0)
            return node;
        *(height > 0 ? below : above) = node;
        node = side->child[height > 0 ? UPPER : LOWER];
    }
    return NONE;
}

// ---- the sweep ---------------------------------------------------------------------------------

static bool are_apart(const struct side *line, const struct side *other, bool *are_collinear)
{
    int64_t left = geo_cross(line->left, line->right, other->left);
    int64_t right = geo_cross(line->left, line->right, other->right);
    *are_collinear = left == 0 && right == 0;
    return (left > 0 && right > 0) || (left < 0 && right < 0);
}

static bool do_touch(const struct side *a, const struct side *b)
{
    bool are_collinear;
    if (are_apart(a, b, &are_collinear) || are_apart(b, a, &are_collinear))
        return false;
    if (!are_collinear)
        return true;
    return compare_places(a->left, b->right) <= 0 && compare_places(b->left, a->right) <= 0;
}

static void note_touch(struct sweep *sweep, uint32_t a, uint32_t b)
{
    sweep->is_touch_found = true;
    sweep->first = a < b ? a : b;
    sweep->second = a < b ? b : a;
}

/// Tests two neighbours. Sides that share a corner cannot touch elsewhere unless they fold back on one
/// another; start_both() sees that, or another side finds the nearer end on them.
static void test_neighbours(struct sweep *sweep, uint32_t below, uint32_t above)
{
    if (sweep->is_touch_found || below == NONE || above == NONE)
        return;
    const struct side *side = &sweep->sides[below];
    if (side->next != above && side->previous != above && do_touch(side, &sweep->sides[above]))
        note_touch(sweep, below, above);
}

static void start_both(struct sweep *sweep, struct geo_point at, uint32_t in, uint32_t out)
{
    uint32_t below;
    uint32_t above;
    uint32_t hit = locate(sweep, at, &below, &above);
    int64_t turn = geo_cross(at, sweep->sides[in].right, sweep->sides[out].right);
    if (hit != NONE || turn == 0) {
        note_touch(sweep, hit != NONE ? hit : in, out);
        return;
    }
    uint32_t lower = turn > 0 ? in : out;
    uint32_t upper = turn > 0 ? out : in;
    insert_between(sweep, lower, below, above);
    insert_between(sweep, upper, lower, above);
    test_neighbours(sweep, below, lower);
    test_neighbours(sweep, upper, above);
}

static void go_on(struct sweep *sweep, uint32_t side, uint32_t old)
{
    replace_side(sweep, side, old);
    test_neighbours(sweep, sweep->sides[side].neighbour[LOWER], side);
    test_neighbours(sweep, side, sweep->sides[side].neighbour[UPPER]);
}

static void end_side(struct sweep *sweep, uint32_t side)
{
    remove_side(sweep, side);
    test_neighbours(sweep, sweep->sides[side].neighbour[LOWER], sweep->sides[side].neighbour[UPPER]);
}

static void visit_corner(struct sweep *sweep, const struct corner *corner)
{
    uint32_t out = corner->side;
    uint32_t in = sweep->sides[out].previous;
    bool is_in_starting = compare_places(sweep->sides[in].left, corner->at) == 0;
    bool is_out_starting = compare_places(sweep->sides[out].left, corner->at) == 0;
    if (is_in_starting && is_out_starting) {
        start_both(sweep, corner->at, in, out);
    } else if (is_out_starting) {
        go_on(sweep, out, in);
    } else if (is_in_starting) {
        go_on(sweep, in, out);
    } else {
        end_side(sweep, in);
        end_side(sweep, out);
    }
}

/// @return true when two corners are one place, which are then first and second
static bool find_same_place(struct sweep *sweep)
{
    for (uint32_t i = 1; i < sweep->count; i++) {
        if (compare_places(sweep->corners[i - 1].at, sweep->corners[i].at) == 0) {
            note_touch(sweep, sweep->corners[i - 1].side, sweep->corners[i].side);
            return true;
        }
    }
    return false;
}

// ---- setting up --------------------------------------------------------------------------------

static void fill_side(struct sweep *sweep, uint32_t first, uint32_t ring, uint32_t number,
                      const struct sweep_ring *points)
{
    uint32_t count = (uint32_t)points->count;
    uint32_t next = number + 1 < count ? number + 1 : 0;
    struct geo_point start = points->points[number];
    struct geo_point end = points->points[next];
    bool is_rightward = compare_places(start, end) < 0;
    sweep->corners[first + number] = (struct corner){.at = start, .side = first + number};
    sweep->sides[first + number] = (struct side){
        .left = is_rightward ? start : end,
        .right = is_rightward ? end : start,
        .previous = first + (number > 0 ? number : count) - 1,
        .next = first + next,
        .ring = ring,
        .number = number,
        .priority = (first + number) * UINT32_C(2654435769), // golden ratio: any order of corners is mixed
    };
}

static bool fill(struct sweep *sweep, const struct sweep_ring *rings, size_t ring_count)
{
    size_t count = 0;
    for (size_t i = 0; i < ring_count; i++) {
        assert(rings[i].count >= 3);
        count += rings[i].count;
    }
    assert(count < NONE);
    sweep->sides = calloc(count + 1, sizeof *sweep->sides);
    sweep->corners = calloc(count + 1, sizeof *sweep->corners);
    if (!sweep->sides || !sweep->corners)
        return false;
    for (size_t i = 0; i < ring_count; i++) {
        for (size_t k = 0; k < rings[i].count; k++)
            fill_side(sweep, sweep->count, (uint32_t)i, (uint32_t)k, &rings[i]);
        sweep->count += (uint32_t)rings[i].count;
    }
    qsort(sweep->corners, sweep->count, sizeof *sweep->corners, compare_corners);
    return true;
}

static enum sweep_status run(struct sweep *sweep)
{
    if (find_same_place(sweep))
        return SWEEP_SAME_PLACE;
    for (uint32_t i = 0; i < sweep->count && !sweep->is_touch_found; i++)
        visit_corner(sweep, &sweep->corners[i]);
    return sweep->is_touch_found ? SWEEP_TOUCH : SWEEP_CLEAR;
}

static struct sweep_side describe(const struct sweep_ring *rings, const struct side *side)
{
    return (struct sweep_side){
        .ring = side->ring,
        .side = side->number,
        .corner = rings[side->ring].points[side->number],
    };
}

enum sweep_status sweep_rings(const struct sweep_ring *rings, size_t ring_count, struct sweep_side *first,
                              struct sweep_side *second)
{
    assert(rings || ring_count == 0);
    struct sweep sweep = {.root = NONE};
    enum sweep_status status = fill(&sweep, rings, ring_count) ? run(&sweep) : SWEEP_NO_MEMORY;
    if (status == SWEEP_SAME_PLACE || status == SWEEP_TOUCH) {
        *first = describe(rings, &sweep.sides[sweep.first]);
        *second = describe(rings, &sweep.sides[sweep.second]);
    }
    free(sweep.sides);
    free(sweep.corners);
    return status;
}
