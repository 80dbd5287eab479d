// The ends of queries that lie on a corner where several parts of the ground touch: each of them may be
// meant.
//
// From such a corner one may walk into every part of the ground around it, though walls keep these apart. The
// searches begin and end in one cell; the ends are put where the way is shortest.
#pragma once

#include <stdbool.h>

#include "nav/exact.h"
#include "nav/path.h"

struct bench_ends; // layout private to bench_ends.c

/// Room for any search on a mesh.
struct exact_limits bench_exact_limits(const struct navmesh *mesh);

/// @param mesh  outlives them
/// @return NULL when memory runs out
struct bench_ends *bench_ends_create(const struct navmesh *mesh);

/// Accepts NULL and half-built ones.
void bench_ends_destroy(struct bench_ends *ends);

/// Moves the ends of a way to other cells that touch the same corners, if that makes it shorter or possible.
void bench_ends_choose(struct bench_ends *ends, struct path_place *start, struct path_place *end);
