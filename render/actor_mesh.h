// Draws people, animals and the marks over their heads, all of a kind with one call.
#pragma once

#include <stdbool.h>

#include "render/frustum.h"
#include "render/view.h"

struct actor_mesh; // layout private to actor_mesh.c

/// @param[out] error  RENDERER_ERROR_MAX bytes, when NULL is returned
struct actor_mesh *actor_mesh_create(char *error);

/// Accepts NULL and half-built meshes.
void actor_mesh_destroy(struct actor_mesh *mesh);

/// Draws the player's own avatar, and whom it is on the way to, where something hides them, translucent, so
/// that nobody gets lost behind a house. Depth tests must be reversed, and nobody drawn yet.
void actor_mesh_draw_hidden(struct actor_mesh *mesh, const struct view *view);

/// Draws the actors of a view that the camera sees, opaque.
void actor_mesh_draw(struct actor_mesh *mesh, const struct view *view, const struct frustum *frustum);

/// Draws one actor from the front, whatever the view's camera: for portraits. Fill the block for a camera of
/// actor_mesh_portrait_frustum() first.
void actor_mesh_draw_portrait(struct actor_mesh *mesh, const struct view_actor *actor);

/// Triangles drawn since the last actor_mesh_draw_hidden(), which included.
size_t actor_mesh_triangle_count(const struct actor_mesh *mesh);

/// A camera before the face of an actor who stands at the origin, one metre tall, and looks along −z.
struct frustum actor_mesh_portrait_frustum(float width_px, float height_px);

/// Height of the middle of the mark over a head, above the feet.
float actor_mesh_mark_height_m(const struct view_actor *actor);
