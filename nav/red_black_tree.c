#include "nav/red_black_tree.h"

#include <assert.h>
#include <stdlib.h>

enum { SMALLER, GREATER }; // children

bool red_black_tree_init(struct red_black_tree *tree, size_t room)
{
    assert(room < UINT32_MAX);
    *tree = (struct red_black_tree){.nodes = calloc(room + 1, sizeof *tree->nodes), .room = room};
    return tree->nodes;
}

void red_black_tree_finish(struct red_black_tree *tree)
{
    free(tree->nodes);
    *tree = (struct red_black_tree){0};
}

/// Which child of its parent a node is; the root is a smaller one, of none.
static int side_of(const struct red_black_tree *tree, uint32_t node)
{
    return tree->nodes[tree->nodes[node].parent].children[GREATER] == node ? GREATER : SMALLER;
}

/// Puts `child` where `node` hangs.
static void replace(struct red_black_tree *tree, uint32_t node, uint32_t child)
{
    uint32_t parent = tree->nodes[node].parent;
    if (parent == RED_BLACK_NONE)
        tree->root = child;
    else
        tree->nodes[parent].children[side_of(tree, node)] = child;
    tree->nodes[child].parent = parent;
}

/// Turns a node down to `side`; its child on the other side comes up in its place.
static void rotate(struct red_black_tree *tree, uint32_t node, int side)
{
    struct red_black_node *nodes = tree->nodes;
    uint32_t riser = nodes[node].children[!side];
    uint32_t between = nodes[riser].children[side];
    replace(tree, node, riser);
    nodes[riser].children[side] = node;
    nodes[node].parent = riser;
    nodes[node].children[!side] = between;
    if (between != RED_BLACK_NONE)
        nodes[between].parent = node;
}

/// Mends a red node under a red parent, upwards [Cormen, Leiserson, Rivest, Stein, chapter 13].
static void mend(struct red_black_tree *tree, uint32_t node)
{
    struct red_black_node *nodes = tree->nodes;
    while (nodes[nodes[node].parent].is_red) {
        uint32_t parent = nodes[node].parent;
        uint32_t grandparent = nodes[parent].parent;
        int side = side_of(tree, parent);
        uint32_t uncle = nodes[grandparent].children[!side];
        nodes[grandparent].is_red = true;
        if (nodes[uncle].is_red) {
            nodes[parent].is_red = false;
            nodes[uncle].is_red = false;
            node = grandparent;
            continue;
        }
        if (side_of(tree, node) != side) {
            rotate(tree, parent, side);
            parent = node;
        }
        nodes[parent].is_red = false;
        rotate(tree, grandparent, !side);
        break;
    }
    nodes[tree->root].is_red = false;
}

static bool comes_before(const struct red_black_node *a, const struct red_black_node *b)
{
    if (a->hash != b->hash)
        return a->hash < b->hash;
    int order = key_compare(a->key, b->key);
    assert(order != 0);
    return order < 0;
}

void red_black_tree_insert(struct red_black_tree *tree, uint64_t hash, struct key key, uint32_t entry)
{
    assert(tree->count < tree->room);
    struct red_black_node *nodes = tree->nodes;
    uint32_t number = (uint32_t)++tree->count;
    uint32_t parent = RED_BLACK_NONE;
    int side = SMALLER;
    nodes[number] = (struct red_black_node){.hash = hash, .key = key, .entry = entry, .is_red = true};
    for (uint32_t node = tree->root; node != RED_BLACK_NONE; node = nodes[node].children[side]) {
        parent = node;
        side = comes_before(&nodes[number], &nodes[node]) ? SMALLER : GREATER;
    }
    nodes[number].parent = parent;
    if (parent == RED_BLACK_NONE)
        tree->root = number;
    else
        nodes[parent].children[side] = number;
    mend(tree, number);
}

/// The smallest node below this one, itself when there is none.
static uint32_t smallest_of(const struct red_black_tree *tree, uint32_t node)
{
    while (tree->nodes[node].children[SMALLER] != RED_BLACK_NONE)
        node = tree->nodes[node].children[SMALLER];
    return node;
}

uint32_t red_black_tree_first(const struct red_black_tree *tree)
{
    return smallest_of(tree, tree->root);
}

uint32_t red_black_tree_next(const struct red_black_tree *tree, uint32_t node)
{
    if (tree->nodes[node].children[GREATER] != RED_BLACK_NONE)
        return smallest_of(tree, tree->nodes[node].children[GREATER]);
    while (side_of(tree, node) == GREATER)
        node = tree->nodes[node].parent;
    return tree->nodes[node].parent;
}

static unsigned height_below(const struct red_black_tree *tree, uint32_t node)
{
    if (node == RED_BLACK_NONE)
        return 0;
    unsigned smaller = height_below(tree, tree->nodes[node].children[SMALLER]);
    unsigned greater = height_below(tree, tree->nodes[node].children[GREATER]);
    return 1 + (smaller > greater ? smaller : greater);
}

unsigned red_black_tree_height(const struct red_black_tree *tree)
{
    return height_below(tree, tree->root);
}
