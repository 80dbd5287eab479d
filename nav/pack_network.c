#include "nav/pack_network.h"

#include <math.h>
#include <stdlib.h>

#include "nav/grid.h"
#include "nav/pack_shape.h"

/// A side of a road's line.
struct side {
    struct geo_point from;
    struct geo_point to;
    uint32_t road;
    uint32_t number;
    uint32_t first_mark; // of the point that it begins at; the next one is that of its end
};

struct joiner {
    struct pack_network *network;
    struct floors *floors;
    struct pack_scene *scene;
    struct side *sides;
    size_t side_count;
    struct grid grid; // of sides
};

// ---- growing -----------------------------------------------------------------------------------

bool pack_network_add_mark(struct pack_network *network, struct pack_network_mark mark)
{
    if (network->mark_count == network->mark_capacity) {
        size_t capacity = 2 * network->mark_capacity + 64;
        struct pack_network_mark *grown = realloc(network->marks, capacity * sizeof *grown);
        if (!grown)
            return false;
        network->marks = grown;
        network->mark_capacity = capacity;
    }
    network->marks[network->mark_count++] = mark;
    return true;
}

bool pack_network_add_pair(struct pack_network *network, struct pack_network_pair pair)
{
    if (network->pair_count == network->pair_capacity) {
        size_t capacity = 2 * network->pair_capacity + 64;
        struct pack_network_pair *grown = realloc(network->pairs, capacity * sizeof *grown);
        if (!grown)
            return false;
        network->pairs = grown;
        network->pair_capacity = capacity;
    }
    network->pairs[network->pair_count++] = pair;
    return true;
}

void pack_network_finish(struct pack_network *network)
{
    free(network->marks);
    free(network->pairs);
    *network = (struct pack_network){0};
}

// ---- where lines meet --------------------------------------------------------------------------

static int64_t steps_between(struct geo_point a, struct geo_point b)
{
    int64_t x = llabs((int64_t)b.x - a.x);
    int64_t z = llabs((int64_t)b.z - a.z);
    return x > z ? x : z;
}

/// The height of a side's road at a place on it: as written, else that of the ground, else in between.
static bool height_on(const struct joiner *joiner, const struct side *side, struct geo_point at,
                      int32_t *height_mm)
{
    const struct pack_network_mark *ends = &joiner->network->marks[side->first_mark];
    struct floors_under under;
    int64_t whole = steps_between(side->from, side->to);
    int64_t part = steps_between(side->from, at);
    *height_mm = geo_mix_rounded(ends[0].height_mm, ends[1].height_mm, part < whole ? part : whole, whole);
    if (joiner->scene->roads[side->road].heights_mm)
        return true;
    if (!floors_find(joiner->floors, at, *height_mm, &under))
        return false;
    if (under.count > 0)
        *height_mm = under.height_mm;
    return true;
}

/// Marks a place on a side.
static bool mark_side(struct joiner *joiner, const struct side *side, struct geo_point at)
{
    struct pack_network_mark mark = {
        .at = at, .road = side->road, .side = side->number, .along = steps_between(side->from, at)};
    return height_on(joiner, side, at, &mark.height_mm) && pack_network_add_mark(joiner->network, mark);
}

/// Marks the places that divide a side into equal parts.
static bool divide_side(struct joiner *joiner, const struct side *side)
{
    double length_mm = geo_place_distance(geo_place_of(side->from), geo_place_of(side->to));
    int64_t count = (int64_t)ceil(length_mm / PACK_NETWORK_STEP_MM);
    for (int64_t i = 1; i < count; i++) {
        struct geo_point at = {geo_mix_rounded(side->from.x, side->to.x, i, count),
                               geo_mix_rounded(side->from.z, side->to.z, i, count)};
        if (!mark_side(joiner, side, at))
            return false;
    }
    return true;
}

static bool divide_sides(struct joiner *joiner)
{
    for (size_t i = 0; i < joiner->side_count; i++) {
        if (!divide_side(joiner, &joiner->sides[i]))
            return false;
    }
    return true;
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

/// Whether the ends of `other` lie on different sides of the line through `side`.
static bool is_split(const struct side *side, const struct side *other)
{
    return sign(geo_cross(side->from, side->to, other->from)) *
               sign(geo_cross(side->from, side->to, other->to)) <
           0;
}

/// The place nearest to that where two sides cross.
static struct geo_point crossing(const struct side *side, const struct side *other)
{
    double from = (double)geo_cross(other->from, other->to, side->from);
    double to = (double)geo_cross(other->from, other->to, side->to);
    double part = from / (from - to);
    return (struct geo_point){
        .x = side->from.x + (int32_t)lround(part * ((double)side->to.x - side->from.x)),
        .z = side->from.z + (int32_t)lround(part * ((double)side->to.z - side->from.z)),
    };
}

/// Marks the ends of `other` that lie on `side`.
static bool mark_touching(struct joiner *joiner, const struct side *side, const struct side *other)
{
    const struct geo_point ends[2] = {other->from, other->to};
    for (int i = 0; i < 2; i++) {
        if (geo_on_segment(side->from, side->to, ends[i]) && !mark_side(joiner, side, ends[i]))
            return false;
    }
    return true;
}

static bool join_sides(struct joiner *joiner, const struct side *a, const struct side *b)
{
    if (is_split(a, b) && is_split(b, a)) {
        struct geo_point at = crossing(a, b);
        return mark_side(joiner, a, at) && mark_side(joiner, b, at);
    }
    return mark_touching(joiner, a, b) && mark_touching(joiner, b, a);
}

static bool join_crossings(struct joiner *joiner)
{
    for (uint32_t i = 0; i < joiner->side_count; i++) {
        const struct side *side = &joiner->sides[i];
        struct grid_walk walk;
        uint32_t item;
        grid_walk_begin(&walk, &joiner->grid, side->from, side->to, side->to);
        while (grid_walk_next(&walk, &item)) {
            if (item > i && joiner->sides[item].road != side->road &&
                !join_sides(joiner, side, &joiner->sides[item]))
                return false;
        }
    }
    return true;
}

// ---- ends within another road ------------------------------------------------------------------

/// The best so far in a search for the road around a place.
struct around {
    struct geo_point at;
    uint32_t road; // of the place itself
    const struct side *side;
    double distance_mm;
    struct geo_point nearest; // on the middle of the side
};

static void look_at_side(const struct joiner *joiner, const struct side *side, struct around *around)
{
    struct geo_place from = geo_place_of(side->from);
    struct geo_place to = geo_place_of(side->to);
    struct geo_place place = geo_place_of(around->at);
    struct geo_place on = geo_place_mix(from, to, geo_place_project(from, to, place));
    double distance_mm = geo_place_distance(on, place);
    bool is_within = distance_mm <= joiner->scene->roads[side->road].width_mm / 2.0;
    if (!is_within || side->road == around->road)
        return;
    if (around->side &&
        (distance_mm > around->distance_mm || (distance_mm == around->distance_mm && side >= around->side)))
        return;
    around->side = side;
    around->distance_mm = distance_mm;
    around->nearest = (struct geo_point){(int32_t)lround(on.x), (int32_t)lround(on.z)};
}

/// Finds the side of another road within whose width the place lies, nearest to its middle.
static void look_around(const struct joiner *joiner, struct around *around)
{
    int32_t reach_mm = PACK_WIDTH_MM_MAX / 2;
    struct geo_point low = {around->at.x - reach_mm, around->at.z - reach_mm};
    struct geo_point high = {around->at.x + reach_mm, around->at.z + reach_mm};
    for (int half = 0; half < 2; half++) {
        struct geo_point third =
            half == 0 ? (struct geo_point){low.x, high.z} : (struct geo_point){high.x, low.z};
        struct grid_walk walk;
        uint32_t item;
        grid_walk_begin(&walk, &joiner->grid, low, high, third);
        while (grid_walk_next(&walk, &item))
            look_at_side(joiner, &joiner->sides[item], around);
    }
}

/// Links the end of a line to the road that it ends within, if their heights let people walk there.
static bool join_end(struct joiner *joiner, uint32_t end)
{
    struct pack_network *network = joiner->network;
    struct pack_network_mark mark = network->marks[end];
    struct around around = {.at = mark.at, .road = mark.road};
    int32_t height_mm;
    look_around(joiner, &around);
    if (!around.side || geo_equal(around.nearest, mark.at))
        return true;
    if (!height_on(joiner, around.side, around.nearest, &height_mm))
        return false;
    if (abs(height_mm - mark.height_mm) > joiner->scene->step_height_mm)
        return true;
    struct pack_network_pair pair = {.marks = {end, (uint32_t)network->mark_count}, .road = mark.road};
    return mark_side(joiner, around.side, around.nearest) && pack_network_add_pair(network, pair);
}

static bool join_ends(struct joiner *joiner)
{
    for (size_t i = 0; i < joiner->side_count; i++) {
        struct side side = joiner->sides[i];
        size_t last = joiner->scene->roads[side.road].line.count - 2;
        if (side.number == 0 && !join_end(joiner, side.first_mark))
            return false;
        if (side.number == last && !join_end(joiner, side.first_mark + 1))
            return false;
    }
    return true;
}

// ---- nodes and links ---------------------------------------------------------------------------

static int compare_places(const void *left, const void *right)
{
    const struct pack_network_mark *a = *(struct pack_network_mark *const *)left;
    const struct pack_network_mark *b = *(struct pack_network_mark *const *)right;
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    if (a->at.z != b->at.z)
        return a->at.z < b->at.z ? -1 : 1;
    return (a->height_mm > b->height_mm) - (a->height_mm < b->height_mm);
}

/// Gives marks at one place and height, give or take a step, one node.
static void number_nodes(struct pack_scene *scene, struct pack_network_mark **order, size_t count)
{
    qsort(order, count, sizeof(struct pack_network_mark *), compare_places);
    struct pack_road_node *node = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct pack_network_mark *mark = order[i];
        bool is_same = node && geo_equal(node->at, mark->at) &&
                       mark->height_mm - node->height_mm <= scene->step_height_mm;
        if (!is_same) {
            node = &scene->road_nodes[scene->road_node_count++];
            *node = (struct pack_road_node){.at = mark->at, .height_mm = mark->height_mm};
        }
        order[i]->node = (uint32_t)scene->road_node_count - 1;
    }
}

static int compare_along(const void *left, const void *right)
{
    const struct pack_network_mark *a = *(struct pack_network_mark *const *)left;
    const struct pack_network_mark *b = *(struct pack_network_mark *const *)right;
    if (a->road != b->road)
        return a->road < b->road ? -1 : 1;
    if (a->side != b->side)
        return a->side < b->side ? -1 : 1;
    return (a->along > b->along) - (a->along < b->along);
}

static void add_link(struct pack_scene *scene, uint32_t a, uint32_t b, uint32_t road)
{
    if (a != b)
        scene->road_links[scene->road_link_count++] =
            (struct pack_road_link){.nodes = {a < b ? a : b, a < b ? b : a}, .road = road};
}

static int compare_links(const void *left, const void *right)
{
    const struct pack_road_link *a = left;
    const struct pack_road_link *b = right;
    if (a->road != b->road)
        return a->road < b->road ? -1 : 1;
    if (a->nodes[0] != b->nodes[0])
        return a->nodes[0] < b->nodes[0] ? -1 : 1;
    return (a->nodes[1] > b->nodes[1]) - (a->nodes[1] < b->nodes[1]);
}

static void drop_repeated_links(struct pack_scene *scene)
{
    size_t kept = 0;
    qsort(scene->road_links, scene->road_link_count, sizeof *scene->road_links, compare_links);
    for (size_t i = 0; i < scene->road_link_count; i++) {
        if (kept == 0 || compare_links(&scene->road_links[kept - 1], &scene->road_links[i]) != 0)
            scene->road_links[kept++] = scene->road_links[i];
    }
    scene->road_link_count = kept;
}

static void link_nodes(struct pack_network *network, struct pack_scene *scene,
                       struct pack_network_mark **order)
{
    qsort(order, network->mark_count, sizeof(struct pack_network_mark *), compare_along);
    for (size_t i = 1; i < network->mark_count; i++) {
        bool is_line = order[i]->road == order[i - 1]->road && order[i]->side != PACK_NETWORK_CELL;
        if (is_line)
            add_link(scene, order[i - 1]->node, order[i]->node, order[i]->road);
    }
    for (size_t i = 0; i < network->pair_count; i++) {
        const struct pack_network_pair *pair = &network->pairs[i];
        add_link(scene, network->marks[pair->marks[0]].node, network->marks[pair->marks[1]].node, pair->road);
    }
    drop_repeated_links(scene);
}

static bool write_network(struct pack_network *network, struct pack_scene *scene)
{
    size_t count = network->mark_count;
    struct pack_network_mark **order = calloc(count + 1, sizeof(struct pack_network_mark *));
    scene->road_nodes = calloc(count + 1, sizeof *scene->road_nodes);
    scene->road_links = calloc(count + network->pair_count + 1, sizeof *scene->road_links);
    bool has_memory = order && scene->road_nodes && scene->road_links;
    if (has_memory) {
        for (size_t i = 0; i < count; i++)
            order[i] = &network->marks[i];
        number_nodes(scene, order, count);
        link_nodes(network, scene, order);
    }
    free(order);
    return has_memory;
}

// ---- setting up --------------------------------------------------------------------------------

/// Lists the sides of all lines: those marks that have a next one on their line.
static bool list_sides(struct joiner *joiner)
{
    const struct pack_network *network = joiner->network;
    joiner->sides = calloc(network->mark_count + 1, sizeof *joiner->sides);
    if (!joiner->sides)
        return false;
    for (uint32_t i = 0; i < network->mark_count; i++) {
        const struct pack_network_mark *mark = &network->marks[i];
        if (mark->side == PACK_NETWORK_CELL || mark->side + 1 == joiner->scene->roads[mark->road].line.count)
            continue;
        joiner->sides[joiner->side_count++] = (struct side){
            .from = mark->at, .to = mark[1].at, .road = mark->road, .number = mark->side, .first_mark = i};
    }
    return true;
}

static bool fill_grid(struct joiner *joiner)
{
    struct geo_box box = {joiner->sides[0].from, joiner->sides[0].from};
    for (size_t i = 0; i < joiner->side_count; i++) {
        struct geo_point points[4] = {box.low, box.high, joiner->sides[i].from, joiner->sides[i].to};
        box = geo_bounds(points, 4);
    }
    if (!grid_init(&joiner->grid, box, joiner->side_count))
        return false;
    for (uint32_t i = 0; i < joiner->side_count; i++) {
        const struct side *side = &joiner->sides[i];
        if (!grid_insert_triangle(&joiner->grid, i, side->from, side->to, side->to))
            return false;
    }
    return true;
}

bool pack_network_join(struct pack_network *network, struct floors *floors, struct pack_scene *scene)
{
    struct joiner joiner = {.network = network, .floors = floors, .scene = scene};
    bool is_joined = list_sides(&joiner);
    if (is_joined && joiner.side_count > 0)
        is_joined =
            fill_grid(&joiner) && divide_sides(&joiner) && join_crossings(&joiner) && join_ends(&joiner);
    grid_finish(&joiner.grid);
    free(joiner.sides);
    return is_joined && write_network(network, scene);
}
