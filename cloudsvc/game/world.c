#include "cloudsvc/game/world.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// An id is the slot in the low byte and the generation, which is never zero, above it.
enum { SLOT_BITS = 8, SLOT_MASK = 0xff };

_Static_assert(GAME_PLAYERS_MAX <= SLOT_MASK + 1, "a slot fits its bits");

static game_player_id make_id(uint32_t generation, uint32_t slot)
{
    return generation << SLOT_BITS | slot;
}

static uint32_t next_generation(const struct player *player)
{
    uint32_t next = (player->generation + 1) & (UINT32_MAX >> SLOT_BITS);
    return next ? next : 1;
}

uint32_t world_slot(const struct game *game, game_player_id id)
{
    uint32_t slot = id & SLOT_MASK;
    bool is_here = slot < GAME_PLAYERS_MAX && game->players[slot].is_here;
    return is_here && world_player_id(game, slot) == id ? slot : WORLD_NOBODY;
}

uint32_t world_npc(const struct game *game, npc_id id)
{
    for (uint32_t i = 0; i < game->npc_count; i++)
        if (game->npcs[i].is_here && game->npcs[i].id == id)
            return i;
    return WORLD_NOBODY;
}

uint32_t world_npc_of_entry(const struct game *game, npc_id entry)
{
    for (uint32_t i = 0; i < game->npc_count; i++)
        if (game->npcs[i].is_here && game->npcs[i].entry == entry)
            return i;
    return WORLD_NOBODY;
}

const char *world_text(const struct game *game, const struct player *player, pack_text_id text,
                       const char *plain)
{
    return text != 0 ? pack_text(game->pack, text, player->language) : plain;
}

game_player_id world_player_id(const struct game *game, uint32_t slot)
{
    assert(slot < GAME_PLAYERS_MAX);
    return make_id(game->players[slot].generation, slot);
}

game_player_id world_next_player(const struct game *game)
{
    for (uint32_t slot = 0; slot < GAME_PLAYERS_MAX; slot++)
        if (!game->players[slot].is_here)
            return make_id(next_generation(&game->players[slot]), slot);
    return 0;
}

uint32_t world_seat(struct game *game, game_player_id id)
{
    assert(id != 0);
    assert(id == world_next_player(game));
    uint32_t slot = id & SLOT_MASK;
    struct player *player = &game->players[slot];
    uint32_t generation = next_generation(player);
    memset(player, 0, sizeof *player);
    player->is_here = true;
    player->generation = generation;
    return slot;
}

// Strong colours that are told apart from one another and from grass, stone and roofs.
static const struct view_color player_colors[] = {
    {41, 98, 255, 255},  {229, 57, 53, 255}, {255, 179, 0, 255}, {142, 36, 170, 255},
    {0, 150, 136, 255},  {244, 81, 30, 255}, {216, 27, 96, 255}, {57, 73, 171, 255},
    {124, 179, 66, 255}, {0, 172, 193, 255}, {109, 76, 65, 255}, {250, 250, 250, 255},
};

// Work clothes: calmer than players'.
static const struct view_color npc_colors[] = {
    {93, 64, 55, 255},   {46, 125, 50, 255},  {173, 20, 87, 255}, {21, 101, 192, 255}, {239, 108, 0, 255},
    {84, 110, 122, 255}, {106, 27, 154, 255}, {0, 105, 92, 255},  {158, 157, 36, 255}, {191, 54, 12, 255},
};

struct view_color world_player_clothes(uint32_t slot)
{
    return player_colors[slot % (sizeof player_colors / sizeof player_colors[0])];
}

struct view_color world_npc_clothes(size_t type)
{
    return npc_colors[type % (sizeof npc_colors / sizeof npc_colors[0])];
}

void world_say(const struct game *game, struct player *player, const char *text)
{
    snprintf(player->message, sizeof player->message, "%s", text);
    player->message_end_tick = game->tick + WORLD_MESSAGE_TICKS;
}
