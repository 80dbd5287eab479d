// A line pulled tight through portals, for tests of what finds them.
#pragma once

#include <stddef.h>

#include "nav/funnel.h"

/// @param portals       in the order they are crossed
/// @param portal_count  no more than the funnel has room for
/// @param[out] points   as from funnel_end()
/// @return how many
size_t portals_pull(struct funnel *funnel, const struct mesh_portal *portals, size_t portal_count,
                    struct geo_place start, struct geo_place end, const struct funnel_point **points);
