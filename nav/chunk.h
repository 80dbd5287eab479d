// Chunks: parts of a mesh that are replaced as a whole while the rest stays: a bridge falls, a gate opens.
//
// Replacing one makes a new version of the mesh by splicing; queries that run go on with the old one. The
// writer hands the new version to new queries and destroys the old one when the last of its queries has left.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/mesh.h"

/// Makes the version of `mesh` in which the chunk holds the cells of `part`, all of them, and nothing else.
/// Only what the chunk touches is made anew: its links to other chunks, and for every size of agent what is
/// open near it, the sets and what connects them. Corners of one that lie on a side of the other are inserted
/// there; for those that the mesh has not had so far, all of it is made anew, once.
/// @param mesh   only read, as `part`; any number of threads may search it meanwhile
/// @param part   with the same step; its own layers, chunks and neighbours as told do not matter. NULL: no
///               cells
/// @return the new version, for navmesh_destroy(); NULL when memory runs out
struct navmesh *chunk_replace(const struct navmesh *mesh, uint32_t chunk, const struct navmesh *part);

/// Marks the sides that lead from one chunk to another.
/// @param mesh  with its links and chunks; gets borders
/// @return false when memory runs out
bool chunk_mark_borders(struct navmesh *mesh);
