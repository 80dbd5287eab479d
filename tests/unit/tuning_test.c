// Tuning measures collisions rightly and stops as soon as they are few enough.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/tuning.h"
#include "tests/data/named_rosters.h"
#include "tests/data/random_region.h"

enum { KEYS = 15000 };

struct subject {
    struct rosters rosters;
    struct key keys[KEYS];
    struct tuning_value values[KEYS];
};

static struct subject subject;

static int make_keys(void **state)
{
    (void)state;
    named_rosters_init(&subject.rosters, KEYS);
    for (uint32_t i = 0; i < KEYS; i++)
        subject.keys[i] = subject.rosters.all[i].key;
    return 0;
}

static int drop_keys(void **state)
{
    (void)state;
    rosters_finish(&subject.rosters);
    return 0;
}

static void three_keys_of_15000_that_share_a_value_are_two_in_ten_thousand(void **state)
{
    (void)state;
    size_t shared[65];
    for (uint64_t i = 0; i < KEYS; i++)
        subject.values[i].hash = i << 44;
    subject.values[701].hash = subject.values[700].hash + 1;
    subject.values[702].hash = subject.values[700].hash + 2;
    tuning_count_shared(subject.values, KEYS, shared);
    assert_int_equal(shared[20], 3);
    assert_int_equal(shared[63], 2); // the first two differ in the last bit alone
    assert_int_equal(shared[64], 0);
}

static void shared_values_are_counted_as_by_comparing_all(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    struct key_function function = key_function_of(4);
    size_t shared[65];
    tuning_sort(&function, subject.keys, COUNT, subject.values);
    tuning_count_shared(subject.values, COUNT, shared);
    for (unsigned width = 1; width <= 40; width++) {
        size_t expected = 0;
        for (int i = 0; i < COUNT; i++) {
            bool is_shared = false;
            for (int k = 0; k < COUNT; k++)
                is_shared |= i != k && key_hash(&function, subject.keys[i]) >> (64 - width) ==
                                           key_hash(&function, subject.keys[k]) >> (64 - width);
            expected += is_shared;
        }
        assert_int_equal(shared[width], expected);
    }
}

static void collisions_of_15000_keys_fall_below_a_thousandth(void **state)
{
    (void)state;
    struct tuning_limits limits = tuning_limits_usual();
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct tuning tuning = tuning_find(&limits, seed, subject.keys, KEYS, subject.values);
        if (!tuning.is_reached || tuning.p >= 0.001 || tuning.width > 26)
            fail_msg("seed %lu: p %f with %u bits", seed, tuning.p, tuning.width);
        // Seeds change first: four functions a width, the last of which did it.
        assert_int_equal(tuning.width, TUNING_WIDTH_FIRST + (tuning.tries - 1) / TUNING_SEEDS);
        size_t shared[65];
        tuning_sort(&tuning.function, subject.keys, KEYS, subject.values);
        tuning_count_shared(subject.values, KEYS, shared);
        assert_int_equal(shared[tuning.width], tuning.shared_count);
        assert_int_equal(tuning.key_count, KEYS);
        assert_true(tuning.p == (double)tuning.shared_count / KEYS);
    }
}

static void few_keys_need_one_try(void **state)
{
    (void)state;
    struct tuning_limits limits = tuning_limits_usual();
    for (size_t count = 0; count <= 3; count++) {
        struct tuning tuning = tuning_find(&limits, 1, subject.keys, count, subject.values);
        assert_true(tuning.is_reached);
        assert_int_equal(tuning.tries, 1);
        assert_int_equal(tuning.width, TUNING_WIDTH_FIRST);
    }
}

static void when_tries_run_out_the_best_is_kept_and_says_so(void **state)
{
    (void)state;
    struct tuning_limits limits = tuning_limits_usual();
    limits.tries_max = 6;
    struct tuning few = tuning_find(&limits, 1, subject.keys, KEYS, subject.values);
    assert_false(few.is_reached);
    assert_int_equal(few.tries, 6);
    assert_int_equal(few.width, TUNING_WIDTH_FIRST + 1);
    limits = tuning_limits_usual();
    limits.width_max = 22;
    struct tuning narrow = tuning_find(&limits, 1, subject.keys, KEYS, subject.values);
    assert_false(narrow.is_reached);
    assert_int_equal(narrow.tries, 3 * TUNING_SEEDS);
    assert_int_equal(narrow.width, 22);
    assert_true(narrow.shared_count < few.shared_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_keys_of_15000_that_share_a_value_are_two_in_ten_thousand),
        cmocka_unit_test(shared_values_are_counted_as_by_comparing_all),
        cmocka_unit_test(collisions_of_15000_keys_fall_below_a_thousandth),
        cmocka_unit_test(few_keys_need_one_try),
        cmocka_unit_test(when_tries_run_out_the_best_is_kept_and_says_so),
    };
    return cmocka_run_group_tests_name("tuning", tests, make_keys, drop_keys);
}
