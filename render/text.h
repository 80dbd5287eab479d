// Text on the picture: glyphs from the atlas, drawn when first used.
#pragma once

#include <stdbool.h>

#include "render/atlas.h"
#include "render/sprites.h"
#include "render/view.h"

struct text; // layout private to text.c

enum text_weight { TEXT_REGULAR, TEXT_BOLD };

struct text_style {
    float line_px; // height of a line
    enum text_weight weight;
    struct view_color color;
    struct view_color outline; // alpha 0: none
};

/// @param atlas       where glyphs are kept; must outlive the text
/// @param[out] error  RENDERER_ERROR_MAX bytes, when NULL is returned
struct text *text_create(struct atlas *atlas, char *error);

/// Accepts NULL and half-built texts.
void text_destroy(struct text *text);

/// Width of a text on one line, in pixels.
float text_width(struct text *text, const char *string, struct text_style style);

/// Adds a text on one line to the sprites.
/// @param x  left end of the line
/// @param y  its top
void text_add_line(struct text *text, struct sprites *sprites, const char *string, float x, float y,
                   struct text_style style);

/// Adds a text within a rectangle, broken into lines (render/text_layout.h).
/// @param is_middle  half way down the rectangle instead of at its top
void text_add_block(struct text *text, struct sprites *sprites, const char *string, float x, float y,
                    float width, float height, enum view_align align, bool is_middle,
                    struct text_style style);
