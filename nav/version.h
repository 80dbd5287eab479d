// One version of everything that ways are searched on: meshes, roads and jumps of all scenes.
//
// A version does not change, so any number of threads may read it while the next one is being made. Versions
// share what they have in common: a scene whose mesh and roads stay is the same one in both. One thread makes
// and destroys them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/cost_to_go.h"
#include "nav/gates.h"
#include "nav/jumps.h"
#include "nav/locate.h"
#include "nav/mesh.h"
#include "nav/nav.h"
#include "nav/roads.h"
#include "nav/route.h"
#include "nav/travel.h"

/// The mesh of a scene and where to find its cells. Counted: each holder releases it.
struct version_ground {
    struct navmesh *mesh;
    struct locator *locator;
    struct cost_to_go *costs; // forget the mesh when it goes; NULL: none are kept of it
    uint64_t number;          // of the mesh, for these
    uint32_t holder_count;
};

/// @param mesh  becomes the ground's, even when this fails
/// @return held once; NULL when memory runs out
struct version_ground *version_ground_create(struct navmesh *mesh);

/// Accepts NULL.
void version_ground_release(struct version_ground *ground);

/// A scene in a version. Counted likewise.
struct version_scene {
    struct version_ground *ground;
    struct roads *roads;                  // its own; NULL: no roads are used
    struct gates *gates[MESH_LAYERS_MAX]; // per layer of the mesh; NULL: one graph is used only
    uint32_t holder_count;
};

/// Which graphs ways are searched on.
enum version_graphs { VERSION_ROADS = 1, VERSION_MESH = 2, VERSION_BOTH = VERSION_ROADS | VERSION_MESH };

/// The world as one size of agents sees it.
struct version_agent {
    struct route_scene *scenes;
    struct jumps *jumps;
    struct travel_world view; // of both
};

/// The arrays are for reading.
struct nav_version {
    struct version_scene **scenes;
    size_t scene_count;
    struct version_agent *agents;
    size_t agent_count;
    nav_jump *jump_names; // per jump
};

/// What the maker of versions keeps of a scene.
struct version_draft {
    struct version_ground *ground;
    struct roads *roads;
    bool is_changed;                  // since the version before
    uint32_t layers[MESH_LAYERS_MAX]; // per size of agents in the version, that in the scene's mesh
};

struct version_input {
    const struct version_draft *drafts;
    size_t scene_count;
    enum version_graphs graphs;
    size_t agent_count; // at most MESH_LAYERS_MAX
    const struct jump *jumps;
    const nav_jump *jump_names;
    size_t jump_count;
    const struct nav_version *before; // the version before; NULL: this is the first
    struct route_limits limits;       // that the scenes keep to
};

/// nav_version_destroy() of nav.h takes it away again; scenes that another version shares stay.
/// @return NULL when memory runs out
struct nav_version *nav_version_create(const struct version_input *input);
