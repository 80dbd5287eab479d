// Health, energy, score and level: whole numbers that add up.
#include "cloudsvc/game/vitals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

static struct vitals fresh(void)
{
    struct vitals vitals = {0};
    vitals_refresh(&vitals);
    return vitals;
}

static void tick(struct vitals *vitals, int ticks)
{
    for (int i = 0; i < ticks; i++)
        vitals_step(vitals);
}

static void somebody_fresh_has_all_of_it(void **state)
{
    (void)state;
    struct vitals vitals = fresh();
    assert_true(vitals_is_alive(&vitals));
    assert_true(vitals_health(&vitals) == 1.0f);
    assert_true(vitals_energy(&vitals) == 1.0f);
    assert_int_equal(vitals_level(&vitals), 1);
    tick(&vitals, 100);
    assert_true(vitals_health(&vitals) == 1.0f); // no more than all
}

static void energy_comes_back_by_so_many_points_a_second(void **state)
{
    (void)state;
    struct vitals vitals = fresh();
    assert_true(vitals_has_energy(&vitals, 100));
    assert_false(vitals_has_energy(&vitals, 101));
    vitals_spend(&vitals, 100);
    assert_false(vitals_has_energy(&vitals, 1));
    tick(&vitals, 3 * GAME_TICK_HZ);
    assert_true(vitals_has_energy(&vitals, 3 * VITALS_ENERGY_RATE));
    assert_false(vitals_has_energy(&vitals, 3 * VITALS_ENERGY_RATE + 1));
}

static void wounds_heal_by_themselves_only_after_a_calm_while(void **state)
{
    (void)state;
    struct vitals vitals = fresh();
    assert_false(vitals_wound(&vitals, 40));
    uint32_t wounded = vitals.health;
    tick(&vitals, VITALS_CALM_TICKS - 1);
    assert_int_equal(vitals.health, wounded);
    tick(&vitals, 1 + GAME_TICK_HZ);
    assert_in_range(vitals.health, wounded + 1, wounded + (VITALS_HEALTH_RATE + 1) * VITALS_PARTS);
}

static void a_healing_gives_all_that_it_promises_unless_a_wound_ends_it(void **state)
{
    (void)state;
    struct vitals vitals = fresh();
    vitals_wound(&vitals, 90);
    vitals_heal(&vitals, 40);
    tick(&vitals, VITALS_CALM_TICKS - 1);
    assert_int_equal(vitals.health, 50 * VITALS_PARTS);
    vitals_heal(&vitals, 40);
    tick(&vitals, 4);
    vitals_wound(&vitals, 1);
    uint32_t wounded = vitals.health;
    tick(&vitals, 60);
    assert_int_equal(vitals.health, wounded);
}

static void the_last_wound_is_told_once_and_the_dead_stay_dead(void **state)
{
    (void)state;
    struct vitals vitals = fresh();
    assert_false(vitals_wound(&vitals, 99));
    assert_true(vitals_wound(&vitals, UINT32_MAX));
    assert_false(vitals_wound(&vitals, 1));
    assert_false(vitals_is_alive(&vitals));
    tick(&vitals, 10000);
    assert_false(vitals_is_alive(&vitals));
    vitals_earn(&vitals, 7);
    vitals_refresh(&vitals);
    assert_true(vitals_is_alive(&vitals));
    assert_int_equal(vitals.score, 7);
}

static void each_level_takes_more_than_the_one_before(void **state)
{
    (void)state;
    static const struct {
        uint32_t score, level;
    } cases[] = {{0, 1},   {99, 1},  {100, 2},  {299, 2},          {300, 3},
                 {599, 3}, {600, 4}, {1000, 5}, {UINT32_MAX, 9268}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct vitals vitals = {.score = cases[i].score};
        assert_int_equal(vitals_level(&vitals), cases[i].level);
    }
    struct vitals vitals = fresh();
    assert_false(vitals_earn(&vitals, 99));
    assert_true(vitals_earn(&vitals, 1));
    assert_true(vitals_earn(&vitals, UINT32_MAX));
    assert_int_equal(vitals.score, UINT32_MAX);
}

static void whatever_happens_all_stays_within_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        struct vitals vitals = fresh();
        for (int i = 0; i < 500; i++) {
            uint32_t points = random_below(&random, 60);
            switch (random_below(&random, 4)) {
            case 0:
                vitals_wound(&vitals, points);
                break;
            case 1:
                vitals_heal(&vitals, points);
                break;
            case 2:
                if (vitals_has_energy(&vitals, points))
                    vitals_spend(&vitals, points);
                break;
            default:
                tick(&vitals, (int)points);
                break;
            }
            if (vitals.health > VITALS_MAX || vitals.energy > VITALS_MAX || vitals.healing > VITALS_MAX)
                fail_msg("seed %llu: more than all", (unsigned long long)seed);
        }
    }
}

static void what_is_seen_begins_at_the_blow_and_fades(void **state)
{
    (void)state;
    struct vitals vitals = fresh();
    struct view_actor actor = {0};
    vitals_fill(&vitals, &actor);
    assert_true(actor.damage == 0.0f);
    assert_true(actor.swing == 0.0f);
    assert_true(actor.hurt == 0.0f);
    vitals_wound(&vitals, 25);
    vitals.swing_ticks = VITALS_SWING_TICKS;
    float last_swing = 0.0f;
    vitals_fill(&vitals, &actor);
    assert_true(actor.damage == 0.25f);
    assert_true(actor.hurt == 1.0f);
    for (int i = 0; i < VITALS_SWING_TICKS; i++) {
        vitals_fill(&vitals, &actor);
        assert_true(actor.swing > last_swing);
        assert_true(actor.swing < 1.0f);
        last_swing = actor.swing;
        vitals_step(&vitals);
    }
    struct view_actor after = {0};
    vitals_fill(&vitals, &after);
    assert_true(after.swing == 0.0f);
    assert_true(after.hurt == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(somebody_fresh_has_all_of_it),
        cmocka_unit_test(energy_comes_back_by_so_many_points_a_second),
        cmocka_unit_test(wounds_heal_by_themselves_only_after_a_calm_while),
        cmocka_unit_test(a_healing_gives_all_that_it_promises_unless_a_wound_ends_it),
        cmocka_unit_test(the_last_wound_is_told_once_and_the_dead_stay_dead),
        cmocka_unit_test(each_level_takes_more_than_the_one_before),
        cmocka_unit_test(whatever_happens_all_stays_within_bounds),
        cmocka_unit_test(what_is_seen_begins_at_the_blow_and_fades),
    };
    return cmocka_run_group_tests_name("vitals", tests, NULL, NULL);
}
