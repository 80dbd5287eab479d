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
    add(hash, errand->find);
    add_text(hash, errand->label);
    add(hash, errand->has_jump);
    add_position(hash, &errand->arrival);
    add_double(hash, errand->beyond_m);
    add(hash, errand->scenes_to_go);
    add(hash, errand->is_jumping);
}

static void add_camera(uint64_t *hash, const struct camera *camera)
{
    add_direction(hash, camera->heading);
    add_direction(hash, camera->wanted_heading);
    add_double(hash, camera->zoom);
    add_double(hash, camera->wanted_zoom);
    add_double(hash, camera->pitch);
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

static void add_player(uint64_t *hash, const struct player *player)
{
    add(hash, player->generation);
    add(hash, player->is_here);
    if (!player->is_here)
        return;
    add_text(hash, player->name);
    add_viewport(hash, &player->viewport);
    add(hash, player->input_sequence);
    add_body(hash, &player->body);
    add_walk(hash, &player->walk);
    add_errand(hash, &player->errand);
    add(hash, player->dark_ticks);
    add(hash, player->dialogue_npc);
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
        add_body(&hash, &game->npcs[i].body);
        add(&hash, game->npcs[i].listener);
    }
    return hash;
}
