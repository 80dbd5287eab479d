// Fights: from a tap on an enemy to its death, or to the player's.
#include "cloudsvc/game/fight.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/skill.h"
#include "tests/data/arena.h"

static struct plain_world arena;
static struct player *player;
static struct view view;

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

// Puts the first enemy of a ground somewhere, where it stays and thinks of nothing.
static uint32_t put(uint32_t ground, double x, double z)
{
    uint32_t index = arena_first_of(&arena, ground);
    struct enemy *enemy = &arena.game->enemies.all[index];
    enemy->body.position = (struct nav_position){x, 0.0, z, 0};
    enemy->state = ENEMY_RESTING;
    enemy->think_tick = UINT64_MAX;
    return index;
}

static bool fight(uint32_t enemy)
{
    return arena_ask(&arena, player, GAME_FIGHT, enemy_id(arena.game, enemy));
}

static bool is_told(enum game_word word)
{
    return arena.game->tick < player->message_end_tick &&
           strcmp(player->message, words_get(word, player->words)) == 0;
}

static int ticks_until_over(void)
{
    int ticks = 0;
    while (fight_is_on(player) && ticks < 3000) {
        plain_world_tick(&arena, 1);
        ticks++;
    }
    return ticks;
}

static const struct view *look(void)
{
    assert_true(game_view(arena.game, world_player_id(arena.game, 0), &view));
    return &view;
}

static bool sees_effect(enum view_effect_kind kind)
{
    for (size_t i = 0; i < look()->effect_count; i++)
        if (view.effects[i].kind == kind)
            return true;
    return false;
}

// ---- fighting --------------------------------------------------------------------------------------

static void one_tap_goes_up_to_an_enemy_and_strikes_until_it_is_dead(void **state)
{
    (void)state;
    arena_put(&arena, player, 40, 8);
    uint32_t crab = put(ARENA_CRAB, 50, 8);
    assert_true(fight(crab));
    assert_true(fight_is_on(player));
    plain_world_tick(&arena, 30);
    assert_true(look()->has_destination);
    assert_true(walk_is_under_way(&player->walk));
    assert_in_range(ticks_until_over(), 150, 600);
    assert_false(enemy_is_alive(arena.game, crab));
    assert_true(plan_distance(&player->body.position, &arena.game->enemies.all[crab].body.position) <
                SKILL_STRIKE_M);
    const struct nav_position *there = &arena.game->enemies.all[crab].body.position;
    const struct direction *faced = &player->body.wanted;
    assert_true(faced->x * (there->x - player->body.position.x) +
                    faced->z * (there->z - player->body.position.z) >
                0.9 * plan_distance(there, &player->body.position));
    assert_int_equal(player->vitals.score, arena.pack->enemies[ARENA_CRAB].health / 2);
    assert_int_equal(game_counters(arena.game).wayfinding_requests, 0);
}

static void the_fight_follows_an_enemy_that_moves(void **state)
{
    (void)state;
    arena_put(&arena, player, 40, 8);
    uint32_t crab = put(ARENA_CRAB, 50, 8);
    assert_true(fight(crab));
    plain_world_tick(&arena, 60);
    put(ARENA_CRAB, 46, 12);
    assert_in_range(ticks_until_over(), 60, 230); // not first to where it was
    assert_false(enemy_is_alive(arena.game, crab));
}

static void a_tap_elsewhere_ends_the_fight(void **state)
{
    (void)state;
    arena_put(&arena, player, 40, 8);
    uint32_t crab = put(ARENA_CRAB, 50, 8);
    assert_true(fight(crab));
    plain_world_tick(&arena, 60);
    struct game_input walk = {
        .kind = GAME_WALK, .player = world_player_id(arena.game, 0), .position = {40, 0, 4, 0}};
    assert_true(game_apply(arena.game, &walk));
    assert_false(fight_is_on(player));
    plain_world_tick(&arena, 600);
    assert_true(enemy_is_alive(arena.game, crab));
    assert_true(fabs(player->body.position.z - 4) < 0.01);
}

static void an_enemy_that_is_gone_cannot_be_fought(void **state)
{
    (void)state;
    uint32_t crab = put(ARENA_CRAB, 50, 8);
    uint32_t id = enemy_id(arena.game, crab);
    enemy_wound(arena.game, crab, 0, 1000);
    assert_false(arena_ask(&arena, player, GAME_FIGHT, id));
    assert_false(arena_ask(&arena, player, GAME_FIGHT, 0));
    assert_false(arena_ask(&arena, player, GAME_FIGHT, arena.game->npcs[0].id));
    assert_false(fight_is_on(player));
}

static void an_enemy_out_of_reach_is_told_and_left(void **state)
{
    (void)state;
    arena_put(&arena, player, 5, 4);
    assert_true(fight(put(ARENA_CRAB, -5, 8))); // on the isle
    plain_world_tick(&arena, 1);
    assert_false(fight_is_on(player));
    assert_true(is_told(WORD_ENEMY_OUT_OF_REACH));
}

static void who_attacks_meanwhile_is_fought_next(void **state)
{
    (void)state;
    arena_put(&arena, player, 45, 32);
    put(ARENA_WOLVES, 46, 32);
    for (uint32_t i = 1; i < 3; i++) { // the others come by themselves
        arena.game->enemies.all[i].body.position = (struct nav_position){45, 0, 32.0 + i, 0};
        arena.game->enemies.all[i].think_tick = 0;
    }
    assert_true(fight(0));
    for (int i = 0; i < 3000 && fight_is_on(player); i++) {
        player->vitals.health = VITALS_MAX;
        plain_world_tick(&arena, 1);
    }
    for (uint32_t i = 0; i < 3; i++)
        assert_false(enemy_is_alive(arena.game, i));
}

static void two_may_fight_one_enemy_and_the_last_hit_counts(void **state)
{
    (void)state;
    struct player *other = arena_join(&arena);
    arena_put(&arena, player, 48, 8);
    arena_put(&arena, other, 52, 8);
    uint32_t crab = put(ARENA_CRAB, 50, 8);
    assert_true(fight(crab));
    assert_true(arena_ask(&arena, other, GAME_FIGHT, enemy_id(arena.game, crab)));
    ticks_until_over();
    plain_world_tick(&arena, 1);
    assert_false(fight_is_on(other));
    assert_int_equal(player->vitals.score + other->vitals.score, arena.pack->enemies[ARENA_CRAB].health / 2);
}

// ---- being bitten ----------------------------------------------------------------------------------

static void an_enemy_bites_again_and_again(void **state)
{
    (void)state;
    arena_put(&arena, player, 50, 8);
    arena.game->enemies.all[put(ARENA_CRAB, 52, 8)].think_tick = 0;
    int bites = 0;
    for (int i = 0; i < 600; i++) {
        uint32_t health = player->vitals.health;
        errand_drop(player); // it strikes nobody
        plain_world_tick(&arena, 1);
        bites += player->vitals.health < health;
    }
    assert_in_range(bites, 5, 9);
    assert_true(look()->actors[0].damage > 0.0f);
}

static void who_is_bitten_while_idle_strikes_back(void **state)
{
    (void)state;
    arena_put(&arena, player, 45, 32);
    for (uint32_t i = 0; i < 3; i++) { // wolves
        arena.game->enemies.all[i].body.position = (struct nav_position){45, 0, 33.0 + i, 0};
        arena.game->enemies.all[i].think_tick = 0;
    }
    for (int i = 0; i < 3000 && player->vitals.score == 0; i++)
        plain_world_tick(&arena, 1);
    assert_true(player->vitals.score > 0);
    ticks_until_over();
    assert_false(fight_has_fainted(player));
    for (uint32_t i = 0; i < 3; i++)
        assert_false(enemy_is_alive(arena.game, i));
}

static void who_walks_away_is_bitten_and_walks_on(void **state)
{
    (void)state;
    uint32_t crab = put(ARENA_CRAB, 52, 8);
    arena_put(&arena, player, 50, 8);
    struct game_input walk = {
        .kind = GAME_WALK, .player = world_player_id(arena.game, 0), .position = {40, 0, 4, 0}};
    fight_bite(arena.game, 0, crab);
    assert_true(fight_is_on(player));
    assert_true(game_apply(arena.game, &walk));
    fight_bite(arena.game, 0, crab);
    assert_int_equal(player->errand.kind, ERRAND_PLACE);
}

static void the_first_bite_is_told_once_how_to_strike(void **state)
{
    (void)state;
    uint32_t crab = put(ARENA_CRAB, 51, 8);
    arena_put(&arena, player, 50, 8);
    fight_bite(arena.game, 0, crab);
    assert_true(is_told(WORD_HOW_TO_STRIKE));
    errand_drop(player);
    plain_world_tick(&arena, WORLD_MESSAGE_TICKS);
    fight_bite(arena.game, 0, crab);
    assert_false(is_told(WORD_HOW_TO_STRIKE));
    struct player *other = arena_join(&arena); // who knows: it was a tap
    arena_put(&arena, other, 50, 9);
    assert_true(arena_ask(&arena, other, GAME_FIGHT, enemy_id(arena.game, crab)));
    fight_bite(arena.game, 1, crab);
    assert_int_equal(other->message[0], '\0');
}

static void who_gets_away_half_way_through_a_bite_is_not_hurt(void **state)
{
    (void)state;
    arena_put(&arena, player, 50, 8);
    uint32_t crab = put(ARENA_CRAB, 51, 8);
    struct enemy *enemy = &arena.game->enemies.all[crab];
    enemy->think_tick = 0;
    while (enemy->swing_ticks != ENEMY_SWING_TICKS - 3)
        plain_world_tick(&arena, 1);
    assert_true(player->vitals.health == VITALS_MAX);
    player->body.wanted = (struct direction){-1, 0};
    assert_true(arena_ask(&arena, player, GAME_SKILL, GAME_DASH));
    plain_world_tick(&arena, ENEMY_SWING_TICKS);
    assert_true(player->vitals.health == VITALS_MAX);
}

static void who_has_no_health_left_faints_and_wakes_at_the_spawn(void **state)
{
    (void)state;
    arena_put(&arena, player, 34, 8);
    uint32_t skeleton = put(ARENA_SKELETON, 35, 8);
    assert_true(fight(skeleton));
    player->vitals.score = 20;
    fight_wound(arena.game, 0, 50);
    assert_false(fight_has_fainted(player));
    fight_wound(arena.game, 0, 50);
    assert_true(fight_has_fainted(player));
    float darkest = 0.0f;
    for (int i = 0; i < FIGHT_FAINT_TICKS - 1; i++) {
        plain_world_tick(&arena, 1);
        assert_true(fight_has_fainted(player));
        assert_false(fight_is_on(player));
        assert_true(look()->fade >= darkest);
        darkest = view.fade;
    }
    assert_true(darkest > 0.8f);
    plain_world_tick(&arena, 1);
    assert_false(fight_has_fainted(player));
    assert_true(player->vitals.health == VITALS_MAX);
    assert_true(player->vitals.energy == VITALS_MAX);
    assert_int_equal(player->vitals.score, 20);
    assert_true(plan_is_near(&player->body.position, &(struct nav_position){2, 0, 38, 0}, 3.0));
    assert_true(is_told(WORD_FAINTED));
    plain_world_tick(&arena, WORLD_FADE_TICKS);
    assert_true(look()->fade == 0.0f);
}

static void who_lies_there_does_nothing(void **state)
{
    (void)state;
    arena_put(&arena, player, 34, 8);
    uint32_t skeleton = put(ARENA_SKELETON, 35, 8);
    uint32_t health = arena.game->enemies.all[skeleton].health;
    fight_wound(arena.game, 0, 100);
    assert_true(arena_ask(&arena, player, GAME_SKILL, GAME_STRIKE));
    assert_true(fight(skeleton));
    struct nav_position before = player->body.position;
    plain_world_tick(&arena, FIGHT_FAINT_TICKS - 1);
    assert_int_equal(arena.game->enemies.all[skeleton].health, health);
    assert_true(plan_distance(&before, &player->body.position) < 0.01);
}

// ---- merits ----------------------------------------------------------------------------------------

static void a_new_level_is_told_and_seen(void **state)
{
    (void)state;
    fight_earn(arena.game, player, 99);
    assert_false(sees_effect(VIEW_EFFECT_LEVEL));
    fight_earn(arena.game, player, 1);
    assert_true(sees_effect(VIEW_EFFECT_LEVEL));
    char text[VIEW_TEXT_MAX];
    words_compose_number(text, sizeof text, WORD_LEVEL_UP, player->words, 2);
    assert_string_equal(player->message, text);
}

static void blows_and_wounds_are_seen(void **state)
{
    (void)state;
    arena_put(&arena, player, 50, 8);
    uint32_t crab = put(ARENA_CRAB, 51, 8);
    assert_true(arena_ask(&arena, player, GAME_SKILL, GAME_STRIKE));
    assert_true(sees_effect(VIEW_EFFECT_STRIKE));
    assert_true(sees_effect(VIEW_EFFECT_HIT));
    plain_world_tick(&arena, 1);
    assert_true(look()->actors[0].swing > 0.0f);
    bool is_seen = false;
    for (size_t i = 1; i < view.actor_count; i++)
        if (view.actors[i].id == enemy_id(arena.game, crab))
            is_seen = view.actors[i].hurt > 0.9f && view.actors[i].damage > 0.4f;
    assert_true(is_seen);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_tap_goes_up_to_an_enemy_and_strikes_until_it_is_dead),
        TEST(the_fight_follows_an_enemy_that_moves),
        TEST(a_tap_elsewhere_ends_the_fight),
        TEST(an_enemy_that_is_gone_cannot_be_fought),
        TEST(an_enemy_out_of_reach_is_told_and_left),
        TEST(who_attacks_meanwhile_is_fought_next),
        TEST(two_may_fight_one_enemy_and_the_last_hit_counts),
        TEST(an_enemy_bites_again_and_again),
        TEST(who_is_bitten_while_idle_strikes_back),
        TEST(who_walks_away_is_bitten_and_walks_on),
        TEST(the_first_bite_is_told_once_how_to_strike),
        TEST(who_gets_away_half_way_through_a_bite_is_not_hurt),
        TEST(who_has_no_health_left_faints_and_wakes_at_the_spawn),
        TEST(who_lies_there_does_nothing),
        TEST(a_new_level_is_told_and_seen),
        TEST(blows_and_wounds_are_seen),
    };
    return cmocka_run_group_tests_name("fight", tests, NULL, NULL);
}
