// Edges, the lowest of the mesh's levels: the basic polygons that a waypoint, which is a cell, is merged
// from.
//
// An edge belongs to one waypoint and may border another. Where the ground bends, edges are triangles; a
// waypoint that is all one plane is one edge. (What a polygon is bounded by is called a side here.)
#pragma once

#include <stdint.h>

#include "nav/mesh.h"

/// How many edges a waypoint has, at least 1.
uint32_t edge_count(const struct navmesh *mesh, uint32_t waypoint);

/// The edge of a waypoint that a place lies on; outside, the one nearest to it.
uint32_t edge_at(const struct navmesh *mesh, uint32_t waypoint, struct geo_place at);

/// How many corners an edge has, at least 3.
uint32_t edge_corner_count(const struct navmesh *mesh, uint32_t waypoint);

/// @param edge    below edge_count()
/// @param corner  below edge_corner_count(); they run counter-clockwise
const struct mesh_corner *edge_corner(const struct navmesh *mesh, uint32_t waypoint, uint32_t edge,
                                      uint32_t corner);

/// The waypoint's side that leads from one of an edge's corners to the next: where it borders what is not of
/// the waypoint.
/// @return MESH_NONE when another edge of the waypoint lies there
uint32_t edge_side(const struct navmesh *mesh, uint32_t waypoint, uint32_t edge, uint32_t corner);
