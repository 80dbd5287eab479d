// The jump points of a world as a network: from where to where one gets, and what it costs.
//
// A jump stands in a scene and leads to one or more places, its ends, of this or other scenes; the way back
// is another jump. Between an end and the jumps of its scene one walks; how far is asked of the caller once,
// when the network is made. Up to JUMPS_TABLE_MAX jumps, the least cost from every jump to every other is
// kept in a table [Floyd 1962, Warshall 1962]. A network does not change; any number of threads may read it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/position.h"

enum {
    JUMPS_TABLE_MAX = 256,   // a table of more would cost more than the searches that it saves
    JUMPS_MAX = 1 << 16,     // jumps of a world
    JUMPS_ENDS_MAX = 1 << 8, // ends of one jump
};

#define JUMPS_NONE UINT32_MAX

struct jump {
    struct nav_position at;
    const struct nav_position *ends;
    size_t end_count;
    double cost_m; // of the jump itself, at least 0
};

/// The length of the way on foot from an end to a jump of the same scene, metres; INFINITY: there is none.
typedef double jumps_walk(void *context, struct nav_position from, struct nav_position to);

/// Jumps and ends of one scene, by their numbers, ascending, and the ways between them.
struct jumps_scene {
    uint32_t *jumps; // that stand here
    size_t jump_count;
    uint32_t *ends; // that lie here
    size_t end_count;
    double *walks_m; // from each end, row by row, to each jump
};

/// The arrays are for reading.
struct jumps {
    struct jump *jumps; // with ends in `ends`
    size_t count;
    struct nav_position *ends; // of all jumps, one after the other
    uint32_t *end_jumps;       // per end, the jump that leads there
    uint32_t *end_rows;        // per end, its place in its scene's list
    uint32_t *jump_columns;    // per jump, its place in its scene's list
    size_t end_count;
    struct jumps_scene *scenes;
    size_t scene_count;
    double *costs_m;    // count * count: from standing at one to standing at the other; NULL beyond the table
    uint16_t *previous; // count * count: the jump taken last on that way
};

/// What a network is made from.
struct jumps_input {
    const struct jump *jumps;
    size_t count;       // at most JUMPS_MAX
    size_t scene_count; // all positions are in scenes below this
    jumps_walk *walk;
    void *context; // of walk()
    // A network of before, or NULL. Where a scene has the same jumps and ends as in it, and is not said to
    // have changed, its ways are taken over.
    const struct jumps *before;
    const bool *is_changed; // per scene
};

/// @return NULL when memory runs out
struct jumps *jumps_create(const struct jumps_input *input);

/// Accepts NULL and half-built networks.
void jumps_destroy(struct jumps *jumps);

/// The ends of jump number `jump` are numbered from here, as many as it has.
static inline uint32_t jumps_first_end(const struct jumps *jumps, uint32_t jump)
{
    return (uint32_t)(jumps->jumps[jump].ends - jumps->ends);
}

/// The length of the way on foot from an end to a jump of the same scene.
static inline double jumps_walk_m(const struct jumps *jumps, uint32_t end, uint32_t jump)
{
    const struct jumps_scene *scene = &jumps->scenes[jumps->ends[end].scene];
    return scene->walks_m[jumps->end_rows[end] * scene->jump_count + jumps->jump_columns[jump]];
}

/// The cheapest way to take jump `from` and walk to jump `to`.
/// @param[out] end  where one comes out; JUMPS_NONE when there is no way
/// @return its cost in metres; INFINITY when there is none
double jumps_step(const struct jumps *jumps, uint32_t from, uint32_t to, uint32_t *end);
