#include "nav/profile.h"

#include <math.h>

/// How far the ground may be from the straight way between two points.
#define HEIGHT_ERROR_MM 10.0
/// Places this near are one place: rounding, not walking, moved them apart.
#define SAME_PLACE_MM 0.01

static void write(struct profile *profile, struct profile_point point)
{
    struct nav_trip *trip = profile->trip;
    profile->written = point;
    profile->has_pending = false;
    profile->slope_low = -INFINITY;
    profile->slope_high = INFINITY;
    if (trip->point_count == trip->points_max) {
        profile->is_full = true;
        return;
    }
    trip->points[trip->point_count++] = (struct nav_position){
        .x = point.at.x / 1000, .y = point.height_mm / 1000, .z = point.at.z / 1000, .scene = profile->scene};
}

void profile_begin(struct profile *profile, struct nav_trip *trip, uint32_t scene, struct profile_point start)
{
    *profile = (struct profile){.trip = trip, .scene = scene};
    write(profile, start);
}

static bool is_step(struct profile_point foot, struct profile_point top)
{
    return geo_place_distance(foot.at, top.at) <= SAME_PLACE_MM &&
           fabs(top.height_mm - foot.height_mm) > HEIGHT_ERROR_MM;
}

void profile_pass(struct profile *profile, struct profile_point point)
{
    if (profile->has_pending && is_step(profile->pending, point))
        write(profile, profile->pending);
    if (is_step(profile->written, point)) {
        point.at = profile->written.at;
        write(profile, point);
        return;
    }
    double distance = geo_place_distance(profile->written.at, point.at);
    if (distance <= SAME_PLACE_MM)
        return;
    double slope = (point.height_mm - profile->written.height_mm) / distance;
    if (profile->has_pending && (slope < profile->slope_low || slope > profile->slope_high)) {
        write(profile, profile->pending);
        distance = geo_place_distance(profile->written.at, point.at);
        if (distance <= SAME_PLACE_MM)
            return;
        slope = (point.height_mm - profile->written.height_mm) / distance;
    }
    profile->slope_low = fmax(profile->slope_low, slope - HEIGHT_ERROR_MM / distance);
    profile->slope_high = fmin(profile->slope_high, slope + HEIGHT_ERROR_MM / distance);
    profile->pending = point;
    profile->has_pending = true;
}

void profile_turn(struct profile *profile, struct profile_point point)
{
    profile_pass(profile, point);
    if (profile->has_pending)
        write(profile, profile->pending);
}
