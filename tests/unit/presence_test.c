// People who are there at their hours only.
#include "cloudsvc/game/presence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/allocations.h"
#include "tests/data/quest_world.h"

static struct quest_world world;
static struct view view;

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

static const struct npc *npc(uint32_t number)
{
    return &world.game->npcs[number];
}

static bool put(enum game_input_kind kind, uint32_t number)
{
    struct game_input input = {.kind = kind};
    input.number = number;
    return quest_world_put(&world, input);
}

static size_t count_of(const char *type, const char *subtype)
{
    return npc_index_find(nav_index(world.nav), type, subtype).count;
}

static bool is_seen(npc_id id)
{
    assert_true(game_view(world.game, world_player_id(world.game, 0), &view));
    for (size_t i = 0; i < view.actor_count; i++)
        if (view.actors[i].kind == VIEW_NPC && view.actors[i].id == id)
            return true;
    return false;
}

// To the last tick before the hour that begins so many hours after the world did.
static void wait_for_hour(int hour)
{
    quest_world_tick(&world, hour * QUEST_WORLD_HOUR_TICKS - (int)world.game->tick - 1);
}

static void people_come_and_go_at_their_hours(void **state)
{
    (void)state;
    npc_id fisher = npc(QUEST_WORLD_FISHER)->id;
    npc_id juggler = npc(QUEST_WORLD_JUGGLER)->id;
    assert_true(is_seen(fisher));
    assert_false(is_seen(juggler));
    assert_int_equal(count_of("juggler", NULL), 0);
    wait_for_hour(1);
    assert_true(is_seen(fisher));
    assert_int_equal(count_of("merchant", "fish"), 1);
    quest_world_tick(&world, 1);
    assert_false(is_seen(fisher));
    assert_true(is_seen(juggler));
    assert_int_equal(count_of("merchant", "fish"), 0);
    assert_int_equal(count_of("merchant", NULL), 1);
    assert_int_equal(count_of("juggler", NULL), 1);
    wait_for_hour(3);
    assert_true(is_seen(juggler));
    quest_world_tick(&world, 1);
    assert_false(is_seen(juggler));
}

static void whoever_comes_back_has_another_id(void **state)
{
    (void)state;
    npc_id before = npc(QUEST_WORLD_FISHER)->id;
    wait_for_hour(1);
    assert_true(put(GAME_TALK, before));
    quest_world_tick(&world, 1);
    assert_false(put(GAME_TALK, before));
    assert_false(put(GAME_TALK, npc(QUEST_WORLD_FISHER)->id)); // not before the time has come
    wait_for_hour(23);
    quest_world_tick(&world, 1);
    assert_int_not_equal(npc(QUEST_WORLD_FISHER)->id, before);
    assert_int_equal(count_of("merchant", "fish"), 1);
    assert_false(put(GAME_TALK, before));
    assert_true(put(GAME_TALK, npc(QUEST_WORLD_FISHER)->id));
    assert_true(quest_world_meet(&world, QUEST_WORLD_FISHER));
}

static void a_dialogue_ends_with_who_leaves(void **state)
{
    (void)state;
    assert_true(put(GAME_TALK, npc(QUEST_WORLD_FISHER)->id));
    assert_true(quest_world_meet(&world, QUEST_WORLD_FISHER));
    wait_for_hour(1);
    assert_true(dialogue_is_open(world.player));
    quest_world_tick(&world, 1);
    assert_false(dialogue_is_open(world.player));
    assert_int_equal(npc(QUEST_WORLD_FISHER)->listener, WORLD_NOBODY);
}

static void the_way_to_who_leaves_leads_to_another_of_the_kind(void **state)
{
    (void)state;
    wait_for_hour(1);
    assert_true(put(GAME_FIND, 2)); // a merchant
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_FISHER);
    uint64_t requests = world.game->counters.wayfinding_requests;
    quest_world_tick(&world, 1);
    assert_int_equal(world.player->errand.npc, QUEST_WORLD_HERBALIST);
    assert_true(quest_world_meet(&world, QUEST_WORLD_HERBALIST));
    assert_int_equal(world.game->counters.wayfinding_requests, requests);
}

static void where_there_is_no_other_one_is_told(void **state)
{
    (void)state;
    static const enum game_input_kind kinds[] = {GAME_FIND, GAME_TALK};
    for (size_t i = 0; i < 2; i++) {
        wait_for_hour(i == 0 ? 1 : 25);
        uint32_t number = i == 0 ? 3 : npc(QUEST_WORLD_FISHER)->id;
        assert_true(put(kinds[i], number));
        assert_true(walk_is_under_way(&world.player->walk));
        quest_world_tick(&world, 1);
        assert_int_equal(world.player->errand.kind, ERRAND_NONE);
        assert_false(walk_is_under_way(&world.player->walk));
        assert_string_equal(world.player->message, i == 0
                                                       ? "No way to the fisher: there is nobody of that kind."
                                                       : "No way to Fay: nobody is there any more.");
        quest_world_place(&world, 5, 10);
    }
}

static void nothing_is_allocated_while_nobody_comes_or_goes(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    size_t before = allocations_count();
    wait_for_hour(1);
    assert_int_equal(allocations_count(), before);
}

static void the_next_game_finds_everybody_in_their_place(void **state)
{
    (void)state;
    wait_for_hour(24); // the fisher has come back
    game_destroy(world.game);
    world.game = game_create(world.pack, world.nav, 1);
    assert_non_null(world.game);
    world.player = quest_world_join(&world, "en");
    assert_int_equal(count_of("merchant", "fish"), 1);
    assert_int_equal(count_of("juggler", NULL), 0);
    assert_int_equal(npc_index_stats(nav_index(world.nav)).npc_count, 6);
    assert_true(put(GAME_FIND, 3));
    assert_true(quest_world_meet(&world, QUEST_WORLD_FISHER));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(people_come_and_go_at_their_hours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(whoever_comes_back_has_another_id, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_dialogue_ends_with_who_leaves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_way_to_who_leaves_leads_to_another_of_the_kind, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(where_there_is_no_other_one_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_allocated_while_nobody_comes_or_goes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_next_game_finds_everybody_in_their_place, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("presence", tests, NULL, NULL);
}
