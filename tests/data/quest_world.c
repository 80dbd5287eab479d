#include "tests/data/quest_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define PEOPLE "\"step_height\": 0.3, \"agent\": {\"radius\": 0.3, \"height\": 1.8}"
#define LIGHT  "\"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"}"
#define REGION(name, more, left, low, right, high)                                                           \
    "{\"name\": \"" name "\", " more "\"surface\": \"stone\", \"height\": 0, \"outline\": [[" #left          \
    ", " #low "], [" #right ", " #low "], [" #right ", " #high "], [" #left ", " #high "]]}"

struct text {
    const char *file;
    const char *text;
};

static const char world_file[] =
    "{\"name\": \"Court\", \"scenes\": [\"scenes/court.json\", \"scenes/cellar.json\"],"
    " \"languages\": [\"en\", \"zh\"], \"quests\": \"quests.json\", \"day_minutes\": 4, \"start_hour\": 9,"
    " \"spawn\": {\"scene\": \"court\", \"at\": [5, 10]},"
    " \"festival\": {\"title\": \"@fair\", \"hours\": [10, 12], \"type\": \"juggler\"},"
    " \"treasurer\": {\"type\": \"banker\"},"
    " \"find\": [{\"label\": \"Smith\", \"type\": \"smith\"}, {\"label\": \"Sage\", \"type\": \"sage\"},"
    "  {\"label\": \"Merchant\", \"type\": \"merchant\"}, {\"label\": \"Fisher\", \"type\": \"merchant\","
    "   \"subtype\": \"fish\"}]}";

static const char court_file[] =
    "{\"name\": \"court\", " PEOPLE ", " LIGHT
    ", \"regions\": [" REGION("west", "", 0, 0, 10, 20) ", " REGION(
        "gateway", "\"chunk\": \"gateway\", ", 10, 9, 12,
        11) ", " REGION("east", "", 12, 0, 40,
                        20) ", " REGION("vault_door", "\"chunk\": \"vault_door\", ", 4, 20, 6,
                                        22) ", " REGION("vault", "", 0, 22, 10,
                                                        30) ", " REGION("wicket", "\"chunk\": \"wicket\", ",
                                                                        4, -2, 6,
                                                                        0) ", " REGION("shed", "", 0, -8, 10,
                                                                                       -2) "],"
                                                                                           " \"obstacles\": "
                                                                                           "[{\"kind\": "
                                                                                           "\"ravine\", "
                                                                                           "\"outline\": "
                                                                                           "[[24, 0.1], [27, "
                                                                                           "0.1], [27, 16], "
                                                                                           "[24, 16]]}],"
                                                                                           " \"roads\": "
                                                                                           "[{\"name\": "
                                                                                           "\"path\", "
                                                                                           "\"line\": [[14, "
                                                                                           "3], [23, 3]], "
                                                                                           "\"width\": 1.5},"
                                                                                           "  {\"name\": "
                                                                                           "\"lane\", "
                                                                                           "\"line\": [[28, "
                                                                                           "3], [35, 3]], "
                                                                                           "\"width\": 1.5}],"
                                                                                           " \"gates\": "
                                                                                           "[{\"name\": "
                                                                                           "\"gateway\", "
                                                                                           "\"kind\": "
                                                                                           "\"door\", "
                                                                                           "\"chunk\": "
                                                                                           "\"gateway\","
                                                                                           "   \"line\": "
                                                                                           "[[11, 9], [11, "
                                                                                           "11]], \"width\": "
                                                                                           "0.3, \"height\": "
                                                                                           "2.5, \"open\": "
                                                                                           "true, "
                                                                                           "\"closed\": "
                                                                                           "\"@shut\"},"
                                                                                           "  {\"name\": "
                                                                                           "\"vault\", "
                                                                                           "\"kind\": "
                                                                                           "\"door\", "
                                                                                           "\"chunk\": "
                                                                                           "\"vault_door\", "
                                                                                           "\"line\": [[4, "
                                                                                           "21], [6, 21]],"
                                                                                           "   \"width\": "
                                                                                           "0.3, \"height\": "
                                                                                           "2.5, \"open\": "
                                                                                           "false, "
                                                                                           "\"closed\": "
                                                                                           "\"@locked\"},"
                                                                                           "  {\"name\": "
                                                                                           "\"bridge\", "
                                                                                           "\"kind\": "
                                                                                           "\"bridge\", "
                                                                                           "\"line\": [[23, "
                                                                                           "3], [28, 3]], "
                                                                                           "\"width\": 1.5,"
                                                                                           "   \"open\": "
                                                                                           "false, "
                                                                                           "\"closed\": "
                                                                                           "\"the bridge is "
                                                                                           "out\"},"
                                                                                           "  {\"name\": "
                                                                                           "\"wicket\", "
                                                                                           "\"kind\": "
                                                                                           "\"door\", "
                                                                                           "\"chunk\": "
                                                                                           "\"wicket\", "
                                                                                           "\"line\": [[4, "
                                                                                           "-1], [6, -1]],"
                                                                                           "   \"width\": "
                                                                                           "0.3, \"height\": "
                                                                                           "2, \"hours\": "
                                                                                           "[9, 11]}],"
                                                                                           " \"enemies\": "
                                                                                           "[{\"kind\": "
                                                                                           "\"wolf\", "
                                                                                           "\"at\": [33, "
                                                                                           "12], \"radius\": "
                                                                                           "3, \"count\": "
                                                                                           "2}],"
                                                                                           " \"items\": "
                                                                                           "[{\"item\": "
                                                                                           "\"herb\", "
                                                                                           "\"at\": [2, 2]}, "
                                                                                           "{\"item\": "
                                                                                           "\"herb\", "
                                                                                           "\"at\": [7, 2]},"
                                                                                           "  {\"item\": "
                                                                                           "\"herb\", "
                                                                                           "\"at\": [20, "
                                                                                           "16]}],"
                                                                                           " \"jumps\": "
                                                                                           "[{\"name\": "
                                                                                           "\"down\", "
                                                                                           "\"at\": [2, 18], "
                                                                                           "\"to\": "
                                                                                           "[{\"scene\": "
                                                                                           "\"cellar\", "
                                                                                           "\"at\": [2, "
                                                                                           "2]}]}],"
                                                                                           " \"npcs\": ["
                                                                                           "  {\"type\": "
                                                                                           "\"guard\", "
                                                                                           "\"name\": "
                                                                                           "\"Gil\", "
                                                                                           "\"dialogue\": "
                                                                                           "\"Move on.\", "
                                                                                           "\"at\": [4, 5]},"
                                                                                           "  {\"type\": "
                                                                                           "\"smith\", "
                                                                                           "\"name\": "
                                                                                           "\"@smith\", "
                                                                                           "\"dialogue\": "
                                                                                           "\"@smith.line\", "
                                                                                           "\"at\": [36, 3]},"
                                                                                           "  {\"type\": "
                                                                                           "\"sage\", "
                                                                                           "\"name\": "
                                                                                           "\"Sela\", "
                                                                                           "\"dialogue\": "
                                                                                           "\"Hush.\", "
                                                                                           "\"at\": [5, 28]},"
                                                                                           "  {\"type\": "
                                                                                           "\"banker\", "
                                                                                           "\"name\": "
                                                                                           "\"Bo\", "
                                                                                           "\"dialogue\": "
                                                                                           "\"Coins?\", "
                                                                                           "\"at\": [8, 16]},"
                                                                                           "  {\"type\": "
                                                                                           "\"merchant\", "
                                                                                           "\"subtype\": "
                                                                                           "\"fish\", "
                                                                                           "\"name\": "
                                                                                           "\"Fay\", "
                                                                                           "\"dialogue\": "
                                                                                           "\"Fish!\","
                                                                                           "   \"at\": [16, "
                                                                                           "10], \"hours\": "
                                                                                           "[8, 10]},"
                                                                                           "  {\"type\": "
                                                                                           "\"merchant\", "
                                                                                           "\"subtype\": "
                                                                                           "\"herbs\", "
                                                                                           "\"name\": "
                                                                                           "\"Hed\", "
                                                                                           "\"dialogue\": "
                                                                                           "\"Herbs!\","
                                                                                           "   \"at\": [20, "
                                                                                           "18]},"
                                                                                           "  {\"type\": "
                                                                                           "\"juggler\", "
                                                                                           "\"name\": "
                                                                                           "\"Jo\", "
                                                                                           "\"dialogue\": "
                                                                                           "\"Catch!\", "
                                                                                           "\"at\": [2, 14], "
                                                                                           "\"hours\": [10, "
                                                                                           "12]}"
                                                                                           "]}";

static const char cellar_file[] = "{\"name\": \"cellar\", " PEOPLE ", " LIGHT ", \"regions\": [" REGION(
    "floor", "", 0, 0, 40, 4) "],"
                              " \"jumps\": [{\"name\": \"up\", \"at\": [38, 2], \"to\": [{\"scene\": "
                              "\"court\", \"at\": [14, 18]}]}]}";

static const char quests_file[] =
    "{\"items\": [{\"name\": \"herb\", \"title\": \"@herb\", \"kind\": \"thing\", \"look\": \"herb\"},"
    "  {\"name\": \"sword\", \"title\": \"Sword\", \"kind\": \"weapon\", \"look\": \"bundle\", \"strength\": "
    "7}],"
    " \"quests\": ["
    "  {\"name\": \"message\", \"title\": \"A message\", \"giver\": {\"type\": \"guard\"},"
    "   \"offer\": \"Tell the smith.\", \"tasks\": [{\"kind\": \"talk\", \"title\": \"Tell the smith\","
    "    \"to\": {\"type\": \"smith\"}, \"says\": \"So be it.\"}], \"score\": 10, \"gifts\": [\"sword\"]},"
    "  {\"name\": \"herbs\", \"title\": \"Herbs\", \"giver\": {\"type\": \"guard\"}, \"after\": "
    "[\"message\"],"
    "   \"offer\": \"Bring herbs.\", \"tasks\": [{\"kind\": \"fetch\", \"title\": \"@herbs.1\","
    "    \"item\": \"herb\", \"count\": 2}, {\"kind\": \"deliver\", \"title\": \"Bring the herbs\","
    "    \"item\": \"herb\", \"count\": 2, \"to\": {\"type\": \"smith\"}, \"says\": \"Fine herbs.\"}],"
    "   \"score\": 20, \"opens\": \"vault\"},"
    "  {\"name\": \"wolves\", \"title\": \"Wolves\", \"giver\": {\"type\": \"smith\"},"
    "   \"offer\": \"Wolves about.\", \"tasks\": [{\"kind\": \"defeat\", \"title\": \"Drive off wolves\","
    "    \"enemy\": \"wolf\", \"count\": 2}, {\"kind\": \"talk\", \"title\": \"Tell the guard\","
    "    \"to\": {\"type\": \"guard\"}, \"says\": \"Good.\"}], \"score\": 30}]}";

static const struct text texts[] = {
    {"world.json", world_file},
    {"scenes/court.json", court_file},
    {"scenes/cellar.json", cellar_file},
    {"quests.json", quests_file},
    {"text/en.json",
     "{\"fair\": \"Fair\", \"shut\": \"The gate is shut.\", \"locked\": \"The vault is locked.\","
     " \"smith\": \"Sam\", \"smith.line\": \"Hot work.\", \"herb\": \"Herb\","
     " \"herbs.1\": \"Gather herbs\"}"},
    {"text/zh.json", "{\"fair\": \"集市\", \"shut\": \"大门关着。\", \"locked\": \"金库锁着。\","
                     " \"smith\": \"老山\", \"smith.line\": \"活儿真热。\", \"herb\": \"草药\","
                     " \"herbs.1\": \"采草药\"}"},
};

static char *read_text(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    (void)context;
    (void)report;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].file, file) != 0)
            continue;
        *size_bytes = strlen(texts[i].text);
        return strdup(texts[i].text);
    }
    return NULL;
}

struct quest_world quest_world_create(void)
{
    struct report report = {0};
    struct quest_world world = {.pack = pack_parse(read_text, NULL, &report)};
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
