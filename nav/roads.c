#include "nav/roads.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nav/disjoint.h"

struct roads *roads_create(void)
{
    struct roads *roads = calloc(1, sizeof *roads);
    if (!roads)
        return NULL;
    roads->free_node = ROADS_NONE;
    roads->free_link = ROADS_NONE;
    roads->tree = quadtree_create();
    if (!roads->tree) {
        roads_destroy(roads);
        return NULL;
    }
    return roads;
}

void roads_destroy(struct roads *roads)
{
    if (!roads)
        return;
    free(roads->nodes);
    free(roads->links);
    free(roads->sets);
    free(roads->sizes);
    free(roads->stack);
    free(roads->visits);
    quadtree_destroy(roads->tree);
    free(roads);
}

/// @param capacity  at least `count`
/// @return NULL when memory runs out
static void *copy_array(const void *array, size_t count, size_t capacity, size_t size_bytes)
{
    void *copy = calloc(capacity + 1, size_bytes);
    if (copy && count > 0)
        memcpy(copy, array, count * size_bytes);
    return copy;
}

struct roads *roads_copy(const struct roads *roads)
{
    struct roads *copy = calloc(1, sizeof *copy);
    if (!copy)
        return NULL;
    size_t node_count = roads->node_count;
    *copy = *roads;
    copy->nodes = copy_array(roads->nodes, node_count, roads->node_capacity, sizeof *copy->nodes);
    copy->sets = copy_array(roads->sets, node_count, roads->node_capacity, sizeof *copy->sets);
    copy->sizes = copy_array(roads->sizes, node_count, roads->node_capacity, sizeof *copy->sizes);
    copy->visits = copy_array(roads->visits, node_count, roads->node_capacity, sizeof *copy->visits);
    copy->stack = calloc((size_t)roads->node_capacity + 1, sizeof *copy->stack);
    copy->links = copy_array(roads->links, roads->link_count, roads->link_capacity, sizeof *copy->links);
    copy->tree = quadtree_copy(roads->tree);
    if (copy->nodes && copy->sets && copy->sizes && copy->visits && copy->stack && copy->links && copy->tree)
        return copy;
    roads_destroy(copy);
    return NULL;
}

// ---- components ------------------------------------------------------------------------------

uint32_t roads_component(const struct roads *roads, uint32_t node)
{
    assert(node < roads->node_count);
    // Readers leave the sets as they are; joining by size keeps the way short.
    while (roads->sets[node] != node)
        node = roads->sets[node];
    return node;
}

/// Makes one set of all that `start` can reach, unless this walk has come by already.
static void walk_component(struct roads *roads, uint32_t start)
{
    uint32_t count = 0;
    uint32_t waiting = 0;
    if (roads->visits[start] == roads->walk)
        return;
    roads->visits[start] = roads->walk;
    roads->stack[waiting++] = start;
    while (waiting > 0) {
        uint32_t node = roads->stack[--waiting];
        roads->sets[node] = start;
        count++;
        for (uint32_t half = roads->nodes[node].first_half; half != ROADS_NONE;
             half = roads_next_half(roads, half)) {
            uint32_t other = roads_other_end(roads, half);
            if (roads->visits[other] == roads->walk)
                continue;
            roads->visits[other] = roads->walk;
            roads->stack[waiting++] = other;
        }
    }
    roads->sizes[start] = count;
}

static void join_components(struct roads *roads, uint32_t a, uint32_t b)
{
    uint32_t kept = disjoint_find(roads->sets, a);
    uint32_t joined = disjoint_find(roads->sets, b);
    if (kept == joined)
        return;
    if (roads->sizes[kept] < roads->sizes[joined]) {
        uint32_t smaller = kept;
        kept = joined;
        joined = smaller;
    }
    roads->sizes[kept] += roads->sizes[joined];
    disjoint_join(roads->sets, kept, joined);
}

// ---- nodes -----------------------------------------------------------------------------------

static bool grow_numbers(uint32_t **numbers, size_t count)
{
    uint32_t *grown = realloc(*numbers, count * sizeof *grown);
    if (grown)
        *numbers = grown;
    return grown != NULL;
}

static bool reserve_node(struct roads *roads)
{
    if (roads->free_node != ROADS_NONE || roads->node_count < roads->node_capacity)
        return true;
    uint32_t capacity = 2 * roads->node_capacity + 16;
    struct roads_node *nodes = realloc(roads->nodes, capacity * sizeof *nodes);
    roads->nodes = nodes ? nodes : roads->nodes;
    bool has_memory = nodes && grow_numbers(&roads->sets, capacity) &&
                      grow_numbers(&roads->sizes, capacity) && grow_numbers(&roads->stack, capacity) &&
                      grow_numbers(&roads->visits, capacity);
    if (has_memory)
        roads->node_capacity = capacity;
    return has_memory;
}

/// What is looked for at a place.
struct wanted {
    const struct roads *roads;
    int32_t height_mm;
    uint32_t node;
};

static bool match_height(void *context, struct geo_point at, uint32_t item)
{
    struct wanted *wanted = context;
    (void)at;
    if (wanted->roads->nodes[item].height_mm == wanted->height_mm)
        wanted->node = item;
    return wanted->node == ROADS_NONE;
}

uint32_t roads_add_node(struct roads *roads, struct geo_point at, int32_t height_mm)
{
    struct wanted wanted = {roads, height_mm, ROADS_NONE};
    if (!quadtree_range(roads->tree, (struct geo_box){at, at}, match_height, &wanted)) {
        roads->nodes[wanted.node].use_count++;
        return wanted.node;
    }
    if (!reserve_node(roads))
        return ROADS_NONE;
    bool is_reused = roads->free_node != ROADS_NONE;
    uint32_t node = is_reused ? roads->free_node : roads->node_count;
    if (!quadtree_insert(roads->tree, at, node))
        return ROADS_NONE;
    if (is_reused)
        roads->free_node = roads->nodes[node].first_half;
    else
        roads->node_count++;
    roads->nodes[node] =
        (struct roads_node){.at = at, .height_mm = height_mm, .use_count = 1, .first_half = ROADS_NONE};
    roads->sets[node] = node;
    roads->sizes[node] = 1;
    roads->visits[node] = 0;
    return node;
}

void roads_remove_node(struct roads *roads, uint32_t number)
{
    struct roads_node *node = &roads->nodes[number];
    assert(number < roads->node_count);
    assert(node->use_count > 0);
    if (--node->use_count > 0)
        return;
    assert(node->first_half == ROADS_NONE);
    (void)quadtree_remove(roads->tree, node->at, number);
    node->first_half = roads->free_node;
    roads->free_node = number;
}

// ---- links -----------------------------------------------------------------------------------

static uint32_t find_link(const struct roads *roads, uint32_t from, uint32_t to)
{
    uint32_t half = roads->nodes[from].first_half;
    while (half != ROADS_NONE && roads_other_end(roads, half) != to)
        half = roads_next_half(roads, half);
    return half == ROADS_NONE ? ROADS_NONE : half / 2;
}

static bool reserve_link(struct roads *roads)
{
    if (roads->free_link != ROADS_NONE || roads->link_count < roads->link_capacity)
        return true;
    uint32_t capacity = 2 * roads->link_capacity + 16;
    struct roads_link *links = realloc(roads->links, capacity * sizeof *links);
    if (!links)
        return false;
    roads->links = links;
    roads->link_capacity = capacity;
    return true;
}

static void attach(struct roads *roads, uint32_t link, uint32_t end, uint32_t node)
{
    roads->links[link].halves[end] = (struct roads_half){node, roads->nodes[node].first_half};
    roads->nodes[node].first_half = 2 * link + end;
}

static void detach(struct roads *roads, uint32_t half)
{
    uint32_t *place = &roads->nodes[roads->links[half / 2].halves[half % 2].node].first_half;
    while (*place != half)
        place = &roads->links[*place / 2].halves[*place % 2].next_half;
    *place = roads_next_half(roads, half);
}

static void widen(struct roads *roads, struct roads_link *link, int32_t half_width_mm)
{
    if (half_width_mm > link->half_width_mm)
        link->half_width_mm = half_width_mm;
    if (half_width_mm > roads->half_width_mm_max)
        roads->half_width_mm_max = half_width_mm;
    int32_t length_mm = (int32_t)fmin(ceil(link->length_mm), INT32_MAX);
    if (length_mm > roads->link_mm_max)
        roads->link_mm_max = length_mm;
}

uint32_t roads_add_link(struct roads *roads, uint32_t from, uint32_t to, int32_t half_width_mm)
{
    assert(from != to);
    assert(from < roads->node_count && roads->nodes[from].use_count > 0);
    assert(to < roads->node_count && roads->nodes[to].use_count > 0);
    uint32_t number = find_link(roads, from, to);
    if (number == ROADS_NONE) {
        if (!reserve_link(roads))
            return ROADS_NONE;
        if (roads->free_link != ROADS_NONE) {
            number = roads->free_link;
            roads->free_link = roads->links[number].halves[0].next_half;
        } else {
            number = roads->link_count++;
        }
        roads->links[number] =
            (struct roads_link){.length_mm = geo_place_distance(geo_place_of(roads->nodes[from].at),
                                                                geo_place_of(roads->nodes[to].at))};
        attach(roads, number, 0, from);
        attach(roads, number, 1, to);
        join_components(roads, from, to);
    }
    roads->links[number].use_count++;
    widen(roads, &roads->links[number], half_width_mm);
    return number;
}

void roads_remove_link(struct roads *roads, uint32_t number)
{
    struct roads_link *link = &roads->links[number];
    assert(number < roads->link_count);
    assert(link->use_count > 0);
    if (--link->use_count > 0)
        return;
    detach(roads, 2 * number);
    detach(roads, 2 * number + 1);
    roads->walk++;
    walk_component(roads, link->halves[0].node);
    walk_component(roads, link->halves[1].node);
    link->halves[0].next_half = roads->free_link;
    roads->free_link = number;
}

// ---- standing on a road ----------------------------------------------------------------------

/// The best link so far.
struct stand {
    const struct roads *roads;
    struct geo_place at;
    double height_mm;
    uint32_t node;
    double off_mm; // in height
};

/// Looks at the links of a node that is near enough for one of them to pass the place.
static bool try_node(void *context, struct geo_point point, uint32_t number)
{
    struct stand *stand = context;
    const struct roads *roads = stand->roads;
    const struct roads_node *node = &roads->nodes[number];
    struct geo_place from = geo_place_of(point);
    for (uint32_t half = node->first_half; half != ROADS_NONE; half = roads_next_half(roads, half)) {
        uint32_t other = roads_other_end(roads, half);
        struct geo_place to = geo_place_of(roads->nodes[other].at);
        double part = geo_place_project(from, to, stand->at);
        double aside_mm = geo_place_distance(stand->at, geo_place_mix(from, to, part));
        double height_mm = node->height_mm * (1 - part) + roads->nodes[other].height_mm * part;
        double off_mm = fabs(height_mm - stand->height_mm);
        uint32_t nearer = part <= 0.5 ? number : other;
        const struct roads_link *link = &roads->links[half / 2];
        bool is_on = aside_mm <= link->half_width_mm;
        // Of equal ones the lower number, whatever order they come in.
        if (is_on && (off_mm < stand->off_mm || (off_mm == stand->off_mm && nearer < stand->node))) {
            stand->off_mm = off_mm;
            stand->node = nearer;
        }
    }
    return true;
}

static int32_t clamp_coordinate(double coordinate)
{
    return (int32_t)fmax(fmin(coordinate, GEO_COORDINATE_MAX), -GEO_COORDINATE_MAX);
}

uint32_t roads_stand_on(const struct roads *roads, struct geo_place at, double height_mm)
{
    // The nearer end of a link that passes here is no further away than this.
    double reach_mm = 0.5 * roads->link_mm_max + roads->half_width_mm_max + 1;
    struct geo_box box = {{clamp_coordinate(at.x - reach_mm), clamp_coordinate(at.z - reach_mm)},
                          {clamp_coordinate(at.x + reach_mm), clamp_coordinate(at.z + reach_mm)}};
    struct stand stand = {
        .roads = roads, .at = at, .height_mm = height_mm, .node = ROADS_NONE, .off_mm = INFINITY};
    (void)quadtree_range(roads->tree, box, try_node, &stand);
    return stand.node;
}
