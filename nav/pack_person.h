// Reads whom something is about: a type of NPC that the world has.
#pragma once

#include <stdbool.h>

#include "nav/json.h"
#include "nav/pack.h"

/// Reads the members "type" and, if it is there, "subtype". All NPCs are read by now: one has to be of them.
/// @return false when there is a problem, which is in the report then
bool pack_person_read(const struct json *root, const struct pack *pack, struct pack_person *person);

/// Reads an object that has these members alone.
/// @return false when there is a problem, which is in the report then
bool pack_person_read_alone(const struct json *root, const struct pack *pack, struct pack_person *person);
