#include "tests/data/plain_world.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const plain = "cloudsvc/worlds/plain";

static void require(bool is_made, const char *folder, const struct report *report)
{
    if (is_made)
        return;
    report_print(report, stderr);
    fprintf(stderr, "cannot make the world of %s; run from the repository's root\n", folder);
    exit(1);
}

static struct plain_world load(const char *folder)
{
    struct report report = {0};
    struct plain_world world = {.pack = pack_load(folder, &report)};
    if (world.pack)
        world.nav = nav_create(world.pack, NULL, &report);
    require(world.nav, folder, &report);
    return world;
}

struct plain_world plain_world_load(void)
{
    return load(plain);
}

struct plain_world plain_world_create(uint64_t seed)
{
    return plain_world_of(plain, seed);
}

struct plain_world plain_world_of(const char *folder, uint64_t seed)
{
    struct plain_world world = load(folder);
    world.game = game_create(world.pack, world.nav, seed);
    require(world.game, folder, &(struct report){0});
    return world;
}

void plain_world_destroy(struct plain_world *world)
{
    game_destroy(world->game);
    nav_destroy(world->nav);
    pack_destroy(world->pack);
}

game_player_id plain_world_join(struct plain_world *world)
{
    struct game_input input = {
        .kind = GAME_JOIN, .player = game_next_player(world->game), .viewport = {1280, 720, 100, {0}}};
    return game_apply(world->game, &input) ? input.player : 0;
}

void plain_world_tick(struct plain_world *world, int ticks)
{
    for (int i = 0; i < ticks; i++)
        game_tick(world->game);
}
