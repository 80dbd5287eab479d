#include "cloudsvc/base/slots.h"

#include <assert.h>
#include <stdlib.h>

enum { INDEX_BITS = 16, INDEX_MASK = (1 << INDEX_BITS) - 1 };

struct slots {
    size_t slots_max, count;
    uint16_t *generations; // of the current or next use, by slot; never 0, so that no id is
    bool *is_taken;        // by slot
    uint16_t *free_slots;  // ring: those that are free, the one freed first in front
    size_t free_first;
};

struct slots *slots_create(size_t slots_max)
{
    assert(slots_max >= 1);
    assert(slots_max <= SLOTS_MAX);
    struct slots *slots = calloc(1, sizeof *slots);
    if (!slots)
        return NULL;
    slots->slots_max = slots_max;
    slots->generations = calloc(slots_max, sizeof *slots->generations);
    slots->is_taken = calloc(slots_max, sizeof *slots->is_taken);
    slots->free_slots = calloc(slots_max, sizeof *slots->free_slots);
    if (!slots->generations || !slots->is_taken || !slots->free_slots) {
        slots_destroy(slots);
        return NULL;
    }
    for (size_t index = 0; index < slots_max; index++) {
        slots->generations[index] = 1;
        slots->free_slots[index] = (uint16_t)index;
    }
    return slots;
}

void slots_destroy(struct slots *slots)
{
    if (!slots)
        return;
    free(slots->generations);
    free(slots->is_taken);
    free(slots->free_slots);
    free(slots);
}

slot_id slots_take(struct slots *slots)
{
    if (slots->count == slots->slots_max)
        return 0;
    size_t index = slots->free_slots[slots->free_first];
    slots->free_first = (slots->free_first + 1) % slots->slots_max;
    slots->is_taken[index] = true;
    slots->count++;
    return slots_id_at(slots, index);
}

bool slots_find(const struct slots *slots, slot_id id, size_t *index)
{
    size_t slot = id & INDEX_MASK;
    if (slot >= slots->slots_max || !slots->is_taken[slot] || slots->generations[slot] != id >> INDEX_BITS)
        return false;
    *index = slot;
    return true;
}

bool slots_release(struct slots *slots, slot_id id)
{
    size_t index = 0;
    if (!slots_find(slots, id, &index))
        return false;
    slots->is_taken[index] = false;
    slots->generations[index] = slots->generations[index] == UINT16_MAX ? 1 : slots->generations[index] + 1;
    size_t free_count = slots->slots_max - slots->count;
    slots->free_slots[(slots->free_first + free_count) % slots->slots_max] = (uint16_t)index;
    slots->count--;
    return true;
}

slot_id slots_id_at(const struct slots *slots, size_t index)
{
    assert(index < slots->slots_max);
    return slots->is_taken[index] ? (slot_id)slots->generations[index] << INDEX_BITS | (slot_id)index : 0;
}

size_t slots_count(const struct slots *slots)
{
    return slots->count;
}
