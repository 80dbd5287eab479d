// Every quest of the worlds that ship can be played to its end, by inputs that a player has.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/game/world.h"
#include "tests/data/plain_world.h"

enum {
    PATIENCE_TICKS = 5 * 60 * GAME_TICK_HZ,     // for one way, one fight, or somebody to come
    DAY_TICKS_MAX = 24 * 60 * 60 * GAME_TICK_HZ // for all
};

static struct plain_world world;
static struct player *player;

static bool put(enum game_input_kind kind, uint32_t number)
{
    struct game_input input = {.kind = kind, .player = world_player_id(world.game, 0)};
    input.number = number;
    return game_apply(world.game, &input);
}

static bool is_busy(void)
{
    return player->errand.kind != ERRAND_NONE || player->quests.due != QUEST_NONE || player->dark_ticks > 0 ||
           !vitals_is_alive(&player->vitals);
}

// Until somebody speaks, or there is nothing more to do.
static void wait_and_see(void)
{
    for (int i = 0; i < PATIENCE_TICKS && is_busy() && !dialogue_is_open(player); i++)
        game_tick(world.game);
}

static uint32_t somebody(const struct pack_person *person)
{
    for (uint32_t i = 0; i < world.game->npc_count; i++)
        if (world.game->npcs[i].is_here && quest_is_person(person, world.game->npcs[i].about))
            return i;
    return WORLD_NOBODY;
}

static const struct quest_progress *progress_of(uint32_t quest)
{
    for (size_t i = 0; i < player->quests.active_count; i++)
        if (player->quests.active[i].quest == quest)
            return &player->quests.active[i];
    return NULL;
}

static bool is_finished(uint32_t quest)
{
    return player->quests.finished >> quest & 1;
}

static bool can_begin(uint32_t quest)
{
    const struct pack_quest *about = &world.pack->quests[quest];
    for (size_t i = 0; i < about->after_count; i++)
        if (!is_finished(about->after[i]))
            return false;
    return !is_finished(quest) && somebody(&about->giver) != WORLD_NOBODY;
}

static void take_on(uint32_t quest)
{
    const struct pack_quest *about = &world.pack->quests[quest];
    assert_true(put(GAME_TALK, world.game->npcs[somebody(&about->giver)].id));
    wait_and_see();
    if (player->dialogue.quest != quest)
        fail_msg("%s is not offered: %s", about->name,
                 dialogue_is_open(player) ? player->dialogue.line : player->message);
    assert_true(put(GAME_ANSWER, 0));
    assert_non_null(progress_of(quest));
}

// Fights the nearest enemy of the kind in the scene, if there is one.
static void fight(enum pack_enemy_kind kind)
{
    for (size_t i = 0; i < world.game->enemies.count; i++) {
        const struct enemy *enemy = &world.game->enemies.all[i];
        bool is_meant = world.pack->enemies[enemy->ground].kind == kind && enemy_is_alive(world.game, i) &&
                        enemy->body.position.scene == player->body.position.scene;
        if (is_meant && put(GAME_FIGHT, enemy_id(world.game, i)))
            return;
    }
}

static void go_on_with(uint32_t quest)
{
    const struct pack_task *task = &world.pack->quests[quest].tasks[progress_of(quest)->task];
    (void)put(GAME_TRACK, quest);
    wait_and_see();
    if (task->kind == PACK_TASK_DEFEAT) {
        fight(task->enemy);
        wait_and_see();
    }
    (void)put(GAME_CLOSE_DIALOGUE, 0);
    for (int i = 0; i < GAME_TICK_HZ; i++)
        game_tick(world.game);
}

static void play(uint32_t quest)
{
    take_on(quest);
    uint64_t end = world.game->tick + 10 * PATIENCE_TICKS;
    while (progress_of(quest) && world.game->tick < end)
        go_on_with(quest);
    if (!is_finished(quest))
        fail_msg("%s cannot be finished: %s", world.pack->quests[quest].name, player->message);
}

static void play_all(const char *folder)
{
    world = plain_world_of(folder, 1);
    assert_true(plain_world_join(&world) != 0);
    player = &world.game->players[0];
    for (size_t finished = 0; finished < world.pack->quest_count && world.game->tick < DAY_TICKS_MAX;) {
        uint32_t quest = 0;
        while (quest < world.pack->quest_count && !can_begin(quest))
            quest++;
        if (quest == world.pack->quest_count) {
            game_tick(world.game); // until a giver comes
            continue;
        }
        play(quest);
        finished++;
    }
    for (uint32_t quest = 0; quest < world.pack->quest_count; quest++)
        if (!is_finished(quest))
            fail_msg("%s never begins", world.pack->quests[quest].name);
}

static void get_rewards(void)
{
    uint32_t score = player->vitals.score;
    if (quest_chest_count(world.game, 0) == 0)
        return;
    assert_true(put(GAME_CHEST, 0));
    wait_and_see();
    assert_true(dialogue_is_open(player));
    assert_true(player->vitals.score > score);
    assert_int_equal(quest_chest_count(world.game, 0), 0);
}

static void all_quests_of_the_worlds_can_be_played(void **state)
{
    (void)state;
    static const char *const folders[] = {"cloudsvc/worlds/plain", "cloudsvc/worlds/harbor",
                                          "tests/data/quest_world"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        play_all(folders[i]);
        get_rewards();
        plain_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_quests_of_the_worlds_can_be_played)};
    return cmocka_run_group_tests_name("quests", tests, NULL, NULL);
}
