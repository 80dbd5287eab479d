// Upper storeys: ground that lies over other ground, and which of it hides the avatar from the camera.
//
// What is hidden is not drawn, and a tap goes through it to what is seen below.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "render/view.h"

/// Finds the ground of a scene that lies over other ground, higher than a person: what hangs together becomes
/// a storey, with its risers and with the solids that stand on it. Water and the depth of ravines have
/// nothing over them that could hide anyone. Scenes without any keep NULL for the arrays of storeys.
/// @return false when memory runs out
bool storeys_find(struct view_scene *scene);

/// The storeys that stand between the eye and the avatar or what is close around it: bit n for storey n.
/// @param eye     of the camera
/// @param avatar  its feet
uint64_t storeys_hiding(const struct view_scene *scene, struct view_vec3 eye, struct view_vec3 avatar);

/// Whether a place is on the floor of one of the storeys.
/// @param storeys  bit n: storey n
bool storeys_hold(const struct view_scene *scene, uint64_t storeys, struct view_vec3 at);
