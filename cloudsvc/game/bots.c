#include "cloudsvc/game/bots.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cloudsvc/game/bot.h"

enum { RETRY_TICKS = GAME_TICK_HZ }; // from one try to join to the next

/// A bot's place in the crowd.
struct place {
    struct bot bot;
    game_player_id player; // 0: not in the world
    uint64_t join_tick;    // when it tries to get in
};

struct bots {
    const struct pack *pack;
    uint64_t seed;
    struct place *places;
    size_t count;
    size_t next;       // whose turn it is after this tick
    bool has_begun;    // the times to join are set
    struct view *view; // what the bot whose turn it is sees
};

// Laptops and phones, as among players.
static const struct game_viewport viewports[] = {{1280, 720, 100, {0}}, {720, 1280, 200, {0}}};

struct bots *bots_create(const struct pack *pack, size_t count, uint64_t seed)
{
    assert(count <= BOTS_MAX);
    struct bots *bots = calloc(1, sizeof *bots);
    if (!bots)
        return NULL;
    bots->pack = pack;
    bots->seed = seed;
    bots->count = count;
    bots->places = calloc(count + 1, sizeof *bots->places);
    bots->view = calloc(1, sizeof *bots->view);
    if (!bots->places || !bots->view) {
        bots_destroy(bots);
        return NULL;
    }
    return bots;
}

void bots_destroy(struct bots *bots)
{
    if (!bots)
        return;
    free(bots->places);
    free(bots->view);
    free(bots);
}

static void set_join_ticks(struct bots *bots, uint64_t tick)
{
    for (size_t i = 0; i < bots->count; i++)
        bots->places[i].join_tick = tick + i * BOTS_JOIN_TICKS;
    bots->has_begun = true;
}

/// Should the world be full, or the join be refused, the bot tries again a second later.
static bool join(struct bots *bots, size_t number, const struct game *game, struct game_input *input)
{
    struct place *place = &bots->places[number];
    uint64_t tick = game_tick_count(game);
    if (tick < place->join_tick)
        return false;
    place->join_tick = tick + RETRY_TICKS;
    place->player = game_next_player(game);
    *input = (struct game_input){
        .kind = GAME_JOIN,
        .player = place->player,
        .viewport = viewports[number % (sizeof viewports / sizeof viewports[0])],
    };
    snprintf(input->name, sizeof input->name, "%s", bot_name(number));
    bot_init(&place->bot, bots->seed ^ (number + 1), tick);
    return place->player != 0;
}

static bool act(struct bots *bots, size_t number, const struct game *game, struct game_input *input)
{
    struct place *place = &bots->places[number];
    if (place->player == 0)
        return join(bots, number, game, input);
    if (!bot_looks(&place->bot, game_tick_count(game)))
        return false;
    if (!game_view(game, place->player, bots->view)) {
        place->player = 0; // it was not let in
        return false;
    }
    if (!bot_think(&place->bot, bots->pack, bots->view, input))
        return false;
    input->player = place->player;
    return true;
}

bool bots_next(struct bots *bots, const struct game *game, struct game_input *input)
{
    if (!bots->has_begun)
        set_join_ticks(bots, game_tick_count(game));
    while (bots->next < bots->count)
        if (act(bots, bots->next++, game, input))
            return true;
    bots->next = 0;
    return false;
}

bool bots_leave(struct bots *bots, struct game_input *input)
{
    while (bots->next < bots->count) {
        struct place *place = &bots->places[bots->next++];
        if (place->player == 0)
            continue;
        *input = (struct game_input){.kind = GAME_LEAVE, .player = place->player};
        place->player = 0;
        return true;
    }
    return false;
}
