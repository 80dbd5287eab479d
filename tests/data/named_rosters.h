// Rosters whose keys are numbered names, for tests of the tables that find them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/roster.h"

/// A key in memory of its own.
struct named_key {
    uint64_t words[KEY_WORDS_MAX];
    struct key key;
};

/// Makes the key with this number: of a type alone or with a subtype, of any length.
void named_key_make(struct named_key *named, uint32_t number);

/// Makes `count` rosters; number i has key i.
void named_rosters_init(struct rosters *rosters, uint32_t count);
