// The trunk roads of one scene: places that designers joined by hand, and the links between them.
//
// They are the first graph: ways meant to be taken, and ways that no test of steps and widths would allow,
// a plank over a ravine or a ledge to jump from. Roads come and go while the world runs. Their nodes lie in a
// quadtree; which of them hang together is known at once. Nodes at one place and height are one node, and so
// are links between the same two nodes: each counts those who use it and goes with the last of them.
// One thread changes roads while nobody reads them; any number of threads may read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"
#include "nav/quadtree.h"

#define ROADS_NONE UINT32_MAX

/// The centre of a cell of road.
struct roads_node {
    struct geo_point at;
    int32_t height_mm;
    uint32_t use_count;  // 0: there is no such node
    uint32_t first_half; // of its links; ROADS_NONE: no link. While there is no node: the next free one
};

/// A link is two halves, one for each end: half 2i and 2i + 1 are link i.
struct roads_half {
    uint32_t node;      // that it belongs to
    uint32_t next_half; // of the same node
};

struct roads_link {
    struct roads_half halves[2];
    double length_mm; // in plan
    int32_t half_width_mm;
    uint32_t use_count; // 0: there is no such link
};

/// The arrays are for reading.
struct roads {
    struct roads_node *nodes; // by their numbers; those no longer used have a use_count of 0
    uint32_t node_count;      // one more than the highest number
    uint32_t node_capacity;
    uint32_t free_node;
    struct roads_link *links;
    uint32_t link_count;
    uint32_t link_capacity;
    uint32_t free_link;
    uint32_t *sets;            // per node, for disjoint_find()
    uint32_t *sizes;           // per set's first node: nodes in it
    uint32_t *stack;           // for walking over a set
    uint32_t *visits;          // per node: the walk that came by last
    uint32_t walk;             // the last one
    struct quadtree *tree;     // all nodes
    int32_t link_mm_max;       // no link was ever longer, in plan
    int32_t half_width_mm_max; // nor wider
};

/// @return NULL when memory runs out
struct roads *roads_create(void);

/// @return roads of their own with the same numbers; NULL when memory runs out
struct roads *roads_copy(const struct roads *roads);

/// Accepts NULL and half-built roads.
void roads_destroy(struct roads *roads);

/// Makes a node, or counts one more who uses the one that is there already.
/// @return its number; ROADS_NONE when memory runs out
uint32_t roads_add_node(struct roads *roads, struct geo_point at, int32_t height_mm);

/// One less uses the node. When nobody does it goes, and it must have no links then.
void roads_remove_node(struct roads *roads, uint32_t node);

/// Joins two different nodes, or counts one more who uses the link that is there already; the wider counts.
/// @return the link's number; ROADS_NONE when memory runs out
uint32_t roads_add_link(struct roads *roads, uint32_t from, uint32_t to, int32_t half_width_mm);

/// One less uses the link; it goes when nobody does. Costs a walk over what hung together then.
void roads_remove_link(struct roads *roads, uint32_t link);

/// Nodes of one component can reach one another over links.
/// @return one of its nodes
uint32_t roads_component(const struct roads *roads, uint32_t node);

/// The node at the other end of a half.
static inline uint32_t roads_other_end(const struct roads *roads, uint32_t half)
{
    return roads->links[half / 2].halves[1 - half % 2].node;
}

/// The halves of one node, the first being its first_half.
static inline uint32_t roads_next_half(const struct roads *roads, uint32_t half)
{
    return roads->links[half / 2].halves[half % 2].next_half;
}

/// The node whose cell `at` lies on: that end of a link, no further off than half its width, which is
/// nearer; of several links, one at the height nearest to `height_mm`.
/// @return ROADS_NONE when it lies on no road
uint32_t roads_stand_on(const struct roads *roads, struct geo_place at, double height_mm);
