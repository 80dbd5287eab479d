#include "tests/data/quest_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

struct quest_world quest_world_create(void)
{
    struct report report = {0};
    struct quest_world world = {.pack = pack_load("tests/data/quest_world", &report)};
    if (world.pack)
        world.nav = nav_create(world.pack, NULL, &report);
    report_print(&report, stderr);
    assert_non_null(world.nav);
    world.game = game_create(world.pack, world.nav, 1);
    assert_non_null(world.game);
    world.player = quest_world_join(&world, "en");
    return world;
}

void quest_world_destroy(struct quest_world *world)
{
    game_destroy(world->game);
    nav_destroy(world->nav);
    pack_destroy(world->pack);
}

struct player *quest_world_join(struct quest_world *world, const char *language)
{
    struct game_input join = {
        .kind = GAME_JOIN, .player = game_next_player(world->game), .viewport = {1280, 720, 100, {0}}};
    snprintf(join.language, sizeof join.language, "%s", language);
    assert_true(game_apply(world->game, &join));
    return &world->game->players[world_slot(world->game, join.player)];
}

bool quest_world_put(struct quest_world *world, struct game_input input)
{
    input.player = world_player_id(world->game, (uint32_t)(world->player - world->game->players));
    return game_apply(world->game, &input);
}

void quest_world_tick(struct quest_world *world, int ticks)
{
    for (int i = 0; i < ticks; i++)
        game_tick(world->game);
}

bool quest_world_meet(struct quest_world *world, uint32_t npc)
{
    for (int i = 0; i < 60 * GAME_TICK_HZ && world->player->dialogue.npc != npc; i++)
        game_tick(world->game);
    return world->player->dialogue.npc == npc;
}

void quest_world_place(struct quest_world *world, double x, double z)
{
    world->player->body.position = (struct nav_position){x, 0.0, z, 0};
}

void quest_world_turn(struct quest_world *world, uint32_t gate, bool is_open)
{
    world->pack->scenes[0].gates[gate].is_open = is_open;
}
