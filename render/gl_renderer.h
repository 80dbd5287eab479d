// The renderer that draws with OpenGL ES 3.0: order of drawing, reading back, conversion.
#pragma once

#include "render/renderer.h"

struct gl_renderer; // layout private to gl_renderer.c

/// As renderer_create(), for RENDERER_GL.
struct gl_renderer *gl_renderer_create(const struct view_world *world, char *error);

/// Accepts NULL and half-built renderers.
void gl_renderer_destroy(struct gl_renderer *renderer);

/// As renderer_draw().
bool gl_renderer_draw(struct gl_renderer *renderer, const struct view *view,
                      const struct renderer_target *target, struct renderer_times *times);
