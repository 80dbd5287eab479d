// Writes SVG pictures of plans [SVG 1.1]: x to the right, z up the page, text that can be read at any size.
//
// Looks are classes of a style sheet at the picture's head. Labels avoid one another.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "nav/geometry.h"

enum { SVG_LABELS_MAX = 1024 };

/// Where a label lies, pixels.
struct svg_box {
    double left, top, right, bottom;
};

/// A picture being written. Layout is for reading.
struct svg {
    FILE *out;
    struct geo_point low; // of the plan
    double px_per_mm;
    double left_px, top_px;     // of the plan in the picture
    double width_px, height_px; // of the plan
    struct svg_box labels[SVG_LABELS_MAX];
    size_t label_count;
};

/// Begins a picture of a plan with room around it.
/// @param plan    what is shown
/// @param side_px room for a legend at the right
/// @param style   the style sheet
void svg_begin(struct svg *svg, FILE *out, struct geo_box plan, double side_px, const char *style);

void svg_end(struct svg *svg);

/// What is drawn until svg_clip_end() ends at the plan's border.
void svg_clip_begin(struct svg *svg);
void svg_clip_end(struct svg *svg);

/// Where a place of the plan is in the picture.
struct geo_place svg_place(const struct svg *svg, struct geo_place at);

/// Begins lines or areas of one look.
void svg_path_begin(struct svg *svg, const char *look);

/// Goes on elsewhere, or with a line to there.
void svg_move(struct svg *svg, struct geo_place at);
void svg_line(struct svg *svg, struct geo_place at);

/// Closes the area since the last move.
void svg_close(struct svg *svg);

void svg_path_end(struct svg *svg);

/// A closed area of its own.
void svg_polygon(struct svg *svg, const char *look, const struct geo_point *points, size_t count);

/// A mark that is as large at any scale.
void svg_dot(struct svg *svg, const char *look, struct geo_place at, double radius_px);

/// Writes beside a place of the plan, where nothing has been written yet if there is such a place. Labels
/// beyond SVG_LABELS_MAX are left out.
void svg_label(struct svg *svg, const char *look, struct geo_place at, const char *text);

/// Writes at a place of the picture.
void svg_text(struct svg *svg, const char *look, double x_px, double y_px, const char *text);
