#include "cloudsvc/game/walk.h"

#include <assert.h>
#include <math.h>

#define SPEED_M_PER_TICK (3.2 / 60.0) // a brisk jog: a town is crossed in half a minute
#define STRIDE_M         1.5          // two steps
#define PACE_SHARE       0.2          // of the way to the wanted pace in a tick: under way after 100 ms
#define CLIMB_SHARE      0.25         // of what is left of a step in a tick: a step takes a sixth of a second
#define FACING_SHARE     0.22
#define FACING_TURNS_MAX (12.0 / 360.0) // in a tick: half a turn takes a quarter of a second
#define STEP_M           0.001 // two points nearer to one another in plan are the foot and the top of a step

static double plan_distance(double ax, double az, double bx, double bz)
{
    return sqrt((bx - ax) * (bx - ax) + (bz - az) * (bz - az));
}

void body_turn(struct body *body)
{
    body->facing = direction_eased(body->facing, body->wanted, FACING_SHARE, FACING_TURNS_MAX);
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
        walk->beyond_m += plan_distance(a->x, a->z, b->x, b->z);
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
        double length_m = plan_distance(before.x, before.z, last->x, last->z);
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
    return plan_distance(from->x, from->z, next->x, next->z) + walk->beyond_m;
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
    walk->beyond_m -= plan_distance(passed->x, passed->z, next->x, next->z);
    if (walk->beyond_m < 0.0)
        walk->beyond_m = 0.0; // rounding
}

// Moves along the points by `budget_m`.
static void advance(struct walk *walk, struct body *body, double budget_m)
{
    struct nav_position *at = &body->position;
    while (walk_is_under_way(walk)) {
        struct walk_point next = walk->points[walk->next];
        double length_m = plan_distance(at->x, at->z, next.x, next.z);
        body->wanted = direction_between(at->x, at->z, next.x, next.z, body->wanted);
        if (length_m > budget_m) {
            at->x += (next.x - at->x) * (budget_m / length_m);
            at->y += (next.y - at->y) * (budget_m / length_m);
            at->z += (next.z - at->z) * (budget_m / length_m);
            return;
        }
        if (length_m < STEP_M)
            body->climb_m += at->y - next.y;
        at->x = next.x;
        at->y = next.y;
        at->z = next.z;
        budget_m -= length_m;
        pass_point(walk);
    }
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
    body->pace += (wanted_pace(walk, &body->position) - body->pace) * PACE_SHARE;
    if (body->pace < 0.001)
        body->pace = 0.0;
    double step_m = SPEED_M_PER_TICK * body->pace;
    body->climb_m -= body->climb_m * CLIMB_SHARE;
    if (was_under_way)
        advance(walk, body, step_m);
    body->stride += step_m / STRIDE_M;
    if (body->stride >= 1.0)
        body->stride -= 1.0;
    body_turn(body);
    return was_under_way && !walk_is_under_way(walk);
}
