#include "nav/tuning.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BITS = 64 };

struct tuning_limits tuning_limits_usual(void)
{
    return (struct tuning_limits){.p_max = 0.001,
                                  .width_first = TUNING_WIDTH_FIRST,
                                  .width_max = TUNING_WIDTH_MAX,
                                  .tries_max = TUNING_SEEDS * (TUNING_WIDTH_MAX - TUNING_WIDTH_FIRST + 1)};
}

static int compare_values(const void *a, const void *b)
{
    uint64_t first = ((const struct tuning_value *)a)->hash;
    uint64_t second = ((const struct tuning_value *)b)->hash;
    return first < second ? -1 : first > second;
}

void tuning_sort(const struct key_function *function, const struct key *keys, size_t key_count,
                 struct tuning_value *values)
{
    for (size_t i = 0; i < key_count; i++)
        values[i] = (struct tuning_value){key_hash(function, keys[i]), (uint32_t)i};
    qsort(values, key_count, sizeof *values, compare_values);
}

/// First bits that two neighbours have in common; none with a neighbour that is not there.
static unsigned common_bits(const struct tuning_value *values, size_t count, size_t first)
{
    if (first + 1 >= count)
        return 0;
    uint64_t difference = values[first].hash ^ values[first + 1].hash;
    return difference == 0 ? HASH_BITS : (unsigned)__builtin_clzll(difference);
}

void tuning_count_shared(const struct tuning_value *values, size_t count, size_t shared_counts[65])
{
    memset(shared_counts, 0, (HASH_BITS + 1) * sizeof *shared_counts);
    unsigned before = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned after = common_bits(values, count, i);
        // Of all values a neighbour has the most first bits in common: up to that width it is shared.
        shared_counts[after > before ? after : before]++;
        before = after;
    }
    for (unsigned width = HASH_BITS; width > 0; width--)
        shared_counts[width - 1] += shared_counts[width];
}

struct tuning tuning_find(const struct tuning_limits *limits, uint64_t seed, const struct key *keys,
                          size_t key_count, struct tuning_value *values)
{
    assert(limits->width_first >= 1);
    assert(limits->width_first <= limits->width_max);
    assert(limits->width_max <= TUNING_WIDTH_MAX);
    assert(limits->tries_max >= 1);
    // One sort of all 64 bits tells y for every width.
    size_t shared_counts[TUNING_SEEDS][HASH_BITS + 1];
    struct tuning best = {.key_count = key_count};
    for (unsigned i = 0; i < limits->tries_max && !best.is_reached; i++) {
        unsigned width = limits->width_first + i / TUNING_SEEDS;
        unsigned number = i % TUNING_SEEDS;
        if (width > limits->width_max)
            break;
        struct tuning tried = best;
        tried.seed = key_seed(seed, number);
        tried.function = key_function_of(tried.seed);
        tried.width = width;
        if (i < TUNING_SEEDS) {
            tuning_sort(&tried.function, keys, key_count, values);
            tuning_count_shared(values, key_count, shared_counts[number]);
        }
        tried.shared_count = shared_counts[number][width];
        tried.p = key_count > 0 ? (double)tried.shared_count / (double)key_count : 0;
        tried.is_reached = tried.p < limits->p_max;
        if (i == 0 || tried.shared_count < best.shared_count)
            best = tried;
        best.tries = i + 1;
    }
    return best;
}
