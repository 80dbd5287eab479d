#include "cloudsvc/game/dash.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>

#include "cloudsvc/game/sight.h"
#include "cloudsvc/game/spawn.h"
#include "cloudsvc/game/way.h"
#include "cloudsvc/game/world.h"
#include "nav/polygon.h"

#define STRIDE_M 0.1  // from one look at the ground to the next
#define SNAP_M   0.01 // ground farther from the line is not on it
#define LEAST_M  0.5  // a shorter one leads nowhere
#define SLOPE    1.0  // ground that is walked on rises no more than so much in a metre, besides steps
#define BODY_M   0.4  // that it keeps from what stands in the way

enum { GROUNDS_MAX = 52 }; // looked at along a dash

// Ground that it may land on.
struct ground {
    struct nav_position at;
    double away_m;
    int gaps; // crossed on the way there
};

// A dash as far as it has been followed.
struct dash {
    struct ground grounds[GROUNDS_MAX];
    size_t count; // the first is where it begins
};

// Borders count: there what is covered ends.
static bool is_covered_by(const struct pack_region *region, const struct nav_position *at)
{
    struct geo_point point = {(int32_t)lround(at->x * 1000), (int32_t)lround(at->z * 1000)};
    return region->ceilings_mm &&
           polygon_locate(region->outline.points, region->outline.count, point) != POLYGON_OUTSIDE &&
           pack_region_ceiling(region, point) > at->y * 1000;
}

static bool is_under_ceiling(const struct game *game, const struct nav_position *at)
{
    const struct pack_scene *scene = &game->pack->scenes[at->scene];
    for (size_t i = 0; i < scene->region_count; i++)
        if (is_covered_by(&scene->regions[i], at))
            return true;
    return false;
}

// Follows the dash to ground found ahead.
// @return false when it ends before: at a ledge, or the gap is too wide
static bool follow(const struct game *game, struct dash *dash, const struct nav_position *found,
                   double away_m)
{
    const struct ground *last = &dash->grounds[dash->count - 1];
    double gap_m = away_m - last->away_m;
    double rise_m = found->y - last->at.y;
    double step_m = game->pack->scenes[found->scene].step_height_mm / 1000.0 + SLOPE * gap_m;
    bool is_next = gap_m < 1.5 * STRIDE_M;
    if (is_next && (rise_m > step_m || rise_m < -DASH_RISE_M))
        return false;
    if (!is_next && (gap_m > DASH_GAP_M || fabs(rise_m) > DASH_RISE_M || is_under_ceiling(game, &last->at) ||
                     is_under_ceiling(game, found)))
        return false;
    dash->grounds[dash->count] = (struct ground){*found, away_m, last->gaps + !is_next};
    dash->count++;
    return true;
}

static void follow_all(const struct game *game, struct dash *dash, struct direction along)
{
    struct nav_position from = dash->grounds[0].at;
    double most_m = sight_clear_m(game, &from, along, DASH_M + BODY_M) - BODY_M;
    for (int i = 1; i * STRIDE_M <= most_m && dash->count < GROUNDS_MAX; i++) {
        double away_m = i * STRIDE_M;
        struct nav_position wanted = {from.x + along.x * away_m, dash->grounds[dash->count - 1].at.y,
                                      from.z + along.z * away_m, from.scene};
        struct nav_position found;
        if (nav_nearest(game->nav, wanted, SNAP_M, &found) && !follow(game, dash, &found, away_m))
            break;
    }
}

static bool leads_on_foot(struct game *game, struct nav_position from, struct nav_position to)
{
    return from.scene == to.scene && nav_query_walk(game->query, from, to, &game->trip) == NAV_FOUND;
}

static bool leads(struct game *game, struct nav_position from, struct nav_position to)
{
    return nav_query_place(game->query, from, to, &game->trip) == NAV_FOUND;
}

bool dash_landing(struct game *game, const struct nav_position *from, struct direction along,
                  struct nav_position *landing)
{
    struct dash dash = {.grounds[0].at = *from, .count = 1};
    struct nav_position start = *from;
    struct nav_position spawn = spawn_center(game);
    int asked_gaps = INT_MAX; // behind so many gaps one need not ask for long ways again
    nav_nearest(game->nav, start, WAY_AROUND_M, &start);
    follow_all(game, &dash, along);
    for (size_t i = dash.count - 1; dash.grounds[i].away_m >= LEAST_M; i--) {
        const struct ground *ground = &dash.grounds[i];
        *landing = ground->at;
        if (leads_on_foot(game, ground->at, start))
            return true;
        if (ground->gaps < asked_gaps && (leads(game, ground->at, start) || leads(game, ground->at, spawn)))
            return true;
        asked_gaps = ground->gaps;
    }
    return false;
}
