// The borders of a scene's regions, sorted into a grid: which region a place lies in, and which borders
// pass near a segment, without looking at all of them.
//
// For reading and building; one thread at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/grid.h"
#include "nav/pack.h"
#include "nav/polygon.h"

struct borders; // layout private to borders.c

/// A side of a region's outline or of one of its holes.
struct borders_side {
    struct geo_point from;
    struct geo_point to;
    uint32_t region;
};

/// @param scene  only read while the borders are made
/// @return NULL when memory runs out
struct borders *borders_create(const struct pack_scene *scene);

/// Accepts NULL and half-built borders.
void borders_destroy(struct borders *borders);

/// The smallest box around a region.
const struct geo_box *borders_box(const struct borders *borders, size_t region);

/// Whether a place is ground of the region: on its border, inside it but not in a hole, or neither.
enum polygon_place borders_locate(struct borders *borders, size_t region, struct geo_place at);

/// A look at all sides that may come near a segment.
struct borders_walk {
    struct borders *borders;
    struct grid_walk walk;
};

/// One walk at a time: another one ends it.
void borders_walk_begin(struct borders_walk *walk, struct borders *borders, struct geo_point a,
                        struct geo_point b);

/// @return the next side, each once; NULL when there are no more
const struct borders_side *borders_walk_next(struct borders_walk *walk);
