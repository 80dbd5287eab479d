// Numbers the vertices and corners of a scene and makes its rings meet at vertices.
//
// Rings of different regions share sides in part. A vertex of one that lies exactly on a side of
// another is inserted there, so that afterwards two sides are either the same or share no more than an
// end, and cells can be joined by number.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/mesh.h"

struct arrange_point {
    struct geo_point at;
    int32_t height_mm;
};

/// Rings one after another.
struct arrange_input {
    const struct arrange_point *points;
    size_t point_count;
    const uint32_t *ends; // per ring, one past its last point
    size_t ring_count;
};

/// The same rings with the points inserted. Owned by the caller; arrange_finish() frees it.
struct arrangement {
    uint32_t *points; // corner numbers, rings one after another
    size_t point_count;
    uint32_t *ends; // per ring
    struct mesh_corner *corners;
    size_t corner_count;
    size_t vertex_count;
};

/// In practice n log n. Numbers follow from the order of coordinates, so that they move with the scene.
/// @param input             at least one point
/// @param[out] arrangement  to be finished in any case
/// @return false when memory runs out
bool arrange(const struct arrange_input *input, struct arrangement *arrangement);

/// Accepts zeroed and half-made arrangements.
void arrange_finish(struct arrangement *arrangement);
