#include "nav/choices.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_BYTES = 64, // of the cache
    FIRST_ROOM = 7,  // with its counter a bucket fills one cache line
    FIRST_FILL = 4,  // entries a bucket on average: two full buckets are rare then
    SECOND_ROOM = 4,
    SECOND_BUCKETS_MAX = 1 << 24, // more means that hashes are equal: doubling does not help
};

struct bucket {
    _Alignas(LINE_BYTES) uint32_t count;
    uint32_t tags[FIRST_ROOM]; // part of the first hash, to tell most strangers at once
    uint32_t entries[FIRST_ROOM];
};

struct second_bucket {
    uint32_t count;
    uint32_t entries[SECOND_ROOM];
    uint64_t hashes[SECOND_ROOM];
};

struct choices {
    choices_has_key *has_key;
    const void *context;
    uint64_t seeds[2];
    struct bucket *buckets;
    size_t bucket_count; // a power of two, at least 2
    struct second_bucket *second;
    size_t second_bucket_count; // a power of two, or 0
    size_t second_count;
};

/// Both hashes of a key and what follows from them.
struct hashed {
    uint64_t hash;
    uint32_t tag;
    struct bucket *buckets[2];
};

static uint64_t fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/// Multiplies and folds eight bytes at a time, as wyhash does [Wang Yi 2019].
static uint64_t hash_bytes(const struct choices_key *key, uint64_t seed)
{
    const unsigned char *bytes = key->bytes;
    size_t left = key->size;
    uint64_t hash = seed;
    for (; left >= 8; left -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        hash = fold(hash ^ word, UINT64_C(0xe7037ed1a0b428db));
    }
    uint64_t word = 0;
    memcpy(&word, bytes, left);
    hash = fold(hash ^ word, UINT64_C(0x8ebc6af09c88c6e3) ^ key->size);
    return fold(hash ^ seed, UINT64_C(0xa0761d6478bd642f));
}

static uint64_t next_seed(uint64_t *state)
{
    uint64_t value = *state += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

struct choices *choices_create(size_t expected_count, uint64_t seed, choices_has_key *has_key,
                               const void *context)
{
    struct choices *choices = calloc(1, sizeof *choices);
    if (!choices)
        return NULL;
    choices->has_key = has_key;
    choices->context = context;
    choices->seeds[0] = next_seed(&seed);
    choices->seeds[1] = next_seed(&seed);
    choices->bucket_count = 2;
    while (choices->bucket_count * FIRST_FILL < expected_count)
        choices->bucket_count *= 2;
    choices->buckets = aligned_alloc(LINE_BYTES, choices->bucket_count * sizeof *choices->buckets);
    if (!choices->buckets) {
        choices_destroy(choices);
        return NULL;
    }
    memset(choices->buckets, 0, choices->bucket_count * sizeof *choices->buckets);
    return choices;
}

void choices_destroy(struct choices *choices)
{
    if (!choices)
        return;
    free(choices->buckets);
    free(choices->second);
    free(choices);
}

/// Neither hash waits for the other, nor one bucket for the other.
static struct hashed hash_key(const struct choices *choices, const struct choices_key *key)
{
    uint64_t first = hash_bytes(key, choices->seeds[0]);
    uint64_t second = hash_bytes(key, choices->seeds[1]);
    size_t mask = choices->bucket_count - 1;
    size_t a = first & mask;
    size_t b = second & mask;
    b = a == b ? (b + 1) & mask : b;
    __builtin_prefetch(&choices->buckets[a]);
    __builtin_prefetch(&choices->buckets[b]);
    return (struct hashed){.hash = first,
                           .tag = (uint32_t)(first >> 32),
                           .buckets = {&choices->buckets[a], &choices->buckets[b]}};
}

/// @return its place in the bucket, FIRST_ROOM when it is not there
static uint32_t find_in(const struct choices *choices, const struct bucket *bucket, uint32_t tag,
                        const struct choices_key *key)
{
    for (uint32_t i = 0; i < bucket->count; i++) {
        if (bucket->tags[i] == tag && choices->has_key(choices->context, bucket->entries[i], key))
            return i;
    }
    return FIRST_ROOM;
}

static struct second_bucket *second_bucket_of(const struct choices *choices, uint64_t hash)
{
    // The low bits chose the first bucket: those who met there should part here.
    return &choices->second[(hash >> 20) & (choices->second_bucket_count - 1)];
}

static uint32_t find_in_second(const struct choices *choices, const struct second_bucket *bucket,
                               uint64_t hash, const struct choices_key *key)
{
    for (uint32_t i = 0; i < bucket->count; i++) {
        if (bucket->hashes[i] == hash && choices->has_key(choices->context, bucket->entries[i], key))
            return i;
    }
    return SECOND_ROOM;
}

uint32_t choices_find(const struct choices *choices, const struct choices_key *key)
{
    struct hashed hashed = hash_key(choices, key);
    for (int i = 0; i < 2; i++) {
        uint32_t place = find_in(choices, hashed.buckets[i], hashed.tag, key);
        if (place < FIRST_ROOM)
            return hashed.buckets[i]->entries[place];
    }
    if (choices->second_count == 0)
        return CHOICES_NONE;
    const struct second_bucket *bucket = second_bucket_of(choices, hashed.hash);
    uint32_t place = find_in_second(choices, bucket, hashed.hash, key);
    return place < SECOND_ROOM ? bucket->entries[place] : CHOICES_NONE;
}

static bool put_in_second(struct choices *choices, uint64_t hash, uint32_t entry)
{
    struct second_bucket *bucket = second_bucket_of(choices, hash);
    if (bucket->count == SECOND_ROOM)
        return false;
    bucket->hashes[bucket->count] = hash;
    bucket->entries[bucket->count++] = entry;
    return true;
}

static bool put_all_in_second(struct choices *choices, const struct second_bucket *buckets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < buckets[i].count; k++) {
            if (!put_in_second(choices, buckets[i].hashes[k], buckets[i].entries[k]))
                return false;
        }
    }
    return true;
}

/// Makes the second table larger, by as much as it takes to spread its entries.
static bool grow_second(struct choices *choices)
{
    struct second_bucket *old = choices->second;
    size_t old_count = choices->second_bucket_count;
    for (size_t count = old_count ? 2 * old_count : 4; count <= SECOND_BUCKETS_MAX; count *= 2) {
        choices->second = calloc(count, sizeof *choices->second);
        choices->second_bucket_count = count;
        if (choices->second && put_all_in_second(choices, old, old_count)) {
            free(old);
            return true;
        }
        free(choices->second);
    }
    choices->second = old;
    choices->second_bucket_count = old_count;
    return false;
}

bool choices_insert(struct choices *choices, const struct choices_key *key, uint32_t entry)
{
    struct hashed hashed = hash_key(choices, key);
    struct bucket *bucket = hashed.buckets[hashed.buckets[1]->count < hashed.buckets[0]->count];
    if (bucket->count < FIRST_ROOM) {
        bucket->tags[bucket->count] = hashed.tag;
        bucket->entries[bucket->count++] = entry;
        return true;
    }
    while (choices->second_bucket_count == 0 || !put_in_second(choices, hashed.hash, entry)) {
        if (!grow_second(choices))
            return false;
    }
    choices->second_count++;
    return true;
}

uint32_t choices_erase(struct choices *choices, const struct choices_key *key)
{
    struct hashed hashed = hash_key(choices, key);
    for (int i = 0; i < 2; i++) {
        struct bucket *bucket = hashed.buckets[i];
        uint32_t place = find_in(choices, bucket, hashed.tag, key);
        if (place == FIRST_ROOM)
            continue;
        uint32_t entry = bucket->entries[place];
        bucket->count--;
        bucket->tags[place] = bucket->tags[bucket->count];
        bucket->entries[place] = bucket->entries[bucket->count];
        return entry;
    }
    if (choices->second_count == 0)
        return CHOICES_NONE;
    struct second_bucket *bucket = second_bucket_of(choices, hashed.hash);
    uint32_t place = find_in_second(choices, bucket, hashed.hash, key);
    if (place == SECOND_ROOM)
        return CHOICES_NONE;
    uint32_t entry = bucket->entries[place];
    bucket->count--;
    bucket->hashes[place] = bucket->hashes[bucket->count];
    bucket->entries[place] = bucket->entries[bucket->count];
    choices->second_count--;
    return entry;
}

struct choices_stats choices_stats(const struct choices *choices)
{
    struct choices_stats stats = {.first_buckets = choices->bucket_count,
                                  .second_buckets = choices->second_bucket_count,
                                  .second_count = choices->second_count};
    for (size_t i = 0; i < choices->bucket_count; i++) {
        stats.first_count += choices->buckets[i].count;
        if (choices->buckets[i].count > stats.fullest)
            stats.fullest = choices->buckets[i].count;
    }
    return stats;
}
