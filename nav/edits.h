// What has been added to a world and not been removed: its jumps, and the roads that came after the pack's.
//
// Kept by the thread that changes the world; what of it is visible is said by the version published last.
// Things are named by slot and generation, so that the name of one that is gone never names another.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/jumps.h"
#include "nav/roads.h"
#include "nav/trip.h"

struct edits; // layout private to edits.c

/// @param jumps_max  at a time, at most JUMPS_MAX
/// @return NULL when memory runs out
struct edits *edits_create(size_t jumps_max);

/// Accepts NULL and half-built edits.
void edits_destroy(struct edits *edits);

/// Copies the jump.
/// @return 0 when there is no room or memory runs out
nav_jump edits_add_jump(struct edits *edits, const struct jump *jump);

/// @return false when it is gone already
bool edits_remove_jump(struct edits *edits, nav_jump name);

/// Ends of all jumps.
size_t edits_end_count(const struct edits *edits);

/// Lists all jumps in ascending order of slots.
/// @param[out] jumps  room for jumps_max; their ends are owned by the edits, until they change
/// @param[out] names  likewise
/// @return how many
size_t edits_list_jumps(const struct edits *edits, struct jump *jumps, nav_jump *names);

/// A place that a road leads through.
struct edits_point {
    struct geo_point at;
    int32_t height_mm;
};

/// Adds a road to the roads of a scene, a node for each point and links between those that follow one
/// another.
/// @param scene  that the roads are of
/// @param count  at least 2
/// @return its name; 0 when memory runs out: the roads are as they were then
uint32_t edits_add_road(struct edits *edits, uint32_t scene, struct roads *roads,
                        const struct edits_point *points, size_t count, int32_t half_width_mm);

/// The scene of a road.
/// @return false when it is gone already
bool edits_find_road(const struct edits *edits, uint32_t name, uint32_t *scene);

/// Takes a road out of the roads that it was added to.
/// @param name  of a road that is there
void edits_remove_road(struct edits *edits, uint32_t name, struct roads *roads);
