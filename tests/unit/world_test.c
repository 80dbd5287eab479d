// Slots, generations and messages.
#include "cloudsvc/game/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int set_up(void **state)
{
    *state = calloc(1, sizeof(struct game));
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    free(*state);
    return 0;
}

static void an_id_is_never_zero_and_names_one_player_only(void **state)
{
    struct game *game = *state;
    game_player_id seen[300];
    for (size_t i = 0; i < 300; i++) {
        seen[i] = world_next_player(game);
        assert_int_not_equal(seen[i], 0);
        for (size_t before = 0; before < i; before++)
            assert_int_not_equal(seen[before], seen[i]);
        uint32_t slot = world_seat(game, seen[i]);
        assert_int_equal(world_slot(game, seen[i]), slot);
        assert_int_equal(world_player_id(game, slot), seen[i]);
        if (i % 3)
            game->players[slot].is_here = false;
    }
}

static void generations_that_wrap_leave_zero_out(void **state)
{
    struct game *game = *state;
    game->players[0].generation = UINT32_MAX >> 8;
    game_player_id id = world_next_player(game);
    assert_int_equal(id, 1 << 8);
    assert_int_equal(world_seat(game, id), 0);
    assert_int_equal(world_slot(game, id), 0);
}

static void a_free_slot_is_found_by_no_id(void **state)
{
    struct game *game = *state;
    assert_int_equal(world_slot(game, 0), WORLD_NOBODY);
    assert_int_equal(world_slot(game, 1 << 8), WORLD_NOBODY);
    assert_int_equal(world_slot(game, UINT32_MAX), WORLD_NOBODY);
    game_player_id id = world_next_player(game);
    game->players[world_seat(game, id)].is_here = false;
    assert_int_equal(world_slot(game, id), WORLD_NOBODY);
}

static void neighbours_wear_different_clothes(void **state)
{
    (void)state;
    for (uint32_t i = 1; i < 8; i++) {
        struct view_color a = world_player_clothes(i - 1), b = world_player_clothes(i);
        assert_true(memcmp(&a, &b, sizeof a) != 0);
        a = world_npc_clothes(i - 1);
        b = world_npc_clothes(i);
        assert_true(memcmp(&a, &b, sizeof a) != 0);
        assert_int_equal(a.a, 255);
    }
}

static void a_message_stays_for_a_few_seconds(void **state)
{
    struct game *game = *state;
    game->tick = 1000;
    world_say(game, &game->players[0], "Hello.");
    assert_string_equal(game->players[0].message, "Hello.");
    assert_int_equal(game->players[0].message_end_tick, 1000 + WORLD_MESSAGE_TICKS);
}

#define WITH_GAME(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_GAME(an_id_is_never_zero_and_names_one_player_only),
        WITH_GAME(generations_that_wrap_leave_zero_out),
        WITH_GAME(a_free_slot_is_found_by_no_id),
        WITH_GAME(neighbours_wear_different_clothes),
        WITH_GAME(a_message_stays_for_a_few_seconds),
    };
    return cmocka_run_group_tests_name("world", tests, NULL, NULL);
}
