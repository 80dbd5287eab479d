#include "cloudsvc/base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Computed by a second implementation, which agrees with the numbers published for SplitMix64.
static void a_seed_gives_the_numbers_of_the_reference(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        uint64_t numbers[4];
    } CASES[] = {
        {0x0, {0x99EC5F36CB75F2B4, 0xBF6E1F784956452A, 0x1A5F849D4933E6E0, 0x6AA594F1262D2D2C}},
        {0x1, {0xB3F2AF6D0FC710C5, 0x853B559647364CEA, 0x92F89756082A4514, 0x642E1C7BC266A3A7}},
        {0x2a, {0x15780B2E0C2EC716, 0x6104D9866D113A7E, 0xAE17533239E499A1, 0xECB8AD4703B360A1}},
        {0xffffffffffffffff,
         {0x8F5520D52A7EAD08, 0xC476A018CAA1802D, 0x81DE31C0D260469E, 0xBF658D7E065F3C2F}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct random_generator generator;
        random_seed(&generator, CASES[i].seed);
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(random_next(&generator), CASES[i].numbers[k]);
    }
}

static void numbers_below_a_limit_are_equally_likely(void **state)
{
    (void)state;
    static const uint32_t LIMITS[] = {1, 2, 3, 7, 10};
    enum { DRAWS = 100000 };
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        struct random_generator generator;
        random_seed(&generator, 42);
        uint32_t counts[10] = {0};
        for (int draw = 0; draw < DRAWS; draw++) {
            uint32_t number = random_below(&generator, LIMITS[i]);
            assert_true(number < LIMITS[i]);
            counts[number]++;
        }
        for (uint32_t number = 0; number < LIMITS[i]; number++) // within 5 standard deviations
            assert_in_range(counts[number], DRAWS / LIMITS[i] - 800, DRAWS / LIMITS[i] + 800);
    }
}

/// With this limit one draw in three must be repeated; without that, even numbers come twice as often.
static void a_large_limit_is_not_uneven(void **state)
{
    (void)state;
    const uint32_t LIMIT = 0xAAAAAAAB;
    struct random_generator generator;
    random_seed(&generator, 1);
    int even = 0;
    for (int draw = 0; draw < 30000; draw++)
        even += random_below(&generator, LIMIT) % 2 == 0;
    assert_in_range(even, 14500, 15500);
}

static void bytes_of_the_kernel_are_all_filled_and_differ(void **state)
{
    (void)state;
    unsigned char first[64] = {0};
    unsigned char second[64] = {0};
    assert_true(random_bytes(first, sizeof first));
    assert_true(random_bytes(second, sizeof second));
    assert_memory_not_equal(first, second, sizeof first);
    unsigned char zeros[8] = {0};
    for (size_t i = 0; i < sizeof first; i += sizeof zeros)
        assert_memory_not_equal(first + i, zeros, sizeof zeros);
    assert_true(random_bytes(first, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_the_numbers_of_the_reference),
        cmocka_unit_test(numbers_below_a_limit_are_equally_likely),
        cmocka_unit_test(a_large_limit_is_not_uneven),
        cmocka_unit_test(bytes_of_the_kernel_are_all_filled_and_differ),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
