// Finds the obstacles of a scene that nothing comes near: neither others, nor roads, nor borders.
//
// Snapping and cutting would give their outlines back as they are: they are holes in the ground. Most
// obstacles of a large scene are such.
#pragma once

#include <stdbool.h>

#include "nav/crossings.h"
#include "nav/seams.h"

/// Marks them: cutter.is_apart.
/// @param crossings  of the scene
/// @param seams      likewise
/// @return false when memory runs out
bool apart_find(struct crossings *crossings, const struct seams *seams);
