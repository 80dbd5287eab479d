// What a picture of each scene costs, as one who walks through it sees it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/pack.h"

/// Medians over the views.
struct picture_figures {
    char scene[PACK_NAME_MAX];
    double draw_ms, readback_ms, convert_ms, total_ms;
    uint32_t triangles;
    size_t view_count;
};

/// Walks through every scene, then draws what was seen, 1280x720, by the renderer of the frame workers.
/// @param[out] figures  for free(), one a scene
/// @return how many scenes; 0 when the world cannot be played or drawn, which is printed
size_t measure_pictures(const char *folder, struct picture_figures **figures);
