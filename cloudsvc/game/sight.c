#include "cloudsvc/game/sight.h"

#include <math.h>

#include "cloudsvc/game/solids.h"
#include "cloudsvc/game/world.h"

#define FEET_M  0.3 // what is no higher is stepped over
#define CHEST_M 1.2 // what begins higher is passed under
#define DOOR_M  2.0 // a door so far above or below is on another floor

// A line over the ground.
struct line {
    const struct nav_position *from;
    struct direction along;
    double length_m;
};

static void shorten(struct line *line, double length_m)
{
    line->length_m = fmin(line->length_m, length_m);
}

// Doors have their own rule: what the stage shows of them depends on gates.
static bool can_stop(const struct view_solid *solid, double ground_m)
{
    if (solid->gate != 0 || solid->kind == VIEW_PLANK)
        return false;
    struct solid_box box = solid_box(solid);
    return box.top_m > ground_m + FEET_M && box.bottom_m < ground_m + CHEST_M;
}

static void stop_at_solids(const struct view_scene *scene, struct line *line)
{
    for (size_t i = 0; i < scene->solid_count; i++) {
        const struct view_solid *solid = &scene->solids[i];
        double share;
        if (can_stop(solid, line->from->y) &&
            solid_entry(solid, line->from->x, line->from->z, line->along.x * line->length_m,
                        line->along.z * line->length_m, &share))
            shorten(line, share * line->length_m);
    }
}

// Where the line meets a door's leaves: two lines cross where each has the other's ends on both sides.
static void stop_at_door(const struct pack_gate *door, struct line *line)
{
    double door_m = (door->heights_mm[0] + (double)door->heights_mm[1]) / 2000.0;
    if (fabs(door_m - line->from->y) > DOOR_M)
        return;
    double first_x = door->line[0].x / 1000.0 - line->from->x;
    double first_z = door->line[0].z / 1000.0 - line->from->z;
    double leaves_x = (door->line[1].x - (double)door->line[0].x) / 1000.0;
    double leaves_z = (door->line[1].z - (double)door->line[0].z) / 1000.0;
    double turn = line->along.x * leaves_z - line->along.z * leaves_x;
    if (turn == 0.0)
        return;
    double away_m = (first_x * leaves_z - first_z * leaves_x) / turn;
    double share = (first_x * line->along.z - first_z * line->along.x) / turn; // of the leaves
    if (share >= 0.0 && share <= 1.0 && away_m >= 0.0)
        shorten(line, fmax(0.0, away_m - door->width_mm / 2000.0));
}

static void stop_at_doors(const struct game *game, struct line *line)
{
    for (size_t i = 0; i < game->barriers.count; i++) {
        const struct barrier *barrier = &game->barriers.all[i];
        if (barrier->scene == line->from->scene && barrier->about->kind == PACK_GATE_DOOR &&
            !barrier->is_open)
            stop_at_door(barrier->about, line);
    }
}

double sight_clear_m(const struct game *game, const struct nav_position *from, struct direction along,
                     double most_m)
{
    struct line line = {from, along, most_m};
    stop_at_solids(&game->stage->scenes[from->scene], &line);
    stop_at_doors(game, &line);
    return line.length_m;
}
