// The open list of a search: numbered nodes, the one with the smallest key out first.
//
// A heap with four children a node: half as deep as a binary one, and the four lie side by side [Johnson
// 1975]. Keys never change; a node found again on a better way is put in again, and its owner sees that the
// old entry is stale. Memory is the owner's.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frontier_entry {
    double key;
    uint32_t node;
};

struct frontier {
    struct frontier_entry *entries;
    size_t count;
};

static inline void frontier_push(struct frontier *frontier, struct frontier_entry entry)
{
    struct frontier_entry *entries = frontier->entries;
    size_t at = frontier->count++;
    while (at > 0 && entry.key < entries[(at - 1) / 4].key) {
        entries[at] = entries[(at - 1) / 4];
        at = (at - 1) / 4;
    }
    entries[at] = entry;
}

/// Puts `entry` in the place of the first one, and down to where it belongs.
static inline void frontier_replace_first(struct frontier *frontier, struct frontier_entry entry)
{
    struct frontier_entry *entries = frontier->entries;
    size_t at = 0;
    for (size_t child = 1; child < frontier->count; child = 4 * at + 1) {
        size_t end = child + 4 < frontier->count ? child + 4 : frontier->count;
        size_t least = child;
        for (size_t i = child + 1; i < end; i++)
            least = entries[i].key < entries[least].key ? i : least;
        if (entries[least].key >= entry.key)
            break;
        entries[at] = entries[least];
        at = least;
    }
    entries[at] = entry;
}

/// @param frontier  not empty
static inline struct frontier_entry frontier_pop(struct frontier *frontier)
{
    struct frontier_entry first = frontier->entries[0];
    struct frontier_entry last = frontier->entries[--frontier->count];
    if (frontier->count > 0)
        frontier_replace_first(frontier, last);
    return first;
}
