// A red-black tree of keys in the order of their hash values, equal ones in the order of keys.
//
// A binary search tree whose nodes are red or black: the root is black, no red node has a red child, and
// every way from the root down to a missing child meets equally many black nodes. So no way is more than
// twice as long as another, and the height stays at or below 2 log2(n + 1) [Guibas, Sedgewick 1978]. It
// only grows: the index builds a new one aside whenever it needs one.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/key.h"

enum { RED_BLACK_NONE = 0 }; // stands for a missing node: black, and its own parent

struct red_black_node {
    uint64_t hash;
    struct key key; // owned by whoever inserted it
    uint32_t entry; // its number
    uint32_t parent;
    uint32_t children[2]; // smaller ones, greater ones
    bool is_red;
};

struct red_black_tree {
    struct red_black_node *nodes; // number RED_BLACK_NONE is not in the tree
    size_t count;
    size_t room;
    uint32_t root;
};

/// @param room  nodes at most, below 2^32 - 1; all memory is taken here
/// @return false when memory runs out
bool red_black_tree_init(struct red_black_tree *tree, size_t room);

/// Accepts zeroed trees.
void red_black_tree_finish(struct red_black_tree *tree);

/// Inserts a key that the tree does not hold yet. There is room.
void red_black_tree_insert(struct red_black_tree *tree, uint64_t hash, struct key key, uint32_t entry);

/// To walk in order, until RED_BLACK_NONE:
///     for (uint32_t node = red_black_tree_first(&tree); node; node = red_black_tree_next(&tree, node))
uint32_t red_black_tree_first(const struct red_black_tree *tree);
uint32_t red_black_tree_next(const struct red_black_tree *tree, uint32_t node);

/// Nodes on the longest way down; costs a walk.
unsigned red_black_tree_height(const struct red_black_tree *tree);
