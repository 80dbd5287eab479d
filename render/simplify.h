// Ground without the corners that nothing needs: where solids were cut out of a meadow and what lies under
// them was filled in again, one large piece is as good as many small ones.
//
// Load time only.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "render/view.h"

/// Removes corners that lie inside a flat stretch of one surface; what is seen stays the same. Corners on a
/// border of any kind stay, and so does every side that has triangles on one side only.
/// @param triangles      fewer afterwards
/// @param[in,out] count  of triangles
/// @return false when memory runs out; the triangles are as they were
bool simplify_ground(struct view_triangle *triangles, size_t *count);
