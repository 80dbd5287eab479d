#include "nav/index.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/roster.h"

enum {
    SLOT_BITS = 20,
    SLOT_MASK = (1 << SLOT_BITS) - 1,
    GENERATIONS_MAX = (1 << (32 - SLOT_BITS)) - 1,
    NO_SLOT = UINT32_MAX,
};

/// By which rosters an NPC is found.
enum { BY_TYPE, BY_BOTH, ROSTER_COUNT };

struct slot {
    struct nav_position position;
    uint32_t generation; // of the NPC in it, or of the last one
    bool is_used;
    uint32_t next_free;             // while free: the next free slot
    uint32_t rosters[ROSTER_COUNT]; // while used; ROSTER_NONE for BY_BOTH without a subtype
};

struct npc_index {
    struct slot *slots;
    size_t slot_count;
    size_t npc_count;
    uint32_t touched;   // slots from here on were never used
    uint32_t free_slot; // one that is free again, NO_SLOT: none
    struct rosters rosters;
    struct tuned *tuned;     // the scheme: this one,
    struct choices *choices; // or this one
};

struct npc_index_options npc_index_options_usual(size_t npcs_max, uint64_t seed)
{
    return (struct npc_index_options){
        .npcs_max = npcs_max, .seed = seed, .scheme = NPC_INDEX_USUAL, .limits = tuning_limits_usual()};
}

struct npc_index *npc_index_create_with(const struct npc_index_options *options)
{
    assert(options->npcs_max <= NPC_INDEX_MAX);
    struct npc_index *index = calloc(1, sizeof *index);
    if (!index)
        return NULL;
    index->free_slot = NO_SLOT;
    index->slot_count = options->npcs_max;
    index->slots = calloc(options->npcs_max + 1, sizeof *index->slots);
    bool has_rosters = rosters_init(&index->rosters, ROSTER_COUNT * options->npcs_max);
    if (options->scheme == NPC_INDEX_TUNED)
        index->tuned = tuned_create(&index->rosters, &options->limits, options->seed);
    else
        index->choices = choices_create(&index->rosters, options->npcs_max, options->seed);
    if (!index->slots || !has_rosters || (!index->tuned && !index->choices)) {
        npc_index_destroy(index);
        return NULL;
    }
    return index;
}

struct npc_index *npc_index_create(size_t npcs_max, uint64_t seed)
{
    struct npc_index_options options = npc_index_options_usual(npcs_max, seed);
    return npc_index_create_with(&options);
}

void npc_index_destroy(struct npc_index *index)
{
    if (!index)
        return;
    tuned_destroy(index->tuned);
    choices_destroy(index->choices);
    rosters_finish(&index->rosters);
    free(index->slots);
    free(index);
}

// ---- the scheme ------------------------------------------------------------------------------

static uint32_t scheme_find(const struct npc_index *index, struct key key)
{
    return index->tuned ? tuned_find(index->tuned, key) : choices_find(index->choices, key);
}

static bool scheme_insert(struct npc_index *index, uint32_t roster)
{
    return index->tuned ? tuned_insert(index->tuned, roster) : choices_insert(index->choices, roster);
}

static void scheme_erase(struct npc_index *index, uint32_t roster)
{
    if (index->tuned)
        tuned_erase(index->tuned, roster);
    else
        choices_erase(index->choices, roster);
}

bool npc_index_settle(struct npc_index *index)
{
    return !index->tuned || tuned_settle(index->tuned);
}

// ---- rosters ---------------------------------------------------------------------------------

/// @return its number, ROSTER_NONE when memory runs out
static uint32_t make_roster(struct npc_index *index, struct key key)
{
    uint32_t number = rosters_add(&index->rosters, key);
    if (number == ROSTER_NONE)
        return ROSTER_NONE;
    if (scheme_insert(index, number))
        return number;
    rosters_remove(&index->rosters, number);
    return ROSTER_NONE;
}

static void drop_if_empty(struct npc_index *index, uint32_t number)
{
    if (index->rosters.all[number].count > 0)
        return;
    scheme_erase(index, number);
    rosters_remove(&index->rosters, number);
}

/// Adds an NPC to the roster of a key, which is made if need be.
/// @return the roster's number, ROSTER_NONE when memory runs out
static uint32_t join(struct npc_index *index, struct key key, npc_id npc)
{
    uint32_t number = scheme_find(index, key);
    if (number == ROSTER_NONE)
        number = make_roster(index, key);
    if (number == ROSTER_NONE)
        return ROSTER_NONE;
    if (roster_join(&index->rosters.all[number], npc, SLOT_MASK))
        return number;
    drop_if_empty(index, number);
    return ROSTER_NONE;
}

static void leave(struct npc_index *index, uint32_t number, npc_id npc)
{
    if (number == ROSTER_NONE)
        return;
    roster_leave(&index->rosters.all[number], npc, SLOT_MASK);
    drop_if_empty(index, number);
}

// ---- NPCs ------------------------------------------------------------------------------------

/// @return NULL when the NPC has left
static struct slot *slot_of(const struct npc_index *index, npc_id npc)
{
    uint32_t number = npc & SLOT_MASK;
    if (number >= index->slot_count)
        return NULL;
    struct slot *slot = &index->slots[number];
    return slot->is_used && slot->generation == npc >> SLOT_BITS ? slot : NULL;
}

/// Takes the free slot out of its list, or off the untouched ones.
static void take_slot(struct npc_index *index, uint32_t number)
{
    if (number == index->free_slot)
        index->free_slot = index->slots[number].next_free;
    else
        index->touched++;
    index->npc_count++;
}

npc_id npc_index_insert(struct npc_index *index, const char *type, const char *subtype,
                        struct nav_position position)
{
    uint64_t words[2][KEY_WORDS_MAX];
    struct key by_type = key_make(words[0], type, NULL);
    struct key by_both = key_make(words[1], type, subtype);
    if (index->npc_count == index->slot_count || !by_type.words || !by_both.words)
        return 0;
    uint32_t number = index->free_slot != NO_SLOT ? index->free_slot : index->touched;
    struct slot *slot = &index->slots[number];
    uint32_t generation = slot->generation == GENERATIONS_MAX ? 1 : slot->generation + 1;
    npc_id npc = generation << SLOT_BITS | number;
    bool has_subtype = by_both.shape != by_type.shape;
    uint32_t first = join(index, by_type, npc);
    uint32_t second = has_subtype && first != ROSTER_NONE ? join(index, by_both, npc) : ROSTER_NONE;
    if (first == ROSTER_NONE || (has_subtype && second == ROSTER_NONE)) {
        leave(index, first, npc);
        return 0;
    }
    take_slot(index, number);
    *slot = (struct slot){
        .position = position, .generation = generation, .is_used = true, .rosters = {first, second}};
    return npc;
}

bool npc_index_move(struct npc_index *index, npc_id npc, struct nav_position position)
{
    struct slot *slot = slot_of(index, npc);
    if (!slot)
        return false;
    slot->position = position;
    return true;
}

bool npc_index_erase(struct npc_index *index, npc_id npc)
{
    struct slot *slot = slot_of(index, npc);
    if (!slot)
        return false;
    for (int i = 0; i < ROSTER_COUNT; i++)
        leave(index, slot->rosters[i], npc);
    slot->is_used = false;
    slot->next_free = index->free_slot;
    index->free_slot = npc & SLOT_MASK;
    index->npc_count--;
    return true;
}

struct npc_list npc_index_find(const struct npc_index *index, const char *type, const char *subtype)
{
    uint64_t words[KEY_WORDS_MAX];
    struct key wanted = key_make(words, type, subtype);
    uint32_t number = wanted.words ? scheme_find(index, wanted) : ROSTER_NONE;
    if (number == ROSTER_NONE)
        return (struct npc_list){NULL, 0};
    const struct roster *roster = &index->rosters.all[number];
    return (struct npc_list){roster_ids(roster), roster->count};
}

bool npc_index_position(const struct npc_index *index, npc_id npc, struct nav_position *position)
{
    const struct slot *slot = slot_of(index, npc);
    if (!slot)
        return false;
    *position = slot->position;
    return true;
}

struct npc_index_stats npc_index_stats(const struct npc_index *index)
{
    struct npc_index_stats stats = {.npc_count = index->npc_count, .key_count = index->rosters.count};
    if (index->tuned) {
        stats.scheme = NPC_INDEX_TUNED;
        stats.tuned = tuned_stats(index->tuned);
    } else {
        stats.scheme = NPC_INDEX_CHOICES;
        stats.choices = choices_stats(index->choices);
    }
    return stats;
}
