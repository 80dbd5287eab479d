#include "cloudsvc/game/vitals.h"

#include <assert.h>

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t less(uint32_t from, uint32_t by)
{
    return from - least(from, by);
}

void vitals_refresh(struct vitals *vitals)
{
    uint32_t score = vitals->score;
    *vitals = (struct vitals){.health = VITALS_MAX, .energy = VITALS_MAX, .score = score};
}

static void recover(struct vitals *vitals)
{
    vitals->energy = least(vitals->energy + VITALS_ENERGY_RATE, VITALS_MAX);
    uint32_t healed = least(vitals->healing, VITALS_HEALING_RATE);
    vitals->healing -= healed;
    uint32_t by_itself = vitals->calm_ticks == 0 ? VITALS_HEALTH_RATE : 0;
    vitals->health = least(vitals->health + healed + by_itself, VITALS_MAX);
}

void vitals_step(struct vitals *vitals)
{
    for (int skill = 0; skill < GAME_SKILL_COUNT; skill++)
        vitals->cooldown_ticks[skill] = less(vitals->cooldown_ticks[skill], 1);
    vitals->calm_ticks = less(vitals->calm_ticks, 1);
    vitals->swing_ticks = less(vitals->swing_ticks, 1);
    vitals->hurt_ticks = less(vitals->hurt_ticks, 1);
    if (vitals_is_alive(vitals))
        recover(vitals);
}

bool vitals_wound(struct vitals *vitals, uint32_t points)
{
    bool was_alive = vitals_is_alive(vitals);
    vitals->health = less(vitals->health, least(points, VITALS_POINTS_MAX) * VITALS_PARTS);
    vitals->healing = 0;
    vitals->calm_ticks = VITALS_CALM_TICKS;
    vitals->hurt_ticks = VITALS_HURT_TICKS;
    return was_alive && !vitals_is_alive(vitals);
}

void vitals_heal(struct vitals *vitals, uint32_t points)
{
    vitals->healing = least(vitals->healing + least(points, VITALS_POINTS_MAX) * VITALS_PARTS, VITALS_MAX);
}

bool vitals_is_alive(const struct vitals *vitals)
{
    return vitals->health > 0;
}

bool vitals_has_energy(const struct vitals *vitals, uint32_t points)
{
    return points <= VITALS_POINTS_MAX && vitals->energy >= points * VITALS_PARTS;
}

void vitals_spend(struct vitals *vitals, uint32_t points)
{
    assert(vitals_has_energy(vitals, points));
    vitals->energy -= points * VITALS_PARTS;
}

bool vitals_earn(struct vitals *vitals, uint32_t score)
{
    uint32_t before = vitals_level(vitals);
    vitals->score += least(score, UINT32_MAX - vitals->score);
    return vitals_level(vitals) > before;
}

uint32_t vitals_level(const struct vitals *vitals)
{
    uint32_t level = 1;
    for (uint32_t rest = vitals->score; rest >= level * VITALS_LEVEL_SCORE; level++)
        rest -= level * VITALS_LEVEL_SCORE;
    return level;
}

float vitals_health(const struct vitals *vitals)
{
    return (float)vitals->health / VITALS_MAX;
}

float vitals_energy(const struct vitals *vitals)
{
    return (float)vitals->energy / VITALS_MAX;
}

void vitals_fill(const struct vitals *vitals, struct view_actor *actor)
{
    actor->damage = 1.0f - vitals_health(vitals);
    if (vitals->swing_ticks > 0)
        actor->swing = 1.0f - (float)vitals->swing_ticks / (VITALS_SWING_TICKS + 1);
    actor->hurt = (float)vitals->hurt_ticks / VITALS_HURT_TICKS;
}
