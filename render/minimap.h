// The minimap: the scene from above around the player, the way, and who is there.
//
// What stands still is a texture for each scene, made when the renderer is created and drawn as one
// rectangle; the rest is sprites.
#pragma once

#include <stdbool.h>

#include "render/interface.h"
#include "render/view.h"

struct minimap; // layout private to minimap.c

/// @param world       scenes, read here
/// @param[out] error  RENDERER_ERROR_MAX bytes, when NULL is returned
struct minimap *minimap_create(const struct view_world *world, char *error);

/// Accepts NULL and half-built minimaps.
void minimap_destroy(struct minimap *minimap);

/// Draws the scene within the frame of an element. Blending of premultiplied colours must be on and depth
/// tests off; sprites under it must have been drawn.
void minimap_draw(const struct minimap *minimap, const struct view *view, const struct view_element *element);

/// Adds the way, people and players to the sprites, over what minimap_draw() has drawn.
void minimap_add_marks(const struct interface *interface, const struct view *view,
                       const struct view_element *element);
