#include "tests/data/busy_world.h"

#include <assert.h>
#include <stdlib.h>

#include "cloudsvc/game/recording.h"

enum { VIEWPORTS = 3, PLACES_MM = 64000 };

static const struct game_viewport viewports[VIEWPORTS] = {
    {1280, 720, 100, {0}}, {1170, 2532, 300, {141, 0, 102, 0}}, {844, 390, 100, {0, 47, 21, 47}}};

struct busy_world busy_world_open(const char *folder, uint64_t seed, size_t bot_count, size_t restless_count,
                                  FILE *record)
{
    assert(restless_count <= BUSY_WORLD_RESTLESS_MAX);
    struct busy_world busy = {
        .world = plain_world_of(folder, seed),
        .restless_count = restless_count,
        .record = record,
    };
    busy.bots = bots_create(busy.world.pack, bot_count, seed);
    busy.view = calloc(1, sizeof *busy.view);
    random_seed(&busy.random, seed);
    bool is_begun = !record || recording_begin(record, busy.world.pack->name, seed);
    if (!busy.bots || !busy.view || !is_begun) {
        fprintf(stderr, "out of memory, or the record cannot be written\n");
        exit(1);
    }
    return busy;
}

void busy_world_close(struct busy_world *busy)
{
    const struct game *game = busy->world.game;
    if (busy->record)
        recording_hash(busy->record, game_tick_count(game), game_hash(game));
    bots_destroy(busy->bots);
    free(busy->view);
    plain_world_destroy(&busy->world);
}

// ---- the restless ------------------------------------------------------------------------------

static uint32_t below(struct busy_world *busy, size_t limit)
{
    return limit > 0 ? random_below(&busy->random, (uint32_t)limit) : 0;
}

static double coordinate(struct busy_world *busy)
{
    return below(busy, PLACES_MM) / 1000.0 - PLACES_MM / 2000.0;
}

static struct nav_position some_place(struct busy_world *busy)
{
    return (struct nav_position){.x = coordinate(busy),
                                 .y = below(busy, 2000) / 1000.0,
                                 .z = coordinate(busy),
                                 .scene = below(busy, busy->world.pack->scene_count)};
}

/// Somebody in sight; 0 when it is nobody of this kind.
static uint32_t somebody(struct busy_world *busy, game_player_id player, enum view_actor_kind kind)
{
    if (!game_view(busy->world.game, player, busy->view))
        return 0;
    size_t first = below(busy, busy->view->actor_count);
    for (size_t i = first; i < busy->view->actor_count; i++)
        if (busy->view->actors[i].kind == kind)
            return busy->view->actors[i].id;
    return 0;
}

static void fill_number(struct busy_world *busy, struct game_input *input)
{
    const struct pack *pack = busy->world.pack;
    if (input->kind == GAME_TALK)
        input->npc = somebody(busy, input->player, VIEW_NPC);
    if (input->kind == GAME_FIGHT)
        input->enemy = somebody(busy, input->player, VIEW_ENEMY);
    if (input->kind == GAME_FIND)
        input->find = below(busy, pack->find_count);
    if (input->kind == GAME_SKILL)
        input->skill = below(busy, GAME_SKILL_COUNT);
    if (input->kind == GAME_ANSWER)
        input->answer = below(busy, 2);
    if (input->kind == GAME_TRACK)
        input->quest = below(busy, pack->quest_count);
    if (input->kind == GAME_PANEL)
        input->panel = below(busy, GAME_PANEL_COUNT);
}

static struct game_input some_input(struct busy_world *busy, game_player_id player)
{
    static const enum game_input_kind kinds[] = {
        GAME_TOUCH, GAME_WALK,     GAME_WALK,           GAME_WALK,         GAME_TALK,   GAME_FIND,
        GAME_FIND,  GAME_CAMERA,   GAME_LEAVE,          GAME_VIEWPORT,     GAME_ANSWER, GAME_ANSWER,
        GAME_FIGHT, GAME_FIGHT,    GAME_SKILL,          GAME_SKILL,        GAME_SKILL,  GAME_TRACK,
        GAME_PANEL, GAME_FESTIVAL, GAME_CLOSE_DIALOGUE, GAME_CAMERA_RESET, GAME_CHEST,  GAME_GO_NEAR,
    };
    struct game_input input = {
        .kind = kinds[below(busy, sizeof kinds / sizeof kinds[0])],
        .player = player,
        .sequence = ++busy->sequence,
    };
    if (input.kind == GAME_VIEWPORT)
        input.viewport = viewports[below(busy, VIEWPORTS)];
    if (input.kind == GAME_TOUCH)
        input.tap.x = input.tap.y = (uint16_t)below(busy, 65536);
    if (input.kind == GAME_WALK)
        input.position = some_place(busy);
    if (input.kind == GAME_CAMERA) {
        input.camera.turn = (int32_t)below(busy, 20000) - 10000;
        input.camera.zoom_percent = (int32_t)below(busy, 60) - 25;
    }
    if (game_input_has_number(input.kind))
        fill_number(busy, &input);
    return input;
}

static struct game_input some_join(struct busy_world *busy)
{
    struct game_input input = {
        .kind = GAME_JOIN,
        .player = game_next_player(busy->world.game),
        .sequence = ++busy->sequence,
        .viewport = viewports[below(busy, VIEWPORTS)],
    };
    if (below(busy, 2))
        snprintf(input.name, sizeof input.name, "Guest of %u, 100%%", (unsigned)busy->sequence);
    return input;
}

// ---- everybody ---------------------------------------------------------------------------------

static void apply(struct busy_world *busy, const struct game_input *input)
{
    if (busy->record)
        recording_input(busy->record, game_tick_count(busy->world.game), input);
    game_apply(busy->world.game, input);
}

static void be_restless(struct busy_world *busy, struct restless *restless)
{
    if (below(busy, GAME_TICK_HZ) != 0)
        return;
    struct game_input input;
    if (restless->player == 0) {
        input = some_join(busy);
        restless->player = input.player;
    } else {
        input = some_input(busy, restless->player);
        if (input.kind == GAME_LEAVE)
            restless->player = 0;
    }
    apply(busy, &input);
}

void busy_world_tick(struct busy_world *busy)
{
    struct game *game = busy->world.game;
    struct game_input input;
    game_tick(game);
    if (busy->record && game_tick_count(game) % RECORDING_HASH_TICKS == 0)
        recording_hash(busy->record, game_tick_count(game), game_hash(game));
    while (bots_next(busy->bots, game, &input))
        apply(busy, &input);
    for (size_t i = 0; i < busy->restless_count; i++)
        be_restless(busy, &busy->restless[i]);
}
