// Flat rectangles over the picture, in pixels from the top left: plain ones, and pictures of the atlas.
//
// Texture costs a software renderer as much as blending does, so that plain rectangles are drawn without: all
// that wait at a time first, then the pictures. One that would come to lie over a waiting picture has them
// drawn before.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "render/atlas.h"
#include "render/view.h"

struct sprites; // layout private to sprites.c

// Of each sort, that wait at a time; an interface of 64 elements full of text stays below. What is beyond is
// left out.
enum { SPRITES_MAX = 4096 };

/// @param atlas       where pictures come from; must outlive the sprites
/// @param[out] error  RENDERER_ERROR_MAX bytes, when NULL is returned
struct sprites *sprites_create(const struct atlas *atlas, char *error);

/// Accepts NULL and half-built sprites.
void sprites_destroy(struct sprites *sprites);

/// Adds a rectangle of one colour.
void sprites_add_solid(struct sprites *sprites, float x, float y, float width, float height,
                       struct view_color color);

/// Adds a picture of the atlas, texel for pixel.
/// @param flip_x  mirrored from left to right
/// @param flip_y  upside down
void sprites_add_entry(struct sprites *sprites, const struct atlas_entry *entry, float x, float y,
                       bool flip_x, bool flip_y, struct view_color color);

/// Adds a sector of a picture of the atlas, from the top clockwise, as on the face of a clock.
/// @param share  of the whole turn, 0 to 1
void sprites_add_sector(struct sprites *sprites, const struct atlas_entry *entry, float x, float y,
                        float share, struct view_color color);

/// Adds a rectangle with round corners.
void sprites_add_rounded(struct sprites *sprites, struct atlas *atlas, float x, float y, float width,
                         float height, float radius_px, struct view_color color);

/// Draws what waits. Blending of premultiplied colours must be on and depth tests off.
void sprites_draw(struct sprites *sprites);
