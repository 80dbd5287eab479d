#include "nav/numbers.h"

#include <stdlib.h>

bool numbers_init(struct numbers *numbers, size_t count, uint32_t number_max)
{
    *numbers = (struct numbers){.is_wide = number_max > UINT16_MAX};
    numbers->items = calloc(count + 1, numbers_size_bytes(numbers, 1));
    return numbers->items;
}

void numbers_finish(struct numbers *numbers)
{
    free(numbers->items);
    *numbers = (struct numbers){0};
}

size_t numbers_size_bytes(const struct numbers *numbers, size_t count)
{
    return count * (numbers->is_wide ? sizeof(uint32_t) : sizeof(uint16_t));
}
