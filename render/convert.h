// From the frame buffer's pixels, which are BT.709 YUV already (render/color.h), to I420 planes.
#pragma once

#include <stdint.h>

/// Splits pixels of Y, U, V and an unused byte into planes, halving U and V both ways by averaging.
/// @param pixels        top row first, rows without gaps: 4 × width_px bytes; read and written to by nobody
/// else
/// @param width_px      even
/// @param height_px     even
/// @param scratch       room for convert_scratch_bytes(width_px)
/// @param[out] planes   Y, U and V
/// @param strides       bytes from row to row of each plane
void convert_to_i420(const uint8_t *pixels, uint32_t width_px, uint32_t height_px, uint8_t *scratch,
                     uint8_t *const planes[3], const int strides[3]);

/// @return bytes that convert_to_i420() works in
uint32_t convert_scratch_bytes(uint32_t width_px);
