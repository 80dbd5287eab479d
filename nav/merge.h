// Merges the triangles of a scene into convex cells, as large and as few as the greedy way finds.
//
// Always the pair with the longest common side is merged, of equal ones the pair found first, until
// none may. A pair may when the surface is the same, the merged cell is convex (180 degrees are) and
// no corner lies further off its plane than the tolerance.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"
#include "nav/triangulate.h"

/// A triangle's side 3 * triangle + k leads from its corner k to the next one.
struct merge_input {
    const struct mesh_corner *corners;
    const struct triangle *triangles; // of corners, counter-clockwise
    const uint32_t *surfaces;         // per triangle: any number for what is on it; only equal ones merge
    size_t triangle_count;
    // Per side of a triangle: the same side of the triangle across it, MESH_NONE where merging stops. NULL:
    // triangles meet where they share two corners, by number.
    const uint32_t *twins;
    int32_t tolerance_mm;
};

/// Owned by the caller; merge_finish() frees it.
struct merge_result {
    size_t cell_count;
    uint32_t *firsts;  // per cell and one more: its first corner in `corners`
    uint32_t *corners; // of all cells, counter-clockwise
    uint32_t *sides;   // of all cells: the triangle's side that leads from the corner to the next one
    uint32_t *cells;   // per triangle: the cell that it went into
};

/// In practice n log n.
/// @param[out] result  to be finished in any case
/// @return false when memory runs out
bool merge_triangles(const struct merge_input *input, struct merge_result *result);

/// Accepts zeroed and half-made results.
void merge_finish(struct merge_result *result);
