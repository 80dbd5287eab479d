// The table of two choices holds exactly what was stored, with any seed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "nav/choices.h"
#include "tests/data/named_rosters.h"
#include "tests/data/random_region.h"

enum { KEYS = 5000 };

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

static uint32_t find(const struct choices *choices, uint32_t number)
{
    struct named_key named;
    named_key_make(&named, number);
    return choices_find(choices, named.key);
}

/// Stores and erases at random and compares every answer with a plain list.
static void compare_with_list(struct choices *choices, uint64_t seed)
{
    static bool is_in[KEYS];
    memset(is_in, 0, sizeof is_in);
    for (int i = 0; i < 40000; i++) {
        uint32_t entry = (uint32_t)seed_between(&seed, 0, KEYS - 1);
        assert_int_equal(find(choices, entry), is_in[entry] ? entry : ROSTER_NONE);
        if (is_in[entry])
            choices_erase(choices, entry);
        else
            assert_true(choices_insert(choices, entry));
        is_in[entry] = !is_in[entry];
    }
}

static void answers_are_those_of_a_plain_list(void **state)
{
    (void)state;
    // Made for as many as it gets, for far fewer, so that the second table works, and for none.
    static const size_t expected[] = {KEYS, KEYS / 8, 0};
    for (size_t i = 0; i < 3; i++) {
        struct choices *choices = choices_create(&rosters, expected[i], 11 + i);
        assert_non_null(choices);
        compare_with_list(choices, i + 1);
        choices_destroy(choices);
    }
}

static void both_tables_count_what_they_hold(void **state)
{
    (void)state;
    struct choices *choices = choices_create(&rosters, KEYS / 8, 3);
    assert_non_null(choices);
    for (uint32_t i = 0; i < KEYS; i++)
        assert_true(choices_insert(choices, i));
    struct choices_stats stats = choices_stats(choices);
    assert_int_equal(stats.first_count + stats.second_count, KEYS);
    assert_true(stats.second_count > KEYS / 2);
    assert_int_equal(stats.fullest, 10);
    for (uint32_t i = 0; i < KEYS; i++)
        choices_erase(choices, i);
    stats = choices_stats(choices);
    assert_int_equal(stats.first_count + stats.second_count, 0);
    choices_destroy(choices);
}

static void two_choices_keep_buckets_even(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct choices *choices = choices_create(&rosters, KEYS, seed);
        assert_non_null(choices);
        for (uint32_t i = 0; i < KEYS; i++)
            assert_true(choices_insert(choices, i));
        struct choices_stats stats = choices_stats(choices);
        // Seven a bucket on average; with one choice one key in fifteen would find its bucket full.
        if (stats.second_count > KEYS / 1000)
            fail_msg("seed %lu: %zu entries overflowed", seed, stats.second_count);
        choices_destroy(choices);
    }
    choices_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_a_plain_list),
        cmocka_unit_test(both_tables_count_what_they_hold),
        cmocka_unit_test(two_choices_keep_buckets_even),
    };
    return cmocka_run_group_tests_name("choices", tests, make_rosters, drop_rosters);
}
