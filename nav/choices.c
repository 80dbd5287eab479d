#include "nav/choices.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/bucket.h"

enum {
    CHOICES = 2,
    FIRST_FILL = 7,               // entries a bucket when as many as expected: two full ones are rare then
    SECOND_FILL_MAX = 5,          // entries a bucket that let the second table grow
    SECOND_BUCKETS_MAX = 1 << 20, // more means that hashes are equal: doubling does not help
};

/// Buckets whose number may change.
struct overflow {
    struct bucket *buckets;
    size_t bucket_count; // 0 until the first overflow
    size_t count;
};

struct choices {
    const struct rosters *rosters;
    uint64_t seeds[CHOICES];
    struct key_function functions[CHOICES];
    struct bucket *buckets;
    size_t bucket_count; // at least 2
    struct overflow second;
};

/// Both hashes of a key and what follows from them.
struct hashed {
    uint64_t hash;
    uint16_t tag;
    struct bucket *buckets[CHOICES];
};

struct choices *choices_create(const struct rosters *rosters, size_t expected_count, uint64_t seed)
{
    struct choices *choices = calloc(1, sizeof *choices);
    if (!choices)
        return NULL;
    choices->rosters = rosters;
    for (uint64_t i = 0; i < CHOICES; i++) {
        choices->seeds[i] = key_seed(seed, i);
        choices->functions[i] = key_function_of(choices->seeds[i]);
    }
    choices->bucket_count = expected_count / FIRST_FILL + CHOICES;
    choices->buckets = bucket_array(choices->bucket_count);
    if (!choices->buckets) {
        choices_destroy(choices);
        return NULL;
    }
    return choices;
}

void choices_destroy(struct choices *choices)
{
    if (!choices)
        return;
    free(choices->buckets);
    free(choices->second.buckets);
    free(choices);
}

/// Neither hash waits for the other, nor one bucket for the other.
static inline struct hashed hash_key(const struct choices *choices, struct key key)
{
    uint64_t first = key_hash(&choices->functions[0], key);
    uint64_t second = key_hash(&choices->functions[1], key);
    size_t a = bucket_of(first, choices->bucket_count);
    size_t b = bucket_of(second, choices->bucket_count);
    if (a == b)
        b = b + 1 == choices->bucket_count ? 0 : b + 1;
    __builtin_prefetch(&choices->buckets[a]);
    __builtin_prefetch(&choices->buckets[b]);
    return (struct hashed){
        .hash = first, .tag = bucket_tag(first), .buckets = {&choices->buckets[a], &choices->buckets[b]}};
}

/// Where an entry with this hash is in the second table, if it is there. The first bits of the hash chose
/// the first bucket: those that met there part here by the bits behind them.
static struct bucket *second_bucket_of(const struct overflow *second, uint64_t hash)
{
    return &second->buckets[bucket_of(hash << 24, second->bucket_count)];
}

static uint32_t find_in(const struct choices *choices, const struct bucket *bucket, uint16_t tag,
                        struct key key)
{
    uint32_t matches = bucket_matches(bucket, tag);
    for (; matches != 0; matches &= matches - 1) {
        uint32_t entry = bucket->entries[__builtin_ctz(matches)];
        if (key_is_equal(choices->rosters->all[entry].key, key))
            return entry;
    }
    return ROSTER_NONE;
}

uint32_t choices_find(const struct choices *choices, struct key key)
{
    struct hashed hashed = hash_key(choices, key);
    const struct bucket *const *buckets = (const struct bucket *const *)hashed.buckets;
    // One loop over what either bucket offers: which of the two it is cannot be foretold.
    uint32_t matches = bucket_matches(buckets[0], hashed.tag);
    matches |= bucket_matches(buckets[1], hashed.tag) << 16;
    for (; matches != 0; matches &= matches - 1) {
        int place = __builtin_ctz(matches);
        uint32_t entry = buckets[place / 16]->entries[place % 16];
        if (key_is_equal(choices->rosters->all[entry].key, key))
            return entry;
    }
    if (!buckets[0]->has_overflowed || !buckets[1]->has_overflowed)
        return ROSTER_NONE;
    return find_in(choices, second_bucket_of(&choices->second, hashed.hash), hashed.tag, key);
}

static bool put_in_second(struct overflow *second, uint64_t hash, uint32_t entry)
{
    if (second->count >= second->bucket_count * SECOND_FILL_MAX)
        return false;
    struct bucket *bucket = second_bucket_of(second, hash);
    if (bucket->count == BUCKET_ROOM)
        return false;
    bucket_put(bucket, bucket_tag(hash), entry);
    second->count++;
    return true;
}

static bool put_all_in_second(const struct choices *choices, struct overflow *larger)
{
    for (size_t i = 0; i < choices->second.bucket_count; i++) {
        const struct bucket *bucket = &choices->second.buckets[i];
        for (uint32_t slot = 0; slot < BUCKET_ROOM; slot++) {
            uint32_t entry = bucket->entries[slot];
            if (bucket->tags[slot] != 0 &&
                !put_in_second(larger, key_hash(&choices->functions[0], choices->rosters->all[entry].key),
                               entry))
                return false;
        }
    }
    return true;
}

/// Makes the second table larger, by as much as it takes to spread its entries.
static bool grow_second(struct choices *choices)
{
    size_t old_count = choices->second.bucket_count;
    for (size_t count = old_count ? 2 * old_count : 2; count <= SECOND_BUCKETS_MAX; count *= 2) {
        struct overflow larger = {.buckets = bucket_array(count), .bucket_count = count};
        if (larger.buckets && put_all_in_second(choices, &larger)) {
            free(choices->second.buckets);
            choices->second = larger;
            return true;
        }
        free(larger.buckets);
    }
    return false;
}

bool choices_insert(struct choices *choices, uint32_t entry)
{
    struct hashed hashed = hash_key(choices, choices->rosters->all[entry].key);
    struct bucket *bucket = hashed.buckets[hashed.buckets[1]->count < hashed.buckets[0]->count];
    if (bucket->count < BUCKET_ROOM) {
        bucket_put(bucket, hashed.tag, entry);
        return true;
    }
    while (!put_in_second(&choices->second, hashed.hash, entry)) {
        if (!grow_second(choices))
            return false;
    }
    hashed.buckets[0]->has_overflowed = 1;
    hashed.buckets[1]->has_overflowed = 1;
    return true;
}

void choices_erase(struct choices *choices, uint32_t entry)
{
    struct hashed hashed = hash_key(choices, choices->rosters->all[entry].key);
    for (int i = 0; i < CHOICES; i++) {
        int slot = bucket_slot_of(hashed.buckets[i], hashed.tag, entry);
        if (slot >= 0) {
            bucket_clear(hashed.buckets[i], slot);
            return;
        }
    }
    struct bucket *bucket = second_bucket_of(&choices->second, hashed.hash);
    int slot = bucket_slot_of(bucket, hashed.tag, entry);
    assert(slot >= 0);
    bucket_clear(bucket, slot);
    choices->second.count--;
}

struct choices_stats choices_stats(const struct choices *choices)
{
    struct choices_stats stats = {.first_buckets = choices->bucket_count,
                                  .second_buckets = choices->second.bucket_count,
                                  .second_count = choices->second.count,
                                  .seeds = {choices->seeds[0], choices->seeds[1]}};
    for (size_t i = 0; i < choices->bucket_count; i++) {
        stats.first_count += choices->buckets[i].count;
        if (choices->buckets[i].count > stats.fullest)
            stats.fullest = choices->buckets[i].count;
    }
    return stats;
}
