#include "cloudsvc/game/jump.h"

#include <assert.h>

#define PORTAL_M 1.3 // a tap so near to a jump point means it

static double distance_squared(const struct nav_position *a, const struct nav_position *b)
{
    double x = a->x - b->x;
    double y = a->y - b->y;
    double z = a->z - b->z;
    return x * x + y * y + z * z;
}

const struct jump_place *jump_near(const struct game *game, const struct nav_position *place)
{
    const struct jump_place *nearest = NULL;
    double least = PORTAL_M * PORTAL_M;
    for (size_t i = 0; i < game->jump_count; i++) {
        const struct nav_position *at = &game->jumps[i].at;
        if (at->scene != place->scene || distance_squared(at, place) >= least)
            continue;
        nearest = &game->jumps[i];
        least = distance_squared(at, place);
    }
    return nearest;
}

void jump_stand_at_goal(const struct game *game, struct errand *errand)
{
    const struct jump_place *jump = jump_near(game, &errand->goal);
    assert(jump);
    errand->kind = ERRAND_PLACE;
    errand->has_jump = true;
    errand->arrival = errand->goal = jump->arrival;
}

// Behind the avatar comes the camera, as near as it was.
static void come_out(struct player *player)
{
    player->body.position = player->errand.arrival;
    player->body.climb_m = 0.0;
    player->errand.has_jump = false;
    player->errand.is_jumping = false;
    double zoom = player->camera.wanted_zoom;
    camera_begin(&player->camera, &player->body);
    player->camera.zoom = player->camera.wanted_zoom = zoom;
}

bool jump_step(struct player *player)
{
    if (!player->errand.is_jumping) {
        player->dark_ticks -= player->dark_ticks > 0;
        return false;
    }
    if (player->dark_ticks < WORLD_FADE_TICKS)
        player->dark_ticks++;
    if (player->dark_ticks < WORLD_FADE_TICKS)
        return false;
    come_out(player);
    return true;
}
