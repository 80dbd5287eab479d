// Boards of squares, some of them taken away, as meshes: full of ways equally long, of corners that
// everything is in line with, and of squares that touch at a corner only, which nobody gets through.
#pragma once

#include "nav/path.h"

/// @param offset_x  of the board's corner, millimetres
/// @return for navmesh_destroy(); the program ends when memory runs out
struct navmesh *test_board_make(uint64_t seed, int32_t offset_x, int32_t offset_z);

/// A place in some square of the board; at its corners and on its sides too.
struct path_place test_board_place(const struct navmesh *mesh, uint64_t *random);
