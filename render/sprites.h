// Flat rectangles over the picture, in pixels from the top left, all with one texture and one call.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "render/atlas.h"
#include "render/view.h"

struct sprites; // layout private to sprites.c

// An interface of 64 elements full of text stays below; what is beyond is left out.
enum { SPRITES_MAX = 6144 };

/// @param[out] error  RENDERER_ERROR_MAX bytes, when NULL is returned
struct sprites *sprites_create(char *error);

/// Accepts NULL and half-built sprites.
void sprites_destroy(struct sprites *sprites);

/// Adds a rectangle of one colour.
void sprites_add_solid(struct sprites *sprites, float x, float y, float width, float height,
                       struct view_color color);

/// Adds a picture of the atlas, texel for pixel.
/// @param flip_x,flip_y  mirrored
void sprites_add_entry(struct sprites *sprites, const struct atlas_entry *entry, float x, float y,
                       bool flip_x, bool flip_y, struct view_color color);

/// Adds a rectangle with round corners.
void sprites_add_rounded(struct sprites *sprites, struct atlas *atlas, float x, float y, float width,
                         float height, float radius_px, struct view_color color);

/// Draws what was added, in that order, and forgets it. Blending must be on and depth tests off.
void sprites_draw(struct sprites *sprites, const struct atlas *atlas);
