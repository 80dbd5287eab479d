#include "cloudsvc/game/effect.h"

#include <assert.h>

#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/shot.h"
#include "cloudsvc/game/world.h"

#define SEEN_M 40.0 // farther effects are out of the picture

enum {
    STRIKE_TICKS = 18,
    HEAL_TICKS = 90,
    DASH_TICKS = 24,
    HIT_TICKS = 18,
    LEVEL_TICKS = 120,
};

static uint32_t ticks_of(enum view_effect_kind kind)
{
    static const uint32_t ticks[VIEW_EFFECT_KIND_COUNT] = {
        [VIEW_EFFECT_STRIKE] = STRIKE_TICKS, [VIEW_EFFECT_HEAL] = HEAL_TICKS,
        [VIEW_EFFECT_DASH] = DASH_TICKS,     [VIEW_EFFECT_HIT] = HIT_TICKS,
        [VIEW_EFFECT_LEVEL] = LEVEL_TICKS,
    };
    assert(ticks[kind] > 0); // shots last as long as they fly
    return ticks[kind];
}

void effect_begin(struct game *game, enum view_effect_kind kind, const struct nav_position *at,
                  const struct nav_position *to)
{
    struct effects *effects = &game->effects;
    effects->all[effects->next] = (struct effect){kind, *at, *to, game->tick, game->tick + ticks_of(kind)};
    effects->next = (effects->next + 1) % EFFECTS_MAX;
}

static struct view_vec3 place(const struct nav_position *position)
{
    return (struct view_vec3){(float)position->x, (float)position->y, (float)position->z};
}

static void fill_effect(const struct game *game, const struct effect *effect, struct view *view)
{
    float lasts = (float)(effect->end_tick - effect->begin_tick);
    view->effects[view->effect_count++] = (struct view_effect){
        .kind = effect->kind,
        .at = place(&effect->at),
        .to = place(&effect->to),
        .age = (float)(game->tick - effect->begin_tick) / lasts,
    };
}

static void fill_shot(const struct shot *shot, struct view *view)
{
    struct nav_position to = shot->at;
    to.x += shot->along.x;
    to.y += shot->climb;
    to.z += shot->along.z;
    view->effects[view->effect_count++] =
        (struct view_effect){.kind = VIEW_EFFECT_SHOT, .at = place(&shot->at), .to = place(&to)};
}

void effect_fill(const struct game *game, uint32_t slot, struct view *view)
{
    const struct nav_position *here = &game->players[slot].body.position;
    for (size_t i = 0; i < game->shots.count && view->effect_count < VIEW_EFFECTS_MAX / 2; i++)
        if (plan_is_near(here, &game->shots.all[i].at, SEEN_M))
            fill_shot(&game->shots.all[i], view);
    for (size_t i = 1; i <= EFFECTS_MAX && view->effect_count < VIEW_EFFECTS_MAX; i++) {
        const struct effect *effect =
            &game->effects.all[(game->effects.next + EFFECTS_MAX - i) % EFFECTS_MAX];
        if (game->tick < effect->end_tick && plan_is_near(here, &effect->at, SEEN_M))
            fill_effect(game, effect, view);
    }
}
