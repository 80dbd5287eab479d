// A picture of a stream, kept as a PNG file.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "render/renderer.h"

/// Writes a picture as 8-bit RGB [ISO/IEC 15948]. The same picture gives the same file.
/// @param path       an existing file is replaced
/// @param picture    I420, BT.709, limited range
/// @param width_px   to keep of it, at most its own
/// @param height_px  likewise
/// @return false when memory runs out or the file cannot be written; errno says why
bool picture_file_write(const char *path, const struct renderer_target *picture, uint32_t width_px,
                        uint32_t height_px);
