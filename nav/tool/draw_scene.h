// Draws a scene's map: ground, what stands on it, the graphs, people, and a trip.
#pragma once

#include "nav/baked.h"
#include "nav/nav.h"
#include "nav/pack.h"
#include "nav/tool/svg.h"

/// What is shown. Only read.
struct drawing {
    const struct pack *pack;
    const struct baked *baked; // names and places; meshes may be gone
    const struct nav *nav;
    uint32_t scene;
    size_t layer;                // of the scene's mesh: for whom components and narrow places are shown
    const struct nav_trip *trip; // NULL: none
    enum nav_status status;      // of the trip
};

/// The style sheet for all that is drawn on a map, legend included.
extern const char *const draw_style;

/// Around all that is drawn of the scene.
struct geo_box draw_box(const struct drawing *drawing);

/// Draws ground, obstacles, walls, roads, jumps, people and the trip, in this order.
void draw_map(struct svg *svg, const struct drawing *drawing);
