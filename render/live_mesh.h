// What is in a scene only now, beside people: things that lie about, effects, bars of health. Made anew for
// every picture in memory taken at creation.
#pragma once

#include <stddef.h>

#include "render/frustum.h"
#include "render/light.h"
#include "render/mesh.h"
#include "render/view.h"

struct live_mesh; // layout private to live_mesh.c

/// @return NULL when memory runs out
struct live_mesh *live_mesh_create(void);

/// Accepts NULL and half-built meshes.
void live_mesh_destroy(struct live_mesh *live);

/// Makes everything for a view. Needs no GL context.
void live_mesh_build(struct live_mesh *live, const struct view *view, const struct frustum *frustum,
                     const struct light *light);

/// Draws what is opaque with the program in use: the scene's solid one.
void live_mesh_draw_solid(struct live_mesh *live);

/// Draws what is translucent with the program in use, the scene's overlay one; culling must be off.
void live_mesh_draw_glow(struct live_mesh *live);

/// What was made opaque, for tests; valid until the next live_mesh_build().
const struct mesh *live_mesh_solid(const struct live_mesh *live);

/// What was made translucent, likewise.
const struct mesh *live_mesh_glow(const struct live_mesh *live);

/// Triangles made.
size_t live_mesh_triangle_count(const struct live_mesh *live);
