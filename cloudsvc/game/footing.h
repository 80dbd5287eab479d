// Heights of the places that a pack names in plan: where jump points and their ends stand.
#pragma once

#include <stddef.h>

#include "nav/nav.h"
#include "nav/pack.h"

/// A place on the ground of a region; where floors lie over one another, on the one nearest in height.
struct nav_position footing_of(const struct pack *pack, const struct nav *nav, size_t scene, size_t region,
                               struct geo_point at);
