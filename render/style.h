// Colours of what is not the world: interface, route, marks.
#pragma once

#include "render/view.h"

/// The one accent: wayfinding and whatever is primary.
static const struct view_color style_accent = {255, 190, 92, 255};
static const struct view_color style_on_accent = {42, 30, 18, 255};
static const struct view_color style_panel = {26, 28, 40, 226};
static const struct view_color style_button = {58, 62, 82, 240};
static const struct view_color style_text = {244, 240, 232, 255};
static const struct view_color style_outline = {24, 22, 30, 215};
static const struct view_color style_track = {14, 16, 26, 190}; // under the filling of a meter
static const struct view_color style_disc = {34, 37, 54, 232};  // of a round button
static const struct view_color style_ready = {52, 50, 58, 238}; // of one that can be used
static const struct view_color style_waiting = {84, 90, 116, 235};
