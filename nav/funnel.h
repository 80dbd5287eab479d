// Pulls a way across portals tight: the shortest line that crosses all of them in order.
//
// The funnel [Lee, Preparata 1984; Chazelle 1982]: from an apex two chains bend away from each other to
// the ends of the portal reached; where they close, the apex moves on. Every portal end enters and
// leaves a chain once, so the cost is linear.
#pragma once

#include <stddef.h>

#include "nav/mesh.h"

struct funnel; // layout private to funnel.c

/// A corner of the line. The line crosses the portals before `portal` before this corner.
struct funnel_point {
    struct geo_place at;
    size_t portal; // index of the portal it lies on; 0 at the start, the number of portals at the end
};

/// @param portals_max  of any line; all memory is taken here
/// @return NULL when memory runs out
struct funnel *funnel_create(size_t portals_max);

/// Accepts NULL and half-built funnels.
void funnel_destroy(struct funnel *funnel);

/// Allocates nothing.
/// @param portals      in the order they are crossed
/// @param[out] points  the line: start first, end last; owned by the funnel until its next use
/// @return how many
size_t funnel_pull(struct funnel *funnel, const struct mesh_portal *portals, size_t portal_count,
                   struct geo_place start, struct geo_place end, const struct funnel_point **points);
