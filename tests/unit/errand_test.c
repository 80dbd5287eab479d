// Errands in a world made for them: a hermit on a ledge, a friend behind a corner.
#include "cloudsvc/game/errand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/test_scene.h"

static struct test_scene scene;
static struct nav *nav;
static struct game *game;
static struct player *player;

static void add_npc(const char *type, const char *name, int32_t x, int32_t z)
{
    test_scene_add_npc(&scene, type, "", x, z);
    struct pack_npc *npc = &scene.npcs[scene.pack.npc_count - 1];
    snprintf(npc->name, sizeof npc->name, "%s", name);
    snprintf(npc->dialogue, sizeof npc->dialogue, "Hello.");
}

static void add_find(const char *label, const char *type)
{
    struct pack_find *find = &scene.pack.find[scene.pack.find_count++];
    snprintf(find->label, sizeof find->label, "%s", label);
    snprintf(find->type, sizeof find->type, "%s", type);
}

// Ground from (0, 0) to (20, 10) and a ledge 2 m above it behind it.
static int set_up(void **state)
{
    (void)state;
    memset(&scene, 0, sizeof scene);
    test_scene_begin(&scene, 300);
    test_scene_add_floor(&scene, 0, 0, 20000, 10000, 0);
    test_scene_add_floor(&scene, 0, 10000, 20000, 15000, 2000);
    add_npc("hermit", "Old Hob", 10000, 12000);
    add_npc("friend", "Ann", 15000, 2000);
    add_find("Hermit", "hermit");
    add_find("Friend", "friend");
    add_find("Dragon", "dragon");
    scene.pack.spawn = (struct geo_point){2000, 2000};
    struct report report = {0};
    nav = nav_create(&scene.pack, NULL, &report);
    report_print(&report, stderr);
    game = nav ? game_create(&scene.pack, nav, 1) : NULL;
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
    test_scene_finish(&scene);
    return 0;
}

static void tick(int ticks)
{
    for (int i = 0; i < ticks; i++)
        game_tick(game);
}

static void a_step_too_high_is_told_and_nobody_moves(void **state)
{
    (void)state;
    errand_find(game, player, 0);
    assert_string_equal(player->message, "No way to the hermit: the step is too high.");
    assert_true(game->tick < player->message_end_tick);
    assert_int_equal(player->errand.kind, ERRAND_NONE);
    assert_false(walk_is_under_way(&player->walk));
    errand_talk(game, player, 0);
    assert_string_equal(player->message, "No way to Old Hob: the step is too high.");
    assert_true(errand_walk(game, player, (struct nav_position){10, 2, 12, 0}));
    assert_string_equal(player->message, "No way there: the step is too high.");
    assert_int_equal(game->counters.wayfinding_requests, 2);
}

static void nobody_of_a_kind_is_told(void **state)
{
    (void)state;
    errand_find(game, player, 2);
    assert_string_equal(player->message, "No way to the dragon: there is nobody of that kind.");
}

static void a_new_errand_takes_the_message_away(void **state)
{
    (void)state;
    errand_find(game, player, 0);
    errand_find(game, player, 1);
    assert_true(game->tick >= player->message_end_tick);
    assert_string_equal(player->errand.label, "Friend");
    assert_int_equal(player->errand.find, 1);
}

static void a_failed_errand_ends_the_one_before(void **state)
{
    (void)state;
    errand_find(game, player, 1);
    tick(60);
    errand_find(game, player, 0);
    assert_false(walk_is_under_way(&player->walk));
    assert_int_equal(player->errand.kind, ERRAND_NONE);
}

static void whoever_stands_close_talks_at_once(void **state)
{
    (void)state;
    errand_talk(game, player, 1);
    tick(600);
    assert_int_equal(player->dialogue.npc, 1);
    assert_int_equal(game->npcs[1].listener, 0);
    dialogue_close(game, player);
    assert_int_equal(game->npcs[1].listener, WORLD_NOBODY);
    errand_talk(game, player, 1);
    assert_int_equal(player->dialogue.npc, 1);
    assert_false(walk_is_under_way(&player->walk));
}

static void walking_away_ends_the_dialogue(void **state)
{
    (void)state;
    errand_talk(game, player, 1);
    tick(600);
    assert_true(errand_walk(game, player, (struct nav_position){2, 0, 2, 0}));
    assert_int_equal(player->dialogue.npc, WORLD_NOBODY);
    assert_int_equal(game->npcs[1].listener, WORLD_NOBODY);
}

static void the_last_who_talks_is_faced(void **state)
{
    (void)state;
    struct game_input join = {
        .kind = GAME_JOIN, .player = game_next_player(game), .viewport = {1280, 720, 100, {0}}};
    assert_true(game_apply(game, &join));
    struct player *second = &game->players[1];
    errand_talk(game, player, 1);
    tick(600);
    errand_talk(game, second, 1);
    tick(600);
    assert_int_equal(game->npcs[1].listener, 1);
    dialogue_close(game, player); // the other one still talks
    assert_int_equal(game->npcs[1].listener, 1);
    struct game_input leave = {.kind = GAME_LEAVE, .player = join.player};
    assert_true(game_apply(game, &leave));
    assert_int_equal(game->npcs[1].listener, WORLD_NOBODY);
}

static void those_who_come_to_talk_do_not_stand_in_one_another(void **state)
{
    (void)state;
    for (uint32_t i = 1; i < 4; i++) {
        struct game_input join = {
            .kind = GAME_JOIN, .player = game_next_player(game), .viewport = {1280, 720, 100, {0}}};
        assert_true(game_apply(game, &join));
    }
    for (uint32_t i = 0; i < 4; i++) {
        errand_talk(game, &game->players[i], 1);
        tick(i % 2 ? 600 : 1); // some meet on the way, some find others there
    }
    tick(600);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(game->players[i].dialogue.npc, 1);
        for (uint32_t j = 0; j < i; j++) {
            const struct nav_position *a = &game->players[i].body.position;
            const struct nav_position *b = &game->players[j].body.position;
            assert_true(hypot(a->x - b->x, a->z - b->z) > 0.5);
        }
    }
}

static void a_way_longer_than_its_memory_is_walked_in_parts(void **state)
{
    (void)state;
    errand_talk(game, player, 1);
    walk_shorten(&player->walk, &player->body.position, 6.0); // as if the far end had been lost
    player->walk.is_cut = true;
    tick(600);
    assert_int_equal(player->dialogue.npc, 1);
    assert_int_equal(game->counters.wayfinding_requests, 1);
    double x = player->body.position.x - 15.0;
    double z = player->body.position.z - 2.0;
    assert_true(fabs(sqrt(x * x + z * z) - 1.2) < 0.01);
}

static void a_part_of_a_way_that_has_been_cut_off_is_told(void **state)
{
    (void)state;
    errand_talk(game, player, 1);
    player->errand.goal = game->npcs[0].body.position; // as if the friend had climbed the ledge
    walk_shorten(&player->walk, &player->body.position, 6.0);
    player->walk.is_cut = true;
    tick(600);
    assert_int_equal(player->dialogue.npc, WORLD_NOBODY);
    assert_int_equal(player->errand.kind, ERRAND_NONE);
    assert_string_equal(player->message, "No way to Ann: the step is too high.");
}

static void an_avatar_that_left_the_ground_walks_back_onto_it(void **state)
{
    (void)state;
    player->body.position.x = 10.0;
    player->body.position.z = -1.0;
    errand_find(game, player, 1);
    tick(600);
    assert_int_equal(player->dialogue.npc, 1);
}

static void a_place_beside_ground_out_of_reach_means_ground_within_reach(void **state)
{
    (void)state;
    assert_true(errand_walk(game, player, (struct nav_position){10, 2, 16, 0})); // behind the ledge
    tick(600);
    assert_true(fabs(player->body.position.x - 10.0) < 0.5);
    assert_true(fabs(player->body.position.z - 10.0) < 0.5);
    assert_true(fabs(player->body.position.y) < 1e-9);
}

static void a_place_off_the_ground_is_left_alone_when_it_is_far(void **state)
{
    (void)state;
    errand_find(game, player, 1);
    uint64_t hash = game_hash(game);
    assert_false(errand_walk(game, player, (struct nav_position){10, 0, -40, 0}));
    assert_true(game_hash(game) == hash);
    assert_true(errand_walk(game, player, (struct nav_position){10, 0, -4, 0})); // beside the edge
    assert_true(player->errand.goal.z >= 0.0);
}

#define WITH_WORLD(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_WORLD(a_step_too_high_is_told_and_nobody_moves),
        WITH_WORLD(nobody_of_a_kind_is_told),
        WITH_WORLD(a_new_errand_takes_the_message_away),
        WITH_WORLD(a_failed_errand_ends_the_one_before),
        WITH_WORLD(whoever_stands_close_talks_at_once),
        WITH_WORLD(walking_away_ends_the_dialogue),
        WITH_WORLD(the_last_who_talks_is_faced),
        WITH_WORLD(those_who_come_to_talk_do_not_stand_in_one_another),
        WITH_WORLD(a_way_longer_than_its_memory_is_walked_in_parts),
        WITH_WORLD(a_part_of_a_way_that_has_been_cut_off_is_told),
        WITH_WORLD(an_avatar_that_left_the_ground_walks_back_onto_it),
        WITH_WORLD(a_place_beside_ground_out_of_reach_means_ground_within_reach),
        WITH_WORLD(a_place_off_the_ground_is_left_alone_when_it_is_far),
    };
    return cmocka_run_group_tests_name("errand", tests, NULL, NULL);
}
