// One start and one input log give one world: run twice, once more from its own record, and while frames are
// made of it by one worker or two. In a world of one scene, and in one where ways lead through jump points.
//
//     determinism_test --hash PACK TICKS BOTS RESTLESS WORKERS    only prints the hash, as
//     tests/determinism/world_hash.c
//                                                                 does, while so many workers make frames of
//                                                                 the world
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/recording.h"
#include "tests/data/busy_world.h"
#include "tests/data/spectators.h"

enum { BOTS = 12, RESTLESS = 8, TICKS = 3000, SEED = 42, FRAMES_MIN = 10 };

#define PLAIN  "cloudsvc/worlds/plain"
#define HARBOR "cloudsvc/worlds/harbor"

// The scenes that players are in, as bits: who is in several has jumped.
static uint64_t scenes_of(const struct busy_world *busy)
{
    static struct view view;
    uint64_t seen = 0;
    for (size_t i = 0; i < busy->restless_count; i++)
        if (game_view(busy->world.game, busy->restless[i].player, &view))
            seen |= (uint64_t)1 << view.scene;
    return seen;
}

static uint64_t run(const char *folder, int ticks, FILE *record)
{
    uint64_t seen = 0;
    struct busy_world busy = busy_world_open(folder, SEED, BOTS, RESTLESS, record);
    for (int i = 1; i <= ticks; i++) {
        busy_world_tick(&busy);
        if (i % GAME_TICK_HZ == 0)
            seen |= scenes_of(&busy);
    }
    uint64_t hash = game_hash(busy.world.game);
    assert_true(game_counters(busy.world.game).wayfinding_requests > 0);
    assert_true(busy.world.pack->scene_count == 1 || (seen & (seen - 1)) != 0);
    busy_world_close(&busy);
    return hash;
}

// ---- runs --------------------------------------------------------------------------------------

// The first run: its record and its end.
struct first_run {
    const char *folder;
    FILE *record;
    uint64_t hash;
};

static struct first_run first_runs[] = {{PLAIN, NULL, 0}, {HARBOR, NULL, 0}};
enum { FIRST_RUNS = sizeof first_runs / sizeof first_runs[0] };

static int make_first_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIRST_RUNS; i++) {
        struct first_run *first = &first_runs[i];
        first->record = tmpfile();
        if (!first->record)
            return -1;
        first->hash = run(first->folder, TICKS, first->record);
        print_message("%s: %d ticks: hash %016" PRIx64 "\n", first->folder, TICKS, first->hash);
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
        assert_true(run(first_runs[i].folder, TICKS, NULL) == first_runs[i].hash);
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
    assert_int_equal(game_tick_count(world.game), TICKS);
    assert_true(game_hash(world.game) == first->hash);
    plain_world_destroy(&world);
}

static void a_record_replays_to_the_same_world(void **state)
{
    (void)state;
    for (size_t i = 0; i < FIRST_RUNS; i++)
        replay(&first_runs[i]);
}

// ---- frames ------------------------------------------------------------------------------------

// Now and then the world waits for a frame, so that there are some also where the workers are held up.
// @return false when too few came
static bool run_watched(struct busy_world *busy, long ticks, size_t workers, uint64_t *hash)
{
    uint64_t frames = 0;
    struct spectators *spectators = spectators_create(busy->world.game, workers);
    for (long i = 1; spectators && i <= ticks; i++) {
        busy_world_tick(busy);
        for (size_t k = 0; k < SPECTATORS; k++)
            spectators_watch(spectators, k, busy->restless[k].player);
        if (i * FRAMES_MIN % ticks == 0 && !spectators_wait(spectators, ++frames))
            break;
    }
    bool is_watched = spectators && spectators_frame_count(spectators) >= FRAMES_MIN;
    spectators_destroy(spectators);
    *hash = game_hash(busy->world.game);
    return is_watched;
}

static void frames_that_are_made_meanwhile_change_nothing(void **state)
{
    (void)state;
    for (size_t workers = 1; workers <= 2; workers++) {
        uint64_t hash = 0;
        struct busy_world busy = busy_world_open(HARBOR, SEED, BOTS, RESTLESS, NULL);
        assert_true(run_watched(&busy, TICKS, workers, &hash));
        assert_true(hash == first_runs[1].hash);
        busy_world_close(&busy);
    }
}

static int print_hash(char **arguments)
{
    uint64_t hash = 0;
    struct busy_world busy = busy_world_open(arguments[0], SEED, strtoul(arguments[2], NULL, 10),
                                             strtoul(arguments[3], NULL, 10), NULL);
    bool is_watched =
        run_watched(&busy, strtol(arguments[1], NULL, 10), strtoul(arguments[4], NULL, 10), &hash);
    printf("%016" PRIx64 "\n", hash);
    busy_world_close(&busy);
    return is_watched ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 7 && strcmp(arguments[1], "--hash") == 0)
        return print_hash(&arguments[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_run_ends_in_the_same_world),
        cmocka_unit_test(a_record_replays_to_the_same_world),
        cmocka_unit_test(frames_that_are_made_meanwhile_change_nothing),
    };
    return cmocka_run_group_tests_name("determinism", tests, make_first_runs, drop_first_runs);
}
