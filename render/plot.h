// The ground of a scene in convex pieces as large as they come: triangles of one kind and one plane, joined.
//
// A software renderer pays for every edge, and each piece is cut further by cells and shadows. Load time
// only.
#pragma once

#include <stddef.h>

#include "render/outline.h"
#include "render/view.h"

struct plot {
    enum view_surface surface;
    struct view_vec3 normal; // unit vector
    struct outline outline;  // convex; corners where neighbours have one may lie on its sides
};

struct plots {
    struct plot *items;
    size_t count;
};

/// Joins the triangles of a scene across their common sides, longest first, as long as the result is convex
/// [Hertel and Mehlhorn 1983].
/// @return items are NULL when memory runs out
struct plots plots_create(const struct view_scene *scene);

void plots_finish(struct plots *plots);
