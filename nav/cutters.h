// What cuts the regions of a scene: obstacles, whose inside is no ground, and roads, whose inside is
// ground of its own. Says which regions each of them cuts.
//
// Regions may lie over one another: an obstacle cuts those that are less than a person's height above or
// below its base where they meet, a road those that are within a step of it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/borders.h"
#include "nav/floors.h"
#include "nav/grid.h"
#include "nav/pack.h"

struct cutter {
    const struct pack_polygon *outline;
    int32_t *heights_mm; // of the base at each corner
    struct geo_box box;
    bool is_road;
    bool is_apart;   // an obstacle that nothing comes near, once apart.h has looked
    uint32_t number; // of the obstacle or the road in the scene
};

/// A region that a cutter cuts.
struct cut {
    uint32_t region;
    uint32_t cutter;
    bool is_at_border; // it comes within a millimetre of the region's border, or holds the whole region
};

/// Owned by the caller; cutters_finish() frees it.
struct cutters {
    struct cutter *cutters; // obstacles, then roads
    size_t count;
    struct cut *cuts; // by region, then by cutter
    size_t cut_count;
    size_t cut_capacity;
    struct grid grid; // of cutters, in the buckets that they lie in; not made when there are none
};

/// @param floors        whose scene outlives the cutters
/// @param[out] cutters  to be finished in any case
/// @return false when memory runs out
bool cutters_find(struct floors *floors, struct cutters *cutters);

/// Accepts zeroed and half-made cutters.
void cutters_finish(struct cutters *cutters);

/// Whether a place lies inside the polygon, its border not included.
bool cutter_holds(const struct cutter *cutter, struct geo_place at);

/// What covers a place of a region.
struct cutters_cover {
    bool is_obstacle;
    bool is_road;
    uint32_t road; // of several the first
};

/// Looks at all that cuts the region and holds the place, but for obstacles that are apart.
struct cutters_cover cutters_look(const struct cutters *cutters, uint32_t region, struct geo_place at);
