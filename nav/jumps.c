#include "nav/jumps.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void jumps_destroy(struct jumps *jumps)
{
    if (!jumps)
        return;
    for (size_t i = 0; jumps->scenes && i < jumps->scene_count; i++) {
        free(jumps->scenes[i].jumps);
        free(jumps->scenes[i].ends);
        free(jumps->scenes[i].walks_m);
    }
    free(jumps->jumps);
    free(jumps->ends);
    free(jumps->end_jumps);
    free(jumps->end_rows);
    free(jumps->jump_columns);
    free(jumps->scenes);
    free(jumps->costs_m);
    free(jumps->previous);
    free(jumps);
}

// ---- lists -----------------------------------------------------------------------------------

static bool take_memory(struct jumps *jumps, const struct jumps_input *input)
{
    jumps->count = input->count;
    jumps->scene_count = input->scene_count;
    for (size_t i = 0; i < input->count; i++)
        jumps->end_count += input->jumps[i].end_count;
    jumps->jumps = calloc(input->count + 1, sizeof *jumps->jumps);
    jumps->ends = calloc(jumps->end_count + 1, sizeof *jumps->ends);
    jumps->end_jumps = calloc(jumps->end_count + 1, sizeof *jumps->end_jumps);
    jumps->end_rows = calloc(jumps->end_count + 1, sizeof *jumps->end_rows);
    jumps->jump_columns = calloc(input->count + 1, sizeof *jumps->jump_columns);
    jumps->scenes = calloc(input->scene_count + 1, sizeof *jumps->scenes);
    return jumps->jumps && jumps->ends && jumps->end_jumps && jumps->end_rows && jumps->jump_columns &&
           jumps->scenes;
}

static void copy_jumps(struct jumps *jumps, const struct jumps_input *input)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < input->count; i++) {
        assert(input->jumps[i].cost_m >= 0);
        jumps->jumps[i] = input->jumps[i];
        jumps->jumps[i].ends = &jumps->ends[end];
        for (size_t k = 0; k < input->jumps[i].end_count; k++) {
            assert(input->jumps[i].ends[k].scene < input->scene_count);
            jumps->end_jumps[end] = i;
            jumps->ends[end++] = input->jumps[i].ends[k];
        }
    }
}

/// Lists jumps and ends by scene.
static bool sort_into_scenes(struct jumps *jumps)
{
    for (uint32_t i = 0; i < jumps->count; i++)
        jumps->jump_columns[i] = (uint32_t)jumps->scenes[jumps->jumps[i].at.scene].jump_count++;
    for (uint32_t i = 0; i < jumps->end_count; i++)
        jumps->end_rows[i] = (uint32_t)jumps->scenes[jumps->ends[i].scene].end_count++;
    for (size_t i = 0; i < jumps->scene_count; i++) {
        struct jumps_scene *scene = &jumps->scenes[i];
        scene->jumps = calloc(scene->jump_count + 1, sizeof *scene->jumps);
        scene->ends = calloc(scene->end_count + 1, sizeof *scene->ends);
        scene->walks_m = calloc(scene->jump_count * scene->end_count + 1, sizeof *scene->walks_m);
        if (!scene->jumps || !scene->ends || !scene->walks_m)
            return false;
    }
    for (uint32_t i = 0; i < jumps->count; i++)
        jumps->scenes[jumps->jumps[i].at.scene].jumps[jumps->jump_columns[i]] = i;
    for (uint32_t i = 0; i < jumps->end_count; i++)
        jumps->scenes[jumps->ends[i].scene].ends[jumps->end_rows[i]] = i;
    return true;
}

// ---- ways on foot ----------------------------------------------------------------------------

static bool is_same_place(const struct nav_position *a, const struct nav_position *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z && a->scene == b->scene;
}

/// Whether the ways of a scene are those of the network of before.
static bool is_as_before(const struct jumps *jumps, const struct jumps_input *input, size_t number)
{
    const struct jumps *before = input->before;
    if (!before || number >= before->scene_count || (input->is_changed && input->is_changed[number]))
        return false;
    const struct jumps_scene *now = &jumps->scenes[number];
    const struct jumps_scene *then = &before->scenes[number];
    bool is_same = now->jump_count == then->jump_count && now->end_count == then->end_count;
    for (size_t i = 0; is_same && i < now->jump_count; i++)
        is_same = is_same_place(&jumps->jumps[now->jumps[i]].at, &before->jumps[then->jumps[i]].at);
    for (size_t i = 0; is_same && i < now->end_count; i++)
        is_same = is_same_place(&jumps->ends[now->ends[i]], &before->ends[then->ends[i]]);
    return is_same;
}

static void measure_walks(struct jumps *jumps, const struct jumps_input *input)
{
    for (size_t i = 0; i < jumps->scene_count; i++) {
        struct jumps_scene *scene = &jumps->scenes[i];
        double *walk_m = scene->walks_m;
        if (is_as_before(jumps, input, i)) {
            memcpy(scene->walks_m, input->before->scenes[i].walks_m,
                   scene->jump_count * scene->end_count * sizeof *scene->walks_m);
            continue;
        }
        for (size_t end = 0; end < scene->end_count; end++) {
            for (size_t jump = 0; jump < scene->jump_count; jump++)
                *walk_m++ = input->walk(input->context, jumps->ends[scene->ends[end]],
                                        jumps->jumps[scene->jumps[jump]].at);
        }
    }
}

double jumps_step(const struct jumps *jumps, uint32_t from, uint32_t to, uint32_t *end)
{
    double least = INFINITY;
    uint32_t first = jumps_first_end(jumps, from);
    *end = JUMPS_NONE;
    for (uint32_t i = first; i < first + jumps->jumps[from].end_count; i++) {
        if (jumps->ends[i].scene != jumps->jumps[to].at.scene)
            continue;
        double cost = jumps->jumps[from].cost_m + jumps_walk_m(jumps, i, to);
        if (cost < least) {
            least = cost;
            *end = i;
        }
    }
    return least;
}

// ---- the table -------------------------------------------------------------------------------

static bool make_table(struct jumps *jumps)
{
    size_t count = jumps->count;
    if (count > JUMPS_TABLE_MAX)
        return true;
    jumps->costs_m = calloc(count * count + 1, sizeof *jumps->costs_m);
    jumps->previous = calloc(count * count + 1, sizeof *jumps->previous);
    if (!jumps->costs_m || !jumps->previous)
        return false;
    for (uint32_t from = 0; from < count; from++) {
        for (uint32_t to = 0; to < count; to++) {
            uint32_t end;
            jumps->costs_m[from * count + to] = from == to ? 0 : jumps_step(jumps, from, to, &end);
            jumps->previous[from * count + to] = (uint16_t)from;
        }
    }
    for (size_t by = 0; by < count; by++) {
        const double *onward = &jumps->costs_m[by * count];
        for (size_t from = 0; from < count; from++) {
            double *costs = &jumps->costs_m[from * count];
            double there = costs[by];
            for (size_t to = 0; there < INFINITY && to < count; to++) {
                if (there + onward[to] >= costs[to])
                    continue;
                costs[to] = there + onward[to];
                jumps->previous[from * count + to] = jumps->previous[by * count + to];
            }
        }
    }
    return true;
}

struct jumps *jumps_create(const struct jumps_input *input)
{
    assert(input->count <= JUMPS_MAX);
    struct jumps *jumps = calloc(1, sizeof *jumps);
    if (!jumps)
        return NULL;
    if (take_memory(jumps, input)) {
        copy_jumps(jumps, input);
        if (sort_into_scenes(jumps)) {
            measure_walks(jumps, input);
            if (make_table(jumps))
                return jumps;
        }
    }
    jumps_destroy(jumps);
    return NULL;
}
