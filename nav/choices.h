// Scheme B of the NPC index: a hash table of two choices, where every key has two buckets and goes into
// the emptier one.
//
// Two independent hash functions give a key two different buckets of a first table; storing picks the
// one with less in it, the first when equal, so that buckets fill evenly [Azar, Broder, Karlin, Upfal
// 1994]. When both are full the key goes to a second table, whose buckets grow in number. A look-up
// computes both hashes side by side, fetches both buckets at once, and turns to the second table only
// when both have sent something there.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/roster.h"

struct choices; // layout private to choices.c

struct choices_stats {
    size_t first_count;    // entries in the first table
    size_t first_buckets;  // of ten slots; their number is fixed
    size_t second_count;   // entries in the second table
    size_t second_buckets; // grows
    size_t fullest;        // entries in the fullest bucket of the first table
    uint64_t seeds[2];     // of the hash functions
};

/// @param rosters         the keys of the entries; must outlive it
/// @param expected_count  entries that the first table is made for
/// @param seed            of both hash functions
/// @return NULL when memory runs out
struct choices *choices_create(const struct rosters *rosters, size_t expected_count, uint64_t seed);

/// Accepts NULL and half-built tables.
void choices_destroy(struct choices *choices);

/// @return the entry with this key, ROSTER_NONE when there is none
uint32_t choices_find(const struct choices *choices, struct key key);

/// Stores the entry of a roster whose key the table does not hold.
/// @return false when memory for the second table runs out
bool choices_insert(struct choices *choices, uint32_t entry);

/// Erases an entry that the table holds.
void choices_erase(struct choices *choices, uint32_t entry);

/// Counts; costs a walk over the buckets.
struct choices_stats choices_stats(const struct choices *choices);
