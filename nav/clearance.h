// How much of a cell's side the middle of an agent may cross without coming too near to a wall.
//
// Walls are sides that lead nowhere: outlines, obstacles and ledges. Those that matter are looked for
// from the side outwards, over other sides within the agent's radius, so that a wall on another floor
// or behind a wall does not count. What is nearer to one of them than the radius is taken away.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/mesh.h"

struct clearance; // layout private to clearance.c

/// @param mesh       with its links; outlives the clearance
/// @param is_low     per link: nobody gets through there, it is a wall too; outlives the clearance
/// @param radius_mm  of the agents
/// @return NULL when memory runs out
struct clearance *clearance_create(const struct navmesh *mesh, const bool *is_low, double radius_mm);

/// Accepts NULL and half-built clearances.
void clearance_destroy(struct clearance *clearance);

/// Finds the longest part of a side that is nowhere nearer to a wall than the radius; a single point
/// will do. The link back has the same part.
/// @param link          over the side, not low
/// @param[out] opening  that part
/// @return false when memory runs out
bool clearance_of_link(struct clearance *clearance, uint32_t side, uint32_t link,
                       struct mesh_opening *opening);
