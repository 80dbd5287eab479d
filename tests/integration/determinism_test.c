// One start and one input log give one world: run twice, and once more from its own record. In a world of one
// scene, and in one where ways lead through jump points.
//
//     determinism_test [--hash TICKS]    with the option only prints the hashes, on one line, to be compared
//     between compilers
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/recording.h"
#include "tests/data/plain_world.h"

enum { BOTS = 20, TICKS = 20000, JUMP_TICKS = 6000, SEED = 42, VIEWPORTS = 3 };

#define PLAIN  "cloudsvc/worlds/plain"
#define HARBOR "cloudsvc/worlds/harbor"

// Players who do all that players can do, most of the time something sensible.
struct bots {
    struct random_generator random;
    game_player_id players[BOTS];
    uint32_t sequence;
};

static const struct game_viewport viewports[VIEWPORTS] = {
    {1280, 720, 100, {0}}, {1170, 2532, 300, {141, 0, 102, 0}}, {844, 390, 100, {0, 47, 21, 47}}};

static struct nav_position random_place(struct bots *bots, const struct plain_world *world)
{
    return (struct nav_position){random_below(&bots->random, 64000) / 1000.0 - 32.0,
                                 random_below(&bots->random, 2000) / 1000.0,
                                 random_below(&bots->random, 64000) / 1000.0 - 32.0,
                                 random_below(&bots->random, (uint32_t)world->pack->scene_count)};
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
        input.position = random_place(bots, world);
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

// Whether players are in all scenes: they have jumped.
static bool is_everywhere(const struct plain_world *world, const struct bots *bots)
{
    static struct view view;
    size_t scenes = 0;
    for (uint32_t scene = 0; scene < world->pack->scene_count; scene++) {
        bool is_here = false;
        for (size_t i = 0; !is_here && i < BOTS; i++)
            is_here = game_view(world->game, bots->players[i], &view) && view.scene == scene;
        scenes += is_here;
    }
    return scenes == world->pack->scene_count;
}

static uint64_t run(const char *folder, int ticks, FILE *record)
{
    struct plain_world world = plain_world_of(folder, SEED);
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
    assert_true(game_counters(world.game).wayfinding_requests > 0);
    if (record) {
        recording_hash(record, game_tick_count(world.game), hash);
        assert_true(is_everywhere(&world, &bots));
    }
    plain_world_destroy(&world);
    return hash;
}

// The first run: its record and its end.
struct first_run {
    const char *folder;
    int ticks;
    FILE *record;
    uint64_t hash;
};

static struct first_run first_runs[] = {{PLAIN, TICKS, NULL, 0}, {HARBOR, JUMP_TICKS, NULL, 0}};
enum { FIRST_RUNS = sizeof first_runs / sizeof first_runs[0] };

static int make_first_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIRST_RUNS; i++) {
        struct first_run *first = &first_runs[i];
        first->record = tmpfile();
        if (!first->record)
            return -1;
        first->hash = run(first->folder, first->ticks, first->record);
        print_message("%s: %d ticks, %d bots: hash %016llx\n", first->folder, first->ticks, BOTS,
                      (unsigned long long)first->hash);
    }
    return 0;
}

static int drop_first_runs(void **state)
{
    (void)state;
    int result = 0;
    for (size_t i = 0; i < FIRST_RUNS; i++)
        result |= fclose(first_runs[i].record);
    return result;
}

static void a_second_run_ends_in_the_same_world(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIRST_RUNS; i++)
        assert_true(run(first_runs[i].folder, first_runs[i].ticks, NULL) == first_runs[i].hash);
}

static void replay(const struct first_run *first)
{
    char name[PACK_NAME_MAX];
    char error[RECORDING_ERROR_MAX] = "";
    uint64_t seed;
    rewind(first->record);
    assert_true(recording_header(first->record, name, &seed, error));
    assert_int_equal(seed, SEED);
    struct plain_world world = plain_world_of(first->folder, seed);
    assert_string_equal(name, world.pack->name);
    if (!recording_replay(first->record, world.game, NULL, NULL, error))
        fail_msg("%s", error);
    assert_int_equal(game_tick_count(world.game), first->ticks);
    assert_true(game_hash(world.game) == first->hash);
    plain_world_destroy(&world);
}

static void a_record_replays_to_the_same_world(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIRST_RUNS; i++)
        replay(&first_runs[i]);
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 3 && strcmp(arguments[1], "--hash") == 0) {
        for (size_t i = 0; i < FIRST_RUNS; i++)
            printf("%016llx ", (unsigned long long)run(first_runs[i].folder, atoi(arguments[2]), NULL));
        putchar('\n');
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_run_ends_in_the_same_world),
        cmocka_unit_test(a_record_replays_to_the_same_world),
    };
    return cmocka_run_group_tests_name("determinism", tests, make_first_runs, drop_first_runs);
}
