// Errands through jump points and over planks, in a world of several scenes.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/layout.h"
#include "tests/data/two_scenes.h"

enum { TICKS_MAX = 3000, MEADOW = 0, ISLE = 1 };

#define BOAT    ((struct nav_position){18, 0, 5, MEADOW})
#define LANDING ((struct nav_position){2, 2, 5, ISLE})

static struct pack *pack;
static struct nav *nav;
static struct game *game;
static struct player *player;
static struct view view;

static int set_up(void **state)
{
    (void)state;
    struct report report = {0};
    pack = two_scenes_load();
    nav = nav_create(pack, NULL, &report);
    game = nav ? game_create(pack, nav, 1) : NULL;
    if (!game)
        return -1;
    struct game_input join = {
        .kind = GAME_JOIN, .player = game_next_player(game), .viewport = {1280, 720, 100, {0}}};
    player = &game->players[0];
    return game_apply(game, &join) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    game_destroy(game);
    nav_destroy(nav);
    pack_destroy(pack);
    return 0;
}

static void look(void)
{
    assert_true(game_view(game, world_player_id(game, 0), &view));
}

static void tick_until_scene(uint32_t scene)
{
    for (int i = 0; i < TICKS_MAX && player->body.position.scene != scene; i++)
        game_tick(game);
    assert_int_equal(player->body.position.scene, scene);
}

static void tick(int ticks)
{
    for (int i = 0; i < ticks; i++)
        game_tick(game);
}

static double distance_m(struct nav_position a, struct nav_position b)
{
    assert_int_equal(a.scene, b.scene);
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// The text of the banner, which is the first label at the top of the picture.
static const char *banner(void)
{
    look();
    for (size_t i = 0; i < view.element_count; i++)
        if (view.elements[i].kind == VIEW_LABEL && strstr(view.elements[i].text, "Friend ·"))
            return view.elements[i].text;
    return "";
}

static void one_request_leads_to_a_dialogue_in_another_scene(void **state)
{
    (void)state;
    errand_find(game, player, TWO_SCENES_FRIEND);
    for (int i = 0; i < TICKS_MAX && player->dialogue.npc == WORLD_NOBODY; i++)
        game_tick(game);
    assert_int_equal(player->body.position.scene, ISLE);
    assert_string_equal(game->npcs[player->dialogue.npc].about->name, "Ann");
    assert_int_equal(game_counters(game).wayfinding_requests, 1);
    assert_int_equal(nav_query_request_count(game->query), 1);
    look();
    assert_true(view.fade == 0.0f);
}

static void scenes_change_in_the_dark_and_the_picture_never_blinks(void **state)
{
    (void)state;
    errand_find(game, player, TWO_SCENES_FRIEND);
    look();
    struct view before = view;
    assert_true(before.fade == 0.0f);
    bool has_jumped = false;
    for (int i = 0; i < TICKS_MAX && player->dialogue.npc == WORLD_NOBODY; i++) {
        game_tick(game);
        look();
        assert_true(fabsf(view.fade - before.fade) <= 1.001f / WORLD_FADE_TICKS);
        if (view.scene != before.scene) {
            assert_true(view.fade == 1.0f);
            assert_true(distance_m(player->body.position, LANDING) < 0.01);
            has_jumped = true;
        }
        before = view;
    }
    assert_true(has_jumped);
}

static void the_banner_counts_metres_and_scenes_to_go(void **state)
{
    (void)state;
    errand_find(game, player, TWO_SCENES_FRIEND);
    assert_string_equal(banner(), "Friend · 29 m · 1 scene"); // 16 to the boat, 13 from the landing
    tick_until_scene(ISLE);
    tick(1);
    assert_string_equal(banner(), "Friend · 12 m"); // to speaking distance
}

static void a_sign_says_where_a_jump_point_leads(void **state)
{
    (void)state;
    look();
    assert_int_equal(view.sign_count, 0); // too far away to be read
    player->body.position.x = 14;
    look();
    assert_int_equal(view.sign_count, 1);
    assert_string_equal(view.signs[0].text, "→ Isle");
    assert_true(view.signs[0].position.x == 18.0f && view.signs[0].position.z == 5.0f);
    player->body.position = LANDING;
    look();
    assert_int_equal(view.sign_count, 0);
}

static void a_tap_on_a_jump_point_goes_through_it(void **state)
{
    (void)state;
    struct nav_position beside = {18.6, 0, 5.5, MEADOW};
    assert_true(errand_walk(game, player, beside));
    tick_until_scene(ISLE);
    tick(60);
    assert_true(distance_m(player->body.position, LANDING) < 0.01);
    assert_int_equal(player->errand.kind, ERRAND_NONE);
    assert_int_equal(player->dark_ticks, 0);
    assert_int_equal(game_counters(game).wayfinding_requests, 0);
}

static void the_camera_comes_along_as_near_as_it_was(void **state)
{
    (void)state;
    camera_zoom(&player->camera, 50);
    errand_find(game, player, TWO_SCENES_FRIEND);
    tick_until_scene(ISLE);
    look();
    assert_true(player->camera.zoom == 1.5);
    assert_true(view.camera.eye.x < view.actors[0].position.x); // behind who walks to the right
    assert_true(fabsf(view.camera.eye.z - view.actors[0].position.z) < 0.5f);
}

static void who_stands_at_a_jump_point_can_take_it(void **state)
{
    (void)state;
    player->body.position = BOAT;
    assert_true(errand_walk(game, player, BOAT));
    tick(60);
    assert_int_equal(player->body.position.scene, ISLE);
}

static void a_tap_a_little_farther_away_only_walks_there(void **state)
{
    (void)state;
    assert_true(errand_walk(game, player, (struct nav_position){16, 0, 5, MEADOW}));
    tick(TICKS_MAX);
    assert_true(distance_m(player->body.position, (struct nav_position){16, 0, 5, MEADOW}) < 0.01);
}

static void a_tapped_place_is_walked_to_the_shortest_way(void **state)
{
    (void)state;
    player->body.position = (struct nav_position){3, 0, 8, MEADOW};
    assert_true(errand_walk(game, player, (struct nav_position){7, 0, 8, MEADOW}));
    assert_true(fabs(walk_remaining_m(&player->walk, &player->body.position) - 4.0) < 0.01);
    assert_true(errand_walk(game, player, (struct nav_position){14, 0, 8, MEADOW})); // over the plank
    assert_true(walk_remaining_m(&player->walk, &player->body.position) > 11.5);
}

static void whoever_changes_their_mind_in_the_dark_stays(void **state)
{
    (void)state;
    assert_true(errand_walk(game, player, BOAT));
    while (player->dark_ticks < 3)
        game_tick(game);
    assert_true(errand_walk(game, player, (struct nav_position){14, 0, 5, MEADOW}));
    tick(TICKS_MAX);
    assert_int_equal(player->body.position.scene, MEADOW);
    assert_int_equal(player->dark_ticks, 0);
}

static void a_place_that_nothing_leads_to_is_told(void **state)
{
    (void)state;
    errand_find(game, player, TWO_SCENES_HERMIT);
    assert_string_equal(player->message, "No way to the hermit: nothing leads to that place.");
    assert_int_equal(player->errand.kind, ERRAND_NONE);
}

static bool is_over_the_ravine(const struct nav_position *at)
{
    return at->scene == MEADOW && fabs(at->x - 9.5 - (at->z - 5.0) * 8.0 / 9.8) < 1.45;
}

// Walks on for so many ticks, of those on the plank.
static void walk_on(int ticks_max, int over_max)
{
    int over = 0;
    for (int i = 0; i < ticks_max && over < over_max; i++) {
        game_tick(game);
        bool is_over = is_over_the_ravine(&player->body.position);
        over += is_over;
        if (is_over && fabs(player->body.position.z - 5.0) > 0.65)
            fail_msg("in the air at (%.2f, %.2f)", player->body.position.x, player->body.position.z);
    }
}

static void nobody_walks_on_air_who_turns_round_on_a_plank(void **state)
{
    (void)state;
    const struct nav_position west = {2, 0, 5, MEADOW};
    const struct nav_position east = {18, 0, 3, MEADOW};
    const struct nav_position others[] = {
        {17, 0, 9, MEADOW}, {3, 0, 1, MEADOW}, {14, 0, 1, MEADOW}, {2, 0, 9, MEADOW}};
    for (int turn_ticks = 1; turn_ticks < 50; turn_ticks += 9) {
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            player->body.position = west;
            assert_true(errand_walk(game, player, east));
            walk_on(600, turn_ticks);
            assert_true(is_over_the_ravine(&player->body.position));
            assert_true(errand_walk(game, player, others[i]));
            walk_on(900, 900);
            assert_true(distance_m(player->body.position, others[i]) < 0.01);
        }
    }
}

#define WITH_WORLD(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_WORLD(one_request_leads_to_a_dialogue_in_another_scene),
        WITH_WORLD(scenes_change_in_the_dark_and_the_picture_never_blinks),
        WITH_WORLD(the_banner_counts_metres_and_scenes_to_go),
        WITH_WORLD(a_sign_says_where_a_jump_point_leads),
        WITH_WORLD(a_tap_on_a_jump_point_goes_through_it),
        WITH_WORLD(the_camera_comes_along_as_near_as_it_was),
        WITH_WORLD(who_stands_at_a_jump_point_can_take_it),
        WITH_WORLD(a_tap_a_little_farther_away_only_walks_there),
        WITH_WORLD(a_tapped_place_is_walked_to_the_shortest_way),
        WITH_WORLD(whoever_changes_their_mind_in_the_dark_stays),
        WITH_WORLD(a_place_that_nothing_leads_to_is_told),
        WITH_WORLD(nobody_walks_on_air_who_turns_round_on_a_plank),
    };
    return cmocka_run_group_tests_name("errand_jump", tests, NULL, NULL);
}
