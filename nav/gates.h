// Where the trunk roads of a scene are walked to from its mesh, by agents of one size.
//
// A gate is a node of a road that lies on a cell. Gates are grouped by the component of the mesh that they
// lie on and the component of roads that they belong to, each group in a quadtree of its own: so the nearest
// gate of every road within reach on foot is found at once. Ground components and roads together have
// components too, those of the union of both graphs. Gates do not change; any number of threads may read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/locate.h"
#include "nav/mesh.h"
#include "nav/path.h"
#include "nav/quadtree.h"
#include "nav/roads.h"

#define GATES_NONE UINT32_MAX

enum {
    GATES_FEW = 16, // on one ground: so many are all tried where roads and ways on foot alternate
};

struct gates_group {
    uint32_t ground; // component of the mesh's layer
    uint32_t trunk;  // component of the roads
    struct quadtree *nodes;
};

/// The arrays are for reading.
struct gates {
    struct path_place *places;  // per node of the roads: where it lies on the mesh; on cell MESH_NONE: off it
    uint32_t *groups_of_nodes;  // GATES_NONE: no gate
    struct gates_group *groups; // by ground, then by trunk
    size_t group_count;
    uint32_t *ground_firsts; // per ground and one more, its first group
    uint32_t *unions;        // per ground: equal where both graphs together lead from one to the other
    size_t ground_count;
};

/// What gates are made from; only read while they are made.
struct gates_input {
    const struct navmesh *mesh;
    const struct mesh_layer *layer;
    const struct locator *locator;
    const struct roads *roads;
};

/// @return NULL when memory runs out
struct gates *gates_create(const struct gates_input *input);

/// Accepts NULL and half-built gates.
void gates_destroy(struct gates *gates);

/// @return the group's number, GATES_NONE when no road of that component has a gate on that ground
uint32_t gates_find_group(const struct gates *gates, uint32_t ground, uint32_t trunk);

/// Whether a ground has so few gates that all of them can be tried.
bool gates_are_few(const struct gates *gates, uint32_t ground);

/// Lists all gates of a ground that has few.
/// @param[out] nodes  the nearest to `at` first of each group
/// @return how many
size_t gates_list_few(const struct gates *gates, uint32_t ground, struct geo_place at,
                      struct quadtree_found nodes[GATES_FEW]);
