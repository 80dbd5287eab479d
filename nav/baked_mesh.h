// A mesh as a baked file has it: without what follows from the rest, and with its links side by side.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"

/// Zeroed is empty.
struct baked_mesh {
    struct navmesh *mesh;          // somebody else's
    uint32_t *link_counts;         // per side
    uint32_t *links;               // the sides that the first side leads to, then those of the next one
    size_t link_count;             // of `links`
    struct mesh_opening *openings; // per link, layer by layer; of layers of no width none
    size_t opening_count;
};

/// How many layers have openings of their own: with no width, all of what is high enough is open.
size_t baked_mesh_wide_count(const struct navmesh *mesh);

/// Puts the links and openings of a mesh side by side.
/// @param mesh       only read; outlives the flat one
/// @param[out] flat  baked_mesh_finish() is due even when this fails
/// @return false when memory runs out
bool baked_mesh_flatten(struct navmesh *mesh, struct baked_mesh *flat);

/// Makes the mesh whole again: links, openings, sets, and all that is marked. It is the one that was
/// flattened then, bit by bit, if that had just been built.
/// @param flat  has passed baked_check_mesh()
/// @return false when memory runs out: the mesh is half-built
bool baked_mesh_restore(const struct baked_mesh *flat);

/// Accepts zeroed and half-made ones. The mesh stays.
void baked_mesh_finish(struct baked_mesh *flat);
