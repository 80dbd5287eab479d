// The NPC index: from what an NPC is to where all of its kind are.
//
// An NPC has a type ("merchant") and may have a subtype ("herbs"); it is found by its type alone or by
// both. Answers and their order depend on what was inserted, moved and erased only, never on hashing.
// Whoever owns the index changes it while nobody reads it; any number of threads may read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/choices.h"
#include "nav/position.h"

struct npc_index; // layout private to index.c

/// Names an NPC: slot and generation, so that the id of one that left never names a newcomer. 0: none.
typedef uint32_t npc_id;

enum {
    NPC_INDEX_MAX = 1 << 20, // NPCs at most: a slot has 20 bits of the id
    NPC_NAME_MAX = 63,       // bytes of a type or subtype
};

/// NPCs in ascending order of slots.
struct npc_list {
    const npc_id *ids; // owned by the index, until it changes
    size_t count;
};

struct npc_index_stats {
    size_t npc_count;
    size_t key_count; // types, and types with subtype
    struct choices_stats table;
};

/// @param npcs_max  NPCs at a time, at most NPC_INDEX_MAX
/// @param seed      random per process, so that no crafted world forces collisions
/// @return NULL when memory runs out
struct npc_index *npc_index_create(size_t npcs_max, uint64_t seed);

/// Accepts NULL and half-built indexes.
void npc_index_destroy(struct npc_index *index);

/// Takes memory for types not met before and for lists that grow.
/// @param type     not empty
/// @param subtype  NULL or empty: none
/// @return 0 when the index is full, a name is too long or empty, or memory runs out
npc_id npc_index_insert(struct npc_index *index, const char *type, const char *subtype,
                        struct nav_position position);

/// @return false when the NPC has left
bool npc_index_move(struct npc_index *index, npc_id npc, struct nav_position position);

/// @return false when the NPC has left already
bool npc_index_erase(struct npc_index *index, npc_id npc);

/// All NPCs of a type, and of a subtype unless that is NULL or empty. Nobody is a normal answer.
struct npc_list npc_index_find(const struct npc_index *index, const char *type, const char *subtype);

/// @return false when the NPC has left
bool npc_index_position(const struct npc_index *index, npc_id npc, struct nav_position *position);

/// Counts; costs a walk over the table.
struct npc_index_stats npc_index_stats(const struct npc_index *index);
