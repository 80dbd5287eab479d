#include "cloudsvc/base/random.h"

#include <assert.h>
#include <errno.h>
#include <sys/random.h>

/// The next of SplitMix64's numbers, which spread a seed with few set bits over all of the state.
static uint64_t split_mix(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15;
    uint64_t mixed = *state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

void random_seed(struct random_generator *generator, uint64_t seed)
{
    for (size_t i = 0; i < 4; i++)
        generator->state[i] = split_mix(&seed);
}

static uint64_t rotate_left(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

uint64_t random_next(struct random_generator *generator)
{
    uint64_t *state = generator->state;
    uint64_t result = rotate_left(state[1] * 5, 7) * 9;
    uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate_left(state[3], 45);
    return result;
}

/// The upper half of 32 random bits × limit is the number; products whose lower half falls among the first
/// 2^32 mod limit are drawn again, for they would make some numbers likelier than others.
uint32_t random_below(struct random_generator *generator, uint32_t limit)
{
    assert(limit >= 1);
    uint32_t uneven = -limit % limit;
    uint64_t product;
    do
        product = (random_next(generator) >> 32) * limit;
    while ((uint32_t)product < uneven);
    return (uint32_t)(product >> 32);
}

bool random_bytes(void *bytes, size_t size)
{
    unsigned char *out = bytes;
    while (size > 0) {
        ssize_t count = getrandom(out, size, 0);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0) {
            out += count;
            size -= (size_t)count;
        }
    }
    return true;
}
