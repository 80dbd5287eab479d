// Checks what concerns several parts of a scene together: nothing touches that must keep apart, and
// everyone stands clear of walls.
//
// Regions come first, then obstacles, then people: each check takes what the one before has found right
// for granted, so that nobody is blamed for another's mistake.
#pragma once

#include "nav/pack.h"
#include "nav/report.h"

/// Adds a problem for every region whose name another one has; hole that touches the outline or
/// another hole, or lies outside the one or inside the other; pair of regions that overlap in plan with
/// less than a person's height between them, or whose borders miss one another by less than 10 mm.
void pack_check_regions(const struct pack_scene *scene, struct report *report);

/// Adds a problem for every obstacle that touches its region's border or another obstacle, or lies
/// inside another one or around a hole.
void pack_check_obstacles(const struct pack_scene *scene, struct report *report);

/// Adds a problem for every NPC, both ends of every jump, and the spawn, inside an obstacle or nearer to
/// one than the agent's radius.
void pack_check_people(const struct pack *pack, struct report *report);
