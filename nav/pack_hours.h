// Reads what has to do with a world's time of day.
#pragma once

#include <stdbool.h>

#include "nav/json.h"
#include "nav/pack.h"

/// Reads "day_minutes" and "start_hour" of world.json, or takes 24 minutes and nine in the morning.
/// @return false when there is a problem, which is in the report then
bool pack_hours_read_day(const struct json *root, struct pack *pack);

/// Reads the member "hours", [from, until], if there is one. The hour 24 is read as 0.
/// @param[out] is_there  whether there is one
/// @return false when there is a problem, which is in the report then
bool pack_hours_read(const struct json *root, struct pack_hours *hours, bool *is_there);
