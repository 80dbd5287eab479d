// An OpenGL ES 3.0 context without a window, through SDL2's offscreen video driver.
#pragma once

struct gl_context; // layout private to gl_context.c

/// Creates a context and makes it current on the calling thread, which alone uses and destroys it. Any
/// number of threads may have one each.
/// @param[out] error  what failed and what to do, RENDERER_ERROR_MAX bytes, when NULL is returned
struct gl_context *gl_context_create(char *error);

/// Accepts NULL and half-built contexts. What was made in the context goes with it.
void gl_context_destroy(struct gl_context *context);
