// The game from outside: joins, walks, talks, and what players see of it.
#include "cloudsvc/game/game.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/layout.h"
#include "tests/data/allocations.h"
#include "tests/data/plain_world.h"

// ---- helpers ---------------------------------------------------------------------------------------

static struct plain_world world;
static struct view view;

static int set_up(void **state)
{
    (void)state;
    world = plain_world_create(3);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plain_world_destroy(&world);
    return 0;
}

static bool put(game_player_id player, struct game_input input)
{
    input.player = player;
    return game_apply(world.game, &input);
}

static const struct view *look(game_player_id player)
{
    assert_true(game_view(world.game, player, &view));
    return &view;
}

static const struct view_element *element_with(uint32_t action)
{
    for (size_t i = 0; i < view.element_count; i++)
        if (view.elements[i].action == action)
            return &view.elements[i];
    return NULL;
}

static bool shows_text(const char *text)
{
    for (size_t i = 0; i < view.element_count; i++)
        if (strstr(view.elements[i].text, text))
            return true;
    return false;
}

static npc_id npc_of(const char *type)
{
    return npc_index_find(nav_index(world.nav), type, NULL).ids[0];
}

// Ticks until the dialogue is open.
static int ticks_to_dialogue(game_player_id player)
{
    for (int ticks = 0; ticks < 6000; ticks++) {
        look(player);
        if (element_with(layout_action(GAME_CLOSE_DIALOGUE, 0)))
            return ticks;
        game_tick(world.game);
    }
    return -1;
}

// ---- coming and going ------------------------------------------------------------------------------

static void a_stale_id_finds_nobody(void **state)
{
    (void)state;
    game_player_id first = plain_world_join(&world);
    assert_int_not_equal(first, 0);
    assert_true(put(first, (struct game_input){.kind = GAME_LEAVE}));
    assert_false(put(first, (struct game_input){.kind = GAME_LEAVE}));
    assert_false(game_view(world.game, first, &view));
    game_player_id second = plain_world_join(&world);
    assert_int_not_equal(second, first);
    assert_false(game_view(world.game, first, &view));
    assert_true(game_view(world.game, second, &view));
    assert_false(game_view(world.game, 0, &view));
    assert_false(game_view(world.game, UINT32_MAX, &view));
}

static void a_full_world_takes_nobody_more(void **state)
{
    (void)state;
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        assert_int_not_equal(plain_world_join(&world), 0);
    assert_int_equal(game_next_player(world.game), 0);
    assert_int_equal(plain_world_join(&world), 0);
}

static void only_the_next_id_may_join(void **state)
{
    (void)state;
    struct game_input input = {
        .kind = GAME_JOIN, .player = game_next_player(world.game) + 1, .viewport = {1280, 720, 100, {0}}};
    assert_false(game_apply(world.game, &input));
    input.player = game_next_player(world.game);
    input.viewport.density_percent = 0;
    assert_false(game_apply(world.game, &input));
    input.viewport.density_percent = 100;
    assert_true(game_apply(world.game, &input));
    assert_int_equal(game_counters(world.game).inputs_refused, 2);
}

static void names_are_as_given_or_numbered(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"Ada", "Ada"},          {"", "Guest 2"},
                                           {"  ", "Guest 3"},       {"a\nb", "Guest 4"},
                                           {"\xff\xfe", "Guest 5"}, {"鐵匠 7", "鐵匠 7"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game_input input = {
            .kind = GAME_JOIN, .player = game_next_player(world.game), .viewport = {1280, 720, 100, {0}}};
        snprintf(input.name, sizeof input.name, "%s", cases[i][0]);
        assert_true(game_apply(world.game, &input));
        assert_string_equal(look(input.player)->actors[0].name, cases[i][1]);
    }
    struct game_input input = {
        .kind = GAME_JOIN, .player = game_next_player(world.game), .viewport = {1280, 720, 100, {0}}};
    memset(input.name, 'x', sizeof input.name); // not ended
    assert_true(game_apply(world.game, &input));
    assert_string_equal(look(input.player)->actors[0].name, "Guest 7");
}

// ---- finding ---------------------------------------------------------------------------------------

static void one_tap_on_find_ends_in_the_dialogue(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    for (uint32_t find = 0; find < world.pack->find_count; find++) {
        assert_true(put(player, (struct game_input){.kind = GAME_FIND, .find = find}));
        assert_int_equal(game_counters(world.game).wayfinding_requests, find + 1);
        game_tick(world.game);
        look(player);
        assert_true(view.route_count >= 2);
        assert_true(view.has_destination);
        assert_true(shows_text(world.pack->find[find].label));
        assert_true(shows_text(" m"));
        assert_true(ticks_to_dialogue(player) > 0);
        assert_int_equal(view.route_count, 0);
        assert_false(view.has_destination);
        assert_int_equal(game_counters(world.game).wayfinding_requests, find + 1); // nothing more was asked
    }
}

static void nobody_leaves_the_ground_on_the_way(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    for (uint32_t find = 0; find < world.pack->find_count; find++) {
        assert_true(put(player, (struct game_input){.kind = GAME_FIND, .find = find}));
        for (int tick = 0; tick < 1500; tick++) {
            game_tick(world.game);
            struct view_vec3 feet = look(player)->actors[0].position;
            struct nav_position ground;
            if (!nav_nearest(world.nav, (struct nav_position){feet.x, feet.y, feet.z, 0}, 0.01, &ground))
                fail_msg("to entry %u: no ground at (%g, %g)", find, feet.x, feet.z);
        }
    }
}

static void the_two_face_one_another_at_arms_length(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    put(player, (struct game_input){.kind = GAME_TALK, .npc = npc_of("blacksmith")});
    assert_true(ticks_to_dialogue(player) > 0);
    assert_true(shows_text("Bram the Blacksmith"));
    assert_true(shows_text("Mind the sparks!"));
    plain_world_tick(&world, 60);
    look(player);
    const struct view_actor *self = &view.actors[0];
    const struct view_actor *npc = &view.actors[1];
    assert_int_equal(npc->id, npc_of("blacksmith"));
    float x = npc->position.x - self->position.x;
    float z = npc->position.z - self->position.z;
    float distance = sqrtf(x * x + z * z);
    assert_true(distance > 1.1f && distance < 1.3f);
    assert_true((self->facing_x * x + self->facing_z * z) / distance > 0.99f);
    assert_true((npc->facing_x * x + npc->facing_z * z) / distance < -0.99f);
}

static void closing_the_dialogue_turns_the_npc_back(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    put(player, (struct game_input){.kind = GAME_TALK, .npc = npc_of("guard")});
    struct view_actor before = look(player)->actors[1];
    assert_true(ticks_to_dialogue(player) > 0);
    assert_true(put(player, (struct game_input){.kind = GAME_CLOSE_DIALOGUE}));
    look(player);
    assert_null(element_with(layout_action(GAME_CLOSE_DIALOGUE, 0)));
    plain_world_tick(&world, 60);
    look(player);
    assert_true(before.facing_x * view.actors[1].facing_x + before.facing_z * view.actors[1].facing_z >
                0.99f);
}

static void a_tap_on_the_ground_replaces_the_errand(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    put(player, (struct game_input){.kind = GAME_FIND, .find = 0});
    plain_world_tick(&world, 60);
    assert_true(put(player, (struct game_input){.kind = GAME_WALK, .position = {0, 0, -24, 0}}));
    assert_false(shows_text("Blacksmith ·"));
    plain_world_tick(&world, 600);
    look(player);
    assert_true(fabsf(view.actors[0].position.x) < 0.01f);
    assert_true(fabsf(view.actors[0].position.z + 24.0f) < 0.01f);
    assert_null(element_with(layout_action(GAME_CLOSE_DIALOGUE, 0)));
    assert_int_equal(game_counters(world.game).wayfinding_requests, 1);
}

static void a_tap_on_water_or_a_house_leads_to_its_edge(void **state)
{
    (void)state;
    static const double places[][2] = {{-21.5, -12.0}, {-0.5, 1.0}, {15.0, -3.0}};
    game_player_id player = plain_world_join(&world);
    for (size_t i = 0; i < 3; i++) {
        struct nav_position tapped = {places[i][0], 0, places[i][1], 0};
        assert_true(put(player, (struct game_input){.kind = GAME_WALK, .position = tapped}));
        plain_world_tick(&world, 1500);
        look(player);
        assert_int_equal(view.route_count, 0);
        assert_true(hypot(view.actors[0].position.x - tapped.x, view.actors[0].position.z - tapped.z) < 5.0);
    }
    assert_false(put(player, (struct game_input){.kind = GAME_WALK, .position = {80, 0, 0, 0}}));
}

static void inputs_that_make_no_sense_are_refused_without_a_trace(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    const struct game_input cases[] = {
        {.kind = GAME_JOIN, .viewport = {1280, 720, 100, {0}}},
        {.kind = GAME_INPUT_KIND_COUNT},
        {.kind = GAME_FIND, .find = (uint32_t)world.pack->find_count},
        {.kind = GAME_TALK, .npc = 0},
        {.kind = GAME_TALK, .npc = UINT32_MAX},
        {.kind = GAME_WALK, .position = {0, 0, 0, 99}},
        {.kind = GAME_WALK, .position = {NAN, 0, 0, 0}},
        {.kind = GAME_WALK, .position = {0, INFINITY, 0, 0}},
        {.kind = GAME_WALK, .position = {1e300, 0, 0, 0}},
        {.kind = GAME_VIEWPORT, .viewport = {0, 720, 100, {0}}},
        {.kind = GAME_VIEWPORT, .viewport = {1280, 720, UINT32_MAX, {0}}},
        {.kind = GAME_VIEWPORT, .viewport = {1280, 720, 100, {0, 0, UINT32_MAX, 0}}},
    };
    uint64_t hash = game_hash(world.game);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game_input input = cases[i];
        input.sequence = 99;
        if (put(player, input))
            fail_msg("case %zu was not refused", i);
        assert_true(game_hash(world.game) == hash);
    }
}

// ---- what is seen ----------------------------------------------------------------------------------

static void a_tap_mark_is_full_at_once_and_fades(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    put(player, (struct game_input){.kind = GAME_TOUCH, .sequence = 5, .tap = {32768, 16384}});
    look(player);
    assert_int_equal(view.input_sequence, 5);
    assert_int_equal(view.tap_count, 1);
    assert_true(view.taps[0].opacity == 1.0f);
    assert_true(fabsf(view.taps[0].x_px - 640.0f) < 0.1f);
    assert_true(fabsf(view.taps[0].y_px - 180.0f) < 0.1f);
    plain_world_tick(&world, 9);
    assert_true(look(player)->taps[0].opacity == 1.0f);
    plain_world_tick(&world, 8);
    float fading = look(player)->taps[0].opacity;
    assert_true(fading < 0.6f && fading > 0.3f);
    plain_world_tick(&world, 10);
    assert_int_equal(look(player)->tap_count, 0);
    for (int i = 0; i < 20; i++)
        put(player, (struct game_input){.kind = GAME_TOUCH});
    assert_int_equal(look(player)->tap_count, VIEW_TAPS_MAX);
}

static void the_route_is_trimmed_as_one_walks(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    put(player, (struct game_input){.kind = GAME_FIND, .find = 0});
    size_t first = look(player)->route_count;
    size_t points = first;
    assert_true(first > 4 && first <= VIEW_ROUTE_MAX);
    for (int i = 0; i < 600; i++) {
        game_tick(world.game);
        look(player);
        assert_true(view.route_count <= points);
        points = view.route_count;
        assert_true(view.route[0].x == view.actors[0].position.x);
        assert_true(view.route[0].z == view.actors[0].position.z);
    }
    assert_true(points < first);
}

static void players_see_one_another_apart(void **state)
{
    (void)state;
    game_player_id players[8];
    for (size_t i = 0; i < 8; i++)
        players[i] = plain_world_join(&world);
    look(players[0]);
    assert_int_equal(view.actor_count, 8 + world.pack->npc_count);
    assert_int_equal(view.actors[0].kind, VIEW_PLAYER);
    size_t others = 0;
    float distance_before = 0.0f;
    for (size_t i = 1; i < view.actor_count; i++) {
        float distance = hypotf(view.actors[i].position.x - view.actors[0].position.x,
                                view.actors[i].position.z - view.actors[0].position.z);
        assert_true(distance >= distance_before - 0.001f); // nearest first
        assert_true(distance > 1.0f);
        others += view.actors[i].kind == VIEW_OTHER_PLAYER;
        distance_before = distance;
    }
    assert_int_equal(others, 7);
}

static void players_walk_through_one_another(void **state)
{
    (void)state;
    game_player_id a = plain_world_join(&world);
    game_player_id b = plain_world_join(&world);
    put(a, (struct game_input){.kind = GAME_WALK, .position = {0, 0, -24, 0}});
    put(b, (struct game_input){.kind = GAME_WALK, .position = {0, 0, -24, 0}});
    plain_world_tick(&world, 300);
    assert_int_equal(look(a)->route_count, 0);
    assert_int_equal(look(b)->route_count, 0);
}

static void a_view_is_laid_out_for_its_viewport(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    assert_true(put(player, (struct game_input){.kind = GAME_VIEWPORT, .viewport = {390, 844, 200, {0}}}));
    view.number = 77;
    look(player);
    assert_int_equal(view.number, 77); // left to the caller
    assert_int_equal(view.width_px, 390);
    assert_int_equal(view.height_px, 844);
    assert_true(view.density == 2.0f);
    assert_int_equal(view.tick, game_tick_count(world.game));
}

static void everyone_who_greets_is_marked_and_the_goal_as_such(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    look(player);
    assert_string_equal(view.actors[1].name, "Gale the Guard");
    assert_int_equal(view.actors[1].mark, VIEW_MARK_TALK);
    for (size_t i = 1; i < view.actor_count; i++) {
        float x = view.actors[i].position.x - view.actors[0].position.x;
        float z = view.actors[i].position.z - view.actors[0].position.z;
        bool has_quest = view.actors[i].id == npc_of(world.pack->quests[0].giver.type);
        enum view_actor_mark greeting = hypotf(x, z) < 9.0f ? VIEW_MARK_TALK : VIEW_MARK_NONE;
        assert_int_equal(view.actors[i].mark, has_quest ? VIEW_MARK_QUEST : greeting);
    }
    put(player, (struct game_input){.kind = GAME_TALK, .npc = npc_of("guard")});
    assert_int_equal(look(player)->actors[1].mark, VIEW_MARK_GOAL);
}

// ---- state -----------------------------------------------------------------------------------------

static void the_hash_knows_what_matters(void **state)
{
    (void)state;
    struct plain_world other = plain_world_create(4);
    assert_true(game_hash(other.game) != game_hash(world.game)); // another seed
    plain_world_destroy(&other);
    uint64_t hash = game_hash(world.game);
    assert_true(game_hash(world.game) == hash);
    game_player_id player = plain_world_join(&world);
    const struct game_input changes[] = {
        {.kind = GAME_TOUCH, .tap = {1, 1}},
        {.kind = GAME_CAMERA, .camera = {1, 0}},
        {.kind = GAME_CAMERA, .camera = {0, 1}},
        {.kind = GAME_WALK, .position = {0, 0, -24, 0}},
        {.kind = GAME_VIEWPORT, .viewport = {1280, 721, 100, {0}}},
        {.kind = GAME_LEAVE},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        uint64_t before = game_hash(world.game);
        assert_true(put(player, changes[i]));
        if (game_hash(world.game) == before)
            fail_msg("change %zu is not in the hash", i);
    }
    game_view(world.game, player, &view);
    uint64_t before = game_hash(world.game);
    game_tick(world.game);
    assert_true(game_hash(world.game) != before);
}

static void looking_changes_nothing(void **state)
{
    (void)state;
    game_player_id player = plain_world_join(&world);
    uint64_t hash = game_hash(world.game);
    look(player);
    assert_true(game_hash(world.game) == hash);
}

static void nothing_is_allocated_after_the_start(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    size_t before = allocations_count();
    game_player_id players[4];
    for (size_t i = 0; i < 4; i++)
        players[i] = plain_world_join(&world);
    for (int tick = 0; tick < 2000; tick++) {
        game_player_id player = players[tick % 4];
        if (tick % 100 == 0)
            put(player, (struct game_input){.kind = GAME_FIND, .find = (uint32_t)tick / 100 % 6});
        if (tick % 170 == 0)
            put(player, (struct game_input){.kind = GAME_WALK, .position = {tick % 20 - 10.0, 0, -10, 0}});
        put(player, (struct game_input){.kind = GAME_TOUCH});
        game_tick(world.game);
        game_view(world.game, player, &view);
    }
    game_hash(world.game);
    put(players[0], (struct game_input){.kind = GAME_LEAVE});
    assert_int_equal(allocations_count(), before);
}

static void half_built_games_are_destroyed(void **state)
{
    (void)state;
    game_destroy(NULL);
}

#define WITH_WORLD(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_WORLD(a_stale_id_finds_nobody),
        WITH_WORLD(a_full_world_takes_nobody_more),
        WITH_WORLD(only_the_next_id_may_join),
        WITH_WORLD(names_are_as_given_or_numbered),
        WITH_WORLD(one_tap_on_find_ends_in_the_dialogue),
        WITH_WORLD(nobody_leaves_the_ground_on_the_way),
        WITH_WORLD(the_two_face_one_another_at_arms_length),
        WITH_WORLD(closing_the_dialogue_turns_the_npc_back),
        WITH_WORLD(a_tap_on_the_ground_replaces_the_errand),
        WITH_WORLD(a_tap_on_water_or_a_house_leads_to_its_edge),
        WITH_WORLD(inputs_that_make_no_sense_are_refused_without_a_trace),
        WITH_WORLD(a_tap_mark_is_full_at_once_and_fades),
        WITH_WORLD(the_route_is_trimmed_as_one_walks),
        WITH_WORLD(players_see_one_another_apart),
        WITH_WORLD(players_walk_through_one_another),
        WITH_WORLD(a_view_is_laid_out_for_its_viewport),
        WITH_WORLD(everyone_who_greets_is_marked_and_the_goal_as_such),
        WITH_WORLD(the_hash_knows_what_matters),
        WITH_WORLD(looking_changes_nothing),
        WITH_WORLD(nothing_is_allocated_after_the_start),
        cmocka_unit_test(half_built_games_are_destroyed),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
