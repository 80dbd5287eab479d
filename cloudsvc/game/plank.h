// Planks: where a road leads over a ravine or a pond, as places to draw and to stand on.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/pack.h"
#include "nav/position.h"

/// A straight way from a to b over no ground, millimetres.
struct plank {
    struct geo_place a, b;
    double a_height_mm, b_height_mm;
    bool a_is_bank, b_is_bank; // the end lies on ground; else another plank goes on there
    double width_mm;
};

/// Called for each plank.
/// @return false to end there
typedef bool plank_visit(void *context, const struct plank *plank);

/// Visits the planks of a scene: road links, as far as ravines and ponds lie under them, and a little of the
/// bank at either end.
/// @return false when a visit has returned false
bool planks_visit(const struct pack_scene *scene, plank_visit *visit, void *context);

/// Moves a place on a plank to its nearer end on the ground, from where ways can be looked for.
/// @return false when it is on no plank: nothing has changed
bool plank_leave(const struct pack_scene *scene, struct nav_position *place);
