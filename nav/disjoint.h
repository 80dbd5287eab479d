// Disjoint sets of numbered things: which of them hang together [Tarjan 1975, path halving].
//
// The sets are an array of the caller: each element leads to another one of its set, or to itself.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes every element a set of its own.
static inline void disjoint_init(uint32_t *sets, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sets[i] = (uint32_t)i;
}

/// @return the element that stands for the set of `element`
static inline uint32_t disjoint_find(uint32_t *sets, uint32_t element)
{
    while (sets[element] != element) {
        sets[element] = sets[sets[element]];
        element = sets[element];
    }
    return element;
}

/// Makes the sets of both one, for which the element that stood for the set of `kept` goes on standing.
static inline void disjoint_join(uint32_t *sets, uint32_t kept, uint32_t joined)
{
    sets[disjoint_find(sets, joined)] = disjoint_find(sets, kept);
}
