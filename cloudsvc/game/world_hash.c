#include "cloudsvc/game/world_hash.h"

#include <string.h>

// One round of xor, multiply, shift for each word [after SplitMix64: Steele, Lea, Flood 2014].
static void add(uint64_t *hash, uint64_t word)
{
    uint64_t mixed = (*hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
    *hash = mixed ^ (mixed >> 29);
}

static void add_double(uint64_t *hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add(hash, bits);
}

static void add_text(uint64_t *hash, const char *text)
{
    add(hash, strlen(text));
    for (const char *byte = text; *byte; byte++)
        add(hash, (unsigned char)*byte);
}

static void add_direction(uint64_t *hash, struct direction direction)
{
    add_double(hash, direction.x);
    add_double(hash, direction.z);
}

static void add_position(uint64_t *hash, const struct nav_position *position)
{
    add_double(hash, position->x);
    add_double(hash, position->y);
    add_double(hash, position->z);
    add(hash, position->scene);
}

static void add_body(uint64_t *hash, const struct body *body)
{
    add_position(hash, &body->position);
    add_direction(hash, body->facing);
    add_direction(hash, body->wanted);
    add_double(hash, body->pace);
    add_double(hash, body->stride);
    add_double(hash, body->climb_m);
    add_double(hash, body->slip_x);
    add_double(hash, body->slip_z);
}

static void add_walk(uint64_t *hash, const struct walk *walk)
{
    add(hash, walk->point_count - walk->next);
    for (size_t i = walk->next; i < walk->point_count; i++) {
        add_double(hash, walk->points[i].x);
        add_double(hash, walk->points[i].y);
        add_double(hash, walk->points[i].z);
    }
    add_double(hash, walk->beyond_m);
    add(hash, walk->is_cut);
}

static void add_errand(uint64_t *hash, const struct errand *errand)
{
    add(hash, errand->kind);
    add_position(hash, &errand->goal);
    add(hash, errand->npc);
    add(hash, errand->enemy);
    add(hash, errand->find);
    add_text(hash, errand->type ? errand->type : "");
    add_text(hash, errand->subtype ? errand->subtype : "");
    add_text(hash, errand->label);
    add(hash, errand->has_jump);
    add_position(hash, &errand->arrival);
    add_double(hash, errand->beyond_m);
    add(hash, errand->scenes_to_go);
    add(hash, errand->is_jumping);
    add(hash, errand->is_stale);
}

static void add_camera(uint64_t *hash, const struct camera *camera)
{
    add_direction(hash, camera->heading);
    add_direction(hash, camera->wanted_heading);
    add_double(hash, camera->zoom);
    add_double(hash, camera->wanted_zoom);
    add_double(hash, camera->pitch);
    add_double(hash, camera->away);
    add_double(hash, camera->focus_x);
    add_double(hash, camera->focus_y);
    add_double(hash, camera->focus_z);
    add_double(hash, camera->turns_max);
    add_double(hash, camera->cover);
    add(hash, camera->is_held);
}

static void add_viewport(uint64_t *hash, const struct game_viewport *viewport)
{
    add(hash, viewport->width_px);
    add(hash, viewport->height_px);
    add(hash, viewport->density_percent);
    for (size_t i = 0; i < 4; i++)
        add(hash, viewport->inset_px[i]);
}

static void add_dialogue(uint64_t *hash, const struct dialogue *dialogue)
{
    add(hash, dialogue->npc);
    if (dialogue->npc == WORLD_NOBODY)
        return;
    add(hash, dialogue->quest);
    add_text(hash, dialogue->line);
    for (size_t i = 0; i < DIALOGUE_ANSWERS_MAX; i++)
        add(hash, dialogue->answers[i]);
}

static void add_quests(uint64_t *hash, const struct quest_log *log)
{
    add(hash, log->active_count);
    for (size_t i = 0; i < log->active_count; i++) {
        add(hash, log->active[i].quest);
        add(hash, log->active[i].task);
        add(hash, log->active[i].done);
    }
    add(hash, log->finished);
    add(hash, log->rewards);
    add(hash, log->due);
    for (size_t i = 0; i < PACK_ITEMS_MAX; i++)
        add(hash, log->things[i]);
    for (size_t i = 0; i < sizeof log->taken / sizeof log->taken[0]; i++)
        add(hash, log->taken[i]);
}

static void add_refusal(uint64_t *hash, const struct refusal *refusal)
{
    add(hash, refusal->end_tick);
    add_position(hash, &refusal->nearest);
}

static void add_vitals(uint64_t *hash, const struct vitals *vitals)
{
    add(hash, vitals->health);
    add(hash, vitals->energy);
    add(hash, vitals->healing);
    add(hash, vitals->calm_ticks);
    add(hash, vitals->score);
    for (size_t i = 0; i < GAME_SKILL_COUNT; i++)
        add(hash, vitals->cooldown_ticks[i]);
    add(hash, vitals->swing_ticks);
    add(hash, vitals->hurt_ticks);
    add(hash, vitals->faint_ticks);
}

static void add_player(uint64_t *hash, const struct player *player)
{
    add(hash, player->generation);
    add(hash, player->is_here);
    if (!player->is_here)
        return;
    add_text(hash, player->name);
    add_viewport(hash, &player->viewport);
    add(hash, player->words);
    add(hash, player->language);
    add(hash, player->open_panels);
    add(hash, player->input_sequence);
    add_body(hash, &player->body);
    add_walk(hash, &player->walk);
    add_errand(hash, &player->errand);
    add(hash, player->dark_ticks);
    add_dialogue(hash, &player->dialogue);
    add_quests(hash, &player->quests);
    add_refusal(hash, &player->refusal);
    add_vitals(hash, &player->vitals);
    add(hash, player->has_been_bitten);
    add_text(hash, player->message);
    add(hash, player->message_end_tick);
    add_camera(hash, &player->camera);
    add(hash, player->tap_count);
    for (size_t i = 0; i < player->tap_count; i++) {
        add(hash, player->taps[i].x);
        add(hash, player->taps[i].y);
        add(hash, player->taps[i].tick);
    }
}

static void add_enemy(uint64_t *hash, const struct enemy *enemy)
{
    add(hash, enemy->state);
    add(hash, enemy->generation);
    add_body(hash, &enemy->body);
    add(hash, enemy->way_count - enemy->way_next);
    for (size_t i = enemy->way_next; i < enemy->way_count; i++) {
        add_double(hash, enemy->way[i].x);
        add_double(hash, enemy->way[i].y);
        add_double(hash, enemy->way[i].z);
    }
    add(hash, enemy->is_way_cut);
    add(hash, enemy->target);
    add(hash, enemy->health);
    add(hash, enemy->until_tick);
    add(hash, enemy->think_tick);
    add(hash, enemy->bite_tick);
    add(hash, enemy->swing_ticks);
    add(hash, enemy->hurt_ticks);
}

static void add_shot(uint64_t *hash, const struct shot *shot)
{
    add_position(hash, &shot->at);
    add_direction(hash, shot->along);
    add_double(hash, shot->climb);
    add_double(hash, shot->left_m);
    add(hash, shot->player);
    add(hash, shot->damage);
}

static void add_effects(uint64_t *hash, const struct game *game)
{
    for (size_t i = 0; i < EFFECTS_MAX; i++) {
        const struct effect *effect = &game->effects.all[i];
        if (game->tick >= effect->end_tick)
            continue;
        add(hash, effect->kind);
        add_position(hash, &effect->at);
        add_position(hash, &effect->to);
        add(hash, effect->begin_tick);
    }
}

static void add_fights(uint64_t *hash, const struct game *game)
{
    for (size_t i = 0; i < sizeof game->enemies.random.state / sizeof game->enemies.random.state[0]; i++)
        add(hash, game->enemies.random.state[i]);
    for (size_t i = 0; i < game->enemies.count; i++)
        add_enemy(hash, &game->enemies.all[i]);
    add(hash, game->shots.count);
    for (size_t i = 0; i < game->shots.count; i++)
        add_shot(hash, &game->shots.all[i]);
    add_effects(hash, game);
}

uint64_t world_hash(const struct game *game)
{
    uint64_t hash = 0;
    add(&hash, game->tick);
    add(&hash, game->joined_count);
    for (size_t i = 0; i < sizeof game->random.state / sizeof game->random.state[0]; i++)
        add(&hash, game->random.state[i]);
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++)
        add_player(&hash, &game->players[i]);
    for (size_t i = 0; i < game->npc_count; i++) {
        add(&hash, game->npcs[i].id);
        add(&hash, game->npcs[i].is_here);
        add_body(&hash, &game->npcs[i].body);
        add(&hash, game->npcs[i].listener);
    }
    for (size_t i = 0; i < game->barriers.count; i++) {
        add(&hash, game->barriers.all[i].is_open);
        add(&hash, game->barriers.all[i].is_open_for_good);
    }
    add_fights(&hash, game);
    return hash;
}
