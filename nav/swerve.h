// Lets a tight line swerve around the wall corners that it would pass too near.
//
// Portals keep the agent's radius from walls, but the straight way from one to the next may still cut
// the circle around a corner. There the line gets further points on that circle, a little outside, until
// it keeps the radius to half a percent or 1.5 mm, as far as the cells leave the room: between walls that are
// nearer than the agent is wide it takes the middle.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/funnel.h"
#include "nav/mesh.h"

/// A line to be changed and what it crosses.
struct swerve_line {
    const struct navmesh *mesh;
    double radius_mm;      // to keep from walls
    const uint32_t *sides; // in order
    size_t side_count;
    uint32_t end_cell;
    const struct funnel_point *points; // at least one
    size_t point_count;
};

/// @param[out] points  the new line, with the same start and end
/// @param points_max   room in `points`, at least as many as the line has; what swerves go without when
///                     there is no more
/// @return how many
size_t swerve(const struct swerve_line *line, struct funnel_point *points, size_t points_max);
