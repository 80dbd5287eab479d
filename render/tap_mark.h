// Tap marks: white discs that say that a tap was taken.
//
// They go onto the finished picture, not into the drawing: so a tap that comes in while a picture is drawn
// is answered by that very picture, and one that comes in between two pictures by the last one once more,
// without waiting for a new one to be drawn.
#pragma once

#include <stddef.h>

#include "render/renderer.h"
#include "render/view.h"

/// Paints the marks in their order over everything in the picture. A mark may lie outside in part or whole.
/// @param height_px  of the view that the marks were placed in
void tap_marks_paint(const struct view_tap *taps, size_t count, uint32_t height_px,
                     const struct renderer_target *target);
