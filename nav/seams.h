// The rings of a scene's regions as they meet: where a corner of one lies exactly on a side of another, that
// side has a corner there too.
//
// Done before anything is snapped: a side that is crossed bends by part of a millimetre, and bends between
// two corners only. What another region shares with it further along stays the same line.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/arrange.h"
#include "nav/pack.h"

/// Owned by the caller; seams_finish() frees it.
struct seams {
    struct arrangement arrangement; // outlines and holes, region after region
    uint32_t *first_rings;          // per region and one more
};

/// @param scene       at least one region
/// @param[out] seams  to be finished in any case
/// @return false when memory runs out
bool seams_make(const struct pack_scene *scene, struct seams *seams);

/// Accepts zeroed and half-made seams.
void seams_finish(struct seams *seams);

/// Where the points of a ring begin in the arrangement.
uint32_t seams_ring_start(const struct seams *seams, uint32_t ring);

/// A point of the arrangement.
struct geo_point seams_point(const struct seams *seams, uint32_t point);
