#include "nav/tuned.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/bucket.h"
#include "nav/red_black_tree.h"

enum {
    FILL = 5,        // entries a bucket when built: then one in seventy is too full
    FILL_MAX = 7,    // entries a bucket that call for building: more would make long runs of full ones
    TAG_SHIFT = 49,  // a tag is the first 15 bits below those that name the bucket
    CHANGES_MIN = 64 // changes that a small table takes between two buildings
};

struct tuned {
    const struct rosters *rosters;
    struct tuning_limits limits;
    uint64_t seed;
    struct tuning tuning;
    uint64_t mask; // of the bits of a hash value that count: the first ones
    unsigned tree_height;
    struct bucket *buckets;
    size_t bucket_count;
    size_t count;
    size_t changes; // since the last building
    size_t buildings;
};

/// What a key's hash value says: where to begin, and what to look for.
struct address {
    size_t bucket;
    uint16_t tag;
};

static uint64_t mask_of(unsigned width)
{
    return ~UINT64_C(0) << (64 - width);
}

static inline struct address address_of(const struct tuned *tuned, struct key key)
{
    uint64_t value = key_hash(&tuned->tuning.function, key) & tuned->mask;
    unsigned __int128 scaled = (unsigned __int128)value * tuned->bucket_count;
    return (struct address){(size_t)(scaled >> 64), bucket_tag((uint64_t)scaled >> TAG_SHIFT)};
}

static size_t next_bucket(const struct tuned *tuned, size_t bucket)
{
    return bucket + 1 == tuned->bucket_count ? 0 : bucket + 1;
}

uint32_t tuned_find(const struct tuned *tuned, struct key key)
{
    const struct roster *rosters = tuned->rosters->all;
    struct address address = address_of(tuned, key);
    for (size_t seen = 0; seen < tuned->bucket_count; seen++) {
        const struct bucket *bucket = &tuned->buckets[address.bucket];
        uint32_t matches = bucket_matches(bucket, address.tag);
        for (; matches != 0; matches &= matches - 1) {
            uint32_t entry = bucket->entries[__builtin_ctz(matches)];
            if (key_is_equal(rosters[entry].key, key))
                return entry;
        }
        if (!bucket->has_overflowed)
            return ROSTER_NONE;
        address.bucket = next_bucket(tuned, address.bucket);
    }
    return ROSTER_NONE;
}

/// Stores an entry in its bucket, or in the next with a gap; there is one.
static void put(struct tuned *tuned, struct key key, uint32_t entry)
{
    struct address address = address_of(tuned, key);
    while (tuned->buckets[address.bucket].count == BUCKET_ROOM) {
        tuned->buckets[address.bucket].has_overflowed = 1;
        address.bucket = next_bucket(tuned, address.bucket);
    }
    bucket_put(&tuned->buckets[address.bucket], address.tag, entry);
    tuned->count++;
}

// ---- building --------------------------------------------------------------------------------

/// Memory of one building.
struct building {
    size_t key_count;
    struct key *keys;
    uint32_t *entries; // by key
    struct tuning_value *values;
    struct red_black_tree tree;
};

static void building_finish(struct building *building)
{
    free(building->keys);
    free(building->entries);
    free(building->values);
    red_black_tree_finish(&building->tree);
}

static bool building_init(struct building *building, size_t key_count)
{
    *building = (struct building){.key_count = key_count,
                                  .keys = calloc(key_count + 1, sizeof *building->keys),
                                  .entries = calloc(key_count + 1, sizeof *building->entries),
                                  .values = calloc(key_count + 1, sizeof *building->values)};
    bool has_tree = red_black_tree_init(&building->tree, key_count);
    if (has_tree && building->keys && building->entries && building->values)
        return true;
    building_finish(building);
    return false;
}

static void collect(struct building *building, const struct tuned *tuned)
{
    size_t count = 0;
    for (size_t i = 0; i < tuned->bucket_count; i++) {
        const struct bucket *bucket = &tuned->buckets[i];
        for (uint32_t slot = 0; slot < BUCKET_ROOM; slot++) {
            if (bucket->tags[slot] == 0)
                continue;
            building->keys[count] = tuned->rosters->all[bucket->entries[slot]].key;
            building->entries[count++] = bucket->entries[slot];
        }
    }
}

/// Keeps the function while it is good enough, else looks for another.
static struct tuning tune(struct building *building, const struct tuned *tuned)
{
    size_t shared_counts[65];
    struct tuning tuning = tuned->tuning;
    tuning_sort(&tuning.function, building->keys, building->key_count, building->values);
    tuning_count_shared(building->values, building->key_count, shared_counts);
    tuning.key_count = building->key_count;
    tuning.shared_count = shared_counts[tuning.width];
    tuning.p = building->key_count > 0 ? (double)tuning.shared_count / (double)building->key_count : 0;
    tuning.is_reached = tuning.p < tuned->limits.p_max;
    if (tuning.is_reached)
        return tuning;
    tuning = tuning_find(&tuned->limits, tuned->seed, building->keys, building->key_count, building->values);
    tuning_sort(&tuning.function, building->keys, building->key_count, building->values);
    return tuning;
}

/// Orders the keys by their second hash values: those of the function that was chosen.
static void grow_tree(struct building *building, unsigned width)
{
    for (size_t i = 0; i < building->key_count; i++) {
        const struct tuning_value *value = &building->values[i];
        red_black_tree_insert(&building->tree, value->hash >> (64 - width), building->keys[value->number],
                              building->entries[value->number]);
    }
}

/// Fills empty buckets from the first to the last.
static void fill(struct tuned *tuned, const struct red_black_tree *tree)
{
    for (uint32_t i = red_black_tree_first(tree); i != RED_BLACK_NONE; i = red_black_tree_next(tree, i))
        put(tuned, tree->nodes[i].key, tree->nodes[i].entry);
}

static bool build(struct tuned *tuned)
{
    struct building building;
    if (!building_init(&building, tuned->count))
        return false;
    struct tuned next = *tuned;
    next.bucket_count = tuned->count / FILL + 1;
    next.buckets = bucket_array(next.bucket_count);
    if (!next.buckets) {
        building_finish(&building);
        return false;
    }
    collect(&building, tuned);
    next.tuning = tune(&building, tuned);
    grow_tree(&building, next.tuning.width);
    next.mask = mask_of(next.tuning.width);
    next.tree_height = red_black_tree_height(&building.tree);
    next.count = 0;
    next.changes = 0;
    next.buildings++;
    fill(&next, &building.tree);
    building_finish(&building);
    free(tuned->buckets);
    *tuned = next;
    return true;
}

// ---- the table -------------------------------------------------------------------------------

struct tuned *tuned_create(const struct rosters *rosters, const struct tuning_limits *limits, uint64_t seed)
{
    struct tuned *tuned = calloc(1, sizeof *tuned);
    if (!tuned)
        return NULL;
    struct tuning_value none;
    tuned->rosters = rosters;
    tuned->limits = *limits;
    tuned->seed = seed;
    tuned->tuning = tuning_find(limits, seed, NULL, 0, &none);
    tuned->mask = mask_of(tuned->tuning.width);
    tuned->bucket_count = 1;
    tuned->buckets = bucket_array(tuned->bucket_count);
    if (!tuned->buckets) {
        tuned_destroy(tuned);
        return NULL;
    }
    return tuned;
}

void tuned_destroy(struct tuned *tuned)
{
    if (!tuned)
        return;
    free(tuned->buckets);
    free(tuned);
}

/// Builds when gaps run low, and now and then so that marks of overflow do not outlive their reason.
static void build_if_due(struct tuned *tuned)
{
    size_t made_for = tuned->bucket_count * FILL;
    bool is_crowded = tuned->count >= tuned->bucket_count * FILL_MAX;
    bool is_worn = tuned->changes >= made_for + CHANGES_MIN;
    if (is_crowded || is_worn)
        (void)build(tuned); // without memory the old one goes on
}

bool tuned_insert(struct tuned *tuned, uint32_t entry)
{
    build_if_due(tuned);
    if (tuned->count == tuned->bucket_count * BUCKET_ROOM)
        return false;
    put(tuned, tuned->rosters->all[entry].key, entry);
    tuned->changes++;
    return true;
}

void tuned_erase(struct tuned *tuned, uint32_t entry)
{
    struct address address = address_of(tuned, tuned->rosters->all[entry].key);
    for (size_t seen = 0; seen < tuned->bucket_count; seen++) {
        struct bucket *bucket = &tuned->buckets[address.bucket];
        int slot = bucket_slot_of(bucket, address.tag, entry);
        if (slot >= 0) {
            bucket_clear(bucket, slot);
            tuned->count--;
            tuned->changes++;
            return;
        }
        address.bucket = next_bucket(tuned, address.bucket);
    }
    assert(!"the table holds the entry");
}

bool tuned_settle(struct tuned *tuned)
{
    return tuned->changes == 0 || build(tuned);
}

struct tuned_stats tuned_stats(const struct tuned *tuned)
{
    struct tuned_stats stats = {.tuning = tuned->tuning,
                                .tree_height = tuned->tree_height,
                                .count = tuned->count,
                                .buckets = tuned->bucket_count,
                                .buildings = tuned->buildings};
    for (size_t i = 0; i < tuned->bucket_count; i++)
        stats.overflowed += tuned->buckets[i].has_overflowed;
    return stats;
}
