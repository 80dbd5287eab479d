// A view in, a picture out: draws, reads back and converts to I420 on the calling thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

struct renderer; // layout private to renderer.c

enum renderer_kind {
    RENDERER_GL,   // OpenGL ES 3.0 through SDL2's offscreen driver
    RENDERER_NULL, // no driver: flat background, for tests of everything around it
};

enum { RENDERER_ERROR_MAX = 256, RENDERER_SIZE_MIN = 64, RENDERER_SIZE_MAX = 4096 };

/// Where the picture goes: I420, BT.709, limited range. Planes are the caller's memory (the encoder's
/// input, so that nothing is copied twice). Width and height are even; where the view's are odd, the
/// last column or row is repeated.
struct renderer_target {
    uint8_t *planes[3];
    int strides[3]; // bytes
    uint32_t width_px, height_px;
};

/// When the stages of a picture ended, CLOCK_MONOTONIC. Reading and converting may take turns; then the
/// stamps are as if one had followed the other.
struct renderer_times {
    uint64_t drawn_us;     // the GPU (or llvmpipe) is done
    uint64_t read_back_us; // pixels are in our memory
    uint64_t converted_us; // I420 is in the target
    uint32_t triangles;    // of the world that were drawn; none of the interface's
};

/// Creates a renderer with its own GL context; every frame worker has one. The thread that creates it
/// is the one that uses and destroys it.
/// @param world       static scenes, read here; not needed afterwards
/// @param[out] error  what failed and what to do, RENDERER_ERROR_MAX bytes, when NULL is returned
struct renderer *renderer_create(enum renderer_kind kind, const struct view_world *world, char *error);

/// Accepts NULL and half-built renderers.
void renderer_destroy(struct renderer *renderer);

/// Draws `view` in its own size into `target`, which is the next even size, its tap marks last of all. Sizes
/// may change from call to call (a renderer serves all sessions of its worker). Allocates nothing once a size
/// has been seen.
/// @return false when the GL context is lost or memory runs out: destroy the renderer and create a new one
bool renderer_draw(struct renderer *renderer, const struct view *view, const struct renderer_target *target,
                   struct renderer_times *times);
