#include "cloudsvc/game/fight.h"

#include "cloudsvc/game/effect.h"
#include "cloudsvc/game/enemy.h"
#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/skill.h"
#include "cloudsvc/game/spawn.h"
#include "cloudsvc/game/way.h"

#define REACH_M 1.4 // the avatar goes so near
#define NEXT_M  4.0 // who attacks the avatar from so near is fought next
#define MOVED_M 0.7 // an enemy that is so far from where the way leads has left

enum { PLAN_TICKS = 20 }; // from one look for the way to the next

static void say(const struct game *game, struct player *player, enum game_word word)
{
    world_say(game, player, words_get(word, player->words));
}

// ---- fighting --------------------------------------------------------------------------------------

bool fight_is_on(const struct player *player)
{
    return player->errand.kind == ERRAND_FIGHT;
}

// Looks for the way to where the enemy is now: across the mesh, else over bridges, but through no jump point.
static bool ask(struct game *game, const struct player *player)
{
    struct nav_position start = way_start(game, player);
    if (start.scene != player->errand.goal.scene)
        return false;
    return nav_query_walk(game->query, start, player->errand.goal, &game->trip) == NAV_FOUND ||
           (way_ask(game, player, &player->errand) == NAV_FOUND && game->trip.leg_count == 1);
}

static void approach(struct game *game, struct player *player, const struct nav_position *there)
{
    player->errand.goal = *there;
    if (!ask(game, player)) {
        errand_drop(player);
        say(game, player, WORD_ENEMY_OUT_OF_REACH);
    } else if (!way_take(game, player)) {
        walk_end(&player->walk);
    }
}

bool fight_begin(struct game *game, struct player *player, uint32_t id)
{
    uint32_t enemy = enemy_of_id(game, id);
    if (enemy == WORLD_NOBODY || game->enemies.all[enemy].body.position.scene != player->body.position.scene)
        return false;
    errand_fight(game, player, id, &game->enemies.all[enemy].body.position);
    return true;
}

static void strike(struct game *game, struct player *player, const struct nav_position *there)
{
    const struct nav_position *here = &player->body.position;
    walk_end(&player->walk);
    player->body.wanted = direction_between(here->x, here->z, there->x, there->z, player->body.wanted);
    if (skill_is_ready(&player->vitals, GAME_STRIKE))
        skill_use(game, player, GAME_STRIKE);
}

static void go_on(struct game *game, struct player *player, uint32_t enemy)
{
    const struct nav_position *there = &game->enemies.all[enemy].body.position;
    uint32_t slot = (uint32_t)(player - game->players);
    bool is_my_turn = game->tick % PLAN_TICKS == slot % PLAN_TICKS;
    bool has_left = is_my_turn && !plan_is_near(there, &player->errand.goal, MOVED_M);
    if (enemy_is_within(game, enemy, &player->body.position, player->body.wanted, -1.0, REACH_M))
        strike(game, player, there);
    else if (has_left || !walk_is_under_way(&player->walk))
        approach(game, player, there);
}

// The nearest of those who attack the avatar; WORLD_NOBODY: none is near.
static uint32_t next_enemy(const struct game *game, const struct player *player)
{
    const struct nav_position *here = &player->body.position;
    uint32_t slot = (uint32_t)(player - game->players);
    uint32_t nearest = WORLD_NOBODY;
    double least_m = NEXT_M;
    for (uint32_t i = 0; i < game->enemies.count; i++) {
        const struct enemy *enemy = &game->enemies.all[i];
        if (enemy->target != slot || !enemy_is_within(game, i, here, player->body.wanted, -1.0, least_m))
            continue;
        nearest = i;
        least_m = plan_distance(here, &enemy->body.position);
    }
    return nearest;
}

// ---- fainting --------------------------------------------------------------------------------------

bool fight_has_fainted(const struct player *player)
{
    return !vitals_is_alive(&player->vitals);
}

static void wake(struct game *game, struct player *player)
{
    uint32_t slot = (uint32_t)(player - game->players);
    struct direction ahead = {0.0, 1.0};
    player->body = (struct body){.position = spawn_place(game, slot), .facing = ahead, .wanted = ahead};
    vitals_refresh(&player->vitals);
    camera_begin(&player->camera, &player->body);
    say(game, player, WORD_FAINTED);
}

static void lie(struct game *game, struct player *player)
{
    struct vitals *vitals = &player->vitals;
    errand_drop(player);
    dialogue_close(game, player);
    vitals->faint_ticks++;
    player->dark_ticks = vitals->faint_ticks * WORLD_FADE_TICKS / FIGHT_FAINT_TICKS;
    if (vitals->faint_ticks == FIGHT_FAINT_TICKS)
        wake(game, player);
}

void fight_wound(struct game *game, uint32_t slot, uint32_t points)
{
    struct player *player = &game->players[slot];
    vitals_wound(&player->vitals, points);
    effect_begin(game, VIEW_EFFECT_HIT, &player->body.position, &player->body.position);
}

// Nothing holds the avatar up, and nothing is about to.
static bool is_idle(const struct player *player)
{
    return player->errand.kind == ERRAND_NONE && player->quests.due == QUEST_NONE &&
           !dialogue_is_open(player) && !fight_has_fainted(player);
}

void fight_bite(struct game *game, uint32_t slot, uint32_t index)
{
    struct player *player = &game->players[slot];
    const struct enemy *enemy = &game->enemies.all[index];
    bool is_to_be_told = !player->has_been_bitten && !fight_is_on(player);
    fight_wound(game, slot, game->pack->enemies[enemy->ground].strength);
    if (is_idle(player))
        errand_fight(game, player, enemy_id(game, index), &enemy->body.position);
    if (is_to_be_told)
        say(game, player, WORD_HOW_TO_STRIKE);
    player->has_been_bitten = true;
}

void fight_step(struct game *game, struct player *player)
{
    vitals_step(&player->vitals);
    if (fight_has_fainted(player)) {
        lie(game, player);
        return;
    }
    if (!fight_is_on(player))
        return;
    uint32_t enemy = enemy_of_id(game, player->errand.enemy);
    if (enemy == WORLD_NOBODY)
        enemy = next_enemy(game, player);
    if (enemy == WORLD_NOBODY) {
        errand_drop(player);
        return;
    }
    player->errand.enemy = enemy_id(game, enemy);
    go_on(game, player, enemy);
}

// ---- merits ----------------------------------------------------------------------------------------

void fight_earn(struct game *game, struct player *player, uint32_t score)
{
    if (!vitals_earn(&player->vitals, score))
        return;
    char text[VIEW_TEXT_MAX];
    words_compose_number(text, sizeof text, WORD_LEVEL_UP, player->words, vitals_level(&player->vitals));
    world_say(game, player, text);
    effect_begin(game, VIEW_EFFECT_LEVEL, &player->body.position, &player->body.position);
}
