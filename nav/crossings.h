// Finds the regions of a scene that something crosses, and which of them hang together by it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/borders.h"
#include "nav/cutters.h"
#include "nav/floors.h"
#include "nav/pack.h"

/// Owned by the caller; crossings_finish() frees it.
struct crossings {
    const struct pack_scene *scene;
    struct cutters cutters;
    size_t *firsts;    // per region and one more: its first cut in `cutters`
    uint32_t *groups;  // disjoint sets of regions [disjoint.h]: those that are to be cut together
    bool *are_crossed; // per region: obstacles and roads do not just lie inside it, apart from one another
};

/// @param floors          whose scene outlives the crossings
/// @param[out] crossings  to be finished in any case
/// @return false when memory runs out
bool crossings_find(struct floors *floors, struct crossings *crossings);

/// Accepts zeroed and half-made crossings.
void crossings_finish(struct crossings *crossings);

/// The obstacle or road of a cut.
const struct cutter *crossings_cutter(const struct crossings *crossings, size_t cut);
