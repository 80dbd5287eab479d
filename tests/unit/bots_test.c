#include "cloudsvc/game/bots.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/allocations.h"
#include "tests/data/plain_world.h"

enum { CROWD = 20, MINUTE = 60 * GAME_TICK_HZ };

/// What a crowd did.
struct tally {
    size_t kinds[GAME_INPUT_KIND_COUNT];
    size_t refused;
};

static void play(struct bots *bots, struct game *game, int ticks, struct tally *tally)
{
    struct game_input input;
    for (int i = 0; i < ticks; i++) {
        game_tick(game);
        while (bots_next(bots, game, &input)) {
            tally->refused += !game_apply(game, &input);
            tally->kinds[input.kind]++;
        }
    }
}

static void go_home(struct bots *bots, struct game *game, struct tally *tally)
{
    struct game_input input;
    while (bots_leave(bots, &input)) {
        tally->refused += !game_apply(game, &input);
        tally->kinds[input.kind]++;
    }
}

static void they_come_in_ones_play_and_go_home(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    struct bots *bots = bots_create(world.pack, CROWD, 5);
    struct tally tally = {0};
    play(bots, world.game, 1, &tally);
    assert_int_equal(tally.kinds[GAME_JOIN], 1);
    play(bots, world.game, CROWD * BOTS_JOIN_TICKS, &tally);
    assert_int_equal(tally.kinds[GAME_JOIN], CROWD);
    play(bots, world.game, MINUTE, &tally);
    assert_int_equal(tally.kinds[GAME_JOIN], CROWD);
    assert_true(tally.kinds[GAME_FIND] > 10);
    assert_true(tally.kinds[GAME_WALK] > 10);
    assert_true(tally.kinds[GAME_CLOSE_DIALOGUE] > 5); // they have got to where they went
    assert_true(game_counters(world.game).wayfinding_requests >= tally.kinds[GAME_FIND]);
    go_home(bots, world.game, &tally);
    assert_int_equal(tally.kinds[GAME_LEAVE], CROWD);
    game_player_id first = game_next_player(world.game);
    assert_int_equal(first & 0xff, 0); // the world is empty: its first seat is free
    bots_destroy(bots);
    plain_world_destroy(&world);
}

static void the_same_seed_gives_the_same_world(void **state)
{
    (void)state;
    uint64_t hashes[3];
    for (uint64_t run = 0; run < 3; run++) {
        struct plain_world world = plain_world_create(1);
        struct bots *bots = bots_create(world.pack, CROWD, run / 2);
        struct tally tally = {0};
        play(bots, world.game, MINUTE, &tally);
        hashes[run] = game_hash(world.game);
        bots_destroy(bots);
        plain_world_destroy(&world);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_true(hashes[0] != hashes[2]);
}

static void one_that_finds_the_world_full_comes_when_there_is_room(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    game_player_id last = 0;
    for (game_player_id id; (id = plain_world_join(&world)) != 0;)
        last = id;
    struct bots *bots = bots_create(world.pack, 1, 5);
    struct tally tally = {0};
    play(bots, world.game, 2 * GAME_TICK_HZ, &tally);
    assert_int_equal(tally.kinds[GAME_JOIN], 0);
    struct game_input leave = {.kind = GAME_LEAVE, .player = last};
    assert_true(game_apply(world.game, &leave));
    play(bots, world.game, 2 * GAME_TICK_HZ, &tally);
    assert_int_equal(tally.kinds[GAME_JOIN], 1);
    assert_int_equal(tally.refused, 0);
    bots_destroy(bots);
    plain_world_destroy(&world);
}

static void they_allocate_nothing_while_they_play(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    struct bots *bots = bots_create(world.pack, CROWD, 5);
    struct tally tally = {0};
    play(bots, world.game, MINUTE, &tally); // the first requests may grow what nav keeps
    size_t before = allocations_count();
    play(bots, world.game, MINUTE, &tally);
    go_home(bots, world.game, &tally);
    assert_int_equal(allocations_count(), before);
    bots_destroy(bots);
    plain_world_destroy(&world);
}

static void no_bots_do_nothing(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    struct bots *bots = bots_create(world.pack, 0, 5);
    struct game_input input;
    assert_false(bots_next(bots, world.game, &input));
    assert_false(bots_leave(bots, &input));
    bots_destroy(bots);
    bots_destroy(NULL);
    plain_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_come_in_ones_play_and_go_home),
        cmocka_unit_test(the_same_seed_gives_the_same_world),
        cmocka_unit_test(one_that_finds_the_world_full_comes_when_there_is_room),
        cmocka_unit_test(they_allocate_nothing_while_they_play),
        cmocka_unit_test(no_bots_do_nothing),
    };
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
