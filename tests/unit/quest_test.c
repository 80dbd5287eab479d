// Quests from the offer to the reward.
#include "cloudsvc/game/quest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/allocations.h"
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

static bool put(enum game_input_kind kind, uint32_t number)
{
    struct game_input input = {.kind = kind};
    input.number = number;
    return quest_world_put(&world, input);
}

static void talk(uint32_t npc)
{
    assert_true(put(GAME_TALK, world.game->npcs[npc].id));
    assert_true(quest_world_meet(&world, npc));
}

static uint64_t requests(void)
{
    return world.game->counters.wayfinding_requests;
}

static void take_on(uint32_t npc, uint32_t quest)
{
    talk(npc);
    assert_int_equal(world.player->dialogue.quest, quest);
    assert_true(put(GAME_ANSWER, 0));
}

// Takes on a quest as if the giver had been asked, with nothing to be done before.
static void has(uint32_t quest)
{
    for (size_t i = 0; i < world.pack->quests[quest].after_count; i++)
        world.player->quests.finished |= UINT64_C(1) << world.pack->quests[quest].after[i];
    quest_accept(world.game, world.player, quest);
}

static struct quest_entry entry(size_t number)
{
    struct quest_entry entries[QUEST_ACTIVE_MAX];
    assert_true(number < quest_tracker(world.game, 0, entries));
    return entries[number];
}

// ---- tasks -----------------------------------------------------------------------------------------

static void the_tracker_shows_the_current_task(void **state)
{
    (void)state;
    take_on(QUEST_WORLD_GUARD, QUEST_WORLD_MESSAGE);
    assert_int_equal(entry(0).quest, QUEST_WORLD_MESSAGE);
    assert_string_equal(pack_text(world.pack, entry(0).title, 0), "Tell the smith");
    assert_int_equal(entry(0).needed, 1);
    has(QUEST_WORLD_HERBS);
    assert_string_equal(pack_text(world.pack, entry(1).title, 1), "采草药");
    assert_int_equal(entry(1).done, 0);
    assert_int_equal(entry(1).needed, 2);
}

static void without_a_quest_the_tracker_shows_the_next(void **state)
{
    (void)state;
    struct quest_log *log = &world.player->quests;
    struct quest_entry entries[QUEST_ACTIVE_MAX];
    assert_int_equal(quest_tracker(world.game, 0, entries), 1);
    assert_int_equal(entry(0).quest, QUEST_WORLD_MESSAGE);
    assert_true(entry(0).is_offer);
    assert_string_equal(pack_text(world.pack, entry(0).title, 0), "A message");
    world.game->npcs[QUEST_WORLD_GUARD].is_here = false; // who offers it
    assert_int_equal(entry(0).quest, QUEST_WORLD_WOLVES);
    world.game->npcs[QUEST_WORLD_GUARD].is_here = true;
    has(QUEST_WORLD_WOLVES);
    assert_int_equal(quest_tracker(world.game, 0, entries), 1);
    assert_false(entry(0).is_offer);
    log->active_count = 0;
    log->finished = 7;
    assert_int_equal(quest_tracker(world.game, 0, entries), 0);
}

static void talking_to_the_right_one_ends_the_task(void **state)
{
    (void)state;
    has(QUEST_WORLD_MESSAGE);
    talk(QUEST_WORLD_HERBALIST);
    assert_int_equal(world.player->quests.active_count, 1);
    talk(QUEST_WORLD_SMITH);
    assert_string_equal(world.player->dialogue.line, "So be it.");
    assert_int_equal(world.player->quests.active_count, 0);
    assert_string_equal(world.player->message, "Quest done: A message");
    assert_true(world.player->quests.finished & 1 << QUEST_WORLD_MESSAGE);
}

static void a_quest_comes_after_others(void **state)
{
    (void)state;
    talk(QUEST_WORLD_GUARD);
    assert_int_equal(world.player->dialogue.quest, QUEST_WORLD_MESSAGE);
    has(QUEST_WORLD_MESSAGE);
    talk(QUEST_WORLD_GUARD);
    assert_int_equal(world.player->dialogue.quest, QUEST_NONE); // under way
    world.player->quests.active_count = 0;
    world.player->quests.finished = 1 << QUEST_WORLD_MESSAGE;
    talk(QUEST_WORLD_GUARD);
    assert_int_equal(world.player->dialogue.quest, QUEST_WORLD_HERBS);
}

static void things_are_picked_up_in_passing(void **state)
{
    (void)state;
    has(QUEST_WORLD_HERBS);
    quest_world_place(&world, 2, 3.3);
    quest_world_tick(&world, 1);
    assert_int_equal(entry(0).done, 0); // a little too far
    quest_world_place(&world, 2, 3.1);
    quest_world_tick(&world, 60);
    assert_int_equal(entry(0).done, 1); // once
    assert_int_equal(world.player->quests.things[0], 1);
    assert_string_equal(world.player->message, "Picked up: Herb");
}

static void things_are_seen_only_by_who_looks_for_them(void **state)
{
    (void)state;
    assert_false(quest_sees_spot(world.game, 0, 0));
    has(QUEST_WORLD_HERBS);
    struct player *other = quest_world_join(&world, "en");
    uint32_t slot = (uint32_t)(other - world.game->players);
    assert_true(quest_sees_spot(world.game, 0, 0));
    assert_false(quest_sees_spot(world.game, slot, 0));
    struct view view = {0};
    quest_fill_items(world.game, 0, &view);
    assert_int_equal(view.item_count, 3);
    assert_int_equal(view.items[0].kind, VIEW_ITEM_HERB);
    quest_world_place(&world, 2, 2);
    quest_world_tick(&world, 1);
    assert_false(quest_sees_spot(world.game, 0, 0)); // taken
    assert_true(quest_sees_spot(world.game, 0, 1));
    view = (struct view){0};
    quest_fill_items(world.game, 0, &view);
    assert_int_equal(view.item_count, 2);
}

static void one_request_is_made_by_itself_when_a_task_is_done(void **state)
{
    (void)state;
    has(QUEST_WORLD_HERBS);
    uint64_t before = requests();
    quest_world_place(&world, 2, 2);
    quest_world_tick(&world, 5);
    assert_int_equal(requests(), before);
    assert_int_equal(world.player->errand.kind, ERRAND_NONE);
    quest_world_place(&world, 8, 2);
    quest_world_tick(&world, 5);
    assert_int_equal(requests(), before + 1);
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_SMITH);
    assert_string_equal(world.player->errand.label, "Bring the herbs");
    assert_true(quest_world_meet(&world, QUEST_WORLD_SMITH));
    assert_string_equal(world.player->dialogue.line, "Fine herbs.");
    assert_int_equal(world.player->quests.things[0], 0);
    quest_world_tick(&world, 600);
    assert_int_equal(requests(), before + 1);
}

static void a_tap_elsewhere_cancels_the_way_and_not_the_quest(void **state)
{
    (void)state;
    has(QUEST_WORLD_HERBS);
    world.player->quests.active[0].done = 1;
    quest_world_place(&world, 2, 2);
    quest_world_tick(&world, 5);
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_SMITH);
    struct game_input walk = {.kind = GAME_WALK, .position = {5, 0, 15, 0}};
    assert_true(quest_world_put(&world, walk));
    quest_world_tick(&world, 600);
    assert_int_equal(world.player->errand.kind, ERRAND_NONE);
    assert_true(world.player->body.position.z > 14.0);
    assert_int_equal(entry(0).quest, QUEST_WORLD_HERBS);
}

static void the_way_waits_until_the_dialogue_is_closed(void **state)
{
    (void)state;
    has(QUEST_WORLD_WOLVES);
    talk(QUEST_WORLD_BANKER);
    uint64_t before = requests();
    quest_note_defeat(world.game, 0, PACK_WOLF);
    quest_note_defeat(world.game, 0, PACK_WOLF);
    quest_world_tick(&world, 60);
    assert_int_equal(requests(), before);
    assert_true(put(GAME_CLOSE_DIALOGUE, 0));
    quest_world_tick(&world, 1);
    assert_int_equal(requests(), before + 1);
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_GUARD);
}

static void walking_off_from_the_dialogue_cancels_the_way_too(void **state)
{
    (void)state;
    has(QUEST_WORLD_WOLVES);
    talk(QUEST_WORLD_BANKER);
    quest_note_defeat(world.game, 0, PACK_WOLF);
    quest_note_defeat(world.game, 0, PACK_WOLF);
    uint64_t before = requests();
    assert_true(quest_world_put(&world, (struct game_input){.kind = GAME_WALK, .position = {5, 0, 10, 0}}));
    quest_world_tick(&world, 600);
    assert_int_equal(requests(), before);
    assert_false(dialogue_is_open(world.player));
    assert_int_equal(entry(0).quest, QUEST_WORLD_WOLVES);
}

static void defeats_of_the_kind_are_counted(void **state)
{
    (void)state;
    has(QUEST_WORLD_WOLVES);
    quest_note_defeat(world.game, 0, PACK_BOAR);
    assert_int_equal(entry(0).done, 0);
    quest_note_defeat(world.game, 0, PACK_WOLF);
    assert_int_equal(entry(0).done, 1);
    assert_int_equal(entry(0).needed, 2);
    quest_note_defeat(world.game, 0, PACK_WOLF);
    assert_string_equal(pack_text(world.pack, entry(0).title, 0), "Tell the guard");
    quest_note_defeat(world.game, 0, PACK_WOLF); // of no use now
    assert_int_equal(entry(0).done, 0);
}

static void nothing_is_delivered_that_one_does_not_have(void **state)
{
    (void)state;
    has(QUEST_WORLD_HERBS);
    world.player->quests.active[0].task = 1;
    world.player->quests.things[0] = 1;
    world.player->quests.finished |= 1 << QUEST_WORLD_WOLVES;
    talk(QUEST_WORLD_SMITH);
    assert_string_equal(world.player->dialogue.line, "Hot work.");
    assert_int_equal(world.player->quests.things[0], 1);
}

static void a_fifth_quest_has_to_wait(void **state)
{
    (void)state;
    talk(QUEST_WORLD_GUARD);
    for (size_t i = 0; i < QUEST_ACTIVE_MAX; i++)
        world.player->quests.active[i] = (struct quest_progress){.quest = QUEST_WORLD_WOLVES};
    world.player->quests.active_count = QUEST_ACTIVE_MAX;
    assert_true(put(GAME_ANSWER, 0));
    assert_int_equal(world.player->quests.active_count, QUEST_ACTIVE_MAX);
    assert_string_equal(world.player->message, "Finish one of your quests first.");
}

// ---- marks and gates -------------------------------------------------------------------------------

static void there_is_a_mark_on_who_has_something_for_the_player(void **state)
{
    (void)state;
    static const uint32_t people[] = {QUEST_WORLD_GUARD, QUEST_WORLD_SMITH, QUEST_WORLD_BANKER,
                                      QUEST_WORLD_SAGE};
    static const struct {
        uint64_t finished, rewards;
        uint32_t active; // quest
        bool has[4];
    } cases[] = {
        {0, 0, QUEST_NONE, {true, true, false, false}},           // offers
        {0, 0, QUEST_WORLD_MESSAGE, {false, true, false, false}}, // a report
        {1 << QUEST_WORLD_WOLVES, 0, QUEST_NONE, {true, false, false, false}},
        {7, 4, QUEST_NONE, {false, false, true, false}}, // a reward
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct quest_log *log = &world.player->quests;
        quest_log_begin(log);
        log->finished = cases[i].finished;
        log->rewards = cases[i].rewards;
        log->active_count = cases[i].active != QUEST_NONE;
        log->active[0].quest = cases[i].active;
        for (size_t k = 0; k < 4; k++)
            if (quest_has_for(world.game, 0, people[k]) != cases[i].has[k])
                fail_msg("case %zu, person %zu", i, k);
    }
}

static void the_view_shows_the_marks(void **state)
{
    (void)state;
    static struct view view;
    assert_true(game_view(world.game, world_player_id(world.game, 0), &view));
    int marks = 0;
    for (size_t i = 0; i < view.actor_count; i++) {
        bool is_giver =
            view.actors[i].kind == VIEW_NPC && view.actors[i].id == world.game->npcs[QUEST_WORLD_GUARD].id;
        marks += is_giver;
        if (is_giver)
            assert_int_equal(view.actors[i].mark, VIEW_MARK_QUEST);
    }
    assert_int_equal(marks, 1);
}

static void a_quest_opens_its_gate_for_good(void **state)
{
    (void)state;
    has(QUEST_WORLD_HERBS);
    world.player->quests.active[0].task = 1;
    world.player->quests.things[0] = 2;
    assert_true(put(GAME_FIND, 1));
    assert_int_equal(world.player->errand.kind, ERRAND_NONE); // the sage sits behind a closed door
    talk(QUEST_WORLD_SMITH);
    quest_world_tick(&world, 1);
    assert_true(barrier_open_gates(world.game, 0) & 1 << QUEST_WORLD_VAULT);
    assert_true(put(GAME_FIND, 1));
    assert_true(quest_world_meet(&world, QUEST_WORLD_SAGE));
}

static void nothing_is_allocated_while_quests_go_on(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    has(QUEST_WORLD_HERBS);
    assert_true(put(GAME_TRACK, QUEST_WORLD_HERBS));
    size_t before = allocations_count();
    quest_world_tick(&world, 500); // one herb is picked up
    assert_int_equal(world.player->quests.things[0], 1);
    assert_true(put(GAME_TRACK, QUEST_WORLD_HERBS));
    quest_world_tick(&world, 90);
    assert_int_equal(allocations_count(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_tracker_shows_the_current_task, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_a_quest_the_tracker_shows_the_next, set_up, tear_down),
        cmocka_unit_test_setup_teardown(talking_to_the_right_one_ends_the_task, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quest_comes_after_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(things_are_picked_up_in_passing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(things_are_seen_only_by_who_looks_for_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_request_is_made_by_itself_when_a_task_is_done, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_tap_elsewhere_cancels_the_way_and_not_the_quest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_way_waits_until_the_dialogue_is_closed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(walking_off_from_the_dialogue_cancels_the_way_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(defeats_of_the_kind_are_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_delivered_that_one_does_not_have, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fifth_quest_has_to_wait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(there_is_a_mark_on_who_has_something_for_the_player, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_view_shows_the_marks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quest_opens_its_gate_for_good, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_allocated_while_quests_go_on, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("quest", tests, NULL, NULL);
}
