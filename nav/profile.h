// Writes a line across a mesh as points on the ground: one wherever the line or the ground bends.
//
// Along each straight piece heights come in one after another; a point is written when the slope from
// the last one no longer fits all heights since then (the swing filter [Elmeleegy, Elmagarmid, Cecchet,
// Aref, Zwaenepoel 2009]), so that whoever walks straight from point to point stays within a centimetre
// of the ground. A step becomes two points, its foot and its top.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"
#include "nav/trip.h"

/// A place on the ground.
struct profile_point {
    struct geo_place at;
    double height_mm;
};

/// Lives while one line is written. The fields are for profile.c only, but for `is_full`.
struct profile {
    struct nav_trip *trip; // points are appended to it
    uint32_t scene;
    bool is_full; // points were lost: the trip had no room for them
    struct profile_point written;
    struct profile_point pending; // passed since, not written as yet
    bool has_pending;
    double slope_low; // slopes from `written` that fit all heights since
    double slope_high;
};

/// Writes the first point.
void profile_begin(struct profile *profile, struct nav_trip *trip, uint32_t scene,
                   struct profile_point start);

/// The line goes straight on to `point`.
void profile_pass(struct profile *profile, struct profile_point point);

/// The line bends or ends at `point`, which is written.
void profile_turn(struct profile *profile, struct profile_point point);
