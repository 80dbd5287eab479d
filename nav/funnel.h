// Pulls a way tight: the shortest line that keeps some points at its left and others at its right.
//
// The points are the ends of the portals that the way crosses, and whatever else it must pass. The
// funnel [Lee, Preparata 1984; Chazelle 1982]: from an apex two chains bend away from each other to the
// last points on either hand; where they close, the apex moves on. Every point enters and leaves a
// chain once, so the cost is linear.
#pragma once

#include <stddef.h>

#include "nav/mesh.h"

struct funnel; // layout private to funnel.c

/// A corner of the line, or a point that may become one.
struct funnel_point {
    struct geo_place at;
    size_t portal; // sides that the line has crossed before it gets here
};

/// @param points_max  on either hand of any line; all memory is taken here
/// @return NULL when memory runs out
struct funnel *funnel_create(size_t points_max);

/// Accepts NULL and half-built funnels.
void funnel_destroy(struct funnel *funnel);

/// Starts a line. Nothing allocates from here on.
void funnel_begin(struct funnel *funnel, struct geo_place start);

/// The line passes `point` at its left. Points come in the order they are passed.
void funnel_left(struct funnel *funnel, struct funnel_point point);

/// The line passes `point` at its right.
void funnel_right(struct funnel *funnel, struct funnel_point point);

/// Ends the line.
/// @param[out] points  the line: start first, end last; owned by the funnel until its next use
/// @return how many
size_t funnel_end(struct funnel *funnel, struct funnel_point end, const struct funnel_point **points);

/// In millimetres, in plan.
double funnel_line_length(const struct funnel_point *points, size_t count);
