// A hash table of two choices: every key has two buckets and goes into the emptier one.
//
// Two independent hash functions give a key two different buckets of a first table; storing picks the
// one with less in it, the first when equal, so that buckets fill evenly [Azar, Broder, Karlin, Upfal
// 1994]. When both are full the key goes to a second table, whose buckets grow in number. A look-up
// computes both hashes side by side and fetches both buckets at once.
//
// The table holds numbers of the caller's entries, not the keys: the caller says whether an entry has
// a key. The seed is random per process, so that nobody can prepare keys that collide.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct choices; // layout private to choices.c

struct choices_key {
    const void *bytes;
    size_t size;
};

enum { CHOICES_NONE = UINT32_MAX };

/// Whether entry number `entry` has this key.
typedef bool choices_has_key(const void *context, uint32_t entry, const struct choices_key *key);

struct choices_stats {
    size_t first_count;    // entries in the first table
    size_t first_buckets;  // of fixed number
    size_t second_count;   // entries in the second table
    size_t second_buckets; // grows
    size_t fullest;        // entries in the fullest bucket of the first table
};

/// @param expected_count  entries that the first table is made for
/// @param seed            of both hash functions
/// @param has_key         compares; called for entries whose hash fits
/// @param context         for has_key
/// @return NULL when memory runs out
struct choices *choices_create(size_t expected_count, uint64_t seed, choices_has_key *has_key,
                               const void *context);

/// Accepts NULL and half-built tables.
void choices_destroy(struct choices *choices);

/// @return the entry with this key, CHOICES_NONE when there is none
uint32_t choices_find(const struct choices *choices, const struct choices_key *key);

/// Stores an entry whose key the table does not hold.
/// @return false when memory for the second table runs out
bool choices_insert(struct choices *choices, const struct choices_key *key, uint32_t entry);

/// Erases the entry with this key.
/// @return the entry, CHOICES_NONE when there is none
uint32_t choices_erase(struct choices *choices, const struct choices_key *key);

struct choices_stats choices_stats(const struct choices *choices);
