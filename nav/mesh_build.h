// Makes the mesh of a scene from the pack's regions and obstacles.
//
// Obstacles become holes of the region they stand in. Then: vertices and sides are arranged, regions
// cut into triangles, triangles merged to cells, cells connected.
#pragma once

#include "nav/mesh.h"
#include "nav/pack.h"
#include "nav/report.h"

/// Takes memory for the time of the call besides the mesh.
/// @param scene        only read
/// @param[out] report  what is wrong, when NULL is returned
/// @return the mesh, for navmesh_destroy()
struct navmesh *mesh_build(const struct pack_scene *scene, struct report *report);
