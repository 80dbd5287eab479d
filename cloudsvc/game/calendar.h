// The world's time of day, and what it says about hours: exact functions of the tick.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/pack.h"

/// The hour of the day after so many ticks, 0 ≤ hour < 24. Where a day has no length time stands still.
double calendar_hour(const struct pack *pack, uint64_t tick);

/// Whether the hours are on.
bool calendar_is_within(const struct pack *pack, struct pack_hours hours, uint64_t tick);

/// Whether there is a festival and it is on.
bool calendar_festival_is_on(const struct pack *pack, uint64_t tick);
