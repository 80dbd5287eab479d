#include "cloudsvc/game/skill.h"

#include <assert.h>

#include "cloudsvc/game/dash.h"
#include "cloudsvc/game/effect.h"
#include "cloudsvc/game/enemy.h"
#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/fight.h"
#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/shot.h"
#include "cloudsvc/game/world.h"

enum {
    DAMAGE = 12,       // of a strike at level 1 without a weapon
    SHOT_PERCENT = 75, // of a strike's damage
    HEALING = 40,      // points
};

#define ARC_COSINE 0.5 // a strike hits 60° to either side
#define AIM_COSINE 0.0 // a shot is aimed at what is not behind
#define ALL_AROUND (-1.0)

struct skill_cost skill_cost(enum game_skill skill)
{
    static const struct skill_cost costs[GAME_SKILL_COUNT] = {
        [GAME_STRIKE] = {6, 36},
        [GAME_DASH] = {15, 90},
        [GAME_HEAL] = {40, 600},
        [GAME_SHOT] = {12, 72},
    };
    assert(skill < GAME_SKILL_COUNT);
    return costs[skill];
}

float skill_ready(const struct vitals *vitals, enum game_skill skill)
{
    return 1.0f - (float)vitals->cooldown_ticks[skill] / (float)skill_cost(skill).cooldown_ticks;
}

bool skill_is_ready(const struct vitals *vitals, enum game_skill skill)
{
    return vitals->cooldown_ticks[skill] == 0 && vitals_has_energy(vitals, skill_cost(skill).energy);
}

uint32_t skill_damage(const struct game *game, const struct player *player)
{
    return DAMAGE + vitals_level(&player->vitals) - 1 + quest_strength(game, player, PACK_ITEM_WEAPON);
}

static void face(struct player *player, const struct nav_position *there)
{
    const struct nav_position *here = &player->body.position;
    player->body.wanted = direction_between(here->x, here->z, there->x, there->z, player->body.wanted);
}

static uint32_t slot_of(const struct game *game, const struct player *player)
{
    return (uint32_t)(player - game->players);
}

static struct nav_position ahead(const struct body *body, double length_m)
{
    struct nav_position place = body->position;
    place.x += body->wanted.x * length_m;
    place.z += body->wanted.z * length_m;
    return place;
}

// ---- what skills do --------------------------------------------------------------------------------

static void strike(struct game *game, struct player *player)
{
    const struct body *body = &player->body;
    uint32_t nearest = enemy_nearest(game, &body->position, body->wanted, ALL_AROUND, SKILL_STRIKE_M);
    if (nearest != WORLD_NOBODY)
        face(player, &game->enemies.all[nearest].body.position);
    struct nav_position edge = ahead(body, SKILL_STRIKE_M);
    effect_begin(game, VIEW_EFFECT_STRIKE, &body->position, &edge);
    player->vitals.swing_ticks = VITALS_SWING_TICKS;
    uint32_t damage = skill_damage(game, player);
    for (size_t i = 0; i < game->enemies.count; i++)
        if (enemy_is_within(game, i, &body->position, body->wanted, ARC_COSINE, SKILL_STRIKE_M))
            enemy_wound(game, i, slot_of(game, player), damage);
}

static void shoot(struct game *game, struct player *player)
{
    const struct body *body = &player->body;
    struct shot shot = {.at = body->position,
                        .left_m = SKILL_SHOT_M,
                        .player = world_player_id(game, slot_of(game, player)),
                        .damage = skill_damage(game, player) * SHOT_PERCENT / 100};
    uint32_t target = enemy_nearest(game, &body->position, body->wanted, AIM_COSINE, SKILL_SHOT_M);
    if (target != WORLD_NOBODY) {
        const struct nav_position *there = &game->enemies.all[target].body.position;
        double away_m = plan_distance(&body->position, there);
        face(player, there);
        shot.climb = away_m > 1.0 ? (there->y - body->position.y) / away_m : 0.0;
    }
    shot.along = body->wanted;
    player->vitals.swing_ticks = VITALS_SWING_TICKS;
    shot_begin(game, shot);
}

static enum game_word heal(struct game *game, struct player *player)
{
    if (player->vitals.health == VITALS_MAX)
        return WORD_NOT_HURT;
    vitals_heal(&player->vitals, HEALING + quest_strength(game, player, PACK_ITEM_CHARM));
    effect_begin(game, VIEW_EFFECT_HEAL, &player->body.position, &player->body.position);
    return WORD_NONE;
}

static enum game_word dash(struct game *game, struct player *player)
{
    struct nav_position from = player->body.position;
    struct nav_position landing;
    if (!dash_landing(game, &from, player->body.wanted, &landing))
        return WORD_NO_ROOM_TO_DASH;
    effect_begin(game, VIEW_EFFECT_DASH, &from, &landing);
    body_leap(&player->body, &landing);
    walk_end(&player->walk);
    dialogue_close(game, player);
    errand_plan_anew(game, player);
    return WORD_NONE;
}

// ---- using them ------------------------------------------------------------------------------------

// @return WORD_NONE, or why nothing happens
static enum game_word act(struct game *game, struct player *player, enum game_skill skill)
{
    switch (skill) {
    case GAME_STRIKE:
        strike(game, player);
        break;
    case GAME_DASH:
        return dash(game, player);
    case GAME_HEAL:
        return heal(game, player);
    case GAME_SHOT:
        shoot(game, player);
        break;
    case GAME_SKILL_COUNT:
        break;
    }
    return WORD_NONE;
}

static enum game_word use(struct game *game, struct player *player, enum game_skill skill)
{
    struct skill_cost cost = skill_cost(skill);
    if (player->vitals.cooldown_ticks[skill] > 0)
        return WORD_NOT_READY;
    if (!vitals_has_energy(&player->vitals, cost.energy))
        return WORD_NO_ENERGY;
    enum game_word why = act(game, player, skill);
    if (why != WORD_NONE)
        return why;
    vitals_spend(&player->vitals, cost.energy);
    player->vitals.cooldown_ticks[skill] = cost.cooldown_ticks;
    return WORD_NONE;
}

bool skill_use(struct game *game, struct player *player, uint32_t skill)
{
    if (skill >= GAME_SKILL_COUNT)
        return false;
    if (fight_has_fainted(player) || player->errand.is_jumping)
        return true; // the picture is dark
    enum game_word why = use(game, player, (enum game_skill)skill);
    if (why != WORD_NONE)
        world_say(game, player, words_get(why, player->words));
    return true;
}
