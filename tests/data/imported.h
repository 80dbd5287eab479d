// Imported meshes, for tests: read from a file, and what has to hold for any that a reader takes.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/import_cells.h"

/// Whether the cells of a mesh are convex and cover as much as the polygons it was made of.
bool imported_is_covered(const struct import_polygons *polygons, const struct navmesh *mesh);

/// A reader of meshes, such as import_mesh_read().
typedef bool imported_reader(const char *file, const char *text, size_t size,
                             struct import_polygons *polygons, struct report *report);

/// Gives any bytes to a reader, which must take them or say why not. Of what it takes, cells and a mesh are
/// made both ways, and ways found across each. Ends the program when something is not as it should be.
/// @param file  the name that reports use
void imported_exercise(imported_reader *reader, const char *file, const uint8_t *data, size_t size);
