// Effects: seen from near by for part of a second, the newest first.
#include "cloudsvc/game/effect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/data/arena.h"

static struct plain_world arena;
static struct player *player;
static struct view view;

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

static const struct view *look(void)
{
    view = (struct view){0};
    effect_fill(arena.game, 0, &view);
    return &view;
}

static void show(enum view_effect_kind kind, double x)
{
    struct nav_position at = {x, 0, 4, 0};
    effect_begin(arena.game, kind, &at, &at);
}

static void each_kind_ages_from_nothing_to_gone(void **state)
{
    (void)state;
    for (enum view_effect_kind kind = 0; kind < VIEW_EFFECT_KIND_COUNT; kind++) {
        if (kind == VIEW_EFFECT_SHOT)
            continue;
        show(kind, 8);
        float age = -1.0f;
        int ticks = 0;
        for (; look()->effect_count > 0 && ticks < 200; ticks++) {
            assert_int_equal(view.effects[0].kind, kind);
            assert_true(view.effects[0].age > age);
            assert_true(view.effects[0].age < 1.0f);
            age = view.effects[0].age;
            arena.game->tick++;
        }
        assert_in_range(ticks, 10, 150);
        assert_true(age > 0.9f);
    }
}

static void far_ones_and_those_of_other_scenes_are_not_seen(void **state)
{
    (void)state;
    show(VIEW_EFFECT_HIT, 5 + 41);
    assert_int_equal(look()->effect_count, 0);
    struct nav_position elsewhere = {5, 0, 4, 1};
    effect_begin(arena.game, VIEW_EFFECT_HIT, &elsewhere, &elsewhere);
    assert_int_equal(look()->effect_count, 0);
    show(VIEW_EFFECT_HIT, 5 + 39);
    assert_int_equal(look()->effect_count, 1);
}

static void the_newest_are_seen_when_there_are_many(void **state)
{
    (void)state;
    for (int i = 0; i < EFFECTS_MAX + 10; i++)
        show(VIEW_EFFECT_HIT, i * 0.1);
    assert_int_equal(look()->effect_count, VIEW_EFFECTS_MAX);
    assert_true(view.effects[0].at.x > (EFFECTS_MAX + 8.5f) * 0.1f);
    assert_true(view.effects[VIEW_EFFECTS_MAX - 1].at.x > (EFFECTS_MAX + 8.5f - VIEW_EFFECTS_MAX) * 0.1f);
}

static void shots_are_seen_where_they_fly(void **state)
{
    (void)state;
    assert_true(arena_ask(&arena, player, GAME_SKILL, GAME_SHOT));
    plain_world_tick(&arena, 4);
    assert_int_equal(look()->effect_count, 1);
    assert_int_equal(view.effects[0].kind, VIEW_EFFECT_SHOT);
    assert_true(view.effects[0].at.x > 5.9f);
    assert_true(view.effects[0].to.x > view.effects[0].at.x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_kind_ages_from_nothing_to_gone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(far_ones_and_those_of_other_scenes_are_not_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_newest_are_seen_when_there_are_many, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shots_are_seen_where_they_fly, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("effect", tests, NULL, NULL);
}
