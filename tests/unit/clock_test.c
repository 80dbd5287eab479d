#include "cloudsvc/base/clock.h"

#include <errno.h>
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

static void a_condition_waits_until_its_deadline_on_the_clock(void **state)
{
    (void)state;
    pthread_cond_t condition;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    assert_true(clock_condition_init(&condition));
    pthread_mutex_lock(&mutex);
    uint64_t deadline_us = clock_now_us() + 20000;
    struct timespec deadline = clock_timespec(deadline_us);
    int error = 0;
    while (error == 0) // a condition may wake without cause
        error = pthread_cond_timedwait(&condition, &mutex, &deadline);
    pthread_mutex_unlock(&mutex);
    assert_int_equal(error, ETIMEDOUT);
    assert_in_range(clock_now_us() - deadline_us, 0, 2000000);
    pthread_cond_destroy(&condition);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_counts_microseconds_and_never_goes_back),
        cmocka_unit_test(a_condition_waits_until_its_deadline_on_the_clock),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
