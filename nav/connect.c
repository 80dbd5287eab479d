#include "nav/connect.h"

#include <stdlib.h>

#include "nav/disjoint.h"
#include "nav/waypointset.h"

/// One can step from a set to another.
struct step {
    uint32_t from;
    uint32_t to;
};

static int compare(const void *a, const void *b)
{
    const struct step *first = a;
    const struct step *second = b;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    return (first->to > second->to) - (first->to < second->to);
}

/// Lists the steps over borders, each once, in ascending order.
/// @param steps  room for one per link of every border
/// @return how many
static size_t list_steps(const struct navmesh *mesh, const struct mesh_layer *layer, struct step *steps)
{
    size_t count = 0;
    for (size_t i = 0; i < mesh->border_count; i++) {
        uint32_t side = mesh->borders[i].side;
        uint32_t from = waypointset_of(layer, mesh->sides[side].cell);
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            uint32_t to = waypointset_of(layer, mesh_link_cell(mesh, link));
            bool is_over = layer->sets[to].chunk == mesh->borders[i].chunk;
            if (is_over && mesh_link_is_open(layer, link))
                steps[count++] = (struct step){from, to};
        }
    }
    if (count > 0)
        qsort(steps, count, sizeof *steps, compare);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || compare(&steps[kept - 1], &steps[i]) != 0)
            steps[kept++] = steps[i];
    }
    return kept;
}

static void put_connects(struct mesh_layer *layer, const struct step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        layer->connects[i] = steps[i].to;
        layer->sets[steps[i].from + 1].first_connect = (uint32_t)i + 1;
    }
    for (size_t set = 0; set < layer->set_count; set++) {
        if (layer->sets[set + 1].first_connect == 0)
            layer->sets[set + 1].first_connect = layer->sets[set].first_connect;
    }
    layer->connect_count = count;
}

/// Numbers the components in the order of their first sets.
static void number_components(struct mesh_layer *layer, const struct step *steps, size_t count,
                              uint32_t *joined)
{
    disjoint_init(joined, layer->set_count);
    for (size_t i = 0; i < count; i++)
        disjoint_join(joined, steps[i].from, steps[i].to);
    for (size_t set = 0; set < layer->set_count; set++)
        layer->sets[set].component = MESH_NONE;
    for (uint32_t set = 0; set < layer->set_count; set++) {
        uint32_t *component = &layer->sets[disjoint_find(joined, set)].component;
        if (*component == MESH_NONE)
            *component = (uint32_t)layer->component_count++;
        layer->sets[set].component = *component;
    }
}

bool connect_make(const struct navmesh *mesh, struct mesh_layer *layer)
{
    size_t steps_max = 0;
    for (size_t i = 0; i < mesh->border_count; i++) {
        uint32_t link = mesh_link_first(mesh, mesh->borders[i].side);
        for (; link != MESH_NONE; link = mesh_link_next(mesh, link))
            steps_max++;
    }
    struct step *steps = calloc(steps_max + 1, sizeof *steps);
    uint32_t *joined = calloc(layer->set_count + 1, sizeof *joined);
    size_t count = steps && joined ? list_steps(mesh, layer, steps) : 0;
    layer->connects = calloc(count + 1, sizeof *layer->connects);
    bool is_done = steps && joined && layer->connects;
    if (is_done) {
        put_connects(layer, steps, count);
        number_components(layer, steps, count, joined);
    }
    free(steps);
    free(joined);
    return is_done;
}

bool connect_chunks(const struct mesh_layer *layer, uint32_t from, uint32_t to)
{
    for (uint32_t set = 0; set < layer->set_count; set++) {
        size_t count;
        const uint32_t *connects = connect_list(layer, set, &count);
        for (size_t i = 0; layer->sets[set].chunk == from && i < count; i++) {
            if (layer->sets[connects[i]].chunk == to)
                return true;
        }
    }
    return false;
}
