// Reads navigation meshes written as text from Recast's polygons: `.dnav`.
//
// `#` begins a comment line. "dnav1", counts of vertices and polygons; lines "V x y z", metres, y up;
// lines "P n", the polygon's vertices, clockwise over (x, z), the polygon across each side from a vertex
// to the next (-1: nothing), an area number and flags. Both are kept out of the way: an area is only a
// kind of ground that merging does not mix with others.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/import_polygons.h"

/// Any bytes: each file is either taken or refused with a problem. Polygons are turned around.
/// @param file           its name, for messages
/// @param bytes          with a NUL at bytes[size_bytes]
/// @param[out] polygons  to be finished in any case
/// @param[out] report    what is wrong, when false is returned
bool import_dnav_read(const char *file, const char *bytes, size_t size_bytes,
                      struct import_polygons *polygons, struct report *report);
