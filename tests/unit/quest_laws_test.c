// What holds whatever players do in a world of quests, hours and gates.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "tests/data/quest_world.h"

enum { SEEDS = 12, TICKS = 4000, PLAYERS = 4, INPUTS_MAX = 4096 };

static struct quest_world world;

// What was done, to be done again.
struct deed {
    uint64_t tick;
    struct game_input input;
};

static struct deed deeds[INPUTS_MAX];
static size_t deed_count;

static int set_up(void **state)
{
    (void)state;
    world = quest_world_create();
    deed_count = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    quest_world_destroy(&world);
    return 0;
}

static void begin_anew(uint64_t seed)
{
    game_destroy(world.game);
    world.game = game_create(world.pack, world.nav, seed);
    assert_non_null(world.game);
    for (int i = 0; i < PLAYERS; i++)
        world.player = quest_world_join(&world, i % 2 ? "zh" : "en");
}

static struct nav_position random_place(struct random_generator *random)
{
    return (struct nav_position){random_below(random, 42000) / 1000.0 - 1.0, 0.0,
                                 random_below(random, 40000) / 1000.0 - 9.0, random_below(random, 2)};
}

static struct game_input random_input(struct random_generator *random)
{
    static const enum game_input_kind kinds[] = {
        GAME_WALK,  GAME_TALK,  GAME_TALK,  GAME_TALK,     GAME_FIND,           GAME_ANSWER,
        GAME_TRACK, GAME_TRACK, GAME_CHEST, GAME_FESTIVAL, GAME_CLOSE_DIALOGUE, GAME_GO_NEAR};
    struct game_input input = {.kind = kinds[random_below(random, sizeof kinds / sizeof kinds[0])]};
    if (input.kind == GAME_WALK)
        input.position = random_place(random);
    else if (input.kind == GAME_TALK)
        input.npc = world.game->npcs[random_below(random, (uint32_t)world.game->npc_count)].id;
    else if (game_input_has_number(input.kind))
        input.number = random_below(random, 4);
    if (input.kind == GAME_ANSWER)
        input.number = random_below(random, 6) == 0; // mostly yes
    return input;
}

static bool is_request(enum game_input_kind kind)
{
    return kind == GAME_TALK || kind == GAME_FIND || kind == GAME_TRACK || kind == GAME_CHEST ||
           kind == GAME_FESTIVAL;
}

// How many tasks all players have come to: those of quests taken on, as far as they are.
static uint64_t tasks_begun(void)
{
    uint64_t begun = 0;
    for (size_t i = 0; i < PLAYERS; i++) {
        const struct quest_log *log = &world.game->players[i].quests;
        for (size_t quest = 0; quest < world.pack->quest_count; quest++)
            if (log->finished >> quest & 1)
                begun += world.pack->quests[quest].task_count;
        for (size_t k = 0; k < log->active_count; k++)
            begun += log->active[k].task + 1;
    }
    return begun;
}

static bool is_supported(const struct nav_position *place)
{
    struct nav_position found;
    double share;
    const struct barrier *bridge = &world.game->barriers.all[QUEST_WORLD_BRIDGE];
    return nav_nearest(world.nav, *place, 0.02, &found) ||
           (bridge->is_open && barrier_is_on_bridge(bridge, place, &share));
}

static void check_players(uint64_t seed)
{
    for (size_t i = 0; i < PLAYERS; i++) {
        const struct player *player = &world.game->players[i];
        const struct nav_position *at = &player->body.position;
        if (!is_supported(at))
            fail_msg("seed %u, tick %u: nothing under (%g, %g)", (unsigned)seed, (unsigned)world.game->tick,
                     at->x, at->z);
        if (player->errand.kind == ERRAND_NPC && !world.game->npcs[player->errand.npc].is_here)
            fail_msg("seed %u: on the way to nobody", (unsigned)seed);
        if (dialogue_is_open(player) && !world.game->npcs[player->dialogue.npc].is_here)
            fail_msg("seed %u: nobody speaks", (unsigned)seed);
    }
}

static void act(struct random_generator *random)
{
    struct game_input input = random_input(random);
    input.player = world_player_id(world.game, random_below(random, PLAYERS));
    if (game_apply(world.game, &input) && deed_count < INPUTS_MAX)
        deeds[deed_count++] = (struct deed){world.game->tick, input};
}

// Plays at random; the seed says how.
static void play(uint64_t seed)
{
    struct random_generator random;
    random_seed(&random, seed);
    begin_anew(seed);
    deed_count = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        if (random_below(&random, 20) == 0)
            act(&random);
        // As if fights went well.
        if (random_below(&random, 200) == 0)
            quest_note_defeat(world.game, 0, PACK_WOLF);
        game_tick(world.game);
    }
}

static void people_stand_on_ground_and_deal_with_who_is_there(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        begin_anew(seed);
        for (int tick = 0; tick < TICKS; tick++) {
            if (random_below(&random, 20) == 0)
                act(&random);
            for (uint32_t gate = 0; gate < 3; gate++)
                if (random_below(&random, 300) == 0)
                    quest_world_turn(&world, gate, random_below(&random, 2));
            game_tick(world.game);
            check_players(seed);
        }
    }
}

static void requests_are_asked_for_or_follow_from_a_task_begun(void **state)
{
    (void)state;
    uint64_t followed = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        play(seed);
        uint64_t asked = 0;
        for (size_t i = 0; i < deed_count; i++)
            asked += is_request(deeds[i].input.kind);
        uint64_t counted = world.game->counters.wayfinding_requests;
        if (counted < asked || counted > asked + tasks_begun())
            fail_msg("seed %u: %u requests, %u asked for, %u tasks begun", (unsigned)seed, (unsigned)counted,
                     (unsigned)asked, (unsigned)tasks_begun());
        followed += counted - asked;
    }
    assert_true(followed > 0);
}

static void what_is_done_again_comes_out_alike(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        begin_anew(seed);
        deed_count = 0;
        for (int tick = 0; tick < TICKS; tick++) {
            if (random_below(&random, 20) == 0)
                act(&random);
            game_tick(world.game);
        }
        uint64_t first = game_hash(world.game);
        begin_anew(seed);
        for (size_t next = 0; world.game->tick < TICKS; game_tick(world.game))
            for (; next < deed_count && deeds[next].tick == world.game->tick; next++)
                assert_true(game_apply(world.game, &deeds[next].input));
        if (game_hash(world.game) != first)
            fail_msg("seed %u departs", (unsigned)seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(people_stand_on_ground_and_deal_with_who_is_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(requests_are_asked_for_or_follow_from_a_task_begun, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_done_again_comes_out_alike, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("quest laws", tests, NULL, NULL);
}
