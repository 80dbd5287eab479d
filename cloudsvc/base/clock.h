// The one clock: every deadline, every stage stamp and every round trip is measured on it.
#pragma once

#include <stdint.h>

/// Microseconds on CLOCK_MONOTONIC: never jumps, starts anywhere. Any thread.
/// Below the threads' loops, time is passed as an argument, so that tests can choose it.
uint64_t clock_now_us(void);
