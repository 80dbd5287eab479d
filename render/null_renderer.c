#include "render/null_renderer.h"

#include <stddef.h>
#include <string.h>

#include "render/color.h"

void null_renderer_draw(struct view_color background, const struct renderer_target *target)
{
    struct color_yuv color = color_yuv_from_rgb(background);
    const float values[3] = {color.y, color.u, color.v};
    for (int i = 0; i < 3; i++) {
        uint32_t divisor = i == 0 ? 1 : 2;
        for (uint32_t row = 0; row < target->height_px / divisor; row++) {
            memset(target->planes[i] + (ptrdiff_t)target->strides[i] * row, (int)(values[i] + 0.5f),
                   target->width_px / divisor);
        }
    }
}
