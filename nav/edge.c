#include "nav/edge.h"

#include <assert.h>
#include <math.h>

static uint32_t triangle_count(const struct navmesh *mesh, uint32_t waypoint)
{
    return mesh->cells[waypoint + 1].first_triangle - mesh->cells[waypoint].first_triangle;
}

static uint32_t side_count(const struct navmesh *mesh, uint32_t waypoint)
{
    return mesh->cells[waypoint + 1].first_side - mesh->cells[waypoint].first_side;
}

uint32_t edge_count(const struct navmesh *mesh, uint32_t waypoint)
{
    uint32_t count = triangle_count(mesh, waypoint);
    return count > 0 ? count : 1;
}

/// Number of an edge's corner in the waypoint.
static uint32_t corner_number(const struct navmesh *mesh, uint32_t waypoint, uint32_t edge, uint32_t corner)
{
    bool is_plane = triangle_count(mesh, waypoint) <= 1;
    return is_plane ? corner : mesh->triangles[mesh->cells[waypoint].first_triangle + edge].corners[corner];
}

uint32_t edge_corner_count(const struct navmesh *mesh, uint32_t waypoint)
{
    return triangle_count(mesh, waypoint) <= 1 ? side_count(mesh, waypoint) : 3;
}

const struct mesh_corner *edge_corner(const struct navmesh *mesh, uint32_t waypoint, uint32_t edge,
                                      uint32_t corner)
{
    assert(edge < edge_count(mesh, waypoint));
    assert(corner < edge_corner_count(mesh, waypoint));
    return mesh_side_start(mesh,
                           mesh->cells[waypoint].first_side + corner_number(mesh, waypoint, edge, corner));
}

uint32_t edge_side(const struct navmesh *mesh, uint32_t waypoint, uint32_t edge, uint32_t corner)
{
    uint32_t next = (corner + 1) % edge_corner_count(mesh, waypoint);
    uint32_t from = corner_number(mesh, waypoint, edge, corner);
    uint32_t to = corner_number(mesh, waypoint, edge, next);
    bool is_side = to == (from + 1) % side_count(mesh, waypoint);
    return is_side ? mesh->cells[waypoint].first_side + from : MESH_NONE;
}

/// How far inside a triangle a place lies: the least of the shares that its corners have in it.
static double insideness(const struct geo_place corners[3], struct geo_place at)
{
    double whole = geo_place_cross(corners[0], corners[1], corners[2]);
    double least = INFINITY;
    for (int i = 0; i < 3; i++)
        least = fmin(least, geo_place_cross(corners[(i + 1) % 3], corners[(i + 2) % 3], at) / whole);
    return least;
}

uint32_t edge_at(const struct navmesh *mesh, uint32_t waypoint, struct geo_place at)
{
    double best_inside = -INFINITY;
    uint32_t best = 0;
    uint32_t count = edge_count(mesh, waypoint);
    for (uint32_t edge = 0; count > 1 && edge < count && best_inside < 0; edge++) {
        struct geo_place corners[3];
        for (uint32_t i = 0; i < 3; i++)
            corners[i] = geo_place_of(edge_corner(mesh, waypoint, edge, i)->at);
        double inside = insideness(corners, at);
        best = inside > best_inside ? edge : best;
        best_inside = fmax(inside, best_inside);
    }
    return best;
}
