#include "nav/heap.h"

#include <assert.h>
#include <stdlib.h>

struct entry {
    double key;
    uint32_t item;
};

struct heap {
    struct entry *entries; // a binary tree: the children of i are 2i + 1 and 2i + 2
    size_t count;
    uint32_t *places; // per item, 1 + its index in entries; 0: not in the heap
    size_t item_count;
};

struct heap *heap_create(size_t item_count)
{
    struct heap *heap = calloc(1, sizeof *heap);
    if (!heap)
        return NULL;
    heap->item_count = item_count;
    heap->entries = calloc(item_count + 1, sizeof *heap->entries);
    heap->places = calloc(item_count + 1, sizeof *heap->places);
    if (!heap->entries || !heap->places) {
        heap_destroy(heap);
        return NULL;
    }
    return heap;
}

void heap_destroy(struct heap *heap)
{
    if (!heap)
        return;
    free(heap->entries);
    free(heap->places);
    free(heap);
}

void heap_clear(struct heap *heap)
{
    for (size_t i = 0; i < heap->count; i++)
        heap->places[heap->entries[i].item] = 0;
    heap->count = 0;
}

static bool is_before(struct entry a, struct entry b)
{
    return a.key < b.key || (a.key == b.key && a.item < b.item);
}

static void put(struct heap *heap, size_t place, struct entry entry)
{
    heap->entries[place] = entry;
    heap->places[entry.item] = (uint32_t)place + 1;
}

/// Moves the hole at `place` up until `entry` fits into it.
/// @return where it fits; nothing has been put there yet
static size_t sift_up(struct heap *heap, size_t place, struct entry entry)
{
    while (place > 0) {
        size_t parent = (place - 1) / 2;
        if (!is_before(entry, heap->entries[parent]))
            break;
        put(heap, place, heap->entries[parent]);
        place = parent;
    }
    return place;
}

static size_t sift_down(struct heap *heap, size_t place, struct entry entry)
{
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count && is_before(heap->entries[child + 1], heap->entries[child]))
            child++;
        if (!is_before(heap->entries[child], entry))
            break;
        put(heap, place, heap->entries[child]);
        place = child;
    }
    return place;
}

void heap_set(struct heap *heap, uint32_t item, double key)
{
    assert(item < heap->item_count);
    struct entry entry = {.key = key, .item = item};
    size_t place = heap->places[item] ? heap->places[item] - 1 : heap->count++;
    size_t higher = sift_up(heap, place, entry);
    put(heap, higher < place ? higher : sift_down(heap, place, entry), entry);
}

bool heap_pop(struct heap *heap, uint32_t *item)
{
    if (heap->count == 0)
        return false;
    *item = heap->entries[0].item;
    heap->places[*item] = 0;
    struct entry last = heap->entries[--heap->count];
    if (heap->count > 0)
        put(heap, sift_down(heap, 0, last), last);
    return true;
}
