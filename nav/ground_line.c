#include "nav/ground_line.h"

#include "nav/profile.h"

/// Where on the whole side, from its start to its end, the way from `from` to `to` crosses it.
static double crossing_part(struct geo_place side_start, struct geo_place side_end, struct geo_place from,
                            struct geo_place to)
{
    double from_off = geo_place_cross(from, to, side_start);
    double to_off = geo_place_cross(from, to, side_end);
    if (from_off == to_off)
        return geo_place_project(side_start, side_end, to);
    double t = from_off / (from_off - to_off);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static double side_height(const struct navmesh *mesh, uint32_t side, double part)
{
    double start = mesh_side_start(mesh, side)->height_mm;
    double end = mesh_side_end(mesh, side)->height_mm;
    return start * (1 - part) + end * part;
}

enum { CREASES_MAX = 16 };

/// Adds a crossing to those of one cell, in order; later ones that find no room are left out.
static void add_crease(double parts[CREASES_MAX], size_t *count, double part)
{
    if (*count == CREASES_MAX)
        return;
    size_t i = (*count)++;
    for (; i > 0 && parts[i - 1] > part; i--)
        parts[i] = parts[i - 1];
    parts[i] = part;
}

/// Passes the creases between the triangles of a cell on the way from `from` to `to`, both on it.
static void pass_creases(struct profile *profile, const struct navmesh *mesh, uint32_t cell,
                         struct geo_place from, struct geo_place to)
{
    double parts[CREASES_MAX];
    size_t count = 0;
    uint32_t first = mesh->cells[cell].first_triangle;
    uint32_t end = mesh->cells[cell + 1].first_triangle;
    if (first + 1 >= end)
        return;
    for (uint32_t i = first; i < end; i++) {
        for (int k = 0; k < 3; k++) {
            uint32_t a = mesh->cells[cell].first_side + mesh->triangles[i].corners[k];
            uint32_t b = mesh->cells[cell].first_side + mesh->triangles[i].corners[(k + 1) % 3];
            struct geo_place a_at = geo_place_of(mesh_side_start(mesh, a)->at);
            struct geo_place b_at = geo_place_of(mesh_side_start(mesh, b)->at);
            double a_off = geo_place_cross(from, to, a_at);
            double b_off = geo_place_cross(from, to, b_at);
            // Each crease is a side of two triangles: the one that has it ascending counts.
            if (a > b || (a_off > 0) == (b_off > 0))
                continue;
            struct geo_place at = geo_place_mix(a_at, b_at, a_off / (a_off - b_off));
            double part = geo_place_project(from, to, at);
            if (part > 0 && part < 1)
                add_crease(parts, &count, part);
        }
    }
    for (size_t i = 0; i < count; i++) {
        struct geo_place at = geo_place_mix(from, to, parts[i]);
        profile_pass(profile, (struct profile_point){at, mesh_height(mesh, cell, at)});
    }
}

/// The line being written, and how far it has come.
struct writer {
    struct profile profile;
    const struct navmesh *mesh;
    const uint32_t *sides; // that the line crosses
    size_t side_count;
    size_t portal; // the next of them
    uint32_t end_cell;
    struct geo_place at;
    uint32_t cell;
};

/// Walks over the next side, on the way from corner `from` to corner `to`.
static void cross_side(struct writer *writer, struct geo_place from, struct geo_place to)
{
    const struct navmesh *mesh = writer->mesh;
    uint32_t side = writer->sides[writer->portal++];
    bool is_last = writer->portal == writer->side_count;
    uint32_t next_cell = is_last ? writer->end_cell : mesh->sides[writer->sides[writer->portal]].cell;
    struct geo_place start = geo_place_of(mesh_side_start(mesh, side)->at);
    struct geo_place end = geo_place_of(mesh_side_end(mesh, side)->at);
    double part = crossing_part(start, end, from, to);
    struct geo_place at = geo_place_mix(start, end, part);
    pass_creases(&writer->profile, mesh, writer->cell, writer->at, at);
    profile_pass(&writer->profile, (struct profile_point){at, side_height(mesh, side, part)});
    uint32_t other = mesh_link_side(mesh, mesh_link_to(mesh, side, next_cell));
    profile_pass(&writer->profile, (struct profile_point){at, side_height(mesh, other, 1 - part)});
    writer->at = at;
    writer->cell = next_cell;
}

/// Walks straight to a corner of the line.
static void walk_to(struct writer *writer, struct geo_place from, const struct funnel_point *to)
{
    while (writer->portal < to->portal)
        cross_side(writer, from, to->at);
    pass_creases(&writer->profile, writer->mesh, writer->cell, writer->at, to->at);
    writer->at = to->at;
    profile_turn(&writer->profile,
                 (struct profile_point){to->at, mesh_height(writer->mesh, writer->cell, to->at)});
}

bool ground_line_write(const struct ground_line *line, uint32_t scene, struct nav_trip *trip)
{
    const struct navmesh *mesh = line->mesh;
    struct writer writer = {.mesh = mesh,
                            .sides = line->sides,
                            .side_count = line->side_count,
                            .at = line->start.at,
                            .cell = line->start.cell,
                            .end_cell = line->end_cell};
    profile_begin(
        &writer.profile, trip, scene,
        (struct profile_point){line->start.at, mesh_height(mesh, line->start.cell, line->start.at)});
    for (size_t i = 1; i < line->point_count; i++)
        walk_to(&writer, line->points[i - 1].at, &line->points[i]);
    return !writer.profile.is_full;
}
