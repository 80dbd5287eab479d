// A scene's static geometry in the GPU's memory, drawn chunk by chunk where the camera looks.
#pragma once

#include <stdbool.h>

#include "render/frustum.h"
#include "render/light.h"
#include "render/view.h"

struct scene_mesh; // layout private to scene_mesh.c

/// The programs that scenes are drawn with; one set serves all scenes of a context.
struct scene_programs {
    unsigned solid, overlay, water;
};

/// @param[out] error  RENDERER_ERROR_MAX bytes, when false is returned
bool scene_programs_init(struct scene_programs *programs, char *error);

void scene_programs_finish(struct scene_programs *programs);

/// Builds a scene and uploads it. The scene is not needed afterwards.
/// @return NULL when memory runs out
struct scene_mesh *scene_mesh_create(const struct view_scene *scene);

/// Accepts NULL and half-built meshes.
void scene_mesh_destroy(struct scene_mesh *mesh);

/// Draws what is opaque, nearest first, then water.
/// @param view  says which gates are open and which storeys are left out
void scene_mesh_draw_opaque(struct scene_mesh *mesh, const struct scene_programs *programs,
                            const struct frustum *frustum, const struct view *view);

/// Draws what lies on the ground, translucent.
void scene_mesh_draw_overlay(struct scene_mesh *mesh, const struct scene_programs *programs);

/// Triangles drawn since the last scene_mesh_draw_opaque(), which included.
size_t scene_mesh_triangle_count(const struct scene_mesh *mesh);

const struct light *scene_mesh_light(const struct scene_mesh *mesh);

/// Colour of background and fog.
struct view_color scene_mesh_sky(const struct scene_mesh *mesh);
