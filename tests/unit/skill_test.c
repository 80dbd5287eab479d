// What skills take, what they do, and what is said when they cannot be used.
#include "cloudsvc/game/skill.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/arena.h"

static struct plain_world arena;
static struct player *player;

static int set_up(void **state)
{
    (void)state;
    arena = arena_create(1);
    player = arena_join(&arena);
    arena_put(&arena, player, 5, 4);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    plain_world_destroy(&arena);
    return 0;
}

static bool use(enum game_skill skill)
{
    return arena_ask(&arena, player, GAME_SKILL, skill);
}

static bool is_told(enum game_word word)
{
    return arena.game->tick < player->message_end_tick &&
           strcmp(player->message, words_get(word, player->words)) == 0;
}

// Puts a crab somewhere, where nothing makes it move.
static struct enemy *crab_at(double x, double z)
{
    struct enemy *crab = &arena.game->enemies.all[arena_first_of(&arena, ARENA_CRAB)];
    crab->body.position = (struct nav_position){x, 0.0, z, 0};
    crab->state = ENEMY_RESTING;
    crab->think_tick = UINT64_MAX;
    return crab;
}

static void every_skill_takes_its_energy_and_cools_down(void **state)
{
    (void)state;
    for (enum game_skill skill = 0; skill < GAME_SKILL_COUNT; skill++) {
        struct skill_cost cost = skill_cost(skill);
        vitals_refresh(&player->vitals);
        player->vitals.health /= 2; // something to heal
        arena_put(&arena, player, 5, 4);
        assert_true(skill_ready(&player->vitals, skill) == 1.0f);
        assert_true(skill_is_ready(&player->vitals, skill));
        assert_true(use(skill));
        assert_int_equal(player->vitals.energy, VITALS_MAX - cost.energy * VITALS_PARTS);
        assert_true(skill_ready(&player->vitals, skill) == 0.0f);
        assert_false(skill_is_ready(&player->vitals, skill));
        plain_world_tick(&arena, (int)cost.cooldown_ticks - 1);
        assert_false(skill_is_ready(&player->vitals, skill));
        plain_world_tick(&arena, 1);
        assert_true(skill_is_ready(&player->vitals, skill));
        assert_true(skill_ready(&player->vitals, skill) == 1.0f);
    }
}

static void a_skill_that_cannot_be_used_says_why_and_takes_nothing(void **state)
{
    (void)state;
    assert_true(use(GAME_STRIKE));
    struct vitals before = player->vitals;
    assert_true(use(GAME_STRIKE));
    assert_true(is_told(WORD_NOT_READY));
    assert_memory_equal(&player->vitals, &before, sizeof before);
    assert_true(use(GAME_HEAL));
    assert_true(is_told(WORD_NOT_HURT));
    assert_memory_equal(&player->vitals, &before, sizeof before);
    arena_put(&arena, player, 9.5, 8); // before a wall
    assert_true(use(GAME_DASH));
    assert_true(is_told(WORD_NO_ROOM_TO_DASH));
    assert_memory_equal(&player->vitals, &before, sizeof before);
    player->vitals.energy = skill_cost(GAME_SHOT).energy * VITALS_PARTS - 1;
    before = player->vitals;
    assert_true(use(GAME_SHOT));
    assert_true(is_told(WORD_NO_ENERGY));
    assert_memory_equal(&player->vitals, &before, sizeof before);
    assert_int_equal(arena.game->shots.count, 0);
}

static void a_skill_that_there_is_not_is_refused(void **state)
{
    (void)state;
    assert_false(use(GAME_SKILL_COUNT));
    assert_false(use((enum game_skill)1000));
}

static void a_strike_hits_whom_it_reaches_and_turns_to_them(void **state)
{
    (void)state;
    static const struct {
        double x, z;
        bool is_hit;
    } places[] = {{6.5, 4, true}, {3.5, 4, true}, {5, 5.7, true}, {7, 4, false}, {5, 2, false}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        vitals_refresh(&player->vitals);
        arena_put(&arena, player, 5, 4);
        struct enemy *crab = crab_at(places[i].x, places[i].z);
        uint32_t before = crab->health;
        crab->health = before + 100; // it must not die
        assert_true(use(GAME_STRIKE));
        uint32_t expected = places[i].is_hit ? skill_damage(arena.game, player) : 0;
        if (before + 100 - crab->health != expected)
            fail_msg("place %zu: %u points", i, before + 100 - crab->health);
        crab->health = before;
        if (places[i].is_hit)
            assert_true(
                player->body.wanted.x * (places[i].x - 5) + player->body.wanted.z * (places[i].z - 4) > 1.4);
    }
}

static void a_strike_hits_nobody_behind_the_one_it_turns_to(void **state)
{
    (void)state;
    struct enemy *crab = crab_at(6, 4);
    struct enemy *wolf = &arena.game->enemies.all[0];
    wolf->body.position = (struct nav_position){3.5, 0, 4, 0};
    uint32_t before = wolf->health;
    assert_true(use(GAME_STRIKE));
    assert_true(crab->health < 25);
    assert_int_equal(wolf->health, before);
}

static void a_shot_is_aimed_at_what_is_not_behind(void **state)
{
    (void)state;
    crab_at(2, 4);
    assert_true(use(GAME_SHOT));
    assert_true(arena.game->shots.all[0].along.x > 0.99);
    plain_world_tick(&arena, (int)skill_cost(GAME_SHOT).cooldown_ticks);
    crab_at(8, 8);
    assert_true(use(GAME_SHOT));
    assert_true(fabs(arena.game->shots.all[0].along.x - 0.6) < 0.01);
}

static void levels_and_weapons_make_strikes_stronger(void **state)
{
    (void)state;
    uint32_t plain = skill_damage(arena.game, player);
    vitals_earn(&player->vitals, 300);
    assert_int_equal(skill_damage(arena.game, player), plain + 2);
}

static void healing_gives_forty_points(void **state)
{
    (void)state;
    vitals_wound(&player->vitals, 60);
    assert_true(use(GAME_HEAL));
    plain_world_tick(&arena, VITALS_CALM_TICKS - 1);
    assert_int_equal(player->vitals.health, 80 * VITALS_PARTS);
}

static void a_dash_lands_ahead_and_is_seen_as_a_slide(void **state)
{
    (void)state;
    static struct view view;
    assert_true(use(GAME_DASH));
    assert_true(fabs(player->body.position.x - 10) < 0.11);
    assert_true(game_view(arena.game, world_player_id(arena.game, 0), &view));
    assert_true(fabsf(view.actors[0].position.x - 5.0f) < 0.01f);
    assert_int_equal(view.effects[0].kind, VIEW_EFFECT_DASH);
    plain_world_tick(&arena, 30);
    assert_true(game_view(arena.game, world_player_id(arena.game, 0), &view));
    assert_true(fabsf(view.actors[0].position.x - (float)player->body.position.x) < 0.01f);
}

static void who_dashes_under_way_goes_on_from_where_they_land(void **state)
{
    (void)state;
    struct game_input input = {
        .kind = GAME_WALK, .player = world_player_id(arena.game, 0), .position = {14, 0, 4, 0}};
    assert_true(game_apply(arena.game, &input));
    plain_world_tick(&arena, 30);
    double before_m = player->body.position.x;
    assert_true(use(GAME_DASH));
    assert_true(player->body.position.x > before_m + 4.8);
    int ticks = 0;
    while (walk_is_under_way(&player->walk) && ticks < 600) {
        plain_world_tick(&arena, 1);
        ticks++;
    }
    assert_in_range(ticks, 10, 150);
    assert_true(fabs(player->body.position.x - 14) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_skill_takes_its_energy_and_cools_down, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_skill_that_cannot_be_used_says_why_and_takes_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_skill_that_there_is_not_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_strike_hits_whom_it_reaches_and_turns_to_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_strike_hits_nobody_behind_the_one_it_turns_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shot_is_aimed_at_what_is_not_behind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levels_and_weapons_make_strikes_stronger, set_up, tear_down),
        cmocka_unit_test_setup_teardown(healing_gives_forty_points, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_dash_lands_ahead_and_is_seen_as_a_slide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_dashes_under_way_goes_on_from_where_they_land, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("skill", tests, NULL, NULL);
}
