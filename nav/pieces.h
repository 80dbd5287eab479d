// Divides the ground of a scene into pieces that can be cut into triangles: regions without what obstacles
// cover, roads on them apart.
//
// Where outlines, holes, obstacles and roads cross one another they are snapped first, all that hang together
// at once; regions that nothing crosses stay exactly as they are written.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/arrange.h"
#include "nav/pack.h"

#define PIECE_NO_ROAD UINT32_MAX

/// Ground of one kind that hangs together. Its rings share no place with one another.
struct piece {
    uint32_t region;
    uint32_t road;       // that it belongs to, or PIECE_NO_ROAD
    uint32_t first_ring; // its outline; then its holes, to where the rings of the next piece begin
};

/// Owned by the caller; pieces_finish() frees it.
struct pieces {
    struct arrange_point *points; // of all rings one after another
    size_t point_count;
    size_t point_capacity;
    uint32_t *ends; // per ring
    size_t ring_count;
    size_t ring_capacity;
    struct piece *pieces; // one more than there are
    size_t count;
    size_t capacity;
};

/// @param scene        at least one region; its polygons are simple and keep apart as the pack reader asks
/// @param[out] pieces  to be finished in any case
/// @return false when memory runs out, or the scene is not as it should be
bool pieces_make(const struct pack_scene *scene, struct pieces *pieces);

/// Accepts zeroed and half-made pieces.
void pieces_finish(struct pieces *pieces);
