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

// Fails where a change of one of the fields leaves the hash as it was.
static void expect_counted(struct game *game, uint8_t *const *fields, size_t count)
{
    uint64_t before = world_hash(game);
    for (size_t i = 0; i < count; i++) {
        *fields[i] ^= 1;
        if (world_hash(game) == before)
            fail_msg("field %zu does not count", i);
        *fields[i] ^= 1;
        assert_true(world_hash(game) == before);
    }
}

static void every_field_of_a_walker_counts(void **state)
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
        (uint8_t *)&player->words,
        (uint8_t *)&player->language,
        (uint8_t *)&player->open_panels,
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
        (uint8_t *)&player->errand.find,
        (uint8_t *)&player->errand.is_stale,
        (uint8_t *)player->message,
        (uint8_t *)&player->message_end_tick,
        (uint8_t *)&player->camera.heading.x,
        (uint8_t *)&player->camera.wanted_zoom,
        (uint8_t *)&player->camera.pitch,
        (uint8_t *)&player->camera.cover,
        (uint8_t *)&player->taps[0].y,
        (uint8_t *)&player->taps[0].tick,
    };
    expect_counted(game, fields, sizeof fields / sizeof fields[0]);
    free(game);
}

static void every_field_of_what_goes_on_counts(void **state)
{
    (void)state;
    struct game *game = new_game();
    struct player *player = &game->players[0];
    struct npc npc = {.id = 1};
    struct barrier gate = {.is_open = false};
    game->npcs = &npc;
    game->npc_count = 1;
    game->barriers = (struct barriers){.all = &gate, .count = 1};
    player->quests.active_count = 1;
    uint8_t *const fields[] = {
        (uint8_t *)&player->dialogue.npc,
        (uint8_t *)&player->dialogue.quest,
        (uint8_t *)player->dialogue.line,
        (uint8_t *)&player->dialogue.answers[1],
        (uint8_t *)&player->quests.active[0].quest,
        (uint8_t *)&player->quests.active[0].task,
        (uint8_t *)&player->quests.active[0].done,
        (uint8_t *)&player->quests.finished,
        (uint8_t *)&player->quests.rewards,
        (uint8_t *)&player->quests.due,
        (uint8_t *)&player->quests.things[PACK_ITEMS_MAX - 1],
        (uint8_t *)&player->quests.taken[PACK_SPOTS_MAX / 64 - 1],
        (uint8_t *)&player->refusal.end_tick,
        (uint8_t *)&player->refusal.nearest.z,
        (uint8_t *)&npc.id,
        (uint8_t *)&npc.is_here,
        (uint8_t *)&gate.is_open,
        (uint8_t *)&gate.is_open_for_good,
    };
    expect_counted(game, fields, sizeof fields / sizeof fields[0]);
    free(game);
}

static void every_field_of_fights_counts(void **state)
{
    (void)state;
    struct game *game = new_game();
    struct player *player = &game->players[0];
    struct enemy enemy = {.way_count = 2};
    struct shot *shot = &game->shots.all[0];
    struct effect *effect = &game->effects.all[3];
    game->enemies.all = &enemy;
    game->enemies.count = 1;
    game->shots.count = 1;
    effect->end_tick = 1000;
    uint8_t *const fields[] = {
        (uint8_t *)&player->body.slip_x,
        (uint8_t *)&player->body.slip_z,
        (uint8_t *)&player->errand.enemy,
        (uint8_t *)&player->vitals.health,
        (uint8_t *)&player->vitals.energy,
        (uint8_t *)&player->vitals.healing,
        (uint8_t *)&player->vitals.calm_ticks,
        (uint8_t *)&player->vitals.score,
        (uint8_t *)&player->vitals.cooldown_ticks[GAME_SKILL_COUNT - 1],
        (uint8_t *)&player->vitals.swing_ticks,
        (uint8_t *)&player->vitals.hurt_ticks,
        (uint8_t *)&player->vitals.faint_ticks,
        (uint8_t *)&player->has_been_bitten,
        (uint8_t *)&game->enemies.random.state[3],
        (uint8_t *)&enemy.state,
        (uint8_t *)&enemy.generation,
        (uint8_t *)&enemy.body.position.z,
        (uint8_t *)&enemy.way[1].z,
        (uint8_t *)&enemy.way_next,
        (uint8_t *)&enemy.is_way_cut,
        (uint8_t *)&enemy.target,
        (uint8_t *)&enemy.health,
        (uint8_t *)&enemy.until_tick,
        (uint8_t *)&enemy.think_tick,
        (uint8_t *)&enemy.bite_tick,
        (uint8_t *)&enemy.swing_ticks,
        (uint8_t *)&enemy.hurt_ticks,
        (uint8_t *)&shot->at.x,
        (uint8_t *)&shot->along.z,
        (uint8_t *)&shot->climb,
        (uint8_t *)&shot->left_m,
        (uint8_t *)&shot->player,
        (uint8_t *)&shot->damage,
        (uint8_t *)&effect->kind,
        (uint8_t *)&effect->at.x,
        (uint8_t *)&effect->to.z,
        (uint8_t *)&effect->begin_tick,
    };
    expect_counted(game, fields, sizeof fields / sizeof fields[0]);
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_empty_slot_held_does_not_count),
        cmocka_unit_test(every_field_of_a_walker_counts),
        cmocka_unit_test(every_field_of_what_goes_on_counts),
        cmocka_unit_test(every_field_of_fights_counts),
    };
    return cmocka_run_group_tests_name("world_hash", tests, NULL, NULL);
}
