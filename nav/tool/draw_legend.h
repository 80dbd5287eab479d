// What is written around a map: title, legend and scale.
#pragma once

#include "nav/tool/draw_scene.h"
#include "nav/tool/svg.h"

enum { DRAW_LEGEND_PX = 250 };

/// Writes title, legend and scale bar.
void draw_legend(struct svg *svg, const struct drawing *drawing);
