#include "nav/cost_to_go.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "nav/exact_state.h"
#include "nav/path_map.h"

/// What a map is for.
struct target {
    uint64_t version;
    uint32_t layer;
    uint32_t cell;
    struct geo_place at;
};

/// A map that is kept, or a free place for one.
struct slot {
    struct target target;
    struct path_map *map; // NULL: free
    uint64_t used;        // when it was asked for last, by the number of questions
    uint32_t next;        // of the same bucket, or EXACT_NONE
};

struct cost_to_go {
    pthread_mutex_t lock; // for everything below
    bool has_lock;
    size_t bytes_max;
    size_t bytes;
    struct slot *slots;
    uint32_t *buckets; // per hash: its first slot
    size_t slot_count;
    uint64_t questions;
    uint64_t fills;
};

struct cost_to_go *cost_to_go_create(size_t bytes_max, size_t targets_max)
{
    assert(targets_max > 0);
    struct cost_to_go *costs = calloc(1, sizeof *costs);
    if (!costs)
        return NULL;
    costs->bytes_max = bytes_max;
    costs->slot_count = targets_max;
    costs->slots = calloc(targets_max, sizeof *costs->slots);
    costs->buckets = calloc(targets_max, sizeof *costs->buckets);
    costs->has_lock = pthread_mutex_init(&costs->lock, NULL) == 0;
    if (!costs->slots || !costs->buckets || !costs->has_lock) {
        cost_to_go_destroy(costs);
        return NULL;
    }
    for (size_t i = 0; i < targets_max; i++)
        costs->buckets[i] = EXACT_NONE;
    return costs;
}

void cost_to_go_destroy(struct cost_to_go *costs)
{
    if (!costs)
        return;
    for (size_t i = 0; costs->slots && i < costs->slot_count; i++)
        path_map_release(costs->slots[i].map);
    if (costs->has_lock)
        (void)pthread_mutex_destroy(&costs->lock);
    free(costs->slots);
    free(costs->buckets);
    free(costs);
}

// ---- the table, under the lock -----------------------------------------------------------------

static bool is_same(const struct target *a, const struct target *b)
{
    return a->version == b->version && a->layer == b->layer && a->cell == b->cell && a->at.x == b->at.x &&
           a->at.z == b->at.z;
}

static uint32_t *bucket_of(const struct cost_to_go *costs, const struct target *target)
{
    // Multiplication by the golden ratio's part spreads neighbouring cells.
    uint64_t hash = (target->version * 31 + target->layer) * 31 + target->cell;
    hash *= UINT64_C(0x9E3779B97F4A7C15);
    return &costs->buckets[(hash >> 32) % costs->slot_count];
}

static struct slot *find_slot(const struct cost_to_go *costs, const struct target *target)
{
    for (uint32_t i = *bucket_of(costs, target); i != EXACT_NONE; i = costs->slots[i].next) {
        if (is_same(&costs->slots[i].target, target))
            return &costs->slots[i];
    }
    return NULL;
}

static void throw_out(struct cost_to_go *costs, struct slot *slot)
{
    uint32_t number = (uint32_t)(slot - costs->slots);
    uint32_t *link = bucket_of(costs, &slot->target);
    while (*link != number)
        link = &costs->slots[*link].next;
    *link = slot->next;
    costs->bytes -= path_map_size_bytes(slot->map);
    path_map_release(slot->map);
    slot->map = NULL;
}

/// The map asked for the longest ago; NULL when there is none.
static struct slot *oldest_slot(const struct cost_to_go *costs)
{
    struct slot *oldest = NULL;
    for (size_t i = 0; i < costs->slot_count; i++) {
        struct slot *slot = &costs->slots[i];
        if (slot->map && (!oldest || slot->used < oldest->used))
            oldest = slot;
    }
    return oldest;
}

/// A free place; all are in use only when this many have been asked for.
static struct slot *free_slot(struct cost_to_go *costs)
{
    for (size_t i = 0; i < costs->slot_count; i++) {
        if (!costs->slots[i].map)
            return &costs->slots[i];
    }
    struct slot *oldest = oldest_slot(costs);
    throw_out(costs, oldest);
    return oldest;
}

// ---- asking ----------------------------------------------------------------------------------

/// @return the map of a target, for path_map_release(); NULL when there is none
static struct path_map *look_up(struct cost_to_go *costs, const struct target *target)
{
    pthread_mutex_lock(&costs->lock);
    struct slot *slot = find_slot(costs, target);
    struct path_map *map = slot ? path_map_share(slot->map) : NULL;
    costs->questions++;
    if (slot)
        slot->used = costs->questions;
    pthread_mutex_unlock(&costs->lock);
    return map;
}

/// Keeps a map, unless another thread was faster or there is no room for as much as an empty one.
static void put_in(struct cost_to_go *costs, const struct target *target, struct path_map *map)
{
    size_t bytes = path_map_size_bytes(map);
    pthread_mutex_lock(&costs->lock);
    costs->fills++;
    if (!find_slot(costs, target) && bytes <= costs->bytes_max) {
        while (costs->bytes + bytes > costs->bytes_max)
            throw_out(costs, oldest_slot(costs));
        struct slot *slot = free_slot(costs);
        uint32_t *bucket = bucket_of(costs, target);
        *slot = (struct slot){
            .target = *target, .map = path_map_share(map), .used = costs->questions, .next = *bucket};
        *bucket = (uint32_t)(slot - costs->slots);
        costs->bytes += bytes;
    }
    pthread_mutex_unlock(&costs->lock);
}

enum path_status cost_to_go_find(struct cost_to_go *costs, struct exact_query *query, uint64_t version,
                                 const struct path_request *request, struct path *path)
{
    assert(request->goal_count == 1);
    const struct path_place *goal = &request->goals[0];
    struct target target = {.version = version,
                            .layer = (uint32_t)(request->layer - request->mesh->layers),
                            .cell = goal->cell,
                            .at = goal->at};
    *path = (struct path){0};
    if (mesh_component(request->layer, request->start.cell) != mesh_component(request->layer, goal->cell))
        return PATH_NONE;
    struct path_map *map = look_up(costs, &target);
    if (!map) {
        map = path_map_create(request, costs->bytes_max);
        if (map)
            put_in(costs, &target, map);
    }
    bool is_found = map && path_map_follow(map, query, request, path);
    path_map_release(map);
    return is_found ? PATH_FOUND : exact_query_find(query, request, path);
}

void cost_to_go_forget(struct cost_to_go *costs, uint64_t version)
{
    pthread_mutex_lock(&costs->lock);
    for (size_t i = 0; i < costs->slot_count; i++) {
        if (costs->slots[i].map && costs->slots[i].target.version == version)
            throw_out(costs, &costs->slots[i]);
    }
    pthread_mutex_unlock(&costs->lock);
}

size_t cost_to_go_size_bytes(struct cost_to_go *costs)
{
    pthread_mutex_lock(&costs->lock);
    size_t bytes = costs->bytes;
    pthread_mutex_unlock(&costs->lock);
    return bytes;
}

uint64_t cost_to_go_fill_count(struct cost_to_go *costs)
{
    pthread_mutex_lock(&costs->lock);
    uint64_t fills = costs->fills;
    pthread_mutex_unlock(&costs->lock);
    return fills;
}
