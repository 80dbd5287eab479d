// What people say, and what one may answer.
#include "cloudsvc/game/dialogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/quest_world.h"

static struct quest_world world;

static int set_up(void **state)
{
    (void)state;
    world = quest_world_create();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    quest_world_destroy(&world);
    return 0;
}

static void talk(uint32_t npc)
{
    assert_true(
        quest_world_put(&world, (struct game_input){.kind = GAME_TALK, .npc = world.game->npcs[npc].id}));
    assert_true(quest_world_meet(&world, npc));
}

static bool answer(uint32_t number)
{
    return quest_world_put(&world, (struct game_input){.kind = GAME_ANSWER, .answer = number});
}

static void people_say_what_they_always_say(void **state)
{
    (void)state;
    talk(QUEST_WORLD_BANKER);
    assert_string_equal(world.player->dialogue.line, "Coins?");
    assert_int_equal(world.player->dialogue.answers[0], WORD_NONE);
    assert_int_equal(world.player->dialogue.quest, QUEST_NONE);
}

static void people_speak_the_players_language(void **state)
{
    (void)state;
    world.player->quests.finished = 1 << QUEST_WORLD_WOLVES; // nothing is offered
    talk(QUEST_WORLD_SMITH);
    assert_string_equal(world.player->dialogue.line, "Hot work.");
    world.player = quest_world_join(&world, "zh-CN");
    world.player->quests.finished = 1 << QUEST_WORLD_WOLVES;
    talk(QUEST_WORLD_SMITH);
    assert_string_equal(world.player->dialogue.line, "活儿真热。");
}

static void the_speaker_is_told_from_others_in_the_view(void **state)
{
    (void)state;
    static struct view view;
    uint32_t speakers = 0;
    talk(QUEST_WORLD_BANKER);
    assert_true(game_view(world.game, world_player_id(world.game, 0), &view));
    for (size_t i = 0; i < view.actor_count; i++) {
        speakers += view.actors[i].is_speaker;
        assert_int_equal(view.actors[i].is_speaker,
                         view.actors[i].id == world.game->npcs[QUEST_WORLD_BANKER].id);
    }
    assert_int_equal(speakers, 1);
}

static void a_quest_is_offered_with_two_answers(void **state)
{
    (void)state;
    talk(QUEST_WORLD_GUARD);
    assert_string_equal(world.player->dialogue.line, "Tell the smith.");
    assert_int_equal(world.player->dialogue.quest, QUEST_WORLD_MESSAGE);
    assert_int_equal(world.player->dialogue.answers[0], WORD_ACCEPT);
    assert_int_equal(world.player->dialogue.answers[1], WORD_NOT_NOW);
}

static void an_offer_declined_comes_again(void **state)
{
    (void)state;
    talk(QUEST_WORLD_GUARD);
    assert_true(answer(1));
    assert_false(dialogue_is_open(world.player));
    assert_int_equal(world.player->quests.active_count, 0);
    talk(QUEST_WORLD_GUARD);
    assert_int_equal(world.player->dialogue.quest, QUEST_WORLD_MESSAGE);
}

static void an_offer_accepted_closes_the_dialogue_and_leads_to_its_person(void **state)
{
    (void)state;
    talk(QUEST_WORLD_GUARD);
    uint64_t requests = world.game->counters.wayfinding_requests;
    assert_true(answer(0));
    assert_false(dialogue_is_open(world.player));
    assert_int_equal(world.game->npcs[QUEST_WORLD_GUARD].listener, WORLD_NOBODY);
    assert_int_equal(world.player->quests.active_count, 1);
    assert_string_equal(world.player->message, "New quest: A message");
    quest_world_tick(&world, 60);
    assert_int_equal(world.game->counters.wayfinding_requests, requests + 1);
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_SMITH);
    assert_true(world.game->tick < world.player->message_end_tick); // still to be read
}

static bool close_it(void)
{
    return quest_world_put(&world, (struct game_input){.kind = GAME_CLOSE_DIALOGUE});
}

static void who_has_more_to_say_goes_on(void **state)
{
    (void)state;
    world.player->quests.active[world.player->quests.active_count++] =
        (struct quest_progress){.quest = QUEST_WORLD_MESSAGE};
    talk(QUEST_WORLD_SMITH);
    assert_string_equal(world.player->dialogue.line, "So be it.");
    assert_true(close_it());
    assert_int_equal(world.player->dialogue.npc, QUEST_WORLD_SMITH);
    assert_string_equal(world.player->dialogue.line, "Wolves about.");
    assert_int_equal(world.player->dialogue.quest, QUEST_WORLD_WOLVES);
    assert_true(close_it()); // which is no answer
    assert_false(dialogue_is_open(world.player));
    assert_int_equal(world.game->npcs[QUEST_WORLD_SMITH].listener, WORLD_NOBODY);
    assert_true(close_it());
    talk(QUEST_WORLD_BANKER); // has the reward, and nothing else
    assert_true(close_it());
    assert_false(dialogue_is_open(world.player));
}

static void buttons_that_are_not_there_are_refused(void **state)
{
    (void)state;
    assert_false(answer(0)); // nobody speaks
    talk(QUEST_WORLD_GUARD);
    assert_false(answer(2));
    assert_false(answer(UINT32_MAX));
    assert_true(dialogue_is_open(world.player));
    assert_true(answer(0));
    assert_false(answer(0));
    talk(QUEST_WORLD_BANKER);
    assert_false(answer(0)); // no button
    assert_true(dialogue_is_open(world.player));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(people_say_what_they_always_say, set_up, tear_down),
        cmocka_unit_test_setup_teardown(people_speak_the_players_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_speaker_is_told_from_others_in_the_view, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quest_is_offered_with_two_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_offer_declined_comes_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_offer_accepted_closes_the_dialogue_and_leads_to_its_person, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(who_has_more_to_say_goes_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(buttons_that_are_not_there_are_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("dialogue", tests, NULL, NULL);
}
