#include "nav/gates.h"

#include <math.h>
#include <stdlib.h>

#include "nav/disjoint.h"

void gates_destroy(struct gates *gates)
{
    if (!gates)
        return;
    for (size_t i = 0; gates->groups && i < gates->group_count; i++)
        quadtree_destroy(gates->groups[i].nodes);
    free(gates->places);
    free(gates->groups_of_nodes);
    free(gates->groups);
    free(gates->ground_firsts);
    free(gates->unions);
    free(gates);
}

/// A gate that waits to be grouped.
struct candidate {
    uint32_t ground;
    uint32_t trunk;
    uint32_t node;
};

static int compare(const void *first, const void *second)
{
    const struct candidate *a = first;
    const struct candidate *b = second;
    if (a->ground != b->ground)
        return a->ground < b->ground ? -1 : 1;
    if (a->trunk != b->trunk)
        return a->trunk < b->trunk ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

/// Puts a node on the mesh, if there is ground at its height.
static void place_node(struct gates *gates, const struct gates_input *input, uint32_t number)
{
    const struct roads_node *node = &input->roads->nodes[number];
    struct locator_place asked = {.at = geo_place_of(node->at), .height_mm = node->height_mm};
    struct locator_place found;
    gates->places[number] = (struct path_place){asked.at, MESH_NONE};
    gates->groups_of_nodes[number] = GATES_NONE;
    if (node->use_count > 0 && locator_find(input->locator, input->layer, &asked, MESH_NONE, &found) &&
        fabs(found.height_mm - node->height_mm) <= input->mesh->step_mm)
        gates->places[number] = (struct path_place){found.at, found.cell};
}

/// @return how many; nodes without a link lead nowhere
static size_t list_candidates(struct gates *gates, const struct gates_input *input, struct candidate *list)
{
    size_t count = 0;
    for (uint32_t i = 0; i < input->roads->node_count; i++) {
        place_node(gates, input, i);
        if (gates->places[i].cell == MESH_NONE || input->roads->nodes[i].first_half == ROADS_NONE)
            continue;
        list[count++] = (struct candidate){mesh_component(input->layer, gates->places[i].cell),
                                           roads_component(input->roads, i), i};
    }
    qsort(list, count, sizeof *list, compare);
    return count;
}

static bool make_groups(struct gates *gates, const struct roads *roads, const struct candidate *list,
                        size_t count)
{
    gates->groups = calloc(count + 1, sizeof *gates->groups);
    if (!gates->groups)
        return false;
    for (size_t i = 0; i < count; i++) {
        bool is_first = i == 0 || list[i].ground != list[i - 1].ground || list[i].trunk != list[i - 1].trunk;
        if (is_first) {
            gates->groups[gates->group_count++] =
                (struct gates_group){list[i].ground, list[i].trunk, quadtree_create()};
            gates->ground_firsts[list[i].ground + 1] = (uint32_t)gates->group_count;
        }
        struct quadtree *nodes = gates->groups[gates->group_count - 1].nodes;
        if (!nodes || !quadtree_insert(nodes, roads->nodes[list[i].node].at, list[i].node))
            return false;
        gates->groups_of_nodes[list[i].node] = (uint32_t)gates->group_count - 1;
    }
    for (size_t i = 1; i <= gates->ground_count; i++) {
        if (gates->ground_firsts[i] < gates->ground_firsts[i - 1])
            gates->ground_firsts[i] = gates->ground_firsts[i - 1];
    }
    return true;
}

/// Joins grounds over the roads that have gates on them.
static bool make_unions(struct gates *gates, size_t node_count)
{
    size_t count = gates->ground_count + node_count;
    uint32_t *sets = calloc(count + 1, sizeof *sets);
    if (!sets)
        return false;
    disjoint_init(sets, count);
    for (size_t i = 0; i < gates->group_count; i++)
        disjoint_join(sets, gates->groups[i].ground, (uint32_t)gates->ground_count + gates->groups[i].trunk);
    for (uint32_t i = 0; i < gates->ground_count; i++)
        gates->unions[i] = disjoint_find(sets, i);
    free(sets);
    return true;
}

struct gates *gates_create(const struct gates_input *input)
{
    size_t node_count = input->roads->node_count;
    struct gates *gates = calloc(1, sizeof *gates);
    struct candidate *list = calloc(node_count + 1, sizeof *list);
    bool is_made = false;
    if (gates && list) {
        gates->ground_count = input->layer->component_count;
        gates->places = calloc(node_count + 1, sizeof *gates->places);
        gates->groups_of_nodes = calloc(node_count + 1, sizeof *gates->groups_of_nodes);
        gates->ground_firsts = calloc(gates->ground_count + 2, sizeof *gates->ground_firsts);
        gates->unions = calloc(gates->ground_count + 1, sizeof *gates->unions);
        is_made = gates->places && gates->groups_of_nodes && gates->ground_firsts && gates->unions;
    }
    if (is_made) {
        size_t count = list_candidates(gates, input, list);
        is_made = make_groups(gates, input->roads, list, count) && make_unions(gates, node_count);
    }
    free(list);
    if (is_made)
        return gates;
    gates_destroy(gates);
    return NULL;
}

uint32_t gates_find_group(const struct gates *gates, uint32_t ground, uint32_t trunk)
{
    uint32_t low = gates->ground_firsts[ground];
    uint32_t high = gates->ground_firsts[ground + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (gates->groups[middle].trunk < trunk)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_found = low < gates->ground_firsts[ground + 1] && gates->groups[low].trunk == trunk;
    return is_found ? low : GATES_NONE;
}

bool gates_are_few(const struct gates *gates, uint32_t ground)
{
    size_t count = 0;
    for (uint32_t i = gates->ground_firsts[ground];
         i < gates->ground_firsts[ground + 1] && count <= GATES_FEW; i++)
        count += quadtree_count(gates->groups[i].nodes);
    return count <= GATES_FEW;
}

size_t gates_list_few(const struct gates *gates, uint32_t ground, struct geo_place at,
                      struct quadtree_found nodes[GATES_FEW])
{
    size_t count = 0;
    for (uint32_t i = gates->ground_firsts[ground]; i < gates->ground_firsts[ground + 1]; i++)
        count += quadtree_nearest(gates->groups[i].nodes, at, nodes + count, GATES_FEW - count);
    return count;
}
