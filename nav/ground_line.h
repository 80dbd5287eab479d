// Writes a tight line across a mesh into a trip, with the heights of the ground below it.
//
// The line is followed from cell to cell: over sides, where a step may be, and over the creases between a
// cell's triangles. profile.h decides which of these places become points.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/funnel.h"
#include "nav/mesh.h"
#include "nav/path.h"
#include "nav/trip.h"

/// A line as corridor_pull() gives it.
struct ground_line {
    const struct navmesh *mesh;
    struct path_place start;
    uint32_t end_cell;
    const uint32_t *sides; // that it crosses
    size_t side_count;
    const struct funnel_point *points; // its corners, start first
    size_t point_count;
};

/// Appends the line's points to the trip's. Allocates nothing.
/// @param scene  that the mesh is of
/// @param trip   its points only are written
/// @return false when the trip has no room for all of them
bool ground_line_write(const struct ground_line *line, uint32_t scene, struct nav_trip *trip);
