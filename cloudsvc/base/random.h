// Random numbers: repeatable ones from a seed for games and tests, unguessable ones for tokens and seeds.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// xoshiro256** [Blackman, Vigna 2021]: the same seed gives the same numbers on every machine. Never for
/// secrets: its state can be computed from its output. Seed it before use.
struct random_generator {
    uint64_t state[4];
};

/// Any seed will do; its bits are spread by SplitMix64 [Steele, Lea, Flood 2014].
void random_seed(struct random_generator *generator, uint64_t seed);

/// 64 random bits.
uint64_t random_next(struct random_generator *generator);

/// A number below `limit`, each equally likely [Lemire 2019].
/// @param limit  at least 1
uint32_t random_below(struct random_generator *generator, uint32_t limit);

/// Fills `bytes` from the kernel's generator [getrandom(2)].
/// @return false when the kernel has none to give: do without the token
bool random_bytes(void *bytes, size_t size);
