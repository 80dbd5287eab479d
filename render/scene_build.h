// The static geometry of a scene, built from its data in the machine's memory: light, creases and shadows are
// baked into the vertices. Drawn by render/scene_mesh.h.
//
// A scene is divided into square chunks, so that what the camera does not see can be left out. Upper storeys
// and what comes and goes with a gate are chunks of their own behind the square ones.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "render/light.h"
#include "render/mesh.h"
#include "render/shadow.h"
#include "render/view.h"

enum scene_layer {
    SCENE_SOLID,   // opaque; the vertices' alpha is 255 − how far it sways in the wind
    SCENE_DETAIL,  // as SCENE_SOLID, left out where it would be smaller than a few pixels
    SCENE_GROUND,  // as SCENE_SOLID, drawn after what hides it
    SCENE_WATER,   // red: how far from the shore, 0 to 255 for 0 to SCENE_SHORE_M
    SCENE_OVERLAY, // translucent, lies on the ground: creases, foam, worn edges
    SCENE_LAYER_COUNT
};

#define SCENE_SHORE_M 6.0f

/// What lies on the ground lies this far above it, in the order of drawing, so that depth tests tell them
/// apart.
#define SCENE_SHADOW_LIFT_M  0.004f
#define SCENE_OVERLAY_LIFT_M 0.008f

struct scene_chunk {
    struct mesh layers[SCENE_LAYER_COUNT];
    uint8_t storey;     // left out where the view hides it; 0: never
    uint32_t gate;      // 1 + number of the gate that it comes and goes with; 0: none
    bool is_while_open; // of a gate's: drawn while it is open, otherwise while it is shut
};

/// One scene while it is built. Zeroed: empty.
struct scene_build {
    const struct view_scene *scene; // the storey in work, all of it before and afterwards
    struct light light;
    float min_x, min_z, chunk_m;
    size_t columns, rows;
    struct scene_chunk *chunks; // row by row, then one a storey from the first on, then one a gate's solid
    size_t chunk_count;
    struct scene_chunk *storey; // that everything goes into; NULL: into the square ones
    size_t gate_chunk;          // for the next solid of a gate
    struct shadows *shadows;    // of all storeys
};

/// Builds everything: ground, water, risers, solids, shadows. The scene must live as long as the build.
/// @return false when memory runs out
bool scene_build_init(struct scene_build *build, const struct view_scene *scene);

void scene_build_finish(struct scene_build *build);

/// The chunk that a place of the storey in work belongs to; outside, the nearest one.
struct scene_chunk *scene_build_chunk(const struct scene_build *build, float x, float z);

// ---- the parts, each in a source of its own ------------------------------------------------------

/// A colour as it looks in shadow: cool, against the warm light.
struct view_color scene_build_shadowed(struct view_color color);

/// A pool of lamplight on the ground.
void scene_build_pool(const struct scene_build *build, struct view_vec3 center, float radius_m);

/// Ground and water, cut into cells so that colour can vary, with the shadows on them (scene_ground.c).
/// @return false when memory runs out
bool scene_build_ground(struct scene_build *build);

/// What upper storeys stand on, seen where they are left out and no floor is below (scene_storey.c).
void scene_build_foundations(struct scene_build *build, const struct view_scene *whole);

/// Steps, banks and edges of the land (scene_ground.c).
void scene_build_risers(struct scene_build *build);

/// Tufts and flowers on meadows (scene_decor.c).
void scene_build_decor(struct scene_build *build);

/// Foam along shores, kerbs of roads, worn edges between surfaces, and at dusk lanterns along roads
/// (scene_border.c).
/// @return false when memory runs out
bool scene_build_borders(struct scene_build *build);

/// Places that lead elsewhere (scene_portal.c).
void scene_build_portals(struct scene_build *build);

/// Houses, walls, fences, rocks and trees (scene_solid.c).
/// @return false when memory runs out
bool scene_build_solids(struct scene_build *build);
