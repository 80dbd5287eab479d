// The one clock: every deadline, every stage stamp and every round trip is measured on it.
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// Microseconds on CLOCK_MONOTONIC: never jumps, starts anywhere. Any thread.
/// Below the threads' loops, time is passed as an argument, so that tests can choose it.
uint64_t clock_now_us(void);

/// The same time as pthread_cond_timedwait() takes its deadlines.
struct timespec clock_timespec(uint64_t time_us);

/// Initialises a condition whose deadlines are on this clock: a changed time of day does not move them.
/// @return false when the system has no room for it
bool clock_condition_init(pthread_cond_t *condition);
