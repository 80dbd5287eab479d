// Colours of what is not the world: interface, route, marks.
#pragma once

#include "render/view.h"

/// The one accent: wayfinding and whatever is primary.
static const struct view_color style_accent = {255, 190, 92, 255};
static const struct view_color style_on_accent = {42, 30, 18, 255};
static const struct view_color style_panel = {26, 28, 40, 204};
static const struct view_color style_button = {58, 62, 82, 226};
static const struct view_color style_text = {244, 240, 232, 255};
static const struct view_color style_outline = {24, 22, 30, 215};
