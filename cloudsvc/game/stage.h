// The static scenes of a pack as the renderer wants them: ground, risers and solids from the same
// polygons that the mesh is made of, so that a wall seen is a wall walked into.
#pragma once

#include "nav/nav.h"
#include "nav/pack.h"
#include "render/view.h"

/// Ground is the mesh's triangles, corner by corner, and what lies under solids; roads are paths on it. A
/// pond is water a little below its bank, a ravine is deep, and where roads lead over either, planks lie.
/// Upright faces stand where floors meet at a step, around ponds and ravines, and where the land ends.
/// @return scenes for stage_destroy(); NULL when memory runs out
struct view_world *stage_create(const struct pack *pack, const struct nav *nav);

/// Accepts NULL and half-built worlds.
void stage_destroy(struct view_world *world);
