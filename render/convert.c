#include "render/convert.h"

#include <assert.h>
#include <libyuv.h>
#include <stddef.h>

// Rows taken at a time: few enough that full chroma stays in the first-level cache, even for 4:2:0.
enum { STRIP_ROWS = 4 };

uint32_t convert_scratch_bytes(uint32_t width_px)
{
    return 2 * STRIP_ROWS * width_px;
}

void convert_to_i420(const uint8_t *pixels, uint32_t width_px, uint32_t height_px, uint8_t *scratch,
                     uint8_t *const planes[3], const int strides[3])
{
    assert(width_px % 2 == 0);
    assert(height_px % 2 == 0);
    int width = (int)width_px;
    uint8_t *u = scratch;
    uint8_t *v = scratch + STRIP_ROWS * (size_t)width_px;
    for (uint32_t row = 0; row < height_px; row += STRIP_ROWS) {
        int rows = height_px - row < STRIP_ROWS ? (int)(height_px - row) : STRIP_ROWS;
        const uint8_t *source = pixels + 4 * (size_t)width_px * row;
        uint8_t *to_y = planes[0] + (ptrdiff_t)strides[0] * row;
        uint8_t *to_u = planes[1] + (ptrdiff_t)strides[1] * (row / 2);
        uint8_t *to_v = planes[2] + (ptrdiff_t)strides[2] * (row / 2);
        // libyuv's ARGB has blue in the lowest byte, where Y is here; green is U, red is V.
        SplitARGBPlane(source, 4 * width, v, width, u, width, to_y, strides[0], NULL, 0, width, rows);
        ScalePlane(u, width, width, rows, to_u, strides[1], width / 2, rows / 2, kFilterBox);
        ScalePlane(v, width, width, rows, to_v, strides[2], width / 2, rows / 2, kFilterBox);
    }
}
