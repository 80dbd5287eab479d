// The ends of a way inside one scene: where they lie, whether a way joins them, and if not, why.
//
// With a mesh an end lies on a cell; with roads only it lies on a cell of road. All answers but the
// explanation take O(1): what hangs together is known beforehand. Nothing here allocates.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/locate.h"
#include "nav/position.h"
#include "nav/route_scene.h"
#include "nav/trip.h"

/// Where both ends lie.
struct ends {
    struct locator_place from;
    struct locator_place to;
    uint32_t from_node; // with roads only: of the cell of road
    uint32_t to_node;
    uint32_t from_ground; // else: component of the mesh
    uint32_t to_ground;
};

/// Locates both ends. Who stands on the border of two grounds belongs to both: to the one, if so, that
/// the other end lies on.
/// @return false when one of them lies nowhere
bool ends_find(const struct route_scene *scene, struct nav_position from, struct nav_position to,
               struct ends *ends);

/// Whether a way leads from one to the other.
bool ends_are_joined(const struct route_scene *scene, const struct ends *ends);

/// Why no way leads there.
struct ends_gap {
    enum nav_reason reason;
    struct nav_position nearest; // to the goal of all places that can be reached
    double distance_m;           // from there to the goal, in plan
};

/// Explains why no way joins them. Looks at all that can be reached.
void ends_explain(const struct route_scene *scene, const struct ends *ends, struct ends_gap *gap);

/// Whether a place lies where ways lead: on a cell or, with roads only, on a road.
/// @param[out] ground  the place on the ground
bool ends_find_ground(const struct route_scene *scene, struct nav_position at, struct nav_position *ground);
