// Laws that hold for every mesh, whatever it is made from. They fail the test, naming the seed.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/mesh.h"

/// Cells are convex, do not overlap, and have together the area `area_twice` / 2. For a single floor.
void mesh_laws_check_cells(const struct navmesh *mesh, int64_t area_twice, uint64_t seed);

/// Every link joins two sides with the same ends, and has one back.
void mesh_laws_check_links(const struct navmesh *mesh, uint64_t seed);

/// Whether two meshes differ by nothing but their corners' places, and those by `offset`.
bool mesh_laws_is_moved(const struct navmesh *a, const struct navmesh *b, struct geo_point offset);
