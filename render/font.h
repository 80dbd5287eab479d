// Glyphs from SDL2_ttf: DejaVu Sans for Latin, Greek and Cyrillic, WenQuanYi Micro Hei for the rest.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct font_set; // layout private to font.c

enum { FONT_PX_MIN = 6, FONT_PX_MAX = 160 };

/// Which picture of a character.
struct font_style {
    uint16_t line_px; // height of a line of text, FONT_PX_MIN to FONT_PX_MAX
    bool is_bold;
    uint8_t outline_px; // 0: the glyph itself; else what stands around it, as wide
};

/// A glyph's picture: coverage, cropped to what is covered.
struct font_glyph {
    const uint8_t *pixels; // width × height bytes, valid until the next call; NULL for a blank
    uint16_t width, height;
    int16_t left, top; // from the pen at the top of the line
    float advance;
};

/// Opens the fonts. Any thread; each renderer has its own set.
/// @param[out] error  which package is missing, RENDERER_ERROR_MAX bytes, when NULL is returned
struct font_set *font_set_create(char *error);

/// Accepts NULL and half-built sets.
void font_set_destroy(struct font_set *fonts);

/// Draws a character. What no font has is drawn as DejaVu's empty box.
struct font_glyph font_set_draw(struct font_set *fonts, uint32_t codepoint, struct font_style style);
