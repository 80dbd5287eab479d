#include "nav/swerve.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#define MISSING_SHARE  0.005  // of the radius that may be missing to a wall
#define MISSING_MM_MAX 1.5    // and no more than this, however wide people are
#define OUTSIDE_SHARE  1.0086 // of the radius: where points lie, 1 / cos(7.5 degrees)

#define TOUCHING_MM 0.1 // rounding moves no line further than this over a corner that it touches

enum {
    DEPTH_MAX = 6, // halves a turn down to a few degrees
};

struct writer {
    const struct swerve_line *line;
    struct funnel_point *points;
    size_t count;
    size_t room; // for swerves
};

/// A wall corner of a cell that a piece of the line passes through, or of a neighbour.
struct corner {
    struct geo_place at;
    size_t crossed; // sides crossed before the cell
    double hand;    // 1: at the left of who walks the line, -1: at the right
    bool is_behind; // of a neighbour: the point must lie in the line's cells all the same
    bool is_gate;   // the piece crosses a side that ends here, and must leave it at that hand
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

static uint32_t cell_after(const struct swerve_line *line, size_t crossed)
{
    return crossed == line->side_count ? line->end_cell : line->mesh->sides[line->sides[crossed]].cell;
}

static bool is_at(const struct mesh_corner *corner, struct geo_place at)
{
    return corner->at.x == at.x && corner->at.z == at.z;
}

static double missing_mm(double radius_mm)
{
    return fmin(radius_mm * MISSING_SHARE, MISSING_MM_MAX);
}

/// How much too near the piece passes the corner, 0 when it does not.
static double intrusion(const struct swerve_line *line, const struct funnel_point *from,
                        const struct funnel_point *to, const struct corner *corner)
{
    struct geo_place way = minus(to->at, from->at);
    struct geo_place offset = minus(corner->at, from->at);
    double length = sqrt(dot(way, way));
    double along = dot(way, offset);
    if (length <= 0 || along <= 0 || along >= length * length)
        return 0;
    double distance = corner->hand * cross(way, offset) / length;
    double radius_mm = line->radius_mm;
    bool is_at_hand = corner->is_gate || distance > -TOUCHING_MM;
    return is_at_hand && distance < radius_mm - missing_mm(radius_mm) ? radius_mm - distance : 0;
}

/// How far one can go in a cell from a place on its border in a direction of length 1: to the border,
/// or halfway to a wall. 0 when the direction leads out of the cell.
static double room_in_cell(const struct navmesh *mesh, uint32_t cell, struct geo_place from,
                           struct geo_place way)
{
    double room = INFINITY;
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        struct geo_place start = geo_place_of(mesh_side_start(mesh, side)->at);
        struct geo_place end = geo_place_of(mesh_side_end(mesh, side)->at);
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

/// Distance from a place to the walls of a cell but those that end at a corner.
static double wall_distance(const struct navmesh *mesh, uint32_t cell, struct geo_place at,
                            struct geo_place corner)
{
    double least = INFINITY;
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        struct geo_place start = geo_place_of(mesh_side_start(mesh, side)->at);
        struct geo_place end = geo_place_of(mesh_side_end(mesh, side)->at);
        bool is_other = !is_at(mesh_side_start(mesh, side), corner);
        if (is_other && mesh->sides[side].is_wall_end)
            least = fmin(least, geo_place_distance(start, at));
        if (is_other && !is_at(mesh_side_end(mesh, side), corner) && mesh_is_wall(mesh, side))
            least = fmin(
                least, geo_place_distance(geo_place_mix(start, end, geo_place_project(start, end, at)), at));
    }
    return least;
}

/// Puts the point a distance from a corner in the first cell of the line around the corner's that it lies in;
/// nearer to the corner where another wall would be nearer than that.
static bool put_beyond(const struct swerve_line *line, size_t first, size_t last, const struct corner *corner,
                       struct geo_place outwards, struct funnel_point *point)
{
    double wanted = line->radius_mm * OUTSIDE_SHARE;
    struct geo_place at = {corner->at.x + outwards.x * wanted, corner->at.z + outwards.z * wanted};
    for (size_t crossed = first; crossed <= last; crossed++) {
        uint32_t cell = cell_after(line, crossed);
        if (mesh_cell_distance(line->mesh, cell, at) != 0)
            continue;
        double missing = fmax(0, wanted - wall_distance(line->mesh, cell, at, corner->at)) / 2;
        struct geo_place back = {at.x - outwards.x * missing, at.z - outwards.z * missing};
        point->at = mesh_cell_distance(line->mesh, cell, back) == 0 ? back : at;
        point->portal = crossed;
        return true;
    }
    return false;
}

/// Finds the point that leads a piece of the line around a corner: in the corner's cell, or just beyond.
/// @return false when there is no more room than the line takes already
static bool find_point(const struct swerve_line *line, const struct corner *corner,
                       const struct funnel_point *from, const struct funnel_point *to,
                       struct funnel_point *point)
{
    struct geo_place way = minus(to->at, from->at);
    double length = sqrt(dot(way, way));
    struct geo_place outwards = {corner->hand * way.z / length, -corner->hand * way.x / length};
    double radius_mm = line->radius_mm;
    double wanted = radius_mm * OUTSIDE_SHARE;
    double needed = radius_mm - intrusion(line, from, to, corner) + missing_mm(radius_mm);
    double room =
        fmin(wanted, room_in_cell(line->mesh, cell_after(line, corner->crossed), corner->at, outwards));
    size_t first = corner->crossed > from->portal ? corner->crossed - 1 : corner->crossed;
    size_t last = corner->crossed < to->portal ? corner->crossed + 1 : corner->crossed;
    bool is_inside =
        (room < wanted || corner->is_behind) && put_beyond(line, first, last, corner, outwards, point);
    if (is_inside || corner->is_behind)
        return is_inside;
    point->portal = corner->crossed;
    point->at = (struct geo_place){corner->at.x + outwards.x * room, corner->at.z + outwards.z * room};
    return room > needed;
}

/// At which hand a piece has to leave a corner: that of the side which it crosses there.
/// @return 0 when it crosses none that ends at the corner
static double gate_hand(const struct swerve_line *line, const struct funnel_point *from,
                        const struct funnel_point *to, const struct corner *corner)
{
    size_t first = corner->crossed > from->portal ? corner->crossed - 1 : corner->crossed;
    size_t end = corner->crossed < to->portal ? corner->crossed + 1 : corner->crossed;
    for (size_t i = first; i < end; i++) {
        if (is_at(mesh_side_start(line->mesh, line->sides[i]), corner->at))
            return -1;
        if (is_at(mesh_side_end(line->mesh, line->sides[i]), corner->at))
            return 1;
    }
    return 0;
}

/// Finds the point that a piece of the line is most in need of, for the corners of one cell.
/// @param worst  how much too near it passes to another corner; raised when this one is worse
static void find_in_cell(const struct swerve_line *line, const struct funnel_point *from,
                         const struct funnel_point *to, size_t crossed, uint32_t cell, double *worst,
                         struct funnel_point *point)
{
    const struct navmesh *mesh = line->mesh;
    for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
        if (!mesh->sides[side].is_wall_end)
            continue;
        struct corner corner = {.at = geo_place_of(mesh_side_start(mesh, side)->at),
                                .crossed = crossed,
                                .is_behind = cell != cell_after(line, crossed)};
        double gate = gate_hand(line, from, to, &corner);
        corner.is_gate = gate != 0;
        for (int hand = -1; hand <= 1; hand += 2) {
            struct funnel_point candidate;
            corner.hand = hand;
            double intruded = gate == -hand ? 0 : intrusion(line, from, to, &corner);
            if (intruded > *worst && find_point(line, &corner, from, to, &candidate)) {
                *worst = intruded;
                *point = candidate;
            }
        }
    }
}

/// Whether a side may lie within the radius of a piece of the line.
static bool is_near(const struct swerve_line *line, const struct funnel_point *from,
                    const struct funnel_point *to, uint32_t side)
{
    struct geo_place way = minus(to->at, from->at);
    double reach = line->radius_mm * sqrt(dot(way, way));
    double start = cross(way, minus(geo_place_of(mesh_side_start(line->mesh, side)->at), from->at));
    double end = cross(way, minus(geo_place_of(mesh_side_end(line->mesh, side)->at), from->at));
    return fmin(start, end) < reach && fmax(start, end) > -reach;
}

/// Finds the point that a piece of the line is most in need of.
/// @return false when it needs none
static bool find_swerve(const struct swerve_line *line, const struct funnel_point *from,
                        const struct funnel_point *to, struct funnel_point *point)
{
    const struct navmesh *mesh = line->mesh;
    double worst = 0;
    for (size_t crossed = from->portal; crossed <= to->portal; crossed++) {
        uint32_t cell = cell_after(line, crossed);
        find_in_cell(line, from, to, crossed, cell, &worst, point);
        // A wall may stand just behind a side that the line passes by.
        for (uint32_t side = mesh->cells[cell].first_side; side < mesh->cells[cell + 1].first_side; side++) {
            uint32_t link = mesh_link_first(mesh, side);
            if (link != MESH_NONE && is_near(line, from, to, side))
                find_in_cell(line, from, to, crossed, mesh_link_cell(mesh, link), &worst, point);
        }
    }
    return worst > 0;
}

/// Writes the line from `from`, which is written, to `to`.
static void walk(struct writer *writer, const struct funnel_point *from, const struct funnel_point *to,
                 int depth)
{
    struct funnel_point point = *to;
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
    int depth = line->radius_mm > 0 ? DEPTH_MAX : 0;
    writer.points[writer.count++] = line->points[0];
    for (size_t i = 1; i < line->point_count; i++)
        walk(&writer, &line->points[i - 1], &line->points[i], depth);
    return writer.count;
}
