// Checks what concerns several parts of a scene's ground together: no region has another's name, and
// nothing touches or overlaps that must keep apart.
//
// What stands on the ground is looked at when the ground is right, so that nothing is blamed for another's
// mistake.
#pragma once

#include "nav/pack.h"
#include "nav/report.h"

/// Adds a problem for every region whose name another one has; hole that touches the outline or
/// another hole, or lies outside the one or inside the other; pair of regions that overlap in plan with
/// less than a person's height between them, or whose borders miss one another by less than 10 mm.
void pack_check_regions(const struct pack_scene *scene, struct report *report);
