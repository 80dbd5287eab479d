// Rosters of the NPC index: a key and the ids of all NPCs that have it.
//
// A roster fills one cache line: there a look-up compares the key and finds the id, when the key is
// short and the NPC the only one of its kind, as most are. Rosters are named by numbers, which hash
// tables hold.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/key.h"

enum {
    ROSTER_BYTES = 64, // a cache line
    ROSTER_NEAR_WORDS = 4,
    ROSTER_NONE = UINT32_MAX,
};

struct roster {
    _Alignas(ROSTER_BYTES) struct key key; // into `near`, or into memory of its own; NULL words: free
    uint64_t near[ROSTER_NEAR_WORDS];      // of a key of 32 bytes at most
    union {
        uint32_t one;   // the only id, while `room` is 0
        uint32_t *many; // ids in ascending order of slots
    } ids;
    uint32_t count;
    uint32_t room; // of `many`; while the roster is free: the next free one
};

struct rosters {
    struct roster *all; // they never move
    uint32_t room;
    uint32_t touched; // those from here on were never used
    uint32_t free;    // number of one that is free again, ROSTER_NONE: none
    uint32_t count;   // in use
};

/// @param room  rosters at a time
/// @return false when memory runs out
bool rosters_init(struct rosters *rosters, size_t room);

/// Accepts zeroed ones.
void rosters_finish(struct rosters *rosters);

/// Takes a free roster for a key.
/// @return its number, ROSTER_NONE when there is no room or no memory
uint32_t rosters_add(struct rosters *rosters, struct key key);

/// Gives a roster back.
void rosters_remove(struct rosters *rosters, uint32_t number);

/// Adds an id, whose slot has none yet.
/// @param slot_mask  bits of an id that are its slot
/// @return false when memory runs out
bool roster_join(struct roster *roster, uint32_t id, uint32_t slot_mask);

/// Takes an id out that is in.
/// @param slot_mask  bits of an id that are its slot
void roster_leave(struct roster *roster, uint32_t id, uint32_t slot_mask);

/// The ids, until the roster changes.
static inline const uint32_t *roster_ids(const struct roster *roster)
{
    return roster->room > 0 ? roster->ids.many : &roster->ids.one;
}
