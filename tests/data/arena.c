#include "tests/data/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/data/world_text.h"

static const char world[] = "{\"name\": \"Arena\", \"scenes\": [\"scenes/a.json\"],\n"
                            "  \"spawn\": {\"scene\": \"arena\", \"at\": [2, 38]},\n"
                            "  \"find\": [{\"label\": \"Smith\", \"type\": \"smith\"}]}\n";

static const char scene[] =
    "{\n"
    "  \"name\": \"arena\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},\n"
    "  \"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"},\n"
    "  \"regions\": [\n"
    "    {\"name\": \"field\", \"surface\": \"grass\", \"height\": 0,\n"
    "      \"outline\": [[0, 0], [60, 0], [60, 40], [0, 40]]},\n"
    "    {\"name\": \"terrace\", \"surface\": \"stone\", \"height\": 0.8,\n"
    "      \"outline\": [[60, 12], [70, 12], [70, 36], [60, 36]]},\n"
    "    {\"name\": \"ramp\", \"surface\": \"stone\", \"height\": [0, 0.8, 0.8, 0],\n"
    "      \"outline\": [[60, 36], [70, 36], [70, 40], [60, 40]]},\n"
    "    {\"name\": \"gateway\", \"surface\": \"stone\", \"height\": 0, \"chunk\": \"gate\",\n"
    "      \"outline\": [[60, 2], [62, 2], [62, 6], [60, 6]]},\n"
    "    {\"name\": \"yard\", \"surface\": \"sand\", \"height\": 0,\n"
    "      \"outline\": [[62, 0], [70, 0], [70, 10], [62, 10]]},\n"
    "    {\"name\": \"isle\", \"surface\": \"sand\", \"height\": 0,\n"
    "      \"outline\": [[-10, 0], [-2, 0], [-2, 18], [-10, 18]]},\n"
    "    {\"name\": \"cave\", \"surface\": \"stone\", \"height\": 0, \"ceiling\": 3,\n"
    "      \"outline\": [[-10, 22], [-2, 22], [-2, 40], [-10, 40]]},\n"
    "    {\"name\": \"passage\", \"surface\": \"stone\", \"height\": 0,\n"
    "      \"outline\": [[-2, 38], [0, 38], [0, 40], [-2, 40]]},\n"
    "    {\"name\": \"pit\", \"surface\": \"sand\", \"height\": -0.9,\n"
    "      \"outline\": [[-1.5, 18.5], [0, 18.5], [0, 21.5], [-1.5, 21.5]]}\n"
    "  ],\n"
    "  \"obstacles\": [\n"
    "    {\"kind\": \"wall\", \"line\": [[10, 6], [10, 10]], \"width\": 0.4, \"height\": 2},\n"
    "    {\"kind\": \"ravine\", \"outline\": [[7, 11], [9.5, 11], [9.5, 14], [7, 14]]},\n"
    "    {\"kind\": \"ravine\", \"outline\": [[6.5, 15], [10, 15], [10, 18], [6.5, 18]]},\n"
    "    {\"kind\": \"ravine\", \"outline\": [[7, 19], [9, 19], [9, 22], [7, 22]]},\n"
    "    {\"kind\": \"fence\", \"line\": [[9.2, 19], [9.2, 22]], \"width\": 0.2, \"height\": 1},\n"
    "    {\"kind\": \"rock\", \"center\": [22, 34], \"radius\": 1, \"height\": 1},\n"
    "    {\"kind\": \"wall\", \"line\": [[25, 29.5], [25, 39.6]], \"width\": 0.4, \"height\": 2},\n"
    "    {\"kind\": \"house\", \"outline\": [[18, 30], [20, 30], [20, 33], [18, 33]], \"height\": 4},\n"
    "    {\"kind\": \"wall\", \"line\": [[36, 24], [36, 39.8]], \"width\": 0.4, \"height\": 2}\n"
    "  ],\n"
    "  \"gates\": [\n"
    "    {\"name\": \"gate\", \"kind\": \"door\", \"chunk\": \"gate\", \"line\": [[61, 2], [61, 6]],\n"
    "      \"width\": 0.3, \"height\": 2.5, \"open\": false}\n"
    "  ],\n"
    "  \"enemies\": [\n"
    "    {\"kind\": \"wolf\", \"at\": [45, 32], \"radius\": 5, \"count\": 3},\n"
    "    {\"kind\": \"boar\", \"name\": \"Grunt\", \"at\": [24, 34], \"radius\": 4, \"count\": 2},\n"
    "    {\"kind\": \"crab\", \"at\": [50, 8], \"radius\": 3, \"count\": 1},\n"
    "    {\"kind\": \"skeleton\", \"at\": [34, 8], \"radius\": 3, \"count\": 1, \"health\": 2000, "
    "\"strength\": 50}\n"
    "  ],\n"
    "  \"npcs\": [{\"type\": \"smith\", \"name\": \"Bram\", \"dialogue\": \"Hello.\", \"at\": [4, 38]}]\n"
    "}\n";

static const struct world_file files[] = {{WORLD_FILE, world}, {SCENE_FILE, scene}, {NULL, NULL}};

struct plain_world arena_create(uint64_t seed)
{
    struct report report = {0};
    struct plain_world arena = {.pack = world_text_load_files(files, NULL, 0)};
    arena.nav = nav_create(arena.pack, NULL, &report);
    assert_non_null(arena.nav);
    arena.game = game_create(arena.pack, arena.nav, seed);
    assert_non_null(arena.game);
    return arena;
}

uint32_t arena_first_of(const struct plain_world *arena, uint32_t ground)
{
    uint32_t enemy = 0;
    while (enemy < arena->game->enemies.count && arena->game->enemies.all[enemy].ground != ground)
        enemy++;
    assert_true(enemy < arena->game->enemies.count);
    return enemy;
}

struct player *arena_join(struct plain_world *arena)
{
    game_player_id id = plain_world_join(arena);
    assert_int_not_equal(id, 0);
    return &arena->game->players[world_slot(arena->game, id)];
}

void arena_put(const struct plain_world *arena, struct player *player, double x, double z)
{
    struct direction east = {1.0, 0.0};
    struct nav_position place = {x, 0.0, z, 0};
    assert_true(nav_nearest(arena->nav, place, 0.5, &place));
    player->body = (struct body){.position = place, .facing = east, .wanted = east};
}

bool arena_ask(struct plain_world *arena, const struct player *player, enum game_input_kind kind,
               uint32_t number)
{
    uint32_t slot = (uint32_t)(player - arena->game->players);
    struct game_input input = {.kind = kind, .player = world_player_id(arena->game, slot), .number = number};
    return game_apply(arena->game, &input);
}
