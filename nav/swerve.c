#include "nav/swerve.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#define ALLOWED_SHARE 0.995  // of the radius that is kept
#define OUTSIDE_SHARE 1.0086 // of the radius: where points lie, 1 / cos(7.5 degrees)

enum {
    DEPTH_MAX = 6, // halves a turn down to a few degrees
};

struct writer {
    const struct swerve_line *line;
    struct funnel_point *points;
    size_t count;
    size_t room; // for swerves
};

/// A wall corner that a piece of the line passes.
struct corner {
    struct geo_place at;
    size_t side;  // of the line's sides: one that ends there
    double hand;  // 1: at the left of who walks the line, -1: at the right
};

static struct geo_place minus(struct geo_place a, struct geo_place b)
{
    return (struct geo_place){a.x - b.x, a.z - b.z};
}

static double cross(struct geo_place a, struct geo_place b)
{
    return a.x * b.z - a.z * b.x;
}

static double dot(struct geo_place a, struct geo_place b)
{
    return a.x * b.x + a.z * b.z;
}

/// The corner of a cell at one end of a side of the line: its own side's start.
static uint32_t end_side(const struct swerve_line *line, size_t side, bool is_left)
{
    return is_left ? mesh_next_side(line->mesh, line->sides[side]) : line->sides[side];
}

/// How much too near the piece passes the corner, 0 when it does not.
static double intrusion(const struct swerve_line *line, const struct funnel_point *from, const struct funnel_point *to,
                        const struct corner *corner)
{
    struct geo_place way = minus(to->at, from->at);
    struct geo_place offset = minus(corner->at, from->at);
    double length = sqrt(dot(way, way));
    double along = dot(way, offset);
    if (length <= 0 || along <= 0 || along >= length * length)
        return 0;
    double distance = corner->hand * cross(way, offset) / length;
    double radius_mm = line->mesh->agent.radius_mm;
    return distance < radius_mm * ALLOWED_SHARE ? radius_mm - distance : 0;
}

/// How far one can go in a cell from a place on its border in a direction of length 1: to the border,
/// or halfway to a wall.
static double room_in_cell(const struct navmesh *mesh, uint32_t cell, struct geo_place from, struct geo_place way)
{
    double room = INFINITY;
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        struct geo_place start = geo_place_of(mesh_side_start(mesh, side)->at);
        struct geo_place end = geo_place_of(mesh_side_start(mesh, mesh_next_side(mesh, side))->at);
        struct geo_place along = minus(end, start);
        double approach = cross(way, along);
        double off = cross(minus(start, from), along);
        // The inside lies to the left of a side: only those that the way leads out of count.
        if (approach <= 0 || off < 0)
            continue;
        double distance = off / approach;
        room = fmin(room, mesh_is_wall(mesh, side) ? distance / 2 : distance);
    }
    return room;
}

/// How many sides the line has crossed where it passes the corner in direction `way` from there.
static size_t crossed_at(const struct swerve_line *line, const struct corner *corner, struct geo_place way,
                         const struct funnel_point *from, const struct funnel_point *to)
{
    uint32_t vertex = mesh_side_start(line->mesh, end_side(line, corner->side, corner->hand > 0))->vertex;
    size_t crossed = from->portal;
    for (size_t side = from->portal; side < to->portal; side++) {
        uint32_t near = end_side(line, side, corner->hand > 0);
        uint32_t far = end_side(line, side, corner->hand < 0);
        struct geo_place along = minus(geo_place_of(mesh_side_start(line->mesh, far)->at), corner->at);
        bool is_around = mesh_side_start(line->mesh, near)->vertex == vertex;
        // Sides before those around the corner have been crossed, of these the ones already passed.
        if (is_around ? corner->hand * cross(along, way) > 0 : side < corner->side)
            crossed = side + 1;
    }
    return crossed;
}

/// Finds the point that leads a piece of the line around a corner.
/// @return false when there is no more room than it has already
static bool find_point(const struct swerve_line *line, const struct corner *corner, const struct funnel_point *from,
                       const struct funnel_point *to, struct funnel_point *point)
{
    struct geo_place way = minus(to->at, from->at);
    double length = sqrt(dot(way, way));
    struct geo_place outwards = {corner->hand * way.z / length, -corner->hand * way.x / length};
    double radius_mm = line->mesh->agent.radius_mm;
    double distance = radius_mm - intrusion(line, from, to, corner);
    point->portal = crossed_at(line, corner, outwards, from, to);
    uint32_t cell =
        point->portal < line->side_count ? line->mesh->sides[line->sides[point->portal]].cell : line->end_cell;
    double room = fmin(radius_mm * OUTSIDE_SHARE, room_in_cell(line->mesh, cell, corner->at, outwards));
    point->at = (struct geo_place){corner->at.x + outwards.x * room, corner->at.z + outwards.z * room};
    return room > distance + radius_mm * (1 - ALLOWED_SHARE);
}

/// Finds the point that a piece of the line is most in need of.
/// @return false when it needs none
static bool find_swerve(const struct swerve_line *line, const struct funnel_point *from, const struct funnel_point *to,
                        struct funnel_point *point)
{
    double worst = 0;
    size_t first = from->portal > 0 ? from->portal - 1 : 0;
    for (size_t side = first; side < line->side_count && side <= to->portal; side++) {
        for (int hand = -1; hand <= 1; hand += 2) {
            uint32_t end = end_side(line, side, hand > 0);
            struct corner corner = {geo_place_of(mesh_side_start(line->mesh, end)->at), side, hand};
            struct funnel_point candidate;
            if (!line->mesh->sides[end].is_wall_end)
                continue;
            double intruded = intrusion(line, from, to, &corner);
            if (intruded > worst && find_point(line, &corner, from, to, &candidate)) {
                worst = intruded;
                *point = candidate;
            }
        }
    }
    return worst > 0;
}

/// Writes the line from `from`, which is written, to `to`.
static void walk(struct writer *writer, const struct funnel_point *from, const struct funnel_point *to, int depth)
{
    struct funnel_point point;
    if (depth > 0 && writer->room > 0 && find_swerve(writer->line, from, to, &point)) {
        writer->room--;
        walk(writer, from, &point, depth - 1);
        walk(writer, &point, to, depth - 1);
        return;
    }
    writer->points[writer->count++] = *to;
}

size_t swerve(const struct swerve_line *line, struct funnel_point *points, size_t points_max)
{
    assert(points_max >= line->point_count);
    struct writer writer = {.line = line, .points = points, .room = points_max - line->point_count};
    writer.points[writer.count++] = line->points[0];
    for (size_t i = 1; i < line->point_count; i++)
        walk(&writer, &line->points[i - 1], &line->points[i], DEPTH_MAX);
    return writer.count;
}
