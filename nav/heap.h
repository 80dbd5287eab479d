// A binary heap of numbered items, smallest key first, whose keys may change while they wait.
//
// Items with equal keys come out in the order of their numbers, so that a search never depends on the
// order in which it found things [Williams 1964].
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct heap; // layout private to heap.c

/// @param item_count  items are numbered from 0 to one below this; all memory is taken here
/// @return NULL when memory runs out
struct heap *heap_create(size_t item_count);

/// Accepts NULL and half-built heaps.
void heap_destroy(struct heap *heap);

/// Takes everything out. Costs as much as there was in it.
void heap_clear(struct heap *heap);

/// Puts `item` in, or gives it another key when it is in already.
void heap_set(struct heap *heap, uint32_t item, double key);

/// Takes out the item with the smallest key.
/// @return false when the heap is empty
bool heap_pop(struct heap *heap, uint32_t *item);
