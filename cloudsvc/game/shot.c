#include "cloudsvc/game/shot.h"

#include <math.h>

#include "cloudsvc/game/effect.h"
#include "cloudsvc/game/enemy.h"
#include "cloudsvc/game/sight.h"
#include "cloudsvc/game/world.h"

#define STEP_M 0.25 // in a tick: 15 metres a second
#define NEAR_M 0.5  // of an enemy's middle: a hit

void shot_begin(struct game *game, struct shot shot)
{
    struct shots *shots = &game->shots;
    if (shots->count == SHOTS_MAX)
        return;
    shot.left_m = sight_clear_m(game, &shot.at, shot.along, shot.left_m);
    shots->all[shots->count++] = shot;
}

static void fly(struct shot *shot)
{
    double step_m = fmin(STEP_M, shot->left_m);
    shot->at.x += shot->along.x * step_m;
    shot->at.y += shot->climb * step_m;
    shot->at.z += shot->along.z * step_m;
    shot->left_m -= step_m;
}

// Hits what it has come to.
// @return whether it flies on
static bool hit(struct game *game, const struct shot *shot)
{
    uint32_t slot = world_slot(game, shot->player);
    if (slot == WORLD_NOBODY)
        return false; // who shot has left
    uint32_t enemy = enemy_nearest(game, &shot->at, shot->along, -1.0, NEAR_M);
    if (enemy != WORLD_NOBODY)
        enemy_wound(game, enemy, slot, shot->damage);
    else if (shot->left_m <= 0.0)
        effect_begin(game, VIEW_EFFECT_HIT, &shot->at, &shot->at);
    return enemy == WORLD_NOBODY && shot->left_m > 0.0;
}

void shot_step(struct game *game)
{
    struct shots *shots = &game->shots;
    size_t kept = 0;
    for (size_t i = 0; i < shots->count; i++) {
        struct shot *shot = &shots->all[i];
        fly(shot);
        if (hit(game, shot))
            shots->all[kept++] = *shot;
    }
    shots->count = kept;
}
