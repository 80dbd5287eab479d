// Makes one network of the roads of a scene: nodes where roads bend, end, cross and meet, and links
// between them.
//
// Long sides of lines are divided, so that from anywhere on a road a node is near. Lines are joined where
// they cross or touch, and where one ends within the width of another. Roads of different floors are not:
// what meets in plan meets if its heights differ by no more than a step.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/floors.h"
#include "nav/pack.h"

/// A place that a road leads through, on its way to become a node.
struct pack_network_mark {
    struct geo_point at;
    int32_t height_mm;
    uint32_t road;
    uint32_t side; // of the road's line, which begins at point `side`; PACK_NETWORK_CELL: of none
    int64_t along; // from the beginning of the side, in whole steps along either axis
    uint32_t node; // once it is known
};

#define PACK_NETWORK_CELL UINT32_MAX

enum { PACK_NETWORK_STEP_MM = 5000 }; // nodes of a line lie no further apart

/// Two marks of one road that are linked, besides those that follow one another on a line.
struct pack_network_pair {
    uint32_t marks[2];
    uint32_t road;
};

/// Grows while roads are read. Zeroed is empty; pack_network_finish() frees it.
struct pack_network {
    struct pack_network_mark *marks;
    size_t mark_count;
    size_t mark_capacity;
    struct pack_network_pair *pairs;
    size_t pair_count;
    size_t pair_capacity;
};

/// @return false when memory runs out
bool pack_network_add_mark(struct pack_network *network, struct pack_network_mark mark);

/// @return false when memory runs out
bool pack_network_add_pair(struct pack_network *network, struct pack_network_pair pair);

/// Finds where the lines of the scene's roads meet and writes the scene's nodes and links.
/// @param network  with a mark for each point of each line and each cell
/// @return false when memory runs out
bool pack_network_join(struct pack_network *network, struct floors *floors, struct pack_scene *scene);

/// Accepts zeroed networks.
void pack_network_finish(struct pack_network *network);
