// A scene as the search for ways inside it sees it: for one size of agent, with the graphs to be used.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/cost_to_go.h"
#include "nav/gates.h"
#include "nav/locate.h"
#include "nav/mesh.h"
#include "nav/roads.h"

/// Nothing in it is owned. Ways are found on a mesh, or roads, or both with their gates.
struct route_scene {
    const struct navmesh *mesh;     // NULL: no mesh
    const struct mesh_layer *layer; // of the mesh: for whom
    const struct locator *locator;
    const struct roads *roads; // NULL: none are to be used
    const struct gates *gates; // for the layer; NULL: ways lead over the mesh only, or over the roads only
    struct cost_to_go *costs;  // of the mesh's targets; NULL: none are kept
    uint64_t mesh_version;     // for these
    uint32_t number;
};

/// Whether ways lead over the roads only.
static inline bool route_scene_has_roads_only(const struct route_scene *scene)
{
    return scene->roads && !scene->gates;
}
