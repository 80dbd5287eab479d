#include "cloudsvc/game/bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/layout.h"

enum { SEEDS = 20, BOTS = 100, MINUTE = 60 * GAME_TICK_HZ, ENEMY = 77, NPC = 0x100000c };

static struct view view;
static const struct pack pack = {.find_count = 5};

// ---- what a bot is shown -----------------------------------------------------------------------

static struct view_actor actor(enum view_actor_kind kind, uint32_t id, float x)
{
    return (struct view_actor){.kind = kind, .id = id, .position = {x, 2.0f, 0.0f}};
}

/// Alone at (5, 2, 0) of scene 3.
static void stand_alone(void)
{
    memset(&view, 0, sizeof view);
    view.tick = 1000;
    view.scene = 3;
    view.actors[view.actor_count++] = actor(VIEW_PLAYER, 257, 5.0f);
}

static void meet(enum view_actor_kind kind, uint32_t id, float x)
{
    view.actors[view.actor_count++] = actor(kind, id, x);
}

static void show(enum view_element_kind kind, uint32_t action)
{
    view.elements[view.element_count++] = (struct view_element){.kind = kind, .fill = 1.0f, .action = action};
}

/// Looks whenever the bot does, until it does something.
/// @return false when it has done nothing for a minute
static bool wait_for_input(struct bot *bot, struct game_input *input)
{
    for (uint64_t end = view.tick + MINUTE; view.tick < end; view.tick++)
        if (bot_looks(bot, view.tick) && bot_think(bot, &pack, &view, input))
            return true;
    return false;
}

static struct bot bot_of(uint64_t seed)
{
    struct bot bot;
    bot_init(&bot, seed, view.tick);
    return bot;
}

// ---- tests -------------------------------------------------------------------------------------

static void one_alone_finds_somebody_strolls_looks_around_or_follows_a_button(void **state)
{
    (void)state;
    size_t times[GAME_INPUT_KIND_COUNT] = {0};
    for (uint64_t seed = 0; seed < BOTS; seed++) {
        stand_alone();
        show(VIEW_BUTTON, layout_action(GAME_TRACK, 7));
        show(VIEW_BUTTON, layout_action(GAME_TRACK, 9));
        show(VIEW_BUTTON, layout_action(GAME_CHEST, 0));
        struct bot bot = bot_of(seed);
        struct game_input input;
        assert_true(wait_for_input(&bot, &input));
        times[input.kind]++;
        if (input.kind == GAME_FIND)
            assert_in_range(input.find, 0, pack.find_count - 1);
        if (input.kind == GAME_TRACK)
            assert_true(input.quest == 7 || input.quest == 9);
        if (input.kind == GAME_WALK) {
            assert_int_equal(input.position.scene, 3);
            double x = input.position.x - 5.0;
            double z = input.position.z;
            assert_true(x * x + z * z >= 2 * 3 * 3 && x * x + z * z <= 2 * 12 * 12);
        }
    }
    size_t sum = 0;
    static const enum game_input_kind kinds[] = {GAME_FIND, GAME_TRACK, GAME_CHEST, GAME_WALK, GAME_CAMERA};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        assert_true(times[kinds[i]] > 0);
        sum += times[kinds[i]];
    }
    assert_int_equal(sum, BOTS);
}

static void who_stands_by_is_talked_to_and_who_is_far_away_is_not(void **state)
{
    (void)state;
    size_t talks = 0;
    for (uint64_t seed = 0; seed < BOTS; seed++) {
        stand_alone();
        meet(VIEW_OTHER_PLAYER, 513, 7.0f);
        meet(VIEW_NPC, NPC, 8.0f);
        meet(VIEW_NPC, NPC + 1, 40.0f);
        struct bot bot = bot_of(seed);
        struct game_input input;
        assert_true(wait_for_input(&bot, &input));
        if (input.kind != GAME_TALK)
            continue;
        assert_int_equal(input.npc, NPC);
        talks++;
    }
    assert_in_range(talks, 1, BOTS / 2);
}

static void one_under_way_walks_on_until_its_patience_ends(void **state)
{
    (void)state;
    stand_alone();
    struct bot bot = bot_of(1);
    struct game_input input;
    do
        assert_true(wait_for_input(&bot, &input));
    while (input.kind == GAME_CAMERA);
    uint64_t since = view.tick;
    view.route_count = 5;
    assert_false(wait_for_input(&bot, &input));
    assert_false(wait_for_input(&bot, &input));
    assert_true(wait_for_input(&bot, &input) || wait_for_input(&bot, &input));
    assert_in_range(view.tick, since + BOT_PATIENCE_TICKS, since + BOT_PATIENCE_TICKS + 2 * BOT_LOOK_TICKS);
}

static void one_that_is_spoken_to_reads_answers_reads_and_says_goodbye(void **state)
{
    (void)state;
    stand_alone();
    show(VIEW_PORTRAIT, 0);
    show(VIEW_BUTTON, layout_action(GAME_CLOSE_DIALOGUE, 0));
    show(VIEW_BUTTON, layout_action(GAME_ANSWER, 1));
    uint64_t since = view.tick;
    struct bot bot = bot_of(7);
    struct game_input input;
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.kind, GAME_ANSWER);
    assert_int_equal(input.answer, 1);
    assert_in_range(view.tick - since, 2 * GAME_TICK_HZ, 8 * GAME_TICK_HZ);
    since = view.tick;
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.kind, GAME_CLOSE_DIALOGUE);
    assert_in_range(view.tick - since, GAME_TICK_HZ, 4 * GAME_TICK_HZ);
    view.element_count = 0;
    since = view.tick;
    assert_true(wait_for_input(&bot, &input));
    assert_true(view.tick - since >= GAME_TICK_HZ); // it stays a moment
}

static void one_that_is_only_greeted_says_goodbye_without_an_answer(void **state)
{
    (void)state;
    stand_alone();
    show(VIEW_PORTRAIT, 0);
    struct bot bot = bot_of(7);
    struct game_input input;
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.kind, GAME_CLOSE_DIALOGUE);
}

static void an_enemy_that_comes_near_is_fought_with_what_is_ready(void **state)
{
    (void)state;
    struct game_input input;
    stand_alone();
    meet(VIEW_ENEMY, ENEMY, 9.0f);
    for (uint32_t skill = 0; skill < GAME_SKILL_COUNT; skill++)
        show(VIEW_SKILL, layout_action(GAME_SKILL, skill));
    struct bot bot = bot_of(3);
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.kind, GAME_FIGHT);
    assert_int_equal(input.enemy, ENEMY);
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.kind, GAME_SKILL);
    assert_int_equal(input.skill, GAME_SHOT);
    view.actors[1].position.x = 6.0f;
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.skill, GAME_STRIKE);
    view.actors[0].damage = 0.8f;
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.skill, GAME_HEAL);
    view.elements[GAME_HEAL].fill = 0.9f;
    assert_true(wait_for_input(&bot, &input));
    assert_int_equal(input.skill, GAME_STRIKE);
    view.elements[GAME_STRIKE].is_muted = true;
    assert_false(wait_for_input(&bot, &input));
    view.actors[1].position.x = 30.0f; // it has fled
    assert_true(wait_for_input(&bot, &input));
    assert_int_not_equal(input.kind, GAME_SKILL);
}

static void nobody_is_quicker_than_people_are(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        stand_alone();
        struct bot bot = bot_of(seed);
        struct game_input input;
        size_t inputs = 0;
        for (uint64_t end = view.tick + 5 * MINUTE, last = 0; view.tick < end; view.tick++) {
            if (!bot_looks(&bot, view.tick) || !bot_think(&bot, &pack, &view, &input))
                continue;
            if (view.tick - last < BOT_LOOK_TICKS / 2)
                fail_msg("seed %d: two inputs within %d ticks", (int)seed, (int)(view.tick - last));
            last = view.tick;
            inputs++;
        }
        if (inputs < 5 * 6 || inputs > 5 * 40)
            fail_msg("seed %d: %zu inputs in five minutes", (int)seed, inputs);
    }
}

static void the_same_seed_and_views_give_the_same_inputs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct game_input inputs[2][8];
        memset(inputs, 0, sizeof inputs);
        for (int run = 0; run < 2; run++) {
            stand_alone();
            struct bot bot = bot_of(seed);
            for (int i = 0; i < 8; i++)
                assert_true(wait_for_input(&bot, &inputs[run][i]));
        }
        for (int i = 0; i < 8; i++) {
            assert_int_equal(inputs[0][i].kind, inputs[1][i].kind);
            assert_memory_equal(&inputs[0][i].position, &inputs[1][i].position, sizeof inputs[0][i].position);
        }
    }
}

static void one_that_sees_nobody_not_even_itself_does_nothing(void **state)
{
    (void)state;
    stand_alone();
    view.actor_count = 0;
    struct bot bot = bot_of(1);
    struct game_input input;
    assert_false(wait_for_input(&bot, &input));
}

static void each_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < BOTS; i++) {
        assert_in_range(strlen(bot_name(i)), 2, GAME_NAME_MAX - 1);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(bot_name(i), bot_name(j));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_alone_finds_somebody_strolls_looks_around_or_follows_a_button),
        cmocka_unit_test(who_stands_by_is_talked_to_and_who_is_far_away_is_not),
        cmocka_unit_test(one_under_way_walks_on_until_its_patience_ends),
        cmocka_unit_test(one_that_is_spoken_to_reads_answers_reads_and_says_goodbye),
        cmocka_unit_test(one_that_is_only_greeted_says_goodbye_without_an_answer),
        cmocka_unit_test(an_enemy_that_comes_near_is_fought_with_what_is_ready),
        cmocka_unit_test(nobody_is_quicker_than_people_are),
        cmocka_unit_test(the_same_seed_and_views_give_the_same_inputs),
        cmocka_unit_test(one_that_sees_nobody_not_even_itself_does_nothing),
        cmocka_unit_test(each_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests_name("bot", tests, NULL, NULL);
}
