// Makes the mesh of a scene from the pack's regions, obstacles and roads.
//
// What crosses is cut, and the ground divided into pieces; the pieces' vertices and sides are arranged,
// pieces cut into triangles, triangles merged to cells, cells connected for every size of people. Regions of
// one chunk make a chunk of the mesh (chunk_names.h).
#pragma once

#include "nav/mesh.h"
#include "nav/pack.h"
#include "nav/report.h"

/// Takes memory for the time of the call besides the mesh.
/// @param scene        only read
/// @param[out] report  what is wrong, when NULL is returned
/// @return the mesh, for navmesh_destroy(): a layer for each size of people, the scene's first one first
struct navmesh *mesh_build(const struct pack_scene *scene, struct report *report);

/// Makes the part of the scene's mesh that is one chunk, to replace it in a mesh of the scene as it was
/// before.
/// @param chunk        its number (chunk_names.h)
/// @param[out] report  what is wrong, when NULL is returned; nothing when the chunk has no ground
/// @return the part, for chunk_replace() and navmesh_destroy()
struct navmesh *mesh_build_chunk(const struct pack_scene *scene, size_t chunk, struct report *report);
