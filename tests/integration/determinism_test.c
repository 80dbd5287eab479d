// One start and one input log give one world: run twice, and once more from its own record.
//
//     determinism_test [--hash TICKS]    with the option only prints the hash, to be compared between
//     compilers
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/recording.h"
#include "tests/data/plain_world.h"

enum { BOTS = 20, TICKS = 20000, SEED = 42, VIEWPORTS = 3 };

// Players who do all that players can do, most of the time something sensible.
struct bots {
    struct random_generator random;
    game_player_id players[BOTS];
    uint32_t sequence;
};

static const struct game_viewport viewports[VIEWPORTS] = {
    {1280, 720, 100, {0}}, {1170, 2532, 300, {141, 0, 102, 0}}, {844, 390, 100, {0, 47, 21, 47}}};

static struct nav_position random_place(struct bots *bots)
{
    return (struct nav_position){random_below(&bots->random, 64000) / 1000.0 - 32.0,
                                 random_below(&bots->random, 2000) / 1000.0,
                                 random_below(&bots->random, 64000) / 1000.0 - 32.0, 0};
}

static struct game_input random_input(struct bots *bots, const struct plain_world *world,
                                      game_player_id player)
{
    static const enum game_input_kind kinds[] = {
        GAME_TOUCH, GAME_WALK,   GAME_WALK,  GAME_WALK,     GAME_TALK,           GAME_FIND,
        GAME_FIND,  GAME_CAMERA, GAME_LEAVE, GAME_VIEWPORT, GAME_CLOSE_DIALOGUE, GAME_CAMERA_RESET};
    struct game_input input = {.kind = kinds[random_below(&bots->random, sizeof kinds / sizeof kinds[0])],
                               .player = player,
                               .sequence = ++bots->sequence};
    if (input.kind == GAME_VIEWPORT)
        input.viewport = viewports[random_below(&bots->random, VIEWPORTS)];
    if (input.kind == GAME_TOUCH)
        input.tap.x = input.tap.y = (uint16_t)random_below(&bots->random, 65536);
    if (input.kind == GAME_WALK)
        input.position = random_place(bots);
    if (input.kind == GAME_TALK) {
        const struct pack_npc *npc =
            &world->pack->npcs[random_below(&bots->random, (uint32_t)world->pack->npc_count)];
        input.npc = npc_index_find(nav_index(world->nav), npc->type, npc->subtype).ids[0];
    }
    if (input.kind == GAME_FIND)
        input.find = random_below(&bots->random, (uint32_t)world->pack->find_count);
    if (input.kind == GAME_CAMERA) {
        input.camera.turn = (int32_t)random_below(&bots->random, 20000) - 10000;
        input.camera.zoom_percent = (int32_t)random_below(&bots->random, 60) - 25;
    }
    return input;
}

static struct game_input join_input(struct bots *bots, const struct plain_world *world)
{
    struct game_input input = {.kind = GAME_JOIN,
                               .player = game_next_player(world->game),
                               .sequence = ++bots->sequence,
                               .viewport = viewports[random_below(&bots->random, VIEWPORTS)]};
    if (random_below(&bots->random, 2))
        snprintf(input.name, sizeof input.name, "Bot %u, 100%%", (unsigned)bots->sequence);
    return input;
}

static void apply(const struct plain_world *world, const struct game_input *input, FILE *record)
{
    if (game_apply(world->game, input) && record)
        assert_true(recording_input(record, game_tick_count(world->game), input));
}

// Each bot does something about once a second.
static void play(struct bots *bots, struct plain_world *world, FILE *record)
{
    for (size_t i = 0; i < BOTS; i++) {
        if (random_below(&bots->random, GAME_TICK_HZ) != 0)
            continue;
        struct game_input input;
        if (!bots->players[i]) {
            input = join_input(bots, world);
            bots->players[i] = input.player;
        } else {
            input = random_input(bots, world, bots->players[i]);
            if (input.kind == GAME_LEAVE)
                bots->players[i] = 0;
        }
        apply(world, &input, record);
    }
}

static uint64_t run(int ticks, FILE *record)
{
    struct plain_world world = plain_world_create(SEED);
    struct bots bots = {.sequence = 0};
    random_seed(&bots.random, SEED);
    if (record)
        recording_begin(record, world.pack->name, SEED);
    for (int i = 1; i <= ticks; i++) {
        play(&bots, &world, record);
        game_tick(world.game);
        if (record && i % RECORDING_HASH_TICKS == 0)
            recording_hash(record, game_tick_count(world.game), game_hash(world.game));
    }
    uint64_t hash = game_hash(world.game);
    if (record)
        recording_hash(record, game_tick_count(world.game), hash);
    assert_true(game_counters(world.game).wayfinding_requests > 0);
    plain_world_destroy(&world);
    return hash;
}

// The first run: its record and its end.
struct first_run {
    FILE *record;
    uint64_t hash;
};

static int make_first_run(void **state)
{
    static struct first_run first;
    first.record = tmpfile();
    if (!first.record)
        return -1;
    first.hash = run(TICKS, first.record);
    print_message("%d ticks, %d bots: hash %016llx\n", TICKS, BOTS, (unsigned long long)first.hash);
    *state = &first;
    return 0;
}

static int drop_first_run(void **state)
{
    struct first_run *first = *state;
    return fclose(first->record);
}

static void a_second_run_ends_in_the_same_world(void **state)
{
    const struct first_run *first = *state;
    assert_true(run(TICKS, NULL) == first->hash);
}

static void a_record_replays_to_the_same_world(void **state)
{
    const struct first_run *first = *state;
    char name[PACK_NAME_MAX];
    char error[RECORDING_ERROR_MAX] = "";
    uint64_t seed;
    rewind(first->record);
    assert_true(recording_header(first->record, name, &seed, error));
    assert_int_equal(seed, SEED);
    struct plain_world world = plain_world_create(seed);
    assert_string_equal(name, world.pack->name);
    if (!recording_replay(first->record, world.game, NULL, NULL, error))
        fail_msg("%s", error);
    assert_int_equal(game_tick_count(world.game), TICKS);
    assert_true(game_hash(world.game) == first->hash);
    plain_world_destroy(&world);
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 3 && strcmp(arguments[1], "--hash") == 0) {
        printf("%016llx\n", (unsigned long long)run(atoi(arguments[2]), NULL));
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_run_ends_in_the_same_world),
        cmocka_unit_test(a_record_replays_to_the_same_world),
    };
    return cmocka_run_group_tests_name("determinism", tests, make_first_run, drop_first_run);
}
