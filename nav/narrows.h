// Makes the sides of triangles run across narrow places, so that whether somebody fits through is decided
// where cells meet.
//
// A narrow place is the shortest way from a wall's corner to a wall across from it, where neither gets nearer
// by moving along. Inside a triangle nobody would notice it: what is crossed are sides, and those may be
// wide. So an edge is led across the triangulation there [Sloan 1993, edges by flips]: from corner to corner,
// or to a new one in front of the wall, a millimetre off it, since a place on the wall need not be whole.
// That leaves outlines and areas as they are. Borders of grounds that the edge crosses get a corner there, to
// the millimetre.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"
#include "nav/triangulate.h"

/// A scene's triangles. The arrays are the caller's, from malloc(), and are replaced by larger ones.
struct narrows {
    struct mesh_corner *corners;
    size_t corner_count;
    struct triangle *triangles; // of corners, counter-clockwise
    uint32_t *grounds;          // per triangle: what may be merged
    size_t triangle_count;
    // Per side 3 * triangle + k, found out here: the same side of the triangle across it, if their corners
    // are the same; MESH_NONE where there is none, or nothing shall be merged. For free().
    uint32_t *twins;
};

/// Cuts the places narrower than `width_mm`, the narrowest first. Ways of no width cross the new edges like
/// any others.
/// @param step_mm  how high people climb: higher steps are walls
/// @return false when memory runs out; the arrays are the caller's all the same
bool narrows_cut(struct narrows *narrows, int32_t step_mm, int32_t width_mm);
