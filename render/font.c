#include "render/font.h"

#include <SDL2/SDL_ttf.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/renderer.h"

// A line's height over the font's size; the rest is the space between lines.
#define LINE_PER_EM  1.25f
#define BASELINE     0.775f // of the line's height, from its top
#define GLYPH_PX_MAX 256

// How much wider the strokes of bold Chinese are drawn, of the line's height: there is no such face, and
// emboldened outlines break where they overlap.
#define BOLD_WIDER 0.045f

enum font_face { FACE_LATIN, FACE_LATIN_BOLD, FACE_CHINESE, FACE_COUNT };

struct font_set {
    bool has_ttf; // this set holds one of SDL_ttf's references
    TTF_Font *faces[FACE_COUNT];
    int sizes_px[FACE_COUNT]; // that each face is set to
    uint8_t pixels[GLYPH_PX_MAX * GLYPH_PX_MAX];
    uint8_t outlined[GLYPH_PX_MAX * GLYPH_PX_MAX];
};

struct face_file {
    const char *path;
    const char *package;
};

static const struct face_file files[FACE_COUNT] = {
    [FACE_LATIN] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core"},
    [FACE_LATIN_BOLD] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", "fonts-dejavu-core"},
    [FACE_CHINESE] = {"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", "fonts-wqy-microhei"},
};

// SDL_ttf counts its users in a variable of the process, and FreeType's library, which it shares between
// fonts, must not open and close faces at the same time.
static pthread_mutex_t ttf_lock = PTHREAD_MUTEX_INITIALIZER;

// ---- opening -------------------------------------------------------------------------------------

static bool open_faces(struct font_set *fonts, char *error)
{
    if (TTF_Init() != 0) {
        snprintf(error, RENDERER_ERROR_MAX, "SDL_ttf does not start: %s", TTF_GetError());
        return false;
    }
    fonts->has_ttf = true;
    for (int face = 0; face < FACE_COUNT; face++) {
        // The collection's face 0 is the proportional one.
        fonts->faces[face] = TTF_OpenFontIndex(files[face].path, 16, 0);
        if (!fonts->faces[face]) {
            snprintf(error, RENDERER_ERROR_MAX, "cannot open the font %s (Debian package %s): %s",
                     files[face].path, files[face].package, TTF_GetError());
            return false;
        }
        TTF_SetFontHinting(fonts->faces[face], TTF_HINTING_LIGHT);
    }
    return true;
}

static void close_faces(struct font_set *fonts)
{
    for (int face = 0; face < FACE_COUNT; face++) {
        if (fonts->faces[face]) {
            TTF_CloseFont(fonts->faces[face]);
        }
    }
    if (fonts->has_ttf) {
        TTF_Quit();
    }
}

struct font_set *font_set_create(char *error)
{
    struct font_set *fonts = calloc(1, sizeof *fonts);
    if (!fonts) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return NULL;
    }
    pthread_mutex_lock(&ttf_lock);
    bool is_open = open_faces(fonts, error);
    pthread_mutex_unlock(&ttf_lock);
    if (!is_open) {
        font_set_destroy(fonts);
        return NULL;
    }
    return fonts;
}

void font_set_destroy(struct font_set *fonts)
{
    if (!fonts) {
        return;
    }
    pthread_mutex_lock(&ttf_lock);
    close_faces(fonts);
    pthread_mutex_unlock(&ttf_lock);
    free(fonts);
}

// ---- drawing -------------------------------------------------------------------------------------

static enum font_face choose_face(const struct font_set *fonts, uint32_t codepoint, bool is_bold)
{
    enum font_face latin = is_bold ? FACE_LATIN_BOLD : FACE_LATIN;
    // From the radicals on, DejaVu has a few characters; a text in two styles would look patched.
    bool is_latin = codepoint < 0x2e80 && TTF_GlyphIsProvided32(fonts->faces[latin], codepoint);
    return is_latin || !TTF_GlyphIsProvided32(fonts->faces[FACE_CHINESE], codepoint) ? latin : FACE_CHINESE;
}

static void set_size(struct font_set *fonts, enum font_face face, int size_px)
{
    if (fonts->sizes_px[face] != size_px) {
        TTF_SetFontSize(fonts->faces[face], size_px);
        fonts->sizes_px[face] = size_px;
    }
}

struct box {
    int left, top, right, bottom;
};

static struct box covered_box(const SDL_Surface *surface)
{
    struct box box = {surface->w, surface->h, 0, 0};
    for (int y = 0; y < surface->h; y++) {
        const uint8_t *row = (const uint8_t *)surface->pixels + (ptrdiff_t)surface->pitch * y;
        for (int x = 0; x < surface->w; x++) {
            if (row[x]) {
                box.left = x < box.left ? x : box.left;
                box.right = x + 1 > box.right ? x + 1 : box.right;
                box.top = y < box.top ? y : box.top;
                box.bottom = y + 1;
            }
        }
    }
    return box;
}

// Copies what is covered, with a margin around it and some more at the right.
static void take_pixels(struct font_set *fonts, const SDL_Surface *surface, int margin, int right,
                        struct font_glyph *glyph)
{
    struct box box = covered_box(surface);
    int width = box.right - box.left + 2 * margin + right;
    int height = box.bottom - box.top + 2 * margin;
    if (box.right <= box.left || width > GLYPH_PX_MAX || height > GLYPH_PX_MAX) {
        return;
    }
    memset(fonts->pixels, 0, (size_t)width * (size_t)height);
    for (int y = box.top; y < box.bottom; y++) {
        const uint8_t *row = (const uint8_t *)surface->pixels + (ptrdiff_t)surface->pitch * y;
        uint8_t *to = fonts->pixels + (ptrdiff_t)width * (y - box.top + margin) + margin;
        memcpy(to, row + box.left, (size_t)(box.right - box.left));
    }
    glyph->pixels = fonts->pixels;
    glyph->width = (uint16_t)width;
    glyph->height = (uint16_t)height;
}

// Widens every stroke to the right.
static void embolden(struct font_set *fonts, const struct font_glyph *glyph, float wider_px)
{
    for (int y = 0; y < glyph->height; y++) {
        uint8_t *row = fonts->pixels + (ptrdiff_t)glyph->width * y;
        for (int x = glyph->width - 1; x >= 0; x--) { // what is to the left is still as it was
            float most = row[x];
            for (int back = 1; back <= x && (float)back < wider_px + 1; back++) {
                most = fmaxf(most, fminf(wider_px + 1 - (float)back, 1) * (float)row[x - back]);
            }
            row[x] = (uint8_t)most;
        }
    }
}

// Coverage of a pen's tip of `radius` drawn over every covered pixel, at one place.
static uint8_t widest(const struct font_glyph *glyph, int x, int y, int radius)
{
    float most = 0;
    for (int dy = -radius; dy <= radius; dy++) {
        for (int dx = -radius; dx <= radius; dx++) {
            int from_x = x + dx;
            int from_y = y + dy;
            if (from_x < 0 || from_y < 0 || from_x >= glyph->width || from_y >= glyph->height) {
                continue;
            }
            float tip = fminf(fmaxf((float)radius + 0.5f - hypotf((float)dx, (float)dy), 0), 1);
            most = fmaxf(most, tip * (float)glyph->pixels[from_y * glyph->width + from_x]);
        }
    }
    return (uint8_t)most;
}

static void add_outline(struct font_set *fonts, struct font_glyph *glyph, int outline_px)
{
    for (int y = 0; y < glyph->height; y++) {
        for (int x = 0; x < glyph->width; x++) {
            fonts->outlined[y * glyph->width + x] = widest(glyph, x, y, outline_px);
        }
    }
    glyph->pixels = fonts->outlined;
}

struct font_glyph font_set_draw(struct font_set *fonts, uint32_t codepoint, struct font_style style)
{
    enum font_face face = choose_face(fonts, codepoint, style.is_bold);
    TTF_Font *font = fonts->faces[face];
    set_size(fonts, face, (int)((float)style.line_px / LINE_PER_EM + 0.5f));
    struct font_glyph glyph = {0};
    int min_x = 0;
    int max_y = 0;
    int advance = 0;
    TTF_GlyphMetrics32(font, codepoint, &min_x, NULL, NULL, &max_y, &advance);
    float wider_px = face == FACE_CHINESE && style.is_bold ? BOLD_WIDER * (float)style.line_px : 0;
    glyph.advance = (float)advance + roundf(wider_px);
    SDL_Surface *surface =
        TTF_RenderGlyph32_Shaded(font, codepoint, (SDL_Color){255, 255, 255, 255}, (SDL_Color){0, 0, 0, 255});
    if (!surface) {
        return glyph;
    }
    take_pixels(fonts, surface, style.outline_px, (int)ceilf(wider_px), &glyph);
    SDL_FreeSurface(surface);
    if (glyph.pixels && wider_px > 0) {
        embolden(fonts, &glyph, wider_px);
    }
    if (glyph.pixels && style.outline_px > 0) {
        add_outline(fonts, &glyph, style.outline_px);
    }
    glyph.left = (int16_t)(min_x - style.outline_px);
    glyph.top = (int16_t)((int)(BASELINE * (float)style.line_px + 0.5f) - max_y - style.outline_px);
    return glyph;
}
