#include "nav/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOT_BITS = 20,
    SLOT_MASK = (1 << SLOT_BITS) - 1,
    GENERATIONS_MAX = (1 << (32 - SLOT_BITS)) - 1,
    KEY_BYTES_MAX = 2 * NPC_NAME_MAX + 1,
    NO_NUMBER = UINT32_MAX,
};

/// By which lists an NPC is found.
enum { BY_TYPE, BY_BOTH, LIST_COUNT };

struct slot {
    struct nav_position position;
    uint32_t generation; // of the NPC in it, or of the last one
    bool is_used;
    uint32_t next_free;         // while free: the next free slot
    uint32_t lists[LIST_COUNT]; // while used; NO_NUMBER for BY_BOTH without a subtype
};

/// All NPCs of one key. A list without members has no key and is free.
struct list {
    char *key;
    size_t key_size;
    npc_id *ids;
    uint32_t count;
    uint32_t capacity;
    uint32_t next_free;
};

struct npc_index {
    struct slot *slots;
    size_t slot_count;
    size_t npc_count;
    uint32_t free_slot;
    struct list *lists; // two for each NPC at most
    uint32_t free_list;
    size_t list_count; // in use
    struct choices *table;
};

/// A key as bytes: the type, and behind a zero byte the subtype.
struct key {
    char bytes[KEY_BYTES_MAX];
    size_t size;
};

static bool has_key(const void *context, uint32_t entry, const struct choices_key *key)
{
    const struct list *list = &((const struct npc_index *)context)->lists[entry];
    return list->key_size == key->size && memcmp(list->key, key->bytes, key->size) == 0;
}

/// @return false when a name is too long, or the type empty
static bool make_key(struct key *key, const char *type, const char *subtype)
{
    size_t type_size = strnlen(type, NPC_NAME_MAX + 1);
    size_t subtype_size = subtype ? strnlen(subtype, NPC_NAME_MAX + 1) : 0;
    if (type_size == 0 || type_size > NPC_NAME_MAX || subtype_size > NPC_NAME_MAX)
        return false;
    memcpy(key->bytes, type, type_size);
    key->size = type_size;
    if (subtype_size > 0) {
        key->bytes[type_size] = '\0';
        memcpy(key->bytes + type_size + 1, subtype, subtype_size);
        key->size += 1 + subtype_size;
    }
    return true;
}

static struct choices_key table_key(const struct key *key)
{
    return (struct choices_key){key->bytes, key->size};
}

struct npc_index *npc_index_create(size_t npcs_max, uint64_t seed)
{
    assert(npcs_max <= NPC_INDEX_MAX);
    struct npc_index *index = calloc(1, sizeof *index);
    if (!index)
        return NULL;
    index->slot_count = npcs_max;
    index->slots = calloc(npcs_max + 1, sizeof *index->slots);
    index->lists = calloc(LIST_COUNT * npcs_max + 1, sizeof *index->lists);
    index->table = choices_create(npcs_max, seed, has_key, index);
    if (!index->slots || !index->lists || !index->table) {
        npc_index_destroy(index);
        return NULL;
    }
    // The last of each is never taken: it ends the list of free ones.
    for (uint32_t i = 0; i < npcs_max; i++)
        index->slots[i].next_free = i + 1;
    for (uint32_t i = 0; i < LIST_COUNT * npcs_max; i++)
        index->lists[i].next_free = i + 1;
    return index;
}

void npc_index_destroy(struct npc_index *index)
{
    if (!index)
        return;
    for (size_t i = 0; index->lists && i < LIST_COUNT * index->slot_count; i++) {
        free(index->lists[i].key);
        free(index->lists[i].ids);
    }
    choices_destroy(index->table);
    free(index->slots);
    free(index->lists);
    free(index);
}

// ---- lists -----------------------------------------------------------------------------------

/// Puts a list back that has no members.
static void free_list(struct npc_index *index, uint32_t number)
{
    struct list *list = &index->lists[number];
    free(list->key);
    free(list->ids);
    *list = (struct list){.next_free = index->free_list};
    index->free_list = number;
    index->list_count--;
}

/// @return its number, NO_NUMBER when memory runs out
static uint32_t make_list(struct npc_index *index, const struct key *key)
{
    uint32_t number = index->free_list;
    struct list *list = &index->lists[number];
    struct choices_key stored = table_key(key);
    index->free_list = list->next_free;
    index->list_count++;
    *list = (struct list){.key = malloc(key->size), .key_size = key->size};
    if (list->key) {
        memcpy(list->key, key->bytes, key->size);
        if (choices_insert(index->table, &stored, number))
            return number;
    }
    free_list(index, number);
    return NO_NUMBER;
}

static void drop_if_empty(struct npc_index *index, uint32_t number)
{
    struct list *list = &index->lists[number];
    if (list->count > 0)
        return;
    struct choices_key key = {list->key, list->key_size};
    (void)choices_erase(index->table, &key);
    free_list(index, number);
}

/// Where an id is in a list, or would be.
static uint32_t place_in(const struct list *list, npc_id npc)
{
    uint32_t low = 0;
    uint32_t high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((list->ids[middle] & SLOT_MASK) < (npc & SLOT_MASK))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool add_to(struct list *list, npc_id npc)
{
    if (list->count == list->capacity) {
        uint32_t capacity = 2 * list->capacity + 2;
        npc_id *ids = realloc(list->ids, capacity * sizeof *ids);
        if (!ids)
            return false;
        list->ids = ids;
        list->capacity = capacity;
    }
    uint32_t place = place_in(list, npc);
    memmove(&list->ids[place + 1], &list->ids[place], (list->count - place) * sizeof *list->ids);
    list->ids[place] = npc;
    list->count++;
    return true;
}

static void remove_from(struct list *list, npc_id npc)
{
    uint32_t place = place_in(list, npc);
    list->count--;
    memmove(&list->ids[place], &list->ids[place + 1], (list->count - place) * sizeof *list->ids);
}

/// Adds an NPC to the list of a key, which is made if need be.
/// @return the list's number, NO_NUMBER when memory runs out
static uint32_t join(struct npc_index *index, const struct key *key, npc_id npc)
{
    struct choices_key wanted = table_key(key);
    uint32_t number = choices_find(index->table, &wanted);
    if (number == CHOICES_NONE)
        number = make_list(index, key);
    if (number == NO_NUMBER)
        return NO_NUMBER;
    if (add_to(&index->lists[number], npc))
        return number;
    drop_if_empty(index, number);
    return NO_NUMBER;
}

static void leave(struct npc_index *index, uint32_t number, npc_id npc)
{
    if (number == NO_NUMBER)
        return;
    remove_from(&index->lists[number], npc);
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

npc_id npc_index_insert(struct npc_index *index, const char *type, const char *subtype,
                        struct nav_position position)
{
    struct key by_type;
    struct key by_both;
    if (index->npc_count == index->slot_count || !make_key(&by_type, type, NULL) ||
        !make_key(&by_both, type, subtype))
        return 0;
    uint32_t number = index->free_slot;
    struct slot *slot = &index->slots[number];
    uint32_t generation = slot->generation == GENERATIONS_MAX ? 1 : slot->generation + 1;
    npc_id npc = generation << SLOT_BITS | number;
    bool has_subtype = by_both.size > by_type.size;
    uint32_t first = join(index, &by_type, npc);
    uint32_t second = has_subtype && first != NO_NUMBER ? join(index, &by_both, npc) : NO_NUMBER;
    if (first == NO_NUMBER || (has_subtype && second == NO_NUMBER)) {
        leave(index, first, npc);
        return 0;
    }
    index->free_slot = slot->next_free;
    index->npc_count++;
    *slot = (struct slot){
        .position = position, .generation = generation, .is_used = true, .lists = {first, second}};
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
    for (int i = 0; i < LIST_COUNT; i++)
        leave(index, slot->lists[i], npc);
    slot->is_used = false;
    slot->next_free = index->free_slot;
    index->free_slot = npc & SLOT_MASK;
    index->npc_count--;
    return true;
}

struct npc_list npc_index_find(const struct npc_index *index, const char *type, const char *subtype)
{
    struct key key;
    if (!make_key(&key, type, subtype))
        return (struct npc_list){NULL, 0};
    struct choices_key wanted = table_key(&key);
    uint32_t number = choices_find(index->table, &wanted);
    if (number == CHOICES_NONE)
        return (struct npc_list){NULL, 0};
    return (struct npc_list){index->lists[number].ids, index->lists[number].count};
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
    return (struct npc_index_stats){
        .npc_count = index->npc_count, .key_count = index->list_count, .table = choices_stats(index->table)};
}
