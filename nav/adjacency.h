// Finds the sides of cells that meet, and records which of them one can step across.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"

/// `other` runs along `side` the other way.
struct adjacency_pair {
    uint32_t side;
    uint32_t other;
};

/// All pairs of sides that meet, both ways round. Owned by the caller; adjacency_finish() frees it.
struct adjacency {
    struct adjacency_pair *pairs;
    size_t count;
    size_t capacity;
};

/// Finds those of some sides that join the same two places.
/// @param mesh   with corners, cells and sides; only read
/// @param sides  NULL: all
/// @return false when memory runs out; adjacency_finish() is due all the same
bool adjacency_find(struct adjacency *adjacency, const struct navmesh *mesh, const uint32_t *sides,
                    size_t side_count);

/// Adds a pair; the one the other way round is to be added too.
/// @return false when memory runs out
bool adjacency_add(struct adjacency *adjacency, uint32_t side, uint32_t other);

/// Finds those whose cells name each other as neighbours across them.
/// @param neighbours  per side, the cell across it or MESH_NONE
/// @return false when memory runs out; adjacency_finish() is due all the same
bool adjacency_read(struct adjacency *adjacency, const struct navmesh *mesh, const uint32_t *neighbours);

/// Accepts zeroed and half-made ones.
void adjacency_finish(struct adjacency *adjacency);

/// Makes links of all pairs with a step low enough at both ends, and ledges of the others: a step of exactly
/// the limit is low enough, whichever of the two sides is higher.
/// @param mesh  gets links, shared and ledges
/// @return false when memory runs out, or there are more links than MESH_SHARED
bool adjacency_link(struct adjacency *adjacency, struct navmesh *mesh);
