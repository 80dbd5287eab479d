// Imported meshes, for tests: read from a file, and what has to hold for any that a reader takes.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/import_cells.h"

/// Twice the area of a cell; -1 when one of its corners bends inwards.
int64_t imported_cell_area(const struct navmesh *mesh, uint32_t cell);

/// Twice the area of all polygons.
int64_t imported_area(const struct import_polygons *polygons);

/// Whether the cells of a mesh are convex and cover as much as the polygons it was made of.
bool imported_is_covered(const struct import_polygons *polygons, const struct navmesh *mesh);

/// Makes cells and a mesh of polygons both ways, and finds a way across each; ends the program when a mesh
/// that was made is not as it should be.
void imported_exercise(const struct import_polygons *polygons);
