// Looks for a hash function under which few of some keys share a hash value.
//
// A hash value is the first `width` bits of what the function of a seed gives. Of x keys, y have a value
// that another key has too, and the collision probability is p = y / x. While p is not below its limit
// the parameters change, the seed first, then the width, and p is measured again; when the tries run out,
// the best function met is kept, and says so.
//
// Widening is expected to be needed: x keys thrown at 2^width values give p = x / 2^width or so.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/key.h"

enum {
    TUNING_WIDTH_FIRST = 20,
    TUNING_WIDTH_MAX = 40,
    TUNING_SEEDS = 4, // each costs a sort of all values; p hardly differs between good functions
};

/// What to reach, and within what.
struct tuning_limits {
    double p_max;         // reached when p is below this
    unsigned width_first; // bits, at least 1
    unsigned width_max;   // bits, at most TUNING_WIDTH_MAX
    unsigned tries_max;   // functions measured, at least 1
};

/// p below 0.1 %, from 20 to 40 bits, in as many tries as there are seeds and widths.
struct tuning_limits tuning_limits_usual(void);

/// A hash function and how it did.
struct tuning {
    struct key_function function;
    uint64_t seed;
    unsigned width;      // bits
    size_t key_count;    // x
    size_t shared_count; // y
    double p;            // y / x, 0 without keys
    unsigned tries;      // functions measured
    bool is_reached;     // p is below its limit
};

/// A key's hash value, and which key.
struct tuning_value {
    uint64_t hash; // all 64 bits
    uint32_t number;
};

/// Hashes all keys and sorts the values.
/// @param values  room for `key_count`
void tuning_sort(const struct key_function *function, const struct key *keys, size_t key_count,
                 struct tuning_value *values);

/// How many values, sorted, share their first `width` bits with another, for every width.
/// @param[out] shared_counts  by width, from 0 to 64
void tuning_count_shared(const struct tuning_value *values, size_t count, size_t shared_counts[65]);

/// Looks for a function. All keys are different.
/// @param seed    of the first function; the others' seeds follow from it
/// @param values  room for `key_count`; what is left there has no meaning
struct tuning tuning_find(const struct tuning_limits *limits, uint64_t seed, const struct key *keys,
                          size_t key_count, struct tuning_value *values);
