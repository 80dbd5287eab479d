// Ten entries of a hash table in one cache line: a look-up fetches it once and learns from the tags
// which entries may be meant, nearly always none or the one.
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    BUCKET_BYTES = 64, // a cache line
    BUCKET_ROOM = 10,  // entries of 32 bits with tags of 16 and the counter fill it
};

struct bucket {
    _Alignas(BUCKET_BYTES) uint16_t tags[BUCKET_ROOM]; // of hash values; 0: the slot is free
    uint16_t count;                                    // slots taken
    uint16_t has_overflowed;                           // 1: an entry that belongs here was put elsewhere
    uint32_t entries[BUCKET_ROOM];
};

/// A number that is evenly spread over all 64 bits, scaled down to [0, count) with its order kept
/// [Lemire 2019]: the bucket of a hash value.
static inline size_t bucket_of(uint64_t hash, size_t count)
{
    return (size_t)((unsigned __int128)hash * count >> 64);
}

/// A tag of the last 15 bits of a hash value: never 0.
static inline uint16_t bucket_tag(uint64_t bits)
{
    return (uint16_t)(bits | 0x8000);
}

/// The slots with this tag, one bit each; tag 0 finds the free ones. Most of a look-up's work on a
/// bucket: the first eight tags are compared by one instruction where there is one.
static inline uint32_t bucket_matches(const struct bucket *bucket, uint16_t tag)
{
    uint32_t matches = 0;
    uint32_t done = 0;
#ifdef __SSE2__
    __m128i tags = _mm_load_si128((const __m128i *)(const void *)bucket->tags);
    __m128i equal = _mm_cmpeq_epi16(tags, _mm_set1_epi16((short)tag));
    matches = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128()));
    done = 8;
#endif
    for (uint32_t i = done; i < BUCKET_ROOM; i++)
        matches |= (uint32_t)(bucket->tags[i] == tag) << i;
    return matches;
}

/// Stores an entry; the bucket is not full.
static inline void bucket_put(struct bucket *bucket, uint16_t tag, uint32_t entry)
{
    assert(bucket->count < BUCKET_ROOM);
    int slot = __builtin_ctz(bucket_matches(bucket, 0));
    bucket->tags[slot] = tag;
    bucket->entries[slot] = entry;
    bucket->count++;
}

/// The slot of an entry that has this tag, -1 when it is not there.
static inline int bucket_slot_of(const struct bucket *bucket, uint16_t tag, uint32_t entry)
{
    for (int slot = 0; slot < BUCKET_ROOM; slot++) {
        if (bucket->tags[slot] == tag && bucket->entries[slot] == entry)
            return slot;
    }
    return -1;
}

/// Frees a slot that is taken.
static inline void bucket_clear(struct bucket *bucket, int slot)
{
    assert(bucket->tags[slot] != 0);
    bucket->tags[slot] = 0;
    bucket->count--;
}

/// @param count  at least 1
/// @return empty buckets, for free(); NULL when memory runs out
struct bucket *bucket_array(size_t count);
