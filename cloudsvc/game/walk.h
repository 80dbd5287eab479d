// A person on foot: stands, turns and walks along the corners of a trip.
//
// Plain state advanced by one tick at a time; allocates nothing. Owned by the sim thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cloudsvc/game/direction.h"
#include "nav/nav.h"

enum {
    WALK_POINTS_MAX = 1024, // some hundred metres over rough ground; a longer trip is walked in parts
};

struct walk_point {
    double x, y, z;
};

/// How a person stands in the world.
struct body {
    struct nav_position position; // of the feet
    struct direction facing;
    struct direction wanted; // what the facing eases to
    double pace;             // 0 standing … 1 walking
    double stride;           // phase of the walking motion, 0 ≤ stride < 1
    double climb_m;          // to be drawn so much above the position: what is left to climb of a step just
                             // taken, negative on the way up
    double slip_x, slip_z;   // likewise aside: what is left of a leap just made
};

/// What is still ahead. Zeroed: nothing, the body stands.
struct walk {
    struct walk_point points[WALK_POINTS_MAX];
    size_t point_count;
    size_t next;     // the point that the body walks to
    double beyond_m; // from there to the last point, in plan
    bool is_cut;     // the trip went on behind the last point
};

/// Turns a little towards the wanted direction: 1/60 s.
void body_turn(struct body *body);

/// Eases the pace to the wanted one, and what is left of steps and leaps to nothing: 1/60 s.
/// @param wanted_pace  0 to 1
/// @param speed_m      metres a second at pace 1
/// @return metres to walk in this tick
double body_pace(struct body *body, double wanted_pace, double speed_m);

/// Moves the body along points, up and down the steps between them; it wants to face where it goes.
/// @param points    ahead, the next first
/// @param length_m  in plan
/// @return points reached
size_t body_advance(struct body *body, const struct walk_point *points, size_t count, double length_m);

/// Puts the body elsewhere in its scene, to be drawn as sliding there.
void body_leap(struct body *body, const struct nav_position *landing);

/// Takes the points of a trip within the body's scene, the first being where the body stands. They follow the
/// ground, or what else one walks on, closely enough for feet and ribbon.
void walk_begin(struct walk *walk, const struct nav_position *points, size_t point_count);

/// Takes `by_m` off the far end; nothing is left of a shorter walk.
/// @param from  where the walk begins
void walk_shorten(struct walk *walk, const struct nav_position *from, double by_m);

/// Drops what is ahead: the body comes to a stand.
void walk_end(struct walk *walk);

/// Whether there is something ahead.
bool walk_is_under_way(const struct walk *walk);

/// Metres in plan from `from` along the points ahead to the last.
double walk_remaining_m(const struct walk *walk, const struct nav_position *from);

/// Where the walk ends: at its last point, or `from` when nothing is ahead.
struct walk_point walk_last(const struct walk *walk, const struct nav_position *from);

/// Advances the body by 1/60 s: place, pace, stride and facing.
/// @return true when the last point was reached in this tick
bool walk_step(struct walk *walk, struct body *body);
