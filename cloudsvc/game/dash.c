#include "cloudsvc/game/dash.h"

#include <math.h>

#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/sight.h"
#include "cloudsvc/game/way.h"
#include "cloudsvc/game/world.h"
#include "nav/polygon.h"

#define STRIDE_M 0.1  // from one look at the ground to the next
#define SNAP_M   0.01 // ground farther from the line is not on it
#define LEAST_M  0.5  // a shorter one leads nowhere
#define SLOPE    1.0  // ground that is walked on rises no more than so much in a metre, besides steps
#define BODY_M   0.4  // that it keeps from what stands in the way

// A dash as far as it has been followed.
struct dash {
    struct nav_position ground; // the last found
    double ground_m;            // from the start to there
    struct nav_position landing;
    double landing_m;
    bool is_behind_gap; // the ground last found lies behind a gap,
    bool is_safe;       // and a way leads back from there
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

static bool leads_back(struct game *game, const struct nav_position *from, const struct nav_position *start)
{
    struct nav_position spawn = {game->pack->spawn.x / 1000.0, start->y, game->pack->spawn.z / 1000.0,
                                 (uint32_t)game->pack->spawn_scene};
    nav_nearest(game->nav, spawn, WAY_AROUND_M, &spawn);
    return nav_query_place(game->query, *from, *start, &game->trip) == NAV_FOUND ||
           nav_query_place(game->query, *from, spawn, &game->trip) == NAV_FOUND;
}

// Whether the ground found at a place may follow the ground found last.
static bool may_follow(struct game *game, const struct dash *dash, const struct nav_position *found,
                       double found_m)
{
    double gap_m = found_m - dash->ground_m;
    double rise_m = found->y - dash->ground.y;
    double step_m = game->pack->scenes[found->scene].step_height_mm / 1000.0;
    bool is_next = gap_m < 1.5 * STRIDE_M;
    if (is_next)
        return rise_m <= step_m + SLOPE * gap_m && rise_m >= -DASH_RISE_M;
    return gap_m <= DASH_GAP_M && fabs(rise_m) <= DASH_RISE_M && !is_under_ceiling(game, &dash->ground) &&
           !is_under_ceiling(game, found);
}

// Takes the ground found at a place, on the near side of a gap or on the other, unless nobody would come
// back.
static void take(struct game *game, struct dash *dash, const struct nav_position *found, double found_m,
                 const struct nav_position *start)
{
    double step_m = game->pack->scenes[found->scene].step_height_mm / 1000.0;
    bool is_gap =
        found_m - dash->ground_m > 1.5 * STRIDE_M || dash->ground.y - found->y > step_m + SLOPE * STRIDE_M;
    if (is_gap) {
        dash->is_behind_gap = true;
        dash->is_safe = leads_back(game, found, start);
    }
    dash->ground = *found;
    dash->ground_m = found_m;
    if (dash->is_behind_gap && !dash->is_safe)
        return;
    dash->landing = *found;
    dash->landing_m = found_m;
}

bool dash_landing(struct game *game, const struct nav_position *from, struct direction along,
                  struct nav_position *landing)
{
    struct nav_position start = *from;
    nav_nearest(game->nav, start, WAY_AROUND_M, &start);
    struct dash dash = {.ground = *from, .landing = *from};
    double most_m = sight_clear_m(game, from, along, DASH_M + BODY_M) - BODY_M;
    for (int i = 1; i * STRIDE_M <= most_m; i++) {
        double found_m = i * STRIDE_M;
        struct nav_position wanted = {from->x + along.x * found_m, dash.ground.y, from->z + along.z * found_m,
                                      from->scene};
        struct nav_position found;
        if (!nav_nearest(game->nav, wanted, SNAP_M, &found))
            continue; // a gap
        if (!may_follow(game, &dash, &found, found_m))
            break; // a ledge, or the gap was too wide
        take(game, &dash, &found, found_m, &start);
    }
    *landing = dash.landing;
    return dash.landing_m >= LEAST_M;
}
