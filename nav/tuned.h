// Scheme A of the NPC index: a hash table whose function is tuned to the keys until hardly two of them
// share a hash value.
//
// A hash value is the address of its key's entry: scaled down it names a bucket, one cache line, and its
// next bits are the tag there. (A table with a slot for each of 2^40 values could not be.) tuning.h
// chooses the function; the hash values under it order the keys in a red-black tree, and one walk over
// the tree in order fills the buckets from the first to the last. A look-up hashes once, reads one line,
// nearly always, and compares the full key.
//
// The buckets are made half full. Keys that come before the next building go into the gaps, keys that
// leave make new ones. When the gaps run low, or after as many changes as there were keys, everything is
// built aside and takes the old one's place; a building that runs out of memory changes nothing. So a
// long run of changes costs little each, in the mean.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/roster.h"
#include "nav/tuning.h"

struct tuned; // layout private to tuned.c

struct tuned_stats {
    struct tuning tuning; // of the keys at the last building
    unsigned tree_height; // of the tree then
    size_t count;         // entries now
    size_t buckets;       // lines of ten slots
    size_t overflowed;    // buckets whose entries continue in the next
    size_t buildings;     // so far
};

/// @param rosters  the keys of the entries; must outlive it
/// @param limits   of the tuning; copied
/// @param seed     of the hash functions
/// @return NULL when memory runs out
struct tuned *tuned_create(const struct rosters *rosters, const struct tuning_limits *limits, uint64_t seed);

/// Accepts NULL and half-built tables.
void tuned_destroy(struct tuned *tuned);

/// @return the entry with this key, ROSTER_NONE when there is none
uint32_t tuned_find(const struct tuned *tuned, struct key key);

/// Stores the entry of a roster whose key the table does not hold.
/// @return false when the table is full and memory for a larger one runs out
bool tuned_insert(struct tuned *tuned, uint32_t entry);

/// Erases an entry that the table holds.
void tuned_erase(struct tuned *tuned, uint32_t entry);

/// Builds anew if anything has changed since the last building, so that p holds for the keys as they are.
/// @return false when memory runs out: the table is as before
bool tuned_settle(struct tuned *tuned);

/// Counts; costs a walk over the buckets.
struct tuned_stats tuned_stats(const struct tuned *tuned);
