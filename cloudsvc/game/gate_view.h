// What gates look like: the leaves of doors, the planks of bridges, as solids of the scene.
#pragma once

#include <stdbool.h>

#include "nav/pack.h"
#include "render/view.h"

/// Adds a solid for each gate, which bears its number: a door's stands along its line, a bridge's planks lie
/// from end to end.
/// @param view  has room for one more solid a gate
/// @return false when memory runs out
bool gate_view_add(const struct pack_scene *scene, struct view_scene *view);
