#include "render/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/font.h"
#include "render/text_layout.h"

// Smaller than this share of its size, a word is broken instead.
#define SHRUNK_LEAST 0.75f

struct text {
    struct atlas *atlas;
    struct font_set *fonts;
};

/// A text style as glyphs know it.
struct glyph_source {
    struct text *text;
    struct font_style style;
};

struct text *text_create(struct atlas *atlas, char *error)
{
    struct text *text = calloc(1, sizeof *text);
    if (!text) {
        return NULL;
    }
    text->atlas = atlas;
    text->fonts = font_set_create(error);
    if (!text->fonts) {
        text_destroy(text);
        return NULL;
    }
    return text;
}

void text_destroy(struct text *text)
{
    if (text) {
        font_set_destroy(text->fonts);
        free(text);
    }
}

static struct font_style font_style_of(struct text_style style)
{
    float line_px = fminf(fmaxf(style.line_px, FONT_PX_MIN), FONT_PX_MAX);
    return (struct font_style){.line_px = (uint16_t)(line_px + 0.5f), .is_bold = style.weight == TEXT_BOLD};
}

static uint64_t glyph_key(uint32_t codepoint, struct font_style style)
{
    return (uint64_t)codepoint | (uint64_t)style.line_px << 21 | (uint64_t)style.outline_px << 37 |
           (uint64_t)style.is_bold << 45 | UINT64_C(1) << 46;
}

static const struct atlas_entry *find_glyph(struct text *text, uint32_t codepoint, struct font_style style)
{
    uint64_t key = glyph_key(codepoint, style);
    const struct atlas_entry *found = atlas_find(text->atlas, key);
    if (found) {
        return found;
    }
    struct font_glyph glyph = font_set_draw(text->fonts, codepoint, style);
    const struct atlas_entry entry = {.key = key,
                                      .width = glyph.width,
                                      .height = glyph.height,
                                      .left = glyph.left,
                                      .top = glyph.top,
                                      .advance = glyph.advance};
    return atlas_add(text->atlas, &entry, glyph.pixels);
}

static float measure(void *context, uint32_t codepoint)
{
    struct glyph_source *source = context;
    const struct atlas_entry *glyph = find_glyph(source->text, codepoint, source->style);
    return glyph ? glyph->advance : 0;
}

float text_width(struct text *text, const char *string, struct text_style style)
{
    struct glyph_source source = {text, font_style_of(style)};
    float width = 0;
    for (size_t at = 0; string[at] != '\0';) {
        width += measure(&source, text_decode(string, &at));
    }
    return width;
}

// Draws bytes [begin, end) and returns where the pen stops.
static float add_glyphs(struct text *text, struct sprites *sprites, const char *string, struct text_line line,
                        float x, float y, struct font_style style, struct view_color color)
{
    // On whole pixels: glyphs are hinted for them.
    float pen = roundf(x);
    float top = roundf(y);
    for (size_t at = line.begin; at < line.end || line.is_cut;) {
        bool is_ellipsis = at >= line.end;
        uint32_t codepoint = is_ellipsis ? TEXT_ELLIPSIS : text_decode(string, &at);
        line.is_cut = line.is_cut && !is_ellipsis;
        struct font_style advance_style = style;
        advance_style.outline_px = 0;
        const struct atlas_entry *plain = find_glyph(text, codepoint, advance_style);
        const struct atlas_entry *glyph = style.outline_px ? find_glyph(text, codepoint, style) : plain;
        if (glyph && glyph->width > 0) {
            sprites_add_entry(sprites, glyph, pen + glyph->left, top + glyph->top, false, false, color);
        }
        pen += plain ? plain->advance : 0;
    }
    return pen;
}

static void add_line(struct text *text, struct sprites *sprites, const char *string, struct text_line line,
                     float x, float y, struct text_style style)
{
    struct font_style font = font_style_of(style);
    if (style.outline.a > 0) {
        struct font_style outlined = font;
        outlined.outline_px = font.line_px >= 28 ? 3 : 2;
        add_glyphs(text, sprites, string, line, x, y, outlined, style.outline);
    }
    add_glyphs(text, sprites, string, line, x, y, font, style.color);
}

void text_add_line(struct text *text, struct sprites *sprites, const char *string, float x, float y,
                   struct text_style style)
{
    struct text_line line = {.begin = 0, .end = strlen(string)};
    add_line(text, sprites, string, line, x, y, style);
}

static float widest_word(struct glyph_source *source, const char *string)
{
    float widest = 0;
    float width = 0;
    for (size_t at = 0; string[at] != '\0';) {
        uint32_t codepoint = text_decode(string, &at);
        width = text_may_break(codepoint) ? 0 : width + measure(source, codepoint);
        widest = fmaxf(widest, width);
    }
    return widest;
}

// A word a little too wide for its rectangle is drawn smaller rather than broken.
static struct font_style fit_words(struct text *text, const char *string, float width,
                                   struct font_style style)
{
    struct glyph_source source = {text, style};
    float widest = widest_word(&source, string);
    if (widest > width) {
        float scale = fmaxf(width / widest, SHRUNK_LEAST);
        style.line_px = (uint16_t)fmaxf(scale * (float)style.line_px, FONT_PX_MIN);
    }
    return style;
}

void text_add_block(struct text *text, struct sprites *sprites, const char *string, float x, float y,
                    float width, float height, enum view_align align, bool is_middle, struct text_style style)
{
    struct glyph_source source = {text, fit_words(text, string, width, font_style_of(style))};
    struct text_line lines[TEXT_LINES_MAX];
    float line_px = source.style.line_px;
    style.line_px = line_px;
    // A rectangle made for one line gets one, however tight.
    size_t lines_max = (size_t)fminf(fmaxf(height / line_px + 0.05f, 1), TEXT_LINES_MAX);
    size_t count = text_break(string, width, lines_max, measure, &source, lines);
    float top = is_middle ? y + (height - (float)count * line_px) / 2 : y;
    for (size_t i = 0; i < count; i++) {
        float left = align == VIEW_ALIGN_CENTER ? x + (width - lines[i].width) / 2 : x;
        add_line(text, sprites, string, lines[i], left, top + (float)i * line_px, style);
    }
}
