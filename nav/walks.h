// How long the ways on foot are that one request has measured: whoever weighs many goals goes to the same
// road for most of them.
//
// A table of fixed size, in which a new way takes the place of another that falls on it. One thread at a
// time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/mesh.h"
#include "nav/path.h"

struct walks; // layout private to walks.c

/// A way across a mesh.
struct walks_way {
    const struct mesh_layer *layer;
    struct path_place from;
    struct path_place to;
    uint32_t manner; // of searching, for who asks to tell apart
};

/// All memory is taken here.
/// @return NULL when memory runs out
struct walks *walks_create(void);

/// Accepts NULL and half-built tables.
void walks_destroy(struct walks *walks);

/// Forgets everything. O(1).
void walks_clear(struct walks *walks);

/// @param[out] length_mm  of the way, if it is known; INFINITY: there is none
/// @return whether it is known
bool walks_find(const struct walks *walks, const struct walks_way *way, double *length_mm);

void walks_keep(struct walks *walks, const struct walks_way *way, double length_mm);
