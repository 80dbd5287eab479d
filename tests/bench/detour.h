// Detour [Mononen, recastnavigation] as a finder of ways, for comparison: on the same cells, split where they
// have more corners than its polygons may have.
//
// Detour keeps coordinates as single floats. They go in exactly as rounded to those; its builder's coarser
// grid is only passed through. It numbers a tile's corners and polygons with 16 and 15 bits, and all of a
// mesh has to lie in one tile here, as our cells know no tile borders.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DETOUR_NONE UINT32_MAX

enum { DETOUR_ERROR_MAX = 160 };

struct detour; // layout private to detour.cpp

/// A mesh of convex cells, counter-clockwise over (x, z).
struct detour_input {
    const int32_t *corners_mm; // x, y, z of each
    size_t corner_count;
    const uint32_t *firsts; // per cell and one more: its first side
    size_t cell_count;
    const uint32_t *sides; // per side: the corner where it begins
    const uint32_t *twins; // per side: the neighbour's side across it, DETOUR_NONE for a wall
};

enum detour_status { DETOUR_FOUND, DETOUR_UNREACHABLE, DETOUR_BUDGET };

/// Millimetres from the mesh's origin, and the cell they lie in.
struct detour_place {
    double x, y, z;
    uint32_t cell;
};

/// Copies the input. The pool has a node for every polygon.
/// @param[out] error  why not, when NULL is returned
struct detour *detour_create(const struct detour_input *input, char error[DETOUR_ERROR_MAX]);

/// Accepts NULL.
void detour_destroy(struct detour *detour);

/// How many polygons the cells became.
size_t detour_polygon_count(const struct detour *detour);

/// Finds the polygon of a cell that a place lies in, so that this is not timed.
uint32_t detour_polygon_at(const struct detour *detour, struct detour_place place);

/// findPath() and findStraightPath().
/// @param start  with the number of a polygon, not of a cell
/// @param end    likewise
enum detour_status detour_find(struct detour *detour, struct detour_place start, struct detour_place end);

/// Of the straight path found last, in plan, in millimetres.
double detour_length_mm(const struct detour *detour);

#ifdef __cplusplus
}
#endif
