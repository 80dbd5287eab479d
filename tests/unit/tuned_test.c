// The tuned table holds exactly what was stored, with any seed and even with a poor function.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "nav/tuned.h"
#include "tests/data/named_rosters.h"
#include "tests/data/random_region.h"

enum { KEYS = 15000, FEW = 2000 };

static struct rosters rosters;

static int make_rosters(void **state)
{
    (void)state;
    named_rosters_init(&rosters, KEYS);
    return 0;
}

static int drop_rosters(void **state)
{
    (void)state;
    rosters_finish(&rosters);
    return 0;
}

static uint32_t find(const struct tuned *tuned, uint32_t number)
{
    struct named_key named;
    named_key_make(&named, number);
    return tuned_find(tuned, named.key);
}

/// Stores, erases and settles at random and compares every answer with a plain list.
static void compare_with_list(struct tuned *tuned, uint64_t seed, uint32_t keys)
{
    static bool is_in[KEYS];
    memset(is_in, 0, sizeof is_in);
    for (int i = 0; i < 40000; i++) {
        uint32_t entry = (uint32_t)seed_between(&seed, 0, (int32_t)keys - 1);
        assert_int_equal(find(tuned, entry), is_in[entry] ? entry : ROSTER_NONE);
        if (is_in[entry])
            tuned_erase(tuned, entry);
        else
            assert_true(tuned_insert(tuned, entry));
        is_in[entry] = !is_in[entry];
        if (i % 5000 == 0)
            assert_true(tuned_settle(tuned));
    }
    size_t count = 0;
    for (uint32_t i = 0; i < keys; i++) {
        assert_int_equal(find(tuned, i), is_in[i] ? i : ROSTER_NONE);
        count += is_in[i];
    }
    assert_int_equal(tuned_stats(tuned).count, count);
}

static void answers_are_those_of_a_plain_list(void **state)
{
    (void)state;
    struct tuning_limits limits = tuning_limits_usual();
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct tuned *tuned = tuned_create(&rosters, &limits, seed);
        assert_non_null(tuned);
        compare_with_list(tuned, seed, seed == 1 ? 30 : FEW);
        tuned_destroy(tuned);
    }
    tuned_destroy(NULL);
}

static void answers_are_right_when_most_keys_share_a_value(void **state)
{
    (void)state;
    struct tuning_limits limits = {.p_max = 0.001, .width_first = 1, .width_max = 6, .tries_max = 3};
    struct tuned *tuned = tuned_create(&rosters, &limits, 1);
    assert_non_null(tuned);
    compare_with_list(tuned, 1, 200);
    assert_true(tuned_settle(tuned));
    struct tuned_stats stats = tuned_stats(tuned);
    assert_false(stats.tuning.is_reached);
    assert_true(stats.tuning.p > 0.9);
    tuned_destroy(tuned);
}

static void a_settled_table_of_15000_keys_has_few_collisions_and_an_even_tree(void **state)
{
    (void)state;
    struct tuning_limits limits = tuning_limits_usual();
    struct tuned *tuned = tuned_create(&rosters, &limits, 77);
    assert_non_null(tuned);
    for (uint32_t i = 0; i < KEYS; i++)
        assert_true(tuned_insert(tuned, i));
    assert_true(tuned_settle(tuned));
    struct tuned_stats stats = tuned_stats(tuned);
    assert_int_equal(stats.tuning.key_count, KEYS);
    assert_true(stats.tuning.is_reached);
    assert_true(stats.tuning.p < 0.001);
    assert_in_range(stats.tree_height, 14, 27); // log2(15001) to twice that
    assert_true(stats.overflowed < stats.buckets / 20);
    // Every building is for two fifths more keys than the last: not one for each key.
    assert_true(stats.buildings < 40);
    for (uint32_t i = 0; i < KEYS; i++)
        assert_int_equal(find(tuned, i), i);
    tuned_destroy(tuned);
}

static void settling_twice_builds_once(void **state)
{
    (void)state;
    struct tuning_limits limits = tuning_limits_usual();
    struct tuned *tuned = tuned_create(&rosters, &limits, 5);
    assert_non_null(tuned);
    assert_true(tuned_settle(tuned));
    assert_int_equal(tuned_stats(tuned).buildings, 0);
    assert_true(tuned_insert(tuned, 3));
    assert_true(tuned_settle(tuned));
    assert_true(tuned_settle(tuned));
    assert_int_equal(tuned_stats(tuned).buildings, 1);
    tuned_destroy(tuned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_a_plain_list),
        cmocka_unit_test(answers_are_right_when_most_keys_share_a_value),
        cmocka_unit_test(a_settled_table_of_15000_keys_has_few_collisions_and_an_even_tree),
        cmocka_unit_test(settling_twice_builds_once),
    };
    return cmocka_run_group_tests_name("tuned", tests, make_rosters, drop_rosters);
}
