// Draws on a scene's map what a game has there: gates, grounds of enemies, and spots where things lie.
#pragma once

#include "nav/tool/draw_scene.h"
#include "nav/tool/svg.h"

/// Draws the gates, those of doors as their leaves, those of bridges as their planks; the grounds, as wide as
/// they are; and the spots.
void draw_game(struct svg *svg, const struct drawing *drawing);
