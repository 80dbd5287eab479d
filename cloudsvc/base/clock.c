#include "cloudsvc/base/clock.h"

uint64_t clock_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

struct timespec clock_timespec(uint64_t time_us)
{
    return (struct timespec){
        .tv_sec = (time_t)(time_us / 1000000),
        .tv_nsec = (long)(time_us % 1000000 * 1000),
    };
}

bool clock_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool is_made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                   pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return is_made;
}
