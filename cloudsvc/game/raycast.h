// The first surface of a static scene that a ray meets.
#pragma once

#include "cloudsvc/game/projection.h"
#include "render/view.h"

enum raycast_kind {
    RAYCAST_NOTHING,
    RAYCAST_GROUND, // also water
    RAYCAST_RISER,
    RAYCAST_SOLID,
};

struct raycast_hit {
    enum raycast_kind kind;
    double distance_m; // from the start
    double ground_m;   // height of the ground there; of a solid: of its lowest corner
};

/// The hit nearest to `from`; of several floors over one another the one that is seen.
/// @param along  unit vector
struct raycast_hit raycast_scene(const struct view_scene *scene, struct vector from, struct vector along);

/// The same for what is seen in a view: hidden storeys, leaves of open gates and planks of shut ones are not.
struct raycast_hit raycast_view(const struct view_scene *scene, const struct view *view, struct vector from,
                                struct vector along);
