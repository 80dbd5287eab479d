// The harbor world played through by somebody who taps what the screen offers: the main line ends at the
// reward chest within ten minutes, and each quest beside it can be done.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/quest.h"
#include "cloudsvc/game/world.h"
#include "tests/data/plain_world.h"

#define HARBOR "cloudsvc/worlds/harbor"

enum {
    SEED = 5,
    SECOND = GAME_TICK_HZ,
    READING_TICKS = 3 * SECOND, // that a line is looked at
    TASK_TICKS = 180 * SECOND,  // in which any task is done, also on the other side of the world
    PLAY_TICKS = 600 * SECOND,
    HURT_POINTS = 50, // of health: time to heal
};

#define FIGHT_M 12.0 // enemies nearer than this are seen well enough to be tapped

// Who plays.
struct hero {
    struct plain_world world;
    struct game *game;
    game_player_id id;
    const struct player *player;
};

static int set_up(void **state)
{
    static struct hero hero;
    hero.world = plain_world_of(HARBOR, SEED);
    hero.game = hero.world.game;
    hero.id = plain_world_join(&hero.world);
    hero.player = &hero.game->players[world_slot(hero.game, hero.id)];
    *state = &hero;
    return 0;
}

static int tear_down(void **state)
{
    struct hero *hero = *state;
    plain_world_destroy(&hero->world);
    return 0;
}

static bool send(struct hero *hero, enum game_input_kind kind, uint32_t number)
{
    struct game_input input = {.kind = kind, .player = hero->id, .number = number};
    return game_apply(hero->game, &input);
}

static bool is_person(const struct pack_npc *npc, const struct pack_person *person)
{
    return strcmp(npc->type, person->type) == 0 && strcmp(npc->subtype, person->subtype) == 0;
}

static const struct pack_npc *speaker(const struct hero *hero)
{
    return dialogue_is_open(hero->player) ? hero->game->npcs[hero->player->dialogue.npc].about : NULL;
}

static bool is_idle(const struct hero *hero)
{
    return hero->player->errand.kind == ERRAND_NONE && !dialogue_is_open(hero->player);
}

static uint32_t quest_number(const struct hero *hero, const char *name)
{
    for (uint32_t i = 0; i < hero->game->pack->quest_count; i++)
        if (strcmp(hero->game->pack->quests[i].name, name) == 0)
            return i;
    fail_msg("no quest %s", name);
    return 0;
}

static bool is_finished(const struct hero *hero, uint32_t quest)
{
    return hero->player->quests.finished >> quest & 1;
}

/// @return the task under way; NULL when the quest is not
static const struct pack_task *current_task(const struct hero *hero, uint32_t quest)
{
    const struct quest_log *log = &hero->player->quests;
    for (size_t i = 0; i < log->active_count; i++)
        if (log->active[i].quest == quest)
            return &hero->game->pack->quests[quest].tasks[log->active[i].task];
    return NULL;
}

// ---- what the hero does ----------------------------------------------------------------------------

static void read_and_close(struct hero *hero)
{
    plain_world_tick(&hero->world, READING_TICKS);
    if (dialogue_is_open(hero->player))
        assert_true(send(hero, GAME_CLOSE_DIALOGUE, 0));
}

static void talk_to(struct hero *hero, const struct pack_person *person)
{
    uint32_t npc = 0;
    while (npc < hero->game->npc_count && !is_person(hero->game->npcs[npc].about, person))
        npc++;
    assert_true(npc < hero->game->npc_count);
    assert_true(send(hero, GAME_TALK, hero->game->npcs[npc].id));
    for (int tick = 0; speaker(hero) != hero->game->npcs[npc].about; tick++) {
        if (tick > TASK_TICKS)
            fail_msg("never came to %s/%s", person->type, person->subtype);
        plain_world_tick(&hero->world, 1);
    }
}

static void take_on(struct hero *hero, uint32_t quest)
{
    talk_to(hero, &hero->game->pack->quests[quest].giver);
    if (hero->player->dialogue.quest != quest)
        fail_msg("no offer of %s, but: %s", hero->game->pack->quests[quest].name,
                 hero->player->dialogue.line);
    plain_world_tick(&hero->world, READING_TICKS);
    assert_true(send(hero, GAME_ANSWER, 0));
    assert_non_null(current_task(hero, quest));
}

static uint32_t nearest_enemy(const struct hero *hero)
{
    return enemy_nearest(hero->game, &hero->player->body.position, (struct direction){1, 0}, -1, FIGHT_M);
}

// Looks after health first, then fights who is near, else goes where the quest says.
static void fight_on(struct hero *hero, uint32_t quest)
{
    uint32_t enemy = nearest_enemy(hero);
    if (hero->player->vitals.health < HURT_POINTS * VITALS_PARTS)
        (void)send(hero, GAME_SKILL, GAME_HEAL);
    if (hero->player->errand.kind == ERRAND_FIGHT)
        return;
    if (enemy != WORLD_NOBODY)
        assert_true(send(hero, GAME_FIGHT, enemy_id(hero->game, enemy)));
    else if (is_idle(hero))
        assert_true(send(hero, GAME_TRACK, quest));
}

static bool leads_to_somebody(const struct pack_task *task)
{
    return task->kind == PACK_TASK_TALK || task->kind == PACK_TASK_DELIVER;
}

// Taps the tracker's entry. The way to a person is asked for by itself.
static void ask_for_the_way(struct hero *hero, uint32_t quest, const struct pack_task *task)
{
    if (leads_to_somebody(task))
        fail_msg("does not set out by itself: %s", pack_text(hero->game->pack, task->title, 0));
    assert_true(send(hero, GAME_TRACK, quest));
}

static void do_task(struct hero *hero, uint32_t quest, const struct pack_task *task)
{
    for (int tick = 1; current_task(hero, quest) == task; tick++) {
        if (tick > TASK_TICKS)
            fail_msg("stuck at: %s", pack_text(hero->game->pack, task->title, 0));
        if (task->kind == PACK_TASK_DEFEAT)
            fight_on(hero, quest);
        else if (tick % SECOND == 0 && is_idle(hero))
            ask_for_the_way(hero, quest, task);
        plain_world_tick(&hero->world, 1);
    }
    if (leads_to_somebody(task)) {
        const struct pack_npc *npc = speaker(hero);
        if (!npc || !is_person(npc, &task->person))
            fail_msg("nobody, or somebody else: %s", pack_text(hero->game->pack, task->title, 0));
        assert_string_equal(hero->player->dialogue.line, pack_text(hero->game->pack, task->says, 0));
        read_and_close(hero);
    }
}

static void play(struct hero *hero, uint32_t quest)
{
    take_on(hero, quest);
    for (size_t i = 0; i < hero->game->pack->quests[quest].task_count; i++)
        do_task(hero, quest, &hero->game->pack->quests[quest].tasks[i]);
    assert_true(is_finished(hero, quest));
    print_message("%s: done after %llu s, %llu requests, score %u\n", hero->game->pack->quests[quest].name,
                  (unsigned long long)(game_tick_count(hero->game) / SECOND),
                  (unsigned long long)game_counters(hero->game).wayfinding_requests,
                  hero->player->vitals.score);
}

static void open_the_chest(struct hero *hero)
{
    assert_true(quest_chest_count(hero->game, world_slot(hero->game, hero->id)) > 0);
    assert_true(send(hero, GAME_CHEST, 0));
    for (int tick = 0; !speaker(hero); tick++) {
        assert_true(tick < TASK_TICKS);
        plain_world_tick(&hero->world, 1);
    }
    assert_string_equal(speaker(hero)->type, hero->game->pack->treasurer.type);
    assert_int_equal(quest_chest_count(hero->game, world_slot(hero->game, hero->id)), 0);
    read_and_close(hero);
}

// ---- tests -----------------------------------------------------------------------------------------

static void the_main_line_is_played_within_ten_minutes_and_ends_at_the_chest(void **state)
{
    struct hero *hero = *state;
    const struct pack *pack = hero->game->pack;
    uint32_t line = 0;
    for (; line == 0 || pack->quests[line].after_count > 0; line++)
        play(hero, line);
    uint32_t before = hero->player->vitals.score;
    open_the_chest(hero);
    assert_string_equal(pack->scenes[hero->player->body.position.scene].name, "island");
    assert_true(hero->player->vitals.score > before);
    assert_true(game_tick_count(hero->game) < PLAY_TICKS);
    print_message("main line: %llu s\n", (unsigned long long)(game_tick_count(hero->game) / SECOND));
}

static void quests_beside_the_main_line_are_done_in_any_order(void **state)
{
    struct hero *hero = *state;
    play(hero, quest_number(hero, "shells"));
    play(hero, quest_number(hero, "lost_lantern"));
    play(hero, quest_number(hero, "bridge"));
    play(hero, quest_number(hero, "nets"));
    open_the_chest(hero);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_main_line_is_played_within_ten_minutes_and_ends_at_the_chest,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(quests_beside_the_main_line_are_done_in_any_order, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("harbor_play", tests, NULL, NULL);
}
