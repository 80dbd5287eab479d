// The bare ground of a scene's regions, before anything stands on it: which regions lie under a place,
// and how high they are there.
//
// For reading and building; one thread at a time. What is known of a region's height is made when it is first
// asked for.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/borders.h"
#include "nav/pack.h"

struct floors; // layout private to floors.c

/// @param scene  whose regions are simple and apart; outlives the floors
/// @return NULL when memory runs out
struct floors *floors_create(const struct pack_scene *scene);

/// Accepts NULL and half-built floors.
void floors_destroy(struct floors *floors);

const struct pack_scene *floors_scene(const struct floors *floors);

/// The borders of all regions; they live as long as the floors.
struct borders *floors_borders(const struct floors *floors);

/// The height of a region's ground at a place; just outside, that of the nearest ground.
/// @return false when memory runs out
bool floors_height(struct floors *floors, size_t region, struct geo_point at, int32_t *height_mm);

/// The ground under a place, borders included.
struct floors_under {
    size_t count;      // of regions that lie there
    size_t region;     // the one nearest to the height that was asked for
    int32_t height_mm; // of its ground
    int32_t low_mm;    // of all of them
    int32_t high_mm;
};

/// Finds the ground at a place.
/// @param wanted_mm   to choose by where several regions lie one over another
/// @param[out] under  its count is 0 where there is no ground
/// @return false when memory runs out
bool floors_find(struct floors *floors, struct geo_point at, int32_t wanted_mm, struct floors_under *under);
