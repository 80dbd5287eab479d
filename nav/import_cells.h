// Makes cells of imported polygons, and with them the input of a mesh.
//
// Polygons are cut into triangles and these merged again (merge.h): by default inside of each polygon
// only, which gives the polygon back, or two or more convex pieces of one that rounding has dented. On
// demand they are merged across polygons too. Neighbours are those that the file names and no others.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/import_polygons.h"
#include "nav/merge.h"
#include "nav/report.h"

/// What becomes of the polygons.
enum import_merging {
    IMPORT_AS_IS,  // cells are the file's polygons
    IMPORT_MERGED, // polygons of one surface are merged as far as they may be
};

/// Zeroed is empty. A polygon's triangles follow one another, in the order of polygons.
struct import_cells {
    struct triangle *triangles; // of corners
    size_t triangle_count;
    struct merge_result merged; // cells; their corners
    uint32_t *neighbours;       // per element of merged.corners: the cell across the side that begins there
};

/// @param file           its name, for messages
/// @param polygons       checked; outlives the cells
/// @param[out] cells     to be finished in any case
/// @param[out] report    what is wrong, when false is returned
bool import_cells_make(const char *file, const struct import_polygons *polygons, enum import_merging merging,
                       struct import_cells *cells, struct report *report);

/// Accepts zeroed and half-made ones.
void import_cells_finish(struct import_cells *cells);

/// A mesh of the cells for one agent without any width, which takes every step: what is connected is up to
/// the file.
/// @return for navmesh_destroy(); NULL when memory runs out or a cell has too many sides
struct navmesh *import_cells_connect(const struct import_cells *cells,
                                     const struct import_polygons *polygons);

/// Finds the cell that a place of a polygon lies in.
/// @param mesh       of the cells
/// @param polygon    of the file
/// @param[out] cell  nearest to the place, of those that parts of the polygon belong to
/// @return how far the place lies outside of it, in millimetres; 0 inside
double import_cells_find(const struct import_cells *cells, const struct import_polygons *polygons,
                         const struct navmesh *mesh, uint32_t polygon, struct geo_place at, uint32_t *cell);
