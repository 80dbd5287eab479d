// Arrays of numbers that take two bytes each where all of them are small, else four.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Zeroed is empty.
struct numbers {
    void *items;  // uint16_t or uint32_t
    bool is_wide; // uint32_t
};

/// Makes an array of zeros.
/// @param number_max  no number is larger
/// @return false when memory runs out; numbers_finish() is due all the same
bool numbers_init(struct numbers *numbers, size_t count, uint32_t number_max);

/// Accepts zeroed ones.
void numbers_finish(struct numbers *numbers);

/// Memory that `count` numbers take.
size_t numbers_size_bytes(const struct numbers *numbers, size_t count);

static inline uint32_t numbers_get(const struct numbers *numbers, size_t i)
{
    return numbers->is_wide ? ((const uint32_t *)numbers->items)[i] : ((const uint16_t *)numbers->items)[i];
}

static inline void numbers_set(struct numbers *numbers, size_t i, uint32_t number)
{
    if (numbers->is_wide)
        ((uint32_t *)numbers->items)[i] = number;
    else
        ((uint16_t *)numbers->items)[i] = (uint16_t)number;
}
