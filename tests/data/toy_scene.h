// A scene made by hand for tests of cameras and taps: level ground of 40 m, a terrace 2 m above it, a house.
//
//     z
//     12 ┌────┐ terrace, x 4 to 12, z 4 to 12, height 2
//        │    │
//      6 ┌──┐ house, x −8 to −4, z 2 to 6, 4 m high
//      2 └──┘
//      0 ───────── x
#pragma once

#include "render/view.h"

struct toy_scene {
    struct view_triangle triangles[4];
    struct view_riser risers[4];
    struct view_vec3 footprint[4];
    struct view_solid solid;
    struct view_scene scene; // points into the rest: init in place, do not copy
};

void toy_scene_init(struct toy_scene *toy);
