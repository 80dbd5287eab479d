#include "cloudsvc/game/walk.h"

#include <assert.h>

#include "cloudsvc/game/plan.h"

#define SPEED_M          3.2  // a second: a brisk jog, a town is crossed in half a minute
#define TICKS_S          60.0 // in a second
#define STRIDE_M         1.5  // two steps
#define PACE_SHARE       0.2  // of the way to the wanted pace in a tick: under way after 100 ms
#define CLIMB_SHARE      0.25 // of what is left of a step in a tick: a step takes a sixth of a second
#define FACING_SHARE     0.22
#define FACING_TURNS_MAX (12.0 / 360.0) // in a tick: half a turn takes a quarter of a second
#define STEP_M           0.001 // two points nearer to one another in plan are the foot and the top of a step

void body_turn(struct body *body)
{
    body->facing = direction_eased(body->facing, body->wanted, FACING_SHARE, FACING_TURNS_MAX);
}

double body_pace(struct body *body, double wanted_pace, double speed_m)
{
    body->pace += (wanted_pace - body->pace) * PACE_SHARE;
    if (body->pace < 0.001)
        body->pace = 0.0;
    double length_m = speed_m / TICKS_S * body->pace;
    body->climb_m -= body->climb_m * CLIMB_SHARE;
    body->slip_x -= body->slip_x * CLIMB_SHARE;
    body->slip_z -= body->slip_z * CLIMB_SHARE;
    body->stride += length_m / STRIDE_M;
    if (body->stride >= 1.0)
        body->stride -= 1.0;
    return length_m;
}

size_t body_advance(struct body *body, const struct walk_point *points, size_t count, double length_m)
{
    struct nav_position *at = &body->position;
    for (size_t i = 0; i < count; i++) {
        const struct walk_point *next = &points[i];
        double away_m = plan_apart(at->x, at->z, next->x, next->z);
        body->wanted = direction_between(at->x, at->z, next->x, next->z, body->wanted);
        if (away_m > length_m) {
            at->x += (next->x - at->x) * (length_m / away_m);
            at->y += (next->y - at->y) * (length_m / away_m);
            at->z += (next->z - at->z) * (length_m / away_m);
            return i;
        }
        if (away_m < STEP_M)
            body->climb_m += at->y - next->y;
        at->x = next->x;
        at->y = next->y;
        at->z = next->z;
        length_m -= away_m;
    }
    return count;
}

void body_leap(struct body *body, const struct nav_position *landing)
{
    body->slip_x += body->position.x - landing->x;
    body->slip_z += body->position.z - landing->z;
    body->climb_m += body->position.y - landing->y;
    body->position = *landing;
}

static void append(struct walk *walk, struct walk_point point)
{
    if (walk->point_count == WALK_POINTS_MAX) {
        walk->is_cut = true;
        return;
    }
    walk->points[walk->point_count++] = point;
}

static void measure(struct walk *walk)
{
    walk->beyond_m = 0.0;
    for (size_t i = walk->next + 1; i < walk->point_count; i++) {
        const struct walk_point *a = &walk->points[i - 1];
        const struct walk_point *b = &walk->points[i];
        walk->beyond_m += plan_apart(a->x, a->z, b->x, b->z);
    }
}

void walk_begin(struct walk *walk, const struct nav_position *points, size_t point_count)
{
    assert(point_count > 0);
    walk_end(walk);
    for (size_t i = 1; i < point_count; i++)
        append(walk, (struct walk_point){points[i].x, points[i].y, points[i].z});
    measure(walk);
}

void walk_shorten(struct walk *walk, const struct nav_position *from, double by_m)
{
    while (walk->point_count > walk->next) {
        struct walk_point *last = &walk->points[walk->point_count - 1];
        struct walk_point before = {from->x, from->y, from->z};
        if (walk->point_count - 1 > walk->next)
            before = walk->points[walk->point_count - 2];
        double length_m = plan_apart(before.x, before.z, last->x, last->z);
        if (length_m > by_m) {
            double share = by_m / length_m;
            last->x += (before.x - last->x) * share;
            last->y += (before.y - last->y) * share;
            last->z += (before.z - last->z) * share;
            break;
        }
        by_m -= length_m;
        walk->point_count--;
    }
    measure(walk);
}

void walk_end(struct walk *walk)
{
    walk->point_count = 0;
    walk->next = 0;
    walk->beyond_m = 0.0;
    walk->is_cut = false;
}

bool walk_is_under_way(const struct walk *walk)
{
    return walk->next < walk->point_count;
}

double walk_remaining_m(const struct walk *walk, const struct nav_position *from)
{
    if (!walk_is_under_way(walk))
        return 0.0;
    const struct walk_point *next = &walk->points[walk->next];
    return plan_apart(from->x, from->z, next->x, next->z) + walk->beyond_m;
}

struct walk_point walk_last(const struct walk *walk, const struct nav_position *from)
{
    if (!walk_is_under_way(walk))
        return (struct walk_point){from->x, from->y, from->z};
    return walk->points[walk->point_count - 1];
}

// Goes on to the point behind the one just reached.
static void pass_point(struct walk *walk)
{
    const struct walk_point *passed = &walk->points[walk->next++];
    if (!walk_is_under_way(walk))
        return;
    const struct walk_point *next = &walk->points[walk->next];
    walk->beyond_m -= plan_apart(passed->x, passed->z, next->x, next->z);
    if (walk->beyond_m < 0.0)
        walk->beyond_m = 0.0; // rounding
}

// Slows down over the last half metre.
static double wanted_pace(const struct walk *walk, const struct nav_position *from)
{
    if (!walk_is_under_way(walk))
        return 0.0;
    double pace = 0.4 + 1.2 * walk_remaining_m(walk, from);
    return pace < 1.0 ? pace : 1.0;
}

bool walk_step(struct walk *walk, struct body *body)
{
    bool was_under_way = walk_is_under_way(walk);
    double length_m = body_pace(body, wanted_pace(walk, &body->position), SPEED_M);
    size_t passed = body_advance(body, &walk->points[walk->next], walk->point_count - walk->next, length_m);
    for (size_t i = 0; i < passed; i++)
        pass_point(walk);
    body_turn(body);
    return was_under_way && !walk_is_under_way(walk);
}
