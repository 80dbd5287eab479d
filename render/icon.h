// The pictures on buttons: simple shapes, drawn once for each size and kept in the atlas.
#pragma once

#include <stdint.h>

#include "render/atlas.h"
#include "render/view.h"

enum { ICON_PX_MAX = 128 };

/// A picture of `size_px` × `size_px`, at most ICON_PX_MAX.
/// @param icon  not VIEW_ICON_NONE
/// @return NULL when the atlas is full
const struct atlas_entry *icon_find(struct atlas *atlas, enum view_icon icon, uint32_t size_px);

/// An arrowhead as on maps, likewise, turned to where somebody faces: north is up.
/// @param facing_x  east of a unit vector
/// @param facing_z  its north
const struct atlas_entry *icon_find_arrow(struct atlas *atlas, float facing_x, float facing_z,
                                          uint32_t size_px);
