// The pictures on buttons: simple shapes, drawn once for each size and kept in the atlas.
#pragma once

#include <stdint.h>

#include "render/atlas.h"
#include "render/view.h"

enum { ICON_PX_MAX = 128 };

/// Draws a picture: coverage, rows from the top.
/// @param icon    not VIEW_ICON_NONE
/// @param pixels  size_px × size_px bytes
void icon_draw(enum view_icon icon, uint32_t size_px, uint8_t *pixels);

/// Draws an arrowhead as on maps, turned to where somebody faces: north is up.
/// @param facing_x  east of a unit vector
/// @param facing_z  its north
void icon_draw_arrow(float facing_x, float facing_z, uint32_t size_px, uint8_t *pixels);

/// The same from the atlas, drawn when first asked for, at most ICON_PX_MAX large.
/// @return NULL when the atlas is full
const struct atlas_entry *icon_find(struct atlas *atlas, enum view_icon icon, uint32_t size_px);

/// The same of an arrowhead, turned to the nearest of 32 directions.
const struct atlas_entry *icon_find_arrow(struct atlas *atlas, float facing_x, float facing_z,
                                          uint32_t size_px);
