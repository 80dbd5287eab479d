// Reads whom players get to by one tap, from world.json: the Find list, the festival and the treasurer.
//
// Every reader says false when there is a problem, which is in the report then. All NPCs are read by now.
#pragma once

#include <stdbool.h>

#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "find".
bool pack_find_read_all(const struct json *root, struct pack *pack);

/// Reads the member "festival", if there is one.
bool pack_find_read_festival(const struct json *root, struct pack *pack);

/// Reads the member "treasurer", if there is one.
bool pack_find_read_treasurer(const struct json *root, struct pack *pack);
