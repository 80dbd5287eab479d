#include "cloudsvc/session/viewport.h"

#include <assert.h>
#include <math.h>

#include "render/renderer.h"

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/// `min` wins where it is above `max`.
static uint32_t clamp(double value, uint32_t min, uint32_t max)
{
    if (value > max)
        value = max;
    return value > min ? (uint32_t)value : min;
}

struct game_viewport viewport_picture(const struct protocol_viewport *viewport, uint32_t pixels_max)
{
    assert(pixels_max >= RENDERER_SIZE_MIN * RENDERER_SIZE_MIN);
    double ratio = viewport->pixel_ratio_256 / 256.0;
    double width = viewport->width_css_px * ratio;
    double height = viewport->height_css_px * ratio;
    double scale = smaller(1, sqrt(pixels_max / (width * height)));
    scale = smaller(scale, RENDERER_SIZE_MAX / width);
    scale = smaller(scale, RENDERER_SIZE_MAX / height);

    // The sum absorbs what rounding takes off whole numbers.
    struct game_viewport picture = {
        .width_px = clamp(width * scale + 1e-6, RENDERER_SIZE_MIN, RENDERER_SIZE_MAX),
        .height_px = clamp(height * scale + 1e-6, RENDERER_SIZE_MIN, RENDERER_SIZE_MAX),
        .density_percent =
            clamp(100 * ratio * scale + 0.5, GAME_DENSITY_MIN_PERCENT, GAME_DENSITY_MAX_PERCENT),
    };
    // A side lifted to the smallest makes the picture larger than it may be: the other gives way.
    uint32_t width_px_max = pixels_max / picture.height_px;
    picture.width_px = clamp(picture.width_px, RENDERER_SIZE_MIN, width_px_max);
    uint32_t height_px_max = pixels_max / picture.width_px;
    picture.height_px = clamp(picture.height_px, RENDERER_SIZE_MIN, height_px_max);
    for (size_t i = 0; i < 4; i++) {
        uint32_t side_px = i % 2 == 0 ? picture.height_px : picture.width_px; // top, right, bottom, left
        picture.inset_px[i] = clamp(viewport->inset_css_px[i] * ratio * scale + 0.5, 0, side_px / 4);
    }
    return picture;
}
