#include "nav/corridor.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "nav/swerve.h"

/// A shorter way must be shorter by this much: rounding never turns it to and fro.
#define IMPROVEMENT_MM 0.01

enum {
    SPARE_POINTS = 1024, // swerves around dozens of wall corners even where cells are few
};

/// Sides in order, with room for cells_max.
struct way {
    uint32_t *sides;
    size_t count;
};

struct corridor {
    size_t cells_max;
    struct way way;   // as good as known
    struct way other; // tried instead
    struct funnel *funnel;
    struct funnel_point *line; // the answer
    size_t line_max;
    const struct navmesh *mesh;
    const struct mesh_layer *layer;
    struct path_place start;
    struct path_place end;
};

/// A run of sides in a way that meet at one vertex, all at the same hand.
struct fan {
    size_t first;
    size_t end; // one past the last
    struct geo_point vertex;
    bool is_left; // the vertex lies at the left hand of who crosses them
};

struct corridor *corridor_create(size_t cells_max)
{
    struct corridor *corridor = calloc(1, sizeof *corridor);
    if (!corridor)
        return NULL;
    corridor->cells_max = cells_max;
    corridor->way.sides = calloc(cells_max + 1, sizeof *corridor->way.sides);
    corridor->other.sides = calloc(cells_max + 1, sizeof *corridor->other.sides);
    corridor->line_max = 3 * cells_max + SPARE_POINTS;
    corridor->line = calloc(corridor->line_max, sizeof *corridor->line);
    corridor->funnel = funnel_create(cells_max);
    bool has_memory = corridor->way.sides && corridor->other.sides && corridor->line && corridor->funnel;
    if (has_memory)
        return corridor;
    corridor_destroy(corridor);
    return NULL;
}

void corridor_destroy(struct corridor *corridor)
{
    if (!corridor)
        return;
    free(corridor->way.sides);
    free(corridor->other.sides);
    free(corridor->line);
    funnel_destroy(corridor->funnel);
    free(corridor);
}

/// The cell that the way's `i`-th side leads to.
static uint32_t cell_behind(const struct corridor *corridor, const struct way *way, size_t i)
{
    return i + 1 < way->count ? corridor->mesh->sides[way->sides[i + 1]].cell : corridor->end.cell;
}

static size_t pull(struct corridor *corridor, const struct way *way, const struct funnel_point **points)
{
    funnel_begin(corridor->funnel, corridor->start.at);
    for (size_t i = 0; i < way->count; i++) {
        struct mesh_portal portal;
        uint32_t link = mesh_link_to(corridor->mesh, way->sides[i], cell_behind(corridor, way, i));
        (void)mesh_side_portal(corridor->mesh, corridor->layer, link, &portal);
        funnel_left(corridor->funnel, (struct funnel_point){portal.left, i});
        funnel_right(corridor->funnel, (struct funnel_point){portal.right, i});
    }
    return funnel_end(corridor->funnel, (struct funnel_point){corridor->end.at, way->count}, points);
}

/// The vertex at one hand of who crosses a side.
static struct geo_point vertex_at(const struct navmesh *mesh, uint32_t side, bool is_left)
{
    return (is_left ? mesh_side_end : mesh_side_start)(mesh, side)->at;
}

static bool is_at(const struct navmesh *mesh, uint32_t side, const struct fan *fan, bool is_left)
{
    return geo_equal(vertex_at(mesh, side, is_left), fan->vertex);
}

/// Finds the sides around the vertex that the line bends at.
/// @return false when it does not bend at a vertex
static bool find_fan(const struct corridor *corridor, const struct funnel_point *bend, struct fan *fan)
{
    const struct navmesh *mesh = corridor->mesh;
    const struct way *way = &corridor->way;
    if (bend->portal == way->count)
        return false;
    uint32_t side = way->sides[bend->portal];
    struct geo_point start = mesh_side_start(mesh, side)->at;
    struct geo_point end = mesh_side_start(mesh, mesh_next_side(mesh, side))->at;
    fan->is_left = bend->at.x == end.x && bend->at.z == end.z;
    if (!fan->is_left && (bend->at.x != start.x || bend->at.z != start.z))
        return false;
    fan->vertex = vertex_at(mesh, side, fan->is_left);
    fan->first = bend->portal;
    fan->end = bend->portal + 1;
    while (fan->first > 0 && is_at(mesh, way->sides[fan->first - 1], fan, fan->is_left))
        fan->first--;
    while (fan->end < way->count && is_at(mesh, way->sides[fan->end], fan, fan->is_left))
        fan->end++;
    return true;
}

/// The side of a cell that has the fan's vertex at this hand of who crosses it; MESH_NONE when none has.
static uint32_t side_with(const struct navmesh *mesh, uint32_t cell, const struct fan *fan, bool is_left)
{
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        if (is_at(mesh, side, fan, is_left))
            return side;
    }
    return MESH_NONE;
}

/// Adds the sides around the other hand of the fan's vertex, from cell `from` to cell `to`.
/// @return false when something stands in that way, or it is too long
static bool go_around(struct corridor *corridor, const struct fan *fan, uint32_t from, uint32_t to)
{
    const struct navmesh *mesh = corridor->mesh;
    struct way *other = &corridor->other;
    uint32_t cell = from;
    while (cell != to) {
        uint32_t side = side_with(mesh, cell, fan, !fan->is_left);
        uint32_t link = side != MESH_NONE ? mesh_link_first(mesh, side) : MESH_NONE;
        bool is_open = link != MESH_NONE && mesh_link_is_open(corridor->layer, link);
        if (!is_open || other->count == corridor->cells_max)
            return false;
        other->sides[other->count++] = side;
        cell = mesh_link_cell(mesh, link);
    }
    return true;
}

/// Makes the other way: like the one known but around the other hand of the fan's vertex.
static bool make_other(struct corridor *corridor, const struct fan *fan)
{
    const struct way *way = &corridor->way;
    struct way *other = &corridor->other;
    uint32_t from = corridor->mesh->sides[way->sides[fan->first]].cell;
    uint32_t to =
        fan->end < way->count ? corridor->mesh->sides[way->sides[fan->end]].cell : corridor->end.cell;
    size_t rest = way->count - fan->end;
    memcpy(other->sides, way->sides, fan->first * sizeof *other->sides);
    other->count = fan->first;
    if (!go_around(corridor, fan, from, to) || other->count + rest > corridor->cells_max)
        return false;
    memcpy(other->sides + other->count, way->sides + fan->end, rest * sizeof *other->sides);
    other->count += rest;
    return true;
}

/// Leads the way around the other hand of the first bend where that makes it shorter.
/// @param points  the line through the way, `count` of them
/// @return false when there is none
static bool improve(struct corridor *corridor, const struct funnel_point *points, size_t count)
{
    double length = funnel_line_length(points, count);
    for (size_t i = 1; i + 1 < count; i++) {
        struct fan fan;
        const struct funnel_point *other_points;
        if (!find_fan(corridor, &points[i], &fan) || !make_other(corridor, &fan))
            continue;
        size_t other_count = pull(corridor, &corridor->other, &other_points);
        if (funnel_line_length(other_points, other_count) < length - IMPROVEMENT_MM) {
            struct way better = corridor->other;
            corridor->other = corridor->way;
            corridor->way = better;
            return true;
        }
        count = pull(corridor, &corridor->way, &points);
    }
    return false;
}

size_t corridor_pull(struct corridor *corridor, const struct navmesh *mesh, const struct mesh_layer *layer,
                     struct path_place start, const struct path *path, const struct funnel_point **points)
{
    assert(path->side_count <= corridor->cells_max);
    corridor->mesh = mesh;
    corridor->layer = layer;
    corridor->start = start;
    corridor->end = path->end;
    corridor->way.count = path->side_count;
    memcpy(corridor->way.sides, path->sides, path->side_count * sizeof *path->sides);
    size_t count = pull(corridor, &corridor->way, points);
    // Every turn shortens the line, so this ends; the limit is for lines of thousands of bends.
    for (size_t turns = 0; turns < 2 * path->side_count && improve(corridor, *points, count); turns++)
        count = pull(corridor, &corridor->way, points);
    struct swerve_line line = {.mesh = mesh,
                               .radius_mm = layer->agent.radius_mm,
                               .sides = corridor->way.sides,
                               .side_count = corridor->way.count,
                               .end_cell = path->end.cell,
                               .points = *points,
                               .point_count = count};
    *points = corridor->line;
    return swerve(&line, corridor->line, corridor->line_max);
}

const uint32_t *corridor_sides(const struct corridor *corridor, size_t *count)
{
    *count = corridor->way.count;
    return corridor->way.sides;
}
