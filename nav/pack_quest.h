// Reads the quests of a world.
#pragma once

#include <stdbool.h>

#include "nav/json.h"
#include "nav/pack.h"

/// Reads the member "quests" of quests.json. All else of the pack is read by now: people, enemies, things,
/// spots and gates are there, and enough of them, and what is delivered can be had by then.
/// @return false when there is a problem, which is in the report then
bool pack_quest_read_all(const struct json *root, struct pack *pack);
