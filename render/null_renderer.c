#include "render/null_renderer.h"

#include <math.h>
#include <string.h>

#include "render/color.h"

struct plane {
    uint8_t *rows;
    int stride;
    uint32_t width_px, height_px;
    float scale; // samples a pixel of the picture
    float white; // value of pure white
};

static uint8_t to_byte(float value)
{
    return (uint8_t)(value + 0.5f);
}

static void fill_plane(const struct plane *plane, float value)
{
    for (uint32_t y = 0; y < plane->height_px; y++) {
        memset(plane->rows + (ptrdiff_t)plane->stride * y, to_byte(value), plane->width_px);
    }
}

static uint32_t clamp_index(float value, uint32_t count)
{
    if (!(value > 0)) {
        return 0;
    }
    return value < (float)count ? (uint32_t)value : count;
}

static void draw_disc(const struct plane *plane, const struct view_tap *tap, float radius_px)
{
    float x = tap->x_px * plane->scale;
    float y = tap->y_px * plane->scale;
    float radius = radius_px * plane->scale;
    uint32_t top = clamp_index(y - radius, plane->height_px);
    uint32_t bottom = clamp_index(y + radius + 1, plane->height_px);
    for (uint32_t row = top; row < bottom; row++) {
        float dy = (float)row + 0.5f - y;
        float square = radius * radius - dy * dy;
        float half = square > 0 ? sqrtf(square) : 0;
        uint8_t *samples = plane->rows + (ptrdiff_t)plane->stride * row;
        uint32_t end = clamp_index(x + half + 0.5f, plane->width_px);
        for (uint32_t column = clamp_index(x - half + 0.5f, plane->width_px); column < end; column++) {
            float below = samples[column];
            samples[column] = to_byte(below + (plane->white - below) * tap->opacity);
        }
    }
}

void null_renderer_draw(struct view_color background, const struct view *view,
                        const struct renderer_target *target)
{
    struct color_yuv color = color_yuv_from_rgb(background);
    struct color_yuv white = color_yuv_from_rgb((struct view_color){255, 255, 255, 255});
    const float colors[3] = {color.y, color.u, color.v};
    const float whites[3] = {white.y, white.u, white.v};
    for (int i = 0; i < 3; i++) {
        uint32_t divisor = i == 0 ? 1 : 2;
        struct plane plane = {target->planes[i],           target->strides[i],    target->width_px / divisor,
                              target->height_px / divisor, 1.0f / (float)divisor, whites[i]};
        fill_plane(&plane, colors[i]);
        for (size_t tap = 0; tap < view->tap_count; tap++) {
            draw_disc(&plane, &view->taps[tap], VIEW_TAP_RADIUS * (float)view->height_px);
        }
    }
}
