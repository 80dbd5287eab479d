// Points of a plan in a tree of squares, each cut into four until few points are left in it.
//
// A region quadtree with buckets [Samet 1984, "The quadtree and related hierarchical data structures"].
// Inserting, removing and looking near a place cost as much as the tree is deep: no deeper than the
// coordinates have bits, however the points lie. Points may coincide. Items are numbers that mean
// something to the caller. One thread changes a tree while nobody reads it; any number may read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"

struct quadtree; // layout private to quadtree.c

/// @return NULL when memory runs out
struct quadtree *quadtree_create(void);

/// @return a tree that holds the same; NULL when memory runs out
struct quadtree *quadtree_copy(const struct quadtree *tree);

/// Accepts NULL and half-built trees.
void quadtree_destroy(struct quadtree *tree);

size_t quadtree_count(const struct quadtree *tree);

/// @param at  within GEO_COORDINATE_MAX of the origin
/// @return false when memory runs out: nothing has changed then
bool quadtree_insert(struct quadtree *tree, struct geo_point at, uint32_t item);

/// @return false when there is no such item at that point
bool quadtree_remove(struct quadtree *tree, struct geo_point at, uint32_t item);

/// A point near the place asked for.
struct quadtree_found {
    uint32_t item;
    double distance_mm; // in plan
};

/// Finds the points nearest to `from`, nearest first; of those equally near, the lower items first.
/// Allocates nothing.
/// @param[out] found  room for `count_max`
/// @return how many: count_max, or all there are
size_t quadtree_nearest(const struct quadtree *tree, struct geo_place from, struct quadtree_found *found,
                        size_t count_max);

/// Told about a point in the range.
/// @return false to hear of no more
typedef bool quadtree_visit(void *context, struct geo_point at, uint32_t item);

/// Visits all points in a box, its border included, in no order that means anything. Allocates nothing.
/// @return false when a visit ended it
bool quadtree_range(const struct quadtree *tree, struct geo_box box, quadtree_visit *visit, void *context);
