// Percentiles of samples.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "tests/latency/statistics.h"

static void percentiles_are_samples_of_the_nearest_rank(void **state)
{
    (void)state;
    // The standard example of the nearest-rank method: five ordered values.
    static const double values[] = {50, 15, 40, 20, 35};
    static const struct {
        double percent, value;
    } cases[] = {{5, 15}, {20, 15}, {21, 20}, {30, 20}, {40, 20}, {50, 35}, {80, 40}, {81, 50}, {100, 50}};
    struct samples samples = {0};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        assert_true(samples_add(&samples, values[i]));
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(samples_percentile(&samples, cases[i].percent) == cases[i].value);
    }
    samples_finish(&samples);
}

static void no_samples_have_no_percentile(void **state)
{
    (void)state;
    struct samples samples = {0};
    assert_true(isnan(samples_percentile(&samples, 50)));
    samples_finish(&samples);
}

static void a_sample_added_after_a_question_counts(void **state)
{
    (void)state;
    struct samples samples = {0};
    samples_add(&samples, 2);
    assert_true(samples_percentile(&samples, 100) == 2);
    samples_add(&samples, 1);
    assert_true(samples_percentile(&samples, 1) == 1);
    samples_finish(&samples);
}

static void merging_gives_the_percentiles_of_all(void **state)
{
    (void)state;
    struct samples halves[2] = {0};
    struct samples all = {0};
    struct samples merged = {0};
    struct random_generator generator;
    random_seed(&generator, 7);
    for (uint32_t i = 0; i < 1001; i++) {
        const double value = random_below(&generator, 1000000) / 1000.0;
        samples_add(&halves[i % 2], value);
        samples_add(&all, value);
    }
    assert_true(samples_add_all(&merged, &halves[0]));
    assert_true(samples_add_all(&merged, &halves[1]));
    assert_int_equal(merged.count, 1001);
    for (int percent = 1; percent <= 100; percent++) {
        assert_true(samples_percentile(&merged, percent) == samples_percentile(&all, percent));
    }
    samples_finish(&halves[0]);
    samples_finish(&halves[1]);
    samples_finish(&all);
    samples_finish(&merged);
}

static void at_least_the_asked_share_is_not_above_a_percentile(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_generator generator;
        struct samples samples = {0};
        random_seed(&generator, seed);
        const uint32_t count = 1 + random_below(&generator, 500);
        for (uint32_t i = 0; i < count; i++) {
            samples_add(&samples, random_below(&generator, 100));
        }
        for (int percent = 1; percent <= 100; percent++) {
            const double value = samples_percentile(&samples, percent);
            size_t not_above = 0;
            for (size_t i = 0; i < samples.count; i++) {
                not_above += samples.values[i] <= value;
            }
            if (not_above * 100 < samples.count * (size_t)percent) {
                fail_msg("seed %u: percentile %d", (unsigned)seed, percent);
            }
        }
        samples_finish(&samples);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_are_samples_of_the_nearest_rank),
        cmocka_unit_test(no_samples_have_no_percentile),
        cmocka_unit_test(a_sample_added_after_a_question_counts),
        cmocka_unit_test(merging_gives_the_percentiles_of_all),
        cmocka_unit_test(at_least_the_asked_share_is_not_above_a_percentile),
    };
    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
