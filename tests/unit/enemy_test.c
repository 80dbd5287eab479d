// Enemies: where they are, whom they notice, how far they go, and how they come again.
#include "cloudsvc/game/enemy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/plan.h"
#include "tests/data/allocations.h"
#include "tests/data/arena.h"

static struct plain_world arena;
static struct player *player;

static int set_up(void **state)
{
    (void)state;
    arena = arena_create(1);
    player = arena_join(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plain_world_destroy(&arena);
    return 0;
}

// ---- helpers ---------------------------------------------------------------------------------------

static struct enemy *first_of(uint32_t ground)
{
    return &arena.game->enemies.all[arena_first_of(&arena, ground)];
}

// The player bears all, and strikes nobody.
static void bear(int ticks)
{
    for (int i = 0; i < ticks; i++) {
        player->vitals.health = VITALS_MAX;
        errand_drop(player);
        plain_world_tick(&arena, 1);
    }
}

static size_t index_of(const struct enemy *enemy)
{
    return (size_t)(enemy - arena.game->enemies.all);
}

// Puts an enemy somewhere, at rest.
static struct enemy *put(struct enemy *enemy, double x, double z)
{
    enemy->body.position = (struct nav_position){x, 0.0, z, 0};
    enemy->state = ENEMY_RESTING;
    enemy->way_next = enemy->way_count = 0;
    enemy->until_tick = UINT64_MAX;
    enemy->think_tick = arena.game->tick;
    return enemy;
}

static double radius_of(const struct enemy *enemy)
{
    return arena.pack->enemies[enemy->ground].radius_mm / 1000.0;
}

static double from_middle(const struct enemy *enemy)
{
    return plan_distance(&enemy->body.position, &arena.game->enemies.middles[enemy->ground]);
}

static void expect_on_the_mesh(const struct enemy *enemy, uint64_t seed)
{
    struct nav_position ground;
    if (!nav_nearest(arena.nav, enemy->body.position, 0.002, &ground) ||
        fabs(ground.y - enemy->body.position.y) > 0.002)
        fail_msg("seed %llu, tick %llu: an enemy is off the mesh at (%g, %g, %g)", (unsigned long long)seed,
                 (unsigned long long)arena.game->tick, enemy->body.position.x, enemy->body.position.y,
                 enemy->body.position.z);
}

// Sends the player somewhere near a place now and then.
static void wander(struct random_generator *random, double x, double z, double radius_m)
{
    if (random_below(random, 40) != 0)
        return;
    double part = 2.0 * radius_m / 1000.0;
    struct game_input input = {.kind = GAME_WALK,
                               .player = world_player_id(arena.game, 0),
                               .position = {x - radius_m + part * random_below(random, 1000), 0,
                                            z - radius_m + part * random_below(random, 1000), 0}};
    game_apply(arena.game, &input);
}

// ---- where they are --------------------------------------------------------------------------------

static void left_alone_they_stroll_inside_of_their_grounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        tear_down(NULL);
        arena = arena_create(seed);
        player = arena_join(&arena);
        arena_put(&arena, player, 2, 20);
        double walked_m = 0.0;
        for (int i = 0; i < 6000; i++) {
            struct nav_position before = arena.game->enemies.all[0].body.position;
            plain_world_tick(&arena, 1);
            walked_m += plan_distance(&before, &arena.game->enemies.all[0].body.position);
            for (size_t k = 0; k < arena.game->enemies.count; k++) {
                const struct enemy *enemy = &arena.game->enemies.all[k];
                expect_on_the_mesh(enemy, seed);
                if (from_middle(enemy) > radius_of(enemy) ||
                    (enemy->ground == ARENA_BOARS && enemy->body.position.x > 25)) // behind their wall
                    fail_msg("seed %llu: %g m from the middle", (unsigned long long)seed, from_middle(enemy));
            }
        }
        assert_true(walked_m > 10.0);
    }
}

static void whoever_they_chase_they_stay_on_the_mesh_and_near_their_grounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        tear_down(NULL);
        arena = arena_create(seed);
        player = arena_join(&arena);
        struct random_generator random;
        random_seed(&random, seed);
        bool is_wolf = seed % 2 == 0;
        arena_put(&arena, player, is_wolf ? 40 : 27, 34);
        size_t chases = 0;
        for (int i = 0; i < 3000; i++) {
            player->vitals.health = VITALS_MAX;
            wander(&random, is_wolf ? 42 : 24, 32, 12);
            plain_world_tick(&arena, 1);
            for (size_t k = 0; k < arena.game->enemies.count; k++) {
                const struct enemy *enemy = &arena.game->enemies.all[k];
                expect_on_the_mesh(enemy, seed);
                chases += enemy->state == ENEMY_CHASING;
                if (from_middle(enemy) > ENEMY_GIVE_UP * radius_of(enemy) + 0.1)
                    fail_msg("seed %llu: %g m from the middle", (unsigned long long)seed, from_middle(enemy));
            }
        }
        assert_true(chases > 100);
    }
}

static void where_no_player_is_nobody_moves(void **state)
{
    (void)state;
    assert_true(arena_ask(&arena, player, GAME_LEAVE, 0));
    struct nav_position before[16] = {0};
    assert_in_range(arena.game->enemies.count, 1, 16);
    for (size_t i = 0; i < arena.game->enemies.count; i++)
        before[i] = arena.game->enemies.all[i].body.position;
    plain_world_tick(&arena, 1000);
    for (size_t i = 0; i < arena.game->enemies.count; i++)
        assert_true(plan_distance(&before[i], &arena.game->enemies.all[i].body.position) == 0.0);
}

// ---- chases ----------------------------------------------------------------------------------------

static void who_comes_near_is_noticed_and_who_does_not_is_not(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 45, 32);
    arena_put(&arena, player, 45, 24.9);
    plain_world_tick(&arena, 100);
    assert_int_equal(wolf->state, ENEMY_RESTING);
    arena_put(&arena, player, 45, 25.1);
    plain_world_tick(&arena, ENEMY_THINK_TICKS);
    assert_int_equal(wolf->state, ENEMY_CHASING);
    assert_int_equal(wolf->target, 0);
}

static void who_cannot_be_reached_is_not_noticed(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 50, 32);
    arena.game->enemies.middles[ARENA_WOLVES] = (struct nav_position){56, 0, 32, 0};
    wolf->body.position.x = 58;
    arena_put(&arena, player, 61, 32); // on the terrace
    plain_world_tick(&arena, 100);
    assert_int_equal(wolf->state, ENEMY_RESTING);
    arena_put(&arena, player, 55, 32);
    bear(200); // it had turned its back for a while
    assert_int_equal(wolf->state, ENEMY_CHASING);
}

static void who_is_behind_a_long_wall_is_not_noticed(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 38, 34);
    arena_put(&arena, player, 34, 34);
    plain_world_tick(&arena, 200);
    assert_int_equal(wolf->state, ENEMY_RESTING);
    put(wolf, 38, 26); // near its end
    arena_put(&arena, player, 34, 26);
    arena.game->enemies.middles[ARENA_WOLVES].z = 26;
    plain_world_tick(&arena, ENEMY_THINK_TICKS);
    assert_int_equal(wolf->state, ENEMY_CHASING);
}

static void who_talks_is_left_alone(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 45, 32);
    arena_put(&arena, player, 45, 27);
    player->dialogue.npc = 0;
    plain_world_tick(&arena, 100);
    assert_int_equal(wolf->state, ENEMY_RESTING);
}

static void who_runs_away_is_let_go_and_the_wounds_heal_at_home(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 45, 32);
    arena_put(&arena, player, 42, 32);
    enemy_wound(arena.game, index_of(wolf), 0, 5);
    assert_int_equal(wolf->state, ENEMY_CHASING);
    struct game_input run = {
        .kind = GAME_WALK, .player = world_player_id(arena.game, 0), .position = {20, 0, 20, 0}};
    assert_true(game_apply(arena.game, &run));
    double farthest_m = 0.0;
    for (int i = 0; i < 600 && wolf->state != ENEMY_RETURNING; i++) {
        plain_world_tick(&arena, 1);
        farthest_m = fmax(farthest_m, from_middle(wolf));
    }
    assert_int_equal(wolf->state, ENEMY_RETURNING);
    assert_true(farthest_m > 5.0); // it left its ground
    plain_world_tick(&arena, 600);
    assert_true(from_middle(wolf) <= radius_of(wolf));
    assert_int_equal(wolf->health, arena.pack->enemies[ARENA_WOLVES].health);
}

static void who_is_hit_from_afar_attacks(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 41, 32);
    arena_put(&arena, player, 41, 22); // farther than it notices
    plain_world_tick(&arena, 40);
    assert_int_equal(wolf->state, ENEMY_RESTING);
    enemy_wound(arena.game, index_of(wolf), 0, 1);
    assert_int_equal(wolf->state, ENEMY_CHASING);
}

static void who_has_come_near_enough_stands(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 42, 32); // one that comes from aside
    arena_put(&arena, player, 46, 32);
    plain_world_tick(&arena, 150);
    struct nav_position stand = wolf->body.position;
    assert_true(enemy_reaches(arena.game, index_of(wolf), 0));
    player->vitals.health = VITALS_MAX;
    plain_world_tick(&arena, 100);
    assert_true(plan_distance(&stand, &wolf->body.position) < 0.01);
}

static void several_stand_around_whom_they_chase(void **state)
{
    (void)state;
    arena_put(&arena, player, 46, 32);
    for (int i = 0; i < 3; i++)
        put(first_of(ARENA_WOLVES) + i, 42, 32 + i * 0.01);
    bear(600);
    const struct enemy *wolves = first_of(ARENA_WOLVES);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wolves[i].state, ENEMY_CHASING);
        assert_true(enemy_reaches(arena.game, index_of(&wolves[i]), 0));
        assert_true(plan_distance(&wolves[i].body.position, &player->body.position) > 0.5);
        for (int k = 0; k < i; k++)
            assert_true(plan_distance(&wolves[i].body.position, &wolves[k].body.position) > 0.3);
    }
}

// ---- life and death --------------------------------------------------------------------------------

static void the_dead_are_seen_for_a_while_and_come_again_as_others(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 45, 32);
    size_t index = index_of(wolf);
    uint32_t id = enemy_id(arena.game, index);
    assert_int_equal(enemy_of_id(arena.game, id), index);
    enemy_wound(arena.game, index, 0, 1000);
    assert_int_equal(enemy_of_id(arena.game, id), WORLD_NOBODY);
    assert_false(enemy_is_alive(arena.game, index));
    assert_true(enemy_is_seen(arena.game, index));
    assert_true(enemy_actor(arena.game, index, player).damage == 1.0f);
    plain_world_tick(&arena, ENEMY_DYING_TICKS);
    assert_false(enemy_is_seen(arena.game, index));
    plain_world_tick(&arena, ENEMY_AWAY_TICKS - 1);
    assert_false(enemy_is_seen(arena.game, index));
    plain_world_tick(&arena, 1);
    assert_true(enemy_is_alive(arena.game, index));
    assert_int_not_equal(enemy_id(arena.game, index), id);
    assert_int_equal(enemy_of_id(arena.game, id), WORLD_NOBODY);
    assert_int_equal(wolf->health, arena.pack->enemies[ARENA_WOLVES].health);
    assert_true(from_middle(wolf) <= radius_of(wolf));
}

static void ids_are_nobody_elses(void **state)
{
    (void)state;
    for (size_t i = 0; i < arena.game->enemies.count; i++) {
        uint32_t id = enemy_id(arena.game, i);
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(id, enemy_id(arena.game, k));
        assert_int_equal(world_slot(arena.game, id), WORLD_NOBODY);
        assert_int_equal(world_npc(arena.game, id), WORLD_NOBODY);
    }
    assert_int_equal(enemy_of_id(arena.game, 0), WORLD_NOBODY);
    assert_int_equal(enemy_of_id(arena.game, world_player_id(arena.game, 0)), WORLD_NOBODY);
    assert_int_equal(enemy_of_id(arena.game, arena.game->npcs[0].id), WORLD_NOBODY);
    assert_int_equal(enemy_of_id(arena.game, UINT32_MAX), WORLD_NOBODY);
}

static void they_are_seen_as_what_they_are(void **state)
{
    (void)state;
    static struct view view;
    arena_put(&arena, player, 24, 30);
    assert_true(game_view(arena.game, world_player_id(arena.game, 0), &view));
    size_t boars = 0;
    for (size_t i = 0; i < view.actor_count; i++) {
        const struct view_actor *actor = &view.actors[i];
        if (actor->kind != VIEW_ENEMY || actor->shape != VIEW_BOAR)
            continue;
        boars++;
        assert_string_equal(actor->name, "Grunt");
        assert_true(actor->damage == 0.0f);
        assert_int_not_equal(enemy_of_id(arena.game, actor->id), WORLD_NOBODY);
    }
    assert_int_equal(boars, 2);
}

static void a_shut_door_lets_them_look_for_their_ways_anew(void **state)
{
    (void)state;
    struct enemy *wolf = put(first_of(ARENA_WOLVES), 45, 32);
    arena_put(&arena, player, 41, 32);
    plain_world_tick(&arena, 10);
    assert_true(wolf->way_next < wolf->way_count);
    enemy_forget_ways(arena.game);
    assert_int_equal(wolf->way_next, wolf->way_count);
    plain_world_tick(&arena, 2);
    assert_true(wolf->way_next < wolf->way_count);
}

// ---- ticks -----------------------------------------------------------------------------------------

static void ticks_take_no_memory(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    struct random_generator random;
    random_seed(&random, 5);
    arena_put(&arena, player, 42, 32);
    size_t before = allocations_count();
    for (int i = 0; i < 1200; i++) {
        wander(&random, 42, 32, 8);
        arena_ask(&arena, player, GAME_SKILL, random_below(&random, GAME_SKILL_COUNT));
        plain_world_tick(&arena, 1);
    }
    assert_int_equal(allocations_count(), before);
}

static uint64_t hash_after_a_fight(uint64_t seed)
{
    tear_down(NULL);
    arena = arena_create(seed);
    player = arena_join(&arena);
    struct random_generator random;
    random_seed(&random, 7);
    arena_put(&arena, player, 42, 32);
    for (int i = 0; i < 1500; i++) {
        wander(&random, 42, 32, 8);
        if (i % 50 == 0)
            arena_ask(&arena, player, GAME_SKILL, random_below(&random, GAME_SKILL_COUNT));
        if (i % 300 == 0)
            arena_ask(&arena, player, GAME_FIGHT, enemy_id(arena.game, random_below(&random, 3)));
        plain_world_tick(&arena, 1);
    }
    return game_hash(arena.game);
}

static void the_same_seed_gives_the_same_world_and_another_another(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        uint64_t hash = hash_after_a_fight(seed);
        assert_true(hash_after_a_fight(seed) == hash);
        assert_true(hash_after_a_fight(seed + 100) != hash);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(left_alone_they_stroll_inside_of_their_grounds),
        TEST(whoever_they_chase_they_stay_on_the_mesh_and_near_their_grounds),
        TEST(where_no_player_is_nobody_moves),
        TEST(who_comes_near_is_noticed_and_who_does_not_is_not),
        TEST(who_cannot_be_reached_is_not_noticed),
        TEST(who_is_behind_a_long_wall_is_not_noticed),
        TEST(who_talks_is_left_alone),
        TEST(who_runs_away_is_let_go_and_the_wounds_heal_at_home),
        TEST(who_is_hit_from_afar_attacks),
        TEST(who_has_come_near_enough_stands),
        TEST(several_stand_around_whom_they_chase),
        TEST(the_dead_are_seen_for_a_while_and_come_again_as_others),
        TEST(ids_are_nobody_elses),
        TEST(they_are_seen_as_what_they_are),
        TEST(a_shut_door_lets_them_look_for_their_ways_anew),
        TEST(ticks_take_no_memory),
        TEST(the_same_seed_gives_the_same_world_and_another_another),
    };
    return cmocka_run_group_tests_name("enemy", tests, NULL, NULL);
}
