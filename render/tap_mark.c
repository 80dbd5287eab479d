#include "render/tap_mark.h"

#include <math.h>

#include "render/color.h"

/// A plane of the picture, with the disc in its samples.
struct plane {
    uint8_t *samples;
    int stride;
    uint32_t width, height;
    float white; // value of pure white
};

struct disc {
    float x, y, radius;
    float opacity; // 0 to 1
};

/// The samples from `from` to `to` that a row or column of `count` has.
struct span {
    uint32_t first, end;
};

static struct span clip(float from, float to, uint32_t count)
{
    float last = (float)count;
    return (struct span){(uint32_t)fminf(fmaxf(from, 0), last), (uint32_t)fminf(fmaxf(to, 0), last)};
}

/// How much of the sample the disc covers: its edge is smooth over the width of one.
static float coverage(const struct disc *disc, uint32_t column, uint32_t row)
{
    float distance = hypotf((float)column + 0.5f - disc->x, (float)row + 0.5f - disc->y);
    return fminf(fmaxf(disc->radius + 0.5f - distance, 0), 1);
}

static void paint(const struct plane *plane, const struct disc *disc)
{
    struct span rows = clip(disc->y - disc->radius, disc->y + disc->radius + 1, plane->height);
    struct span columns = clip(disc->x - disc->radius, disc->x + disc->radius + 1, plane->width);
    for (uint32_t row = rows.first; row < rows.end; row++) {
        uint8_t *samples = plane->samples + (ptrdiff_t)plane->stride * row;
        for (uint32_t column = columns.first; column < columns.end; column++) {
            float below = samples[column];
            float part = disc->opacity * coverage(disc, column, row);
            samples[column] = (uint8_t)(below + (plane->white - below) * part + 0.5f);
        }
    }
}

static void paint_mark(const struct view_tap *tap, float radius_px, const struct renderer_target *target)
{
    struct color_yuv white = color_yuv_from_rgb((struct view_color){255, 255, 255, 255});
    const float whites[3] = {white.y, white.u, white.v};
    for (int i = 0; i < 3; i++) {
        uint32_t divisor = i == 0 ? 1 : 2;
        float scale = 1.0f / (float)divisor;
        struct plane plane = {target->planes[i], target->strides[i], target->width_px / divisor,
                              target->height_px / divisor, whites[i]};
        struct disc disc = {scale * tap->x_px, scale * tap->y_px, scale * radius_px,
                            fminf(fmaxf(tap->opacity, 0), 1)};
        paint(&plane, &disc);
    }
}

void tap_marks_paint(const struct view_tap *taps, size_t count, uint32_t height_px,
                     const struct renderer_target *target)
{
    for (size_t i = 0; i < count; i++) {
        paint_mark(&taps[i], VIEW_TAP_RADIUS * (float)height_px, target);
    }
}
