// What has to hold for a baked world before anyone walks in it: the laws that meshes, roads, jumps and NPCs
// keep when they are made of a pack.
//
// Counts have been checked by then: nothing is looked up outside its array. Here numbers are checked, shapes,
// and how much work they make, so that no file costs more than about a minute.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/baked.h"
#include "nav/baked_mesh.h"
#include "nav/baked_wire.h"

/// @param wire    reports what is wrong
/// @param number  of the scene
/// @param scene   with everything but a whole mesh
bool baked_check_scene(struct baked_wire *wire, uint32_t number, const struct baked_scene *scene,
                       const struct baked_mesh *flat);

/// Checks jumps and NPCs.
/// @param wire  reports what is wrong
bool baked_check_places(struct baked_wire *wire, const struct baked *baked);
