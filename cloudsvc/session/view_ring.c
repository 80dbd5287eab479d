#include "cloudsvc/session/view_ring.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES = VIEW_RING_KEPT + 2, // the kept ones, the newest, and the one being written
    NONE = ENTRIES,
};

struct view_ring {
    pthread_mutex_t mutex;
    bool has_mutex;
    struct view_ring_entry *entries; // those that are neither taken nor newest belong to the sim thread
    size_t taken[VIEW_RING_KEPT];    // ring of entries, oldest first
    size_t taken_first, taken_count;
    size_t newest;   // published and not taken; NONE
    size_t writing;  // begun and not published; NONE. Sim thread
    uint32_t shown;  // number of the newest view whose tap marks were taken
    uint32_t number; // of the last view published. Sim thread
};

struct view_ring *view_ring_create(void)
{
    struct view_ring *ring = calloc(1, sizeof *ring);
    if (!ring)
        return NULL;
    ring->newest = NONE;
    ring->writing = NONE;
    ring->entries = calloc(ENTRIES, sizeof *ring->entries);
    ring->has_mutex = pthread_mutex_init(&ring->mutex, NULL) == 0;
    if (!ring->entries || !ring->has_mutex) {
        view_ring_destroy(ring);
        return NULL;
    }
    return ring;
}

void view_ring_destroy(struct view_ring *ring)
{
    if (!ring)
        return;
    if (ring->has_mutex)
        pthread_mutex_destroy(&ring->mutex);
    free(ring->entries);
    free(ring);
}

static size_t taken_at(const struct view_ring *ring, size_t place)
{
    return ring->taken[(ring->taken_first + place) % VIEW_RING_KEPT];
}

/// There is always one: at most VIEW_RING_KEPT are taken and one is the newest.
static size_t free_entry(const struct view_ring *ring)
{
    bool is_used[ENTRIES] = {false};
    if (ring->newest != NONE)
        is_used[ring->newest] = true;
    for (size_t i = 0; i < ring->taken_count; i++)
        is_used[taken_at(ring, i)] = true;
    size_t entry = 0;
    while (is_used[entry])
        entry++;
    return entry;
}

struct view *view_ring_begin(struct view_ring *ring)
{
    if (ring->writing == NONE) {
        pthread_mutex_lock(&ring->mutex);
        ring->writing = free_entry(ring);
        pthread_mutex_unlock(&ring->mutex);
    }
    return &ring->entries[ring->writing].view;
}

void view_ring_publish(struct view_ring *ring, uint64_t input_us, bool is_told_by_marks, uint64_t now_us)
{
    assert(ring->writing != NONE);
    struct view_ring_entry *entry = &ring->entries[ring->writing];
    ring->number += 2;
    entry->view.number = ring->number;
    entry->input_us = input_us;
    entry->handled_us = input_us ? now_us : 0;
    entry->is_told_by_marks = is_told_by_marks || !input_us;

    pthread_mutex_lock(&ring->mutex);
    if (ring->newest != NONE && ring->entries[ring->newest].input_us) {
        entry->input_us = ring->entries[ring->newest].input_us;
        entry->handled_us = ring->entries[ring->newest].handled_us;
        entry->is_told_by_marks &= ring->entries[ring->newest].is_told_by_marks;
    }
    ring->newest = ring->writing;
    pthread_mutex_unlock(&ring->mutex);
    ring->writing = NONE;
}

void view_ring_forget(struct view_ring *ring)
{
    pthread_mutex_lock(&ring->mutex);
    ring->newest = NONE;
    pthread_mutex_unlock(&ring->mutex);
}

const struct view_ring_entry *view_ring_take(struct view_ring *ring)
{
    const struct view_ring_entry *entry = NULL;
    pthread_mutex_lock(&ring->mutex);
    if (ring->newest != NONE) {
        entry = &ring->entries[ring->newest];
        if (ring->taken_count == VIEW_RING_KEPT) {
            ring->taken_first = (ring->taken_first + 1) % VIEW_RING_KEPT;
            ring->taken_count--;
        }
        ring->taken[(ring->taken_first + ring->taken_count) % VIEW_RING_KEPT] = ring->newest;
        ring->taken_count++;
        ring->newest = NONE;
        ring->shown = entry->view.number;
    }
    pthread_mutex_unlock(&ring->mutex);
    return entry;
}

bool view_ring_answer(struct view_ring *ring, uint32_t width_px, uint32_t height_px,
                      struct view_ring_answer *answer)
{
    pthread_mutex_lock(&ring->mutex);
    struct view_ring_entry *entry = ring->newest != NONE ? &ring->entries[ring->newest] : NULL;
    bool has_answer = entry && entry->input_us && entry->is_told_by_marks &&
                      entry->view.width_px == width_px && entry->view.height_px == height_px;
    if (has_answer) {
        const struct view *view = &entry->view;
        answer->number = view->number - 1;
        answer->input_sequence = view->input_sequence;
        answer->input_us = entry->input_us;
        answer->handled_us = entry->handled_us;
        answer->tap_count = view->tap_count;
        memcpy(answer->taps, view->taps, sizeof answer->taps);
        entry->input_us = 0;
        ring->shown = view->number;
    }
    pthread_mutex_unlock(&ring->mutex);
    return has_answer;
}

uint32_t view_ring_shown(struct view_ring *ring)
{
    pthread_mutex_lock(&ring->mutex);
    uint32_t shown = ring->shown;
    pthread_mutex_unlock(&ring->mutex);
    return shown;
}

const struct view *view_ring_find(struct view_ring *ring, uint32_t number)
{
    const struct view *found = NULL;
    pthread_mutex_lock(&ring->mutex);
    for (size_t i = 0; i < ring->taken_count; i++) {
        const struct view *view = &ring->entries[taken_at(ring, i)].view;
        if (view->number <= number)
            found = view;
    }
    pthread_mutex_unlock(&ring->mutex);
    return found;
}
