// Things that lie about, made by code: they float over a ring of light and turn slowly.
#pragma once

#include "render/brush.h"
#include "render/glow.h"
#include "render/view.h"

/// No item takes more vertices, and none more than twice as many indices; nor does its ring.
enum { ITEM_VERTICES_MAX = 160, ITEM_GLOW_VERTICES_MAX = 180 };

/// Adds the body of an item, opaque.
/// @param time_s  of the view: says how far it has turned
void item_add(const struct brush *brush, const struct view_item *item, float time_s);

/// Adds the light around it.
void item_add_glow(const struct glow *glow, const struct view_item *item, float time_s);
