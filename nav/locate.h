// Finds the cell of a mesh that a place lies on, by a grid of buckets over the plan.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"

struct locator; // layout private to locate.c

/// @param mesh  outlives the locator
/// @return NULL when memory runs out
struct locator *locator_create(const struct navmesh *mesh);

/// Accepts NULL and half-built locators.
void locator_destroy(struct locator *locator);

/// Memory that the locator holds.
size_t locator_size_bytes(const struct locator *locator);

/// A place and the floor meant: what is asked for, and what is found.
struct locator_place {
    struct geo_place at;
    double height_mm;
    uint32_t cell; // found: the cell it lies on
};

/// Finds the cell below `asked`, on the floor nearest in height. Places on a border belong to the cells
/// on both sides of it, and so do places up to a millimetre off it, so that rounding loses nobody at
/// a wall or ledge.
/// @param layer       that components are meant of
/// @param component   only cells of this component; MESH_NONE for all
/// @param[out] found  at the same place, or on the border that it was just off; height on the ground
/// @return false when it lies on no cell
bool locator_find(const struct locator *locator, const struct mesh_layer *layer,
                  const struct locator_place *asked, uint32_t component, struct locator_place *found);

/// Where a place lies on the mesh's levels, from the largest to the smallest.
struct locator_levels {
    uint32_t chunk;
    uint32_t set;
    uint32_t waypoint;
    uint32_t edge; // of the waypoint
};

/// @param found  as from locator_find() or locator_nearest()
struct locator_levels locator_levels_of(const struct locator *locator, const struct mesh_layer *layer,
                                        const struct locator_place *found);

/// Finds the walkable place nearest in plan; of several floors there, the one nearest in height.
/// @param radius_mm   no further away; INFINITY for anywhere
/// @param layer       that components are meant of
/// @param component   only cells of this component; MESH_NONE for all
/// @return false when there is none
bool locator_nearest(const struct locator *locator, const struct mesh_layer *layer,
                     const struct locator_place *asked, double radius_mm, uint32_t component,
                     struct locator_place *found);
