#include "cloudsvc/base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

static void the_clock_counts_microseconds_and_never_goes_back(void **state)
{
    (void)state;
    const struct timespec TWO_MS = {.tv_nsec = 2000000};
    uint64_t before_us = clock_now_us();
    for (int i = 0; i < 1000; i++)
        assert_true(clock_now_us() >= before_us);
    before_us = clock_now_us();
    nanosleep(&TWO_MS, NULL);
    assert_in_range(clock_now_us() - before_us, 2000, 2000000); // a busy machine sleeps longer
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_counts_microseconds_and_never_goes_back),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
