// Rays against the upright prisms that stand in a scene.
#pragma once

#include <stdbool.h>

#include "render/view.h"

/// The upright box around a solid.
struct solid_box {
    double low_x, low_z, high_x, high_z;
    double bottom_m; // its lowest ground
    double top_m;    // its flat top: its height above its highest ground
};

struct solid_box solid_box(const struct view_solid *solid);

/// Whether (x, z) lies inside the footprint.
bool solid_holds(const struct view_solid *solid, double x, double z);

/// Whether (x, z) lies inside the footprint or nearer to it than `margin_m`.
bool solid_is_near(const struct view_solid *solid, double x, double z, double margin_m);

/// Where the ray from (x, z) along (towards_x, towards_z) enters the footprint.
/// @param[out] share  of the vector, 0 to 1: 0 when it begins inside
/// @return false when it does not enter within the vector's length
bool solid_entry(const struct view_solid *solid, double x, double z, double towards_x, double towards_z,
                 double *share);
