// Keys of the NPC index: a type, or a type and a subtype, as whole words, and hash functions of them.
//
// Type and subtype are each padded with zero bytes to whole 64-bit words, so that hashing and comparing
// take eight bytes at a time and need no special case for an end. Their sizes are the key's shape.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NPC_NAME_MAX = 63,                              // bytes of a type or subtype
    KEY_WORDS_MAX = 2 * (NPC_NAME_MAX + 1) / 8 + 1, // in a key, and a zero behind an odd number
};

/// A key that lies in memory of its owner.
struct key {
    const uint64_t *words; // an even number of them, since hashing takes two at a time
    uint64_t shape;        // words * 2^16 + bytes of the type * 2^8 + bytes of the subtype
};

/// Makes the key of a type and subtype.
/// @param words    room for KEY_WORDS_MAX; the key lies there
/// @param type     not empty
/// @param subtype  NULL or empty: none
/// @return a key without words when a name is too long, or the type empty
struct key key_make(uint64_t *words, const char *type, const char *subtype);

static inline size_t key_word_count(struct key key)
{
    return key.shape >> 16;
}

/// Whether two keys are the same. All words are compared before anything is decided, and their number
/// is read from `wanted`: so the processor need not wait for `stored` to run ahead.
static inline bool key_is_equal(struct key stored, struct key wanted)
{
    if (stored.shape != wanted.shape)
        return false;
    uint64_t difference = 0;
    for (size_t i = 0; i < key_word_count(wanted); i += 2)
        difference |= (stored.words[i] ^ wanted.words[i]) | (stored.words[i + 1] ^ wanted.words[i + 1]);
    return difference == 0;
}

/// Below, at or above 0, as `a` comes before, is, or comes after `b` in an order of all keys. The order
/// is fixed, not alphabetical.
int key_compare(struct key a, struct key b);

/// One of very many hash functions. Whoever does not know its seed cannot prepare keys that collide.
struct key_function {
    uint64_t secrets[3];
};

/// Makes the function that belongs to a seed; different seeds make independent ones.
struct key_function key_function_of(uint64_t seed);

/// Number `step` of the seeds that follow from `seed` [Steele, Lea, Flood 2014, splitmix64].
uint64_t key_seed(uint64_t seed, uint64_t step);

/// Multiplies to 128 bits and folds the halves together.
static inline uint64_t key_fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/// All 64 bits of a key's hash value; the first ones are as good as the last. Multiplies and folds two
/// words at a time, as wyhash does [Wang Yi 2019], but with secret numbers in place of known ones: a
/// known factor could be cancelled by a word made for it.
static inline uint64_t key_hash(const struct key_function *function, struct key key)
{
    uint64_t hash = function->secrets[1] ^ key.shape;
    for (size_t i = 0; i < key_word_count(key); i += 2)
        hash = key_fold(key.words[i] ^ function->secrets[0], key.words[i + 1] ^ hash);
    return key_fold(hash ^ function->secrets[1], function->secrets[2]);
}
