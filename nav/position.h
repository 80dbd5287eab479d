// Where something is.
#pragma once

#include <stdint.h>

/// Metres from the scene's origin, y up, and the scene's number.
struct nav_position {
    double x, y, z;
    uint32_t scene;
};
