#include "nav/roster.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct roster) == ROSTER_BYTES, "a roster is one cache line");

enum { FIRST_ROOM = 4 }; // ids, when a second one comes

bool rosters_init(struct rosters *rosters, size_t room)
{
    assert(room < ROSTER_NONE);
    // Left as it comes: pages that nobody uses then take no memory.
    *rosters = (struct rosters){.all = aligned_alloc(ROSTER_BYTES, (room + 1) * sizeof *rosters->all),
                                .room = (uint32_t)room,
                                .free = ROSTER_NONE};
    return rosters->all;
}

static bool is_near(const struct roster *roster)
{
    return roster->key.words == roster->near;
}

static void free_parts(struct roster *roster)
{
    if (roster->key.words && !is_near(roster))
        free((uint64_t *)roster->key.words);
    if (roster->key.words && roster->room > 0)
        free(roster->ids.many);
}

void rosters_finish(struct rosters *rosters)
{
    for (uint32_t i = 0; i < rosters->touched; i++)
        free_parts(&rosters->all[i]);
    free(rosters->all);
    *rosters = (struct rosters){0};
}

/// @return its number, ROSTER_NONE when all are in use
static uint32_t take(struct rosters *rosters)
{
    uint32_t number = rosters->free;
    if (number != ROSTER_NONE)
        rosters->free = rosters->all[number].room;
    else if (rosters->touched < rosters->room)
        number = rosters->touched++;
    else
        return ROSTER_NONE;
    rosters->count++;
    return number;
}

uint32_t rosters_add(struct rosters *rosters, struct key key)
{
    uint32_t number = take(rosters);
    if (number == ROSTER_NONE)
        return ROSTER_NONE;
    struct roster *roster = &rosters->all[number];
    memset(roster, 0, sizeof *roster);
    size_t size = key_word_count(key) * sizeof *key.words;
    uint64_t *words = size <= sizeof roster->near ? roster->near : malloc(size);
    if (!words) {
        rosters_remove(rosters, number);
        return ROSTER_NONE;
    }
    memcpy(words, key.words, size);
    roster->key = (struct key){words, key.shape};
    return number;
}

void rosters_remove(struct rosters *rosters, uint32_t number)
{
    struct roster *roster = &rosters->all[number];
    free_parts(roster);
    memset(roster, 0, sizeof *roster);
    roster->room = rosters->free;
    rosters->free = number;
    rosters->count--;
}

/// Where an id is, or would be.
static uint32_t place_of(const struct roster *roster, uint32_t id, uint32_t slot_mask)
{
    const uint32_t *ids = roster_ids(roster);
    uint32_t low = 0;
    uint32_t high = roster->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((ids[middle] & slot_mask) < (id & slot_mask))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool grow(struct roster *roster)
{
    uint32_t room = roster->room > 0 ? 2 * roster->room : FIRST_ROOM;
    uint32_t *ids = realloc(roster->room > 0 ? roster->ids.many : NULL, room * sizeof *ids);
    if (!ids)
        return false;
    if (roster->room == 0)
        ids[0] = roster->ids.one;
    roster->ids.many = ids;
    roster->room = room;
    return true;
}

bool roster_join(struct roster *roster, uint32_t id, uint32_t slot_mask)
{
    if (roster->count == 0 && roster->room == 0) {
        roster->ids.one = id;
        roster->count = 1;
        return true;
    }
    if ((roster->room == 0 || roster->count == roster->room) && !grow(roster))
        return false;
    uint32_t place = place_of(roster, id, slot_mask);
    uint32_t *ids = roster->ids.many;
    memmove(&ids[place + 1], &ids[place], (roster->count - place) * sizeof *ids);
    ids[place] = id;
    roster->count++;
    return true;
}

void roster_leave(struct roster *roster, uint32_t id, uint32_t slot_mask)
{
    uint32_t place = place_of(roster, id, slot_mask);
    assert(place < roster->count);
    assert(roster_ids(roster)[place] == id);
    roster->count--;
    if (roster->room > 0)
        memmove(&roster->ids.many[place], &roster->ids.many[place + 1],
                (roster->count - place) * sizeof *roster->ids.many);
}
