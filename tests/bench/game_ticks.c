#include "tests/bench/game_ticks.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/bots.h"
#include "cloudsvc/game/game.h"

enum {
    PEOPLE = 200,
    PLAYERS = BOTS_MAX,
    WARM_UP_TICKS = 30 * GAME_TICK_HZ,
    TICKS = 60 * GAME_TICK_HZ,
    SEED = 1,
    TRIES_MAX = 1000, // of places for one more
    NEAR_MM = 2500,   // from whom somebody new is a copy
};

static double processor_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// ---- people ------------------------------------------------------------------------------------

static size_t enemy_count(const struct pack *pack)
{
    size_t count = 0;
    for (size_t i = 0; i < pack->enemies_count; i++)
        count += pack->enemies[i].count;
    return count;
}

static int32_t some_mm(struct random_generator *random)
{
    return (int32_t)random_below(random, 2 * NEAR_MM + 1) - NEAR_MM;
}

/// Moves somebody a little, to where one can stand.
static bool move_aside(const struct pack *pack, const struct nav *nav, struct random_generator *random,
                       struct pack_npc *npc)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        struct geo_point at = {npc->at.x + some_mm(random), npc->at.z + some_mm(random)};
        const struct pack_region *region = &pack->scenes[npc->scene].regions[npc->region];
        struct nav_position place = {.x = at.x / 1000.0,
                                     .y = region->heights_mm[0] / 1000.0,
                                     .z = at.z / 1000.0,
                                     .scene = (uint32_t)npc->scene};
        if (!pack_region_contains(region, at) || !nav_nearest(nav, place, 0.001, &place))
            continue;
        npc->at = at;
        return true;
    }
    return false;
}

/// @return false when memory runs out, nobody lives there or there is no place
static bool add_people(struct pack *pack, const struct nav *nav)
{
    struct random_generator random;
    size_t lived_here = pack->npc_count;
    random_seed(&random, SEED);
    if (lived_here + enemy_count(pack) >= PEOPLE)
        return true;
    size_t count = PEOPLE - enemy_count(pack);
    struct pack_npc *npcs = lived_here > 0 ? realloc(pack->npcs, count * sizeof *npcs) : NULL;
    if (!npcs)
        return false;
    pack->npcs = npcs;
    for (; pack->npc_count < count; pack->npc_count++) {
        npcs[pack->npc_count] = npcs[pack->npc_count % lived_here];
        if (!move_aside(pack, nav, &random, &npcs[pack->npc_count]))
            return false;
    }
    return true;
}

static struct nav *nav_with_people(struct pack *pack)
{
    struct report report = {0};
    struct nav *empty = nav_create(pack, NULL, &report);
    bool is_full = empty && add_people(pack, empty);
    nav_destroy(empty);
    struct nav *nav = is_full ? nav_create(pack, NULL, &report) : NULL;
    if (!nav)
        report_print(&report, stderr);
    return nav;
}

// ---- ticks -------------------------------------------------------------------------------------

/// What the bots think is not counted: players do that at home.
static double play_tick(struct game *game, struct bots *bots, size_t *input_count)
{
    struct game_input input;
    double started_ms = processor_ms();
    game_tick(game);
    double spent_ms = processor_ms() - started_ms;
    while (bots_next(bots, game, &input)) {
        started_ms = processor_ms();
        game_apply(game, &input);
        spent_ms += processor_ms() - started_ms;
        (*input_count)++;
    }
    return spent_ms;
}

static int compare(const void *a, const void *b)
{
    double first = *(const double *)a;
    double second = *(const double *)b;
    return (first > second) - (first < second);
}

static void play(struct game *game, struct bots *bots, struct tick_figures *figures)
{
    static double spent_ms[TICKS];
    for (int i = 0; i < WARM_UP_TICKS; i++)
        play_tick(game, bots, &figures->input_count);
    figures->input_count = 0;
    for (int i = 0; i < TICKS; i++)
        spent_ms[i] = play_tick(game, bots, &figures->input_count);
    qsort(spent_ms, TICKS, sizeof spent_ms[0], compare);
    figures->p50_ms = spent_ms[TICKS / 2];
    figures->p99_ms = spent_ms[TICKS * 99 / 100];
}

bool measure_ticks(const char *folder, struct tick_figures *figures)
{
    struct report report = {0};
    struct pack *pack = pack_load(folder, &report);
    if (!pack)
        report_print(&report, stderr);
    struct nav *nav = pack ? nav_with_people(pack) : NULL;
    struct game *game = nav ? game_create(pack, nav, SEED) : NULL;
    struct bots *bots = game ? bots_create(pack, PLAYERS, SEED) : NULL;
    *figures = (struct tick_figures){.player_count = PLAYERS};
    if (bots) {
        figures->people_count = pack->npc_count + enemy_count(pack);
        play(game, bots, figures);
    }
    bool is_measured = bots;
    bots_destroy(bots);
    game_destroy(game);
    nav_destroy(nav);
    pack_destroy(pack);
    return is_measured;
}
