// The NPC index: from what an NPC is to where all of its kind are.
//
// An NPC has a type ("merchant") and may have a subtype ("herbs"); it is found by its type alone or by
// both. Two schemes find the key, a tuned hash (tuned.h) or two choices (choices.h). Answers and their
// order depend on what was inserted, moved and erased only, never on the scheme or on hashing.
// Whoever owns the index changes it while nobody reads it; any number of threads may read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/choices.h"
#include "nav/key.h"
#include "nav/position.h"
#include "nav/tuned.h"

struct npc_index; // layout private to index.c

/// Names an NPC: slot and generation, so that the id of one that left never names a newcomer. 0: none.
typedef uint32_t npc_id;

enum {
    NPC_INDEX_MAX = 1 << 20, // NPCs at most: a slot has 20 bits of the id
};

/// How keys are found.
enum npc_index_scheme {
    NPC_INDEX_TUNED,   // A: one bucket to look at; now and then a change builds everything anew
    NPC_INDEX_CHOICES, // B: two buckets to look at; every change in place
    // Measured side by side, a hit and a miss take 32 and 14 ns with A, 36 and 17 ns with B at 15,000
    // keys; at 1,000,000 a miss takes 65 and 70 ns, and a hit 170 ns with A, as long or longer with B.
    // Keys come and go too seldom for A's dearer changes to weigh, 3 µs each in the mean against 0.3 µs:
    // an NPC that only moves changes none.
    NPC_INDEX_USUAL = NPC_INDEX_TUNED,
};

struct npc_index_options {
    size_t npcs_max; // NPCs at a time, at most NPC_INDEX_MAX
    uint64_t seed;   // random per process, so that no crafted world forces collisions
    enum npc_index_scheme scheme;
    struct tuning_limits limits; // of the tuned scheme
};

/// NPCs in ascending order of slots.
struct npc_list {
    const npc_id *ids; // owned by the index, until it changes
    size_t count;
};

struct npc_index_stats {
    size_t npc_count;
    size_t key_count; // types, and types with subtype
    enum npc_index_scheme scheme;
    struct tuned_stats tuned;     // zeros under the other scheme
    struct choices_stats choices; // zeros under the other scheme
};

/// The usual scheme within the usual limits.
/// @param npcs_max  NPCs at a time, at most NPC_INDEX_MAX
/// @param seed      random per process, so that no crafted world forces collisions
struct npc_index_options npc_index_options_usual(size_t npcs_max, uint64_t seed);

/// @return NULL when memory runs out
struct npc_index *npc_index_create_with(const struct npc_index_options *options);

/// Creates an index with the usual options.
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

/// Worth a call after many changes, and never needed for right answers: the tuned scheme makes its table
/// for the keys as they are now. The other scheme always has.
/// @return false when memory runs out: the index is as before
bool npc_index_settle(struct npc_index *index);

/// All NPCs of a type, and of a subtype unless that is NULL or empty. Nobody is a normal answer.
struct npc_list npc_index_find(const struct npc_index *index, const char *type, const char *subtype);

/// @return false when the NPC has left
bool npc_index_position(const struct npc_index *index, npc_id npc, struct nav_position *position);

/// Counts; costs a walk over the table.
struct npc_index_stats npc_index_stats(const struct npc_index *index);
