// Every part of the state changes the hash, and padding does not.
#include "cloudsvc/game/world_hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct game *game_filled_with(int byte)
{
    struct game *game = calloc(1, sizeof *game);
    assert_non_null(game);
    memset(game->players, byte, sizeof game->players);
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        struct player *player = &game->players[i];
        player->is_here = false;
        player->generation = 0;
    }
    return game;
}

static void what_an_empty_slot_held_does_not_count(void **state)
{
    (void)state;
    struct game *clean = game_filled_with(0);
    struct game *dirty = game_filled_with(0x55);
    assert_true(world_hash(clean) == world_hash(dirty));
    free(clean);
    free(dirty);
}

static struct game *new_game(void)
{
    struct game *game = calloc(1, sizeof *game);
    assert_non_null(game);
    world_seat(game, world_next_player(game));
    game->players[0].walk.point_count = 2;
    game->players[0].tap_count = 1;
    return game;
}

static void every_field_counts(void **state)
{
    (void)state;
    struct game *game = new_game();
    struct player *player = &game->players[0];
    uint8_t *const fields[] = {
        (uint8_t *)&game->tick,
        (uint8_t *)&game->joined_count,
        (uint8_t *)&game->random.state[3],
        (uint8_t *)player->name,
        (uint8_t *)&player->viewport.inset_px[3],
        (uint8_t *)&player->input_sequence,
        (uint8_t *)&player->body.position.y,
        (uint8_t *)&player->body.position.scene,
        (uint8_t *)&player->body.facing.z,
        (uint8_t *)&player->body.wanted.x,
        (uint8_t *)&player->body.pace,
        (uint8_t *)&player->body.stride,
        (uint8_t *)&player->body.climb_m,
        (uint8_t *)&player->walk.points[1].z,
        (uint8_t *)&player->walk.beyond_m,
        (uint8_t *)&player->errand.kind,
        (uint8_t *)&player->errand.goal.x,
        (uint8_t *)&player->errand.npc,
        (uint8_t *)player->errand.label,
        (uint8_t *)&player->errand.has_jump,
        (uint8_t *)&player->errand.arrival.z,
        (uint8_t *)&player->errand.beyond_m,
        (uint8_t *)&player->errand.scenes_to_go,
        (uint8_t *)&player->errand.is_jumping,
        (uint8_t *)&player->dark_ticks,
        (uint8_t *)&player->dialogue_npc,
        (uint8_t *)player->message,
        (uint8_t *)&player->message_end_tick,
        (uint8_t *)&player->camera.heading.x,
        (uint8_t *)&player->camera.wanted_zoom,
        (uint8_t *)&player->camera.pitch,
        (uint8_t *)&player->camera.cover,
        (uint8_t *)&player->taps[0].y,
        (uint8_t *)&player->taps[0].tick,
    };
    uint64_t before = world_hash(game);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        *fields[i] ^= 1;
        if (world_hash(game) == before)
            fail_msg("field %zu does not count", i);
        *fields[i] ^= 1;
        assert_true(world_hash(game) == before);
    }
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_empty_slot_held_does_not_count),
        cmocka_unit_test(every_field_counts),
    };
    return cmocka_run_group_tests_name("world_hash", tests, NULL, NULL);
}
