#include "nav/quadtree.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUCKET_MAX = 8,    // more points cut a square, if it can be cut
    BUCKET_JOINED = 4, // so few make one square of its quarters again: less, so that it does not flutter
    LEVELS_MAX = 31,   // from the root, 2^31 mm wide, down to squares of a millimetre
    QUARTERS = 4,
    NONE = UINT32_MAX,
};

struct entry {
    struct geo_point at;
    uint32_t item;
    uint32_t next; // in the same bucket, or the next free one
};

/// A square. Either it has quarters, or entries.
struct node {
    uint32_t count;       // points in it and its quarters
    uint32_t first_child; // its quarters are four in a row; 0: none
    uint32_t first_entry;
};

struct quadtree {
    struct node *nodes; // the root first
    uint32_t node_count;
    uint32_t node_capacity;
    uint32_t free_quarters; // first of four, linked by first_child; 0: none
    struct entry *entries;
    uint32_t entry_count;
    uint32_t entry_capacity;
    uint32_t free_entry;
};

/// Where a node lies.
struct square {
    int64_t x, z; // lower corner
    int64_t side_mm;
};

static const struct square root_square = {-(INT64_C(1) << 30), -(INT64_C(1) << 30), INT64_C(1) << 31};

struct quadtree *quadtree_create(void)
{
    struct quadtree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->node_capacity = 1;
    tree->nodes = calloc(1, sizeof *tree->nodes);
    if (!tree->nodes) {
        quadtree_destroy(tree);
        return NULL;
    }
    tree->node_count = 1;
    tree->nodes[0].first_entry = NONE;
    tree->free_entry = NONE;
    return tree;
}

struct quadtree *quadtree_copy(const struct quadtree *tree)
{
    struct quadtree *copy = calloc(1, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *tree;
    copy->node_capacity = tree->node_count;
    copy->entry_capacity = tree->entry_count;
    copy->nodes = calloc(copy->node_capacity, sizeof *copy->nodes);
    copy->entries = calloc((size_t)copy->entry_capacity + 1, sizeof *copy->entries);
    if (!copy->nodes || !copy->entries) {
        quadtree_destroy(copy);
        return NULL;
    }
    memcpy(copy->nodes, tree->nodes, tree->node_count * sizeof *copy->nodes);
    if (tree->entry_count > 0)
        memcpy(copy->entries, tree->entries, tree->entry_count * sizeof *copy->entries);
    return copy;
}

void quadtree_destroy(struct quadtree *tree)
{
    if (!tree)
        return;
    free(tree->nodes);
    free(tree->entries);
    free(tree);
}

size_t quadtree_count(const struct quadtree *tree)
{
    return tree->nodes[0].count;
}

// ---- memory ----------------------------------------------------------------------------------

/// Makes room for one point more, however deep the squares have to be cut for it.
static bool reserve(struct quadtree *tree)
{
    uint32_t nodes_needed = tree->node_count + QUARTERS * LEVELS_MAX;
    if (nodes_needed > tree->node_capacity) {
        uint32_t capacity = 2 * nodes_needed;
        struct node *nodes = realloc(tree->nodes, capacity * sizeof *nodes);
        if (!nodes)
            return false;
        tree->nodes = nodes;
        tree->node_capacity = capacity;
    }
    if (tree->free_entry == NONE && tree->entry_count == tree->entry_capacity) {
        uint32_t capacity = 2 * tree->entry_capacity + BUCKET_MAX;
        struct entry *entries = realloc(tree->entries, capacity * sizeof *entries);
        if (!entries)
            return false;
        tree->entries = entries;
        tree->entry_capacity = capacity;
    }
    return true;
}

static uint32_t take_quarters(struct quadtree *tree)
{
    uint32_t first = tree->free_quarters;
    if (first) {
        tree->free_quarters = tree->nodes[first].first_child;
    } else {
        first = tree->node_count;
        tree->node_count += QUARTERS;
    }
    for (uint32_t i = first; i < first + QUARTERS; i++)
        tree->nodes[i] = (struct node){.first_entry = NONE};
    return first;
}

static uint32_t take_entry(struct quadtree *tree, struct geo_point at, uint32_t item)
{
    uint32_t entry = tree->free_entry;
    if (entry != NONE)
        tree->free_entry = tree->entries[entry].next;
    else
        entry = tree->entry_count++;
    tree->entries[entry] = (struct entry){.at = at, .item = item};
    return entry;
}

// ---- squares ---------------------------------------------------------------------------------

/// Which quarter of a square a point lies in: 1 for the upper half in x, 2 in z.
static uint32_t quarter_of(const struct square *square, struct geo_point at)
{
    int64_t half = square->side_mm / 2;
    return (at.x >= square->x + half ? 1U : 0U) + (at.z >= square->z + half ? 2U : 0U);
}

static struct square quarter(const struct square *square, uint32_t number)
{
    int64_t half = square->side_mm / 2;
    return (struct square){square->x + (number & 1 ? half : 0), square->z + (number & 2 ? half : 0), half};
}

static void put(struct quadtree *tree, uint32_t node, uint32_t entry)
{
    tree->entries[entry].next = tree->nodes[node].first_entry;
    tree->nodes[node].first_entry = entry;
    tree->nodes[node].count++;
}

/// Cuts a square that holds too many points, and its quarters if need be.
static void split(struct quadtree *tree, uint32_t node, struct square square)
{
    while (tree->nodes[node].count > BUCKET_MAX && square.side_mm > 1) {
        uint32_t entry = tree->nodes[node].first_entry;
        uint32_t first = take_quarters(tree);
        uint32_t fullest = 0;
        tree->nodes[node].first_child = first;
        tree->nodes[node].first_entry = NONE;
        while (entry != NONE) {
            uint32_t next = tree->entries[entry].next;
            put(tree, first + quarter_of(&square, tree->entries[entry].at), entry);
            entry = next;
        }
        for (uint32_t i = 1; i < QUARTERS; i++)
            fullest = tree->nodes[first + i].count > tree->nodes[first + fullest].count ? i : fullest;
        // A bucket overflows by one point, so no other quarter can hold too many as well.
        node = first + fullest;
        square = quarter(&square, fullest);
    }
}

bool quadtree_insert(struct quadtree *tree, struct geo_point at, uint32_t item)
{
    assert(at.x >= -GEO_COORDINATE_MAX && at.x <= GEO_COORDINATE_MAX);
    assert(at.z >= -GEO_COORDINATE_MAX && at.z <= GEO_COORDINATE_MAX);
    if (!reserve(tree))
        return false;
    uint32_t node = 0;
    struct square square = root_square;
    while (tree->nodes[node].first_child) {
        uint32_t number = quarter_of(&square, at);
        tree->nodes[node].count++;
        node = tree->nodes[node].first_child + number;
        square = quarter(&square, number);
    }
    put(tree, node, take_entry(tree, at, item));
    split(tree, node, square);
    return true;
}

/// Moves the entries of a square's quarters to a list and gives the quarters back.
static uint32_t gather(struct quadtree *tree, uint32_t node, uint32_t list)
{
    uint32_t first = tree->nodes[node].first_child;
    for (uint32_t i = 0; first && i < QUARTERS; i++)
        list = gather(tree, first + i, list);
    if (first) {
        tree->nodes[first].first_child = tree->free_quarters;
        tree->free_quarters = first;
        tree->nodes[node].first_child = 0;
    }
    for (uint32_t entry = tree->nodes[node].first_entry; entry != NONE;) {
        uint32_t next = tree->entries[entry].next;
        tree->entries[entry].next = list;
        list = entry;
        entry = next;
    }
    tree->nodes[node].first_entry = NONE;
    return list;
}

/// Takes an entry out of a bucket.
static bool unlink_entry(struct quadtree *tree, uint32_t node, struct geo_point at, uint32_t item)
{
    uint32_t *link = &tree->nodes[node].first_entry;
    while (*link != NONE) {
        struct entry *entry = &tree->entries[*link];
        if (entry->item == item && geo_equal(entry->at, at)) {
            uint32_t removed = *link;
            *link = entry->next;
            entry->next = tree->free_entry;
            tree->free_entry = removed;
            return true;
        }
        link = &entry->next;
    }
    return false;
}

bool quadtree_remove(struct quadtree *tree, struct geo_point at, uint32_t item)
{
    uint32_t path[LEVELS_MAX + 1];
    size_t depth = 0;
    uint32_t node = 0;
    struct square square = root_square;
    while (tree->nodes[node].first_child) {
        uint32_t number = quarter_of(&square, at);
        path[depth++] = node;
        node = tree->nodes[node].first_child + number;
        square = quarter(&square, number);
    }
    if (!unlink_entry(tree, node, at, item))
        return false;
    tree->nodes[node].count--;
    for (size_t i = 0; i < depth; i++)
        tree->nodes[path[i]].count--;
    for (size_t i = 0; i < depth; i++) {
        if (tree->nodes[path[i]].count > BUCKET_JOINED)
            continue;
        tree->nodes[path[i]].first_entry = gather(tree, path[i], NONE);
        break;
    }
    return true;
}

// ---- looking ---------------------------------------------------------------------------------

/// The nearest points so far.
struct search {
    const struct quadtree *tree;
    struct geo_place from;
    struct quadtree_found *found;
    size_t count;
    size_t count_max;
};

static double square_distance(const struct square *square, struct geo_place from)
{
    double x = fmax(fmax((double)square->x - from.x, from.x - (double)(square->x + square->side_mm - 1)), 0);
    double z = fmax(fmax((double)square->z - from.z, from.z - (double)(square->z + square->side_mm - 1)), 0);
    return sqrt(x * x + z * z);
}

static bool is_nearer(const struct quadtree_found *a, const struct quadtree_found *b)
{
    return a->distance_mm < b->distance_mm || (a->distance_mm == b->distance_mm && a->item < b->item);
}

static void consider(struct search *search, const struct entry *entry)
{
    struct quadtree_found found = {entry->item, geo_place_distance(search->from, geo_place_of(entry->at))};
    if (search->count == search->count_max) {
        if (!is_nearer(&found, &search->found[search->count - 1]))
            return;
        search->count--;
    }
    size_t i = search->count++;
    for (; i > 0 && is_nearer(&found, &search->found[i - 1]); i--)
        search->found[i] = search->found[i - 1];
    search->found[i] = found;
}

static bool may_help(const struct search *search, double distance_mm)
{
    // Equally near ones count too: a lower item may be among them.
    return search->count < search->count_max || distance_mm <= search->found[search->count - 1].distance_mm;
}

static void look(struct search *search, uint32_t number, const struct square *square)
{
    const struct node *node = &search->tree->nodes[number];
    if (!node->first_child) {
        for (uint32_t i = node->first_entry; i != NONE; i = search->tree->entries[i].next)
            consider(search, &search->tree->entries[i]);
        return;
    }
    // The quarter that the place lies in or nearest to comes first, the one across from it last.
    int64_t half = square->side_mm / 2;
    uint32_t nearest = (search->from.x >= (double)(square->x + half) ? 1U : 0U) +
                       (search->from.z >= (double)(square->z + half) ? 2U : 0U);
    for (uint32_t i = 0; i < QUARTERS; i++) {
        uint32_t child = nearest ^ i;
        struct square part = quarter(square, child);
        if (search->tree->nodes[node->first_child + child].count > 0 &&
            may_help(search, square_distance(&part, search->from)))
            look(search, node->first_child + child, &part);
    }
}

size_t quadtree_nearest(const struct quadtree *tree, struct geo_place from, struct quadtree_found *found,
                        size_t count_max)
{
    struct search search = {.tree = tree, .from = from, .found = found, .count_max = count_max};
    if (count_max > 0)
        look(&search, 0, &root_square);
    return search.count;
}

static bool visit_range(const struct quadtree *tree, uint32_t number, const struct square *square,
                        const struct geo_box *box, quadtree_visit *visit, void *context)
{
    const struct node *node = &tree->nodes[number];
    if (node->count == 0 || square->x > box->high.x || square->z > box->high.z ||
        square->x + square->side_mm <= box->low.x || square->z + square->side_mm <= box->low.z)
        return true;
    for (uint32_t i = 0; node->first_child && i < QUARTERS; i++) {
        struct square part = quarter(square, i);
        if (!visit_range(tree, node->first_child + i, &part, box, visit, context))
            return false;
    }
    for (uint32_t i = node->first_entry; i != NONE; i = tree->entries[i].next) {
        struct geo_point at = tree->entries[i].at;
        bool is_inside =
            at.x >= box->low.x && at.x <= box->high.x && at.z >= box->low.z && at.z <= box->high.z;
        if (is_inside && !visit(context, at, tree->entries[i].item))
            return false;
    }
    return true;
}

bool quadtree_range(const struct quadtree *tree, struct geo_box box, quadtree_visit *visit, void *context)
{
    return visit_range(tree, 0, &root_square, &box, visit, context);
}
