// Ids for things that come and go: the number of a slot plus the generation of its use.
//
// The caller keeps what the ids name in arrays of its own, by slot index. Zero means none; an id whose slot
// has been released finds nothing, also after the slot has been taken again. Slots are reused oldest first,
// so an id comes back only after its slot was released 65,535 times. One thread at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct slots; // layout private to slots.c

typedef uint32_t slot_id; // generation in the upper half, index in the lower

enum { SLOTS_MAX = 65535 };

/// @param slots_max  1 to SLOTS_MAX
/// @return NULL when memory runs out
struct slots *slots_create(size_t slots_max);

/// Accepts NULL and half-built ones.
void slots_destroy(struct slots *slots);

/// Takes the slot that has been free the longest.
/// @return 0 when none is free
slot_id slots_take(struct slots *slots);

/// Frees the slot: `id` finds nothing from now on.
/// @return false when `id` is none or stale already
bool slots_release(struct slots *slots, slot_id id);

/// Finds the slot that `id` names.
/// @param[out] index  below slots_max
/// @return false when `id` is none, stale or was never given
bool slots_find(const struct slots *slots, slot_id id, size_t *index);

/// The id that slot `index` is taken under, for walking over all of them.
/// @return 0 when it is free
slot_id slots_id_at(const struct slots *slots, size_t index);

/// Slots taken.
size_t slots_count(const struct slots *slots);
