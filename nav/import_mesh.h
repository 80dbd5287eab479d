// Reads Polyanya's mesh files, version 2 [Cui, Harabor, Grastien, "Compromise-free Pathfinding on a
// Navigation Mesh", IJCAI 2017].
//
// "mesh", "2", counts of vertices and polygons; per vertex x, y, how many polygons lie around it and
// which; per polygon how many vertices it has, which, and which polygons lie across its sides, the first
// across the side that ends at the first vertex. -1 is nothing. Any space parts the words. The plan's y
// is our z; heights are 0.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/import_polygons.h"

/// Any bytes: each file is either taken or refused with a problem.
/// @param file           its name, for messages
/// @param bytes          with a NUL at bytes[size_bytes]
/// @param[out] polygons  to be finished in any case
/// @param[out] report    what is wrong, when false is returned
bool import_mesh_read(const char *file, const char *bytes, size_t size_bytes,
                      struct import_polygons *polygons, struct report *report);
