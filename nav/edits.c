#include "nav/edits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOT_BITS = 20,
    SLOTS_MAX = 1 << SLOT_BITS,
    GENERATIONS_MAX = (1 << (32 - SLOT_BITS)) - 1,
};

struct jump_slot {
    uint32_t generation; // of the jump in it, or of the last one
    bool is_used;
    struct jump jump;
    struct nav_position *ends;
};

struct road_slot {
    uint32_t generation;
    bool is_used;
    uint32_t scene;
    uint32_t *nodes;
    uint32_t *links; // one less than nodes
    size_t count;    // of nodes
};

struct edits {
    struct jump_slot *jumps;
    size_t jumps_max;
    size_t end_count; // of all jumps
    struct road_slot *roads;
    size_t road_count;
    size_t road_capacity;
};

struct edits *edits_create(size_t jumps_max)
{
    assert(jumps_max <= JUMPS_MAX);
    struct edits *edits = calloc(1, sizeof *edits);
    if (!edits)
        return NULL;
    edits->jumps_max = jumps_max;
    edits->jumps = calloc(jumps_max + 1, sizeof *edits->jumps);
    if (edits->jumps)
        return edits;
    edits_destroy(edits);
    return NULL;
}

static void free_road(struct road_slot *slot)
{
    free(slot->nodes);
    free(slot->links);
    slot->nodes = NULL;
    slot->links = NULL;
    slot->is_used = false;
}

void edits_destroy(struct edits *edits)
{
    if (!edits)
        return;
    for (size_t i = 0; edits->jumps && i < edits->jumps_max; i++)
        free(edits->jumps[i].ends);
    for (size_t i = 0; i < edits->road_count; i++)
        free_road(&edits->roads[i]);
    free(edits->jumps);
    free(edits->roads);
    free(edits);
}

static uint32_t next_generation(uint32_t generation)
{
    return generation == GENERATIONS_MAX ? 1 : generation + 1;
}

static uint32_t name_of(size_t slot, uint32_t generation)
{
    return generation << SLOT_BITS | (uint32_t)slot;
}

// ---- jumps -----------------------------------------------------------------------------------

nav_jump edits_add_jump(struct edits *edits, const struct jump *jump)
{
    size_t i = 0;
    while (i < edits->jumps_max && edits->jumps[i].is_used)
        i++;
    struct jump_slot *slot = &edits->jumps[i];
    struct nav_position *ends = calloc(jump->end_count + 1, sizeof *ends);
    if (i == edits->jumps_max || !ends) {
        free(ends);
        return 0;
    }
    memcpy(ends, jump->ends, jump->end_count * sizeof *ends);
    *slot = (struct jump_slot){
        .generation = next_generation(slot->generation), .is_used = true, .jump = *jump, .ends = ends};
    slot->jump.ends = ends;
    edits->end_count += jump->end_count;
    return name_of(i, slot->generation);
}

bool edits_remove_jump(struct edits *edits, nav_jump name)
{
    size_t i = name % SLOTS_MAX;
    if (i >= edits->jumps_max || !edits->jumps[i].is_used || edits->jumps[i].generation != name >> SLOT_BITS)
        return false;
    free(edits->jumps[i].ends);
    edits->jumps[i].ends = NULL;
    edits->jumps[i].is_used = false;
    edits->end_count -= edits->jumps[i].jump.end_count;
    return true;
}

size_t edits_end_count(const struct edits *edits)
{
    return edits->end_count;
}

size_t edits_list_jumps(const struct edits *edits, struct jump *jumps, nav_jump *names)
{
    size_t count = 0;
    for (size_t i = 0; i < edits->jumps_max; i++) {
        const struct jump_slot *slot = &edits->jumps[i];
        if (!slot->is_used)
            continue;
        jumps[count] = slot->jump;
        names[count++] = name_of(i, slot->generation);
    }
    return count;
}

// ---- roads -----------------------------------------------------------------------------------

/// @return NULL when there is no room or memory runs out
static struct road_slot *free_road_slot(struct edits *edits)
{
    for (size_t i = 0; i < edits->road_count; i++) {
        if (!edits->roads[i].is_used)
            return &edits->roads[i];
    }
    if (edits->road_count == SLOTS_MAX)
        return NULL;
    if (edits->road_count == edits->road_capacity) {
        size_t capacity = 2 * edits->road_capacity + 16;
        struct road_slot *roads = realloc(edits->roads, capacity * sizeof *roads);
        if (!roads)
            return NULL;
        edits->roads = roads;
        edits->road_capacity = capacity;
    }
    struct road_slot *slot = &edits->roads[edits->road_count++];
    *slot = (struct road_slot){0};
    return slot;
}

/// Takes the first `node_count` nodes and `link_count` links of a road out again.
static void take_out(const struct road_slot *slot, struct roads *roads, size_t node_count, size_t link_count)
{
    for (size_t i = 0; i < link_count; i++)
        roads_remove_link(roads, slot->links[i]);
    for (size_t i = 0; i < node_count; i++)
        roads_remove_node(roads, slot->nodes[i]);
}

static bool put_in(const struct road_slot *slot, struct roads *roads, const struct edits_point *points,
                   int32_t half_width_mm)
{
    for (size_t i = 0; i < slot->count; i++) {
        slot->nodes[i] = roads_add_node(roads, points[i].at, points[i].height_mm);
        if (slot->nodes[i] == ROADS_NONE) {
            take_out(slot, roads, i, 0);
            return false;
        }
    }
    for (size_t i = 0; i + 1 < slot->count; i++) {
        slot->links[i] = roads_add_link(roads, slot->nodes[i], slot->nodes[i + 1], half_width_mm);
        if (slot->links[i] == ROADS_NONE) {
            take_out(slot, roads, slot->count, i);
            return false;
        }
    }
    return true;
}

uint32_t edits_add_road(struct edits *edits, uint32_t scene, struct roads *roads,
                        const struct edits_point *points, size_t count, int32_t half_width_mm)
{
    assert(count >= 2);
    struct road_slot *slot = free_road_slot(edits);
    if (!slot)
        return 0;
    uint32_t generation = next_generation(slot->generation);
    *slot = (struct road_slot){.generation = generation,
                               .scene = scene,
                               .nodes = calloc(count, sizeof *slot->nodes),
                               .links = calloc(count, sizeof *slot->links),
                               .count = count};
    slot->is_used = slot->nodes && slot->links && put_in(slot, roads, points, half_width_mm);
    if (slot->is_used)
        return name_of((size_t)(slot - edits->roads), generation);
    free_road(slot);
    return 0;
}

static struct road_slot *road_slot(const struct edits *edits, uint32_t name)
{
    size_t i = name % SLOTS_MAX;
    bool is_there =
        i < edits->road_count && edits->roads[i].is_used && edits->roads[i].generation == name >> SLOT_BITS;
    return is_there ? &edits->roads[i] : NULL;
}

bool edits_find_road(const struct edits *edits, uint32_t name, uint32_t *scene)
{
    const struct road_slot *slot = road_slot(edits, name);
    if (slot)
        *scene = slot->scene;
    return slot != NULL;
}

void edits_remove_road(struct edits *edits, uint32_t name, struct roads *roads)
{
    struct road_slot *slot = road_slot(edits, name);
    assert(slot);
    take_out(slot, roads, slot->count, slot->count - 1);
    free_road(slot);
}
