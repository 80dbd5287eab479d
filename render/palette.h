// The toy town's colours, before light.
#pragma once

#include "render/view.h"

/// The colour of a kind of ground.
struct view_color palette_surface(enum view_surface surface);

/// The upright face below a kind of ground.
struct view_color palette_riser(enum view_surface surface);

/// `color`, or the style's own where it is zero: brick for a house's roof, leaves for a tree, stone for the
/// rest.
/// @param variant  any number; picks among a few similar ones
struct view_color palette_solid(enum view_solid_kind kind, struct view_color color, unsigned variant);

/// Plaster of house walls.
struct view_color palette_plaster(unsigned variant);
