// Frame buffers to draw into, one a picture size, and reading them back, strip by strip.
#pragma once

#include <GLES3/gl3.h>
#include <stdbool.h>
#include <stdint.h>

// A worker serves sessions of a few sizes in turn: a phone upright, a phone lying, a laptop.
enum { GL_TARGETS_MAX = 4 };

// Rows read back at a time; even. A strip stays in the second-level cache until it is converted, which takes
// a quarter off the time for both.
enum { GL_TARGET_STRIP_ROWS = 64 };

struct gl_target {
    uint32_t width_px, height_px;           // drawn
    uint32_t even_width_px, even_height_px; // read back
    GLuint framebuffer, color, depth;
    uint8_t *strip;   // GL_TARGET_STRIP_ROWS rows of even_width_px pixels, 4 bytes each
    uint8_t *scratch; // of convert_to_i420()
    uint64_t last_use;
};

/// The few targets used last. Zeroed: empty.
struct gl_targets {
    struct gl_target targets[GL_TARGETS_MAX];
    uint64_t use_count;
};

/// Binds the target of a size, creating it in place of the one unused for longest when it is new.
/// @return NULL when the driver or the machine has no memory for it
struct gl_target *gl_targets_bind(struct gl_targets *targets, uint32_t width_px, uint32_t height_px);

/// Reads rows of the bound target into `strip`, waiting for the picture, and repeats the last column and row
/// of odd sizes. Rows come top first because everything is drawn upside down, which spares a flip.
/// @param first_row  a multiple of GL_TARGET_STRIP_ROWS
/// @return rows in the strip, an even number
uint32_t gl_target_read(struct gl_target *target, uint32_t first_row);

/// Deletes all targets.
void gl_targets_finish(struct gl_targets *targets);
