// Numbers come back as they were put in, and small ones take half the room.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "nav/numbers.h"

static void numbers_come_back_in_either_width(void **state)
{
    (void)state;
    static const struct {
        uint32_t number_max;
        size_t size_bytes; // of one
    } cases[] = {{0, 2}, {UINT16_MAX, 2}, {UINT16_MAX + 1, 4}, {UINT32_MAX, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct numbers numbers;
        uint32_t number_max = cases[i].number_max;
        assert_true(numbers_init(&numbers, 3, number_max));
        assert_int_equal(numbers_size_bytes(&numbers, 3), 3 * cases[i].size_bytes);
        assert_int_equal(numbers_get(&numbers, 2), 0);
        numbers_set(&numbers, 0, number_max);
        numbers_set(&numbers, 2, number_max / 2);
        assert_int_equal(numbers_get(&numbers, 0), number_max);
        assert_int_equal(numbers_get(&numbers, 1), 0);
        assert_int_equal(numbers_get(&numbers, 2), number_max / 2);
        numbers_finish(&numbers);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_come_back_in_either_width)};
    return cmocka_run_group_tests_name("numbers", tests, NULL, NULL);
}
