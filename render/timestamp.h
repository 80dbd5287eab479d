// Stage stamps of a picture.
#pragma once

#include <stdint.h>
#include <time.h>

/// Microseconds on CLOCK_MONOTONIC.
static inline uint64_t timestamp_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}
