// How much room a text takes, before any font is at hand.
#include <stdint.h>

#include "cloudsvc/game/layout_parts.h"

#define EM          0.8f  // of a line's height
#define WIDE        1.0f  // of an em: a Chinese character
#define OTHER       0.65f // likewise, of any other beyond ASCII: a mean of DejaVu Sans
#define DOT         0.32f // likewise, of the dot in the middle of "12 · 3"
#define HINTED      1.03f // glyphs are moved to whole pixels, which adds up
#define WRAP_MARGIN 1.02f // the renderer's lines may end a word earlier

enum { FIRST = ' ', LAST = '~' };

// DejaVu Sans, in hundredths of an em.
static float ascii_em(unsigned char letter)
{
    static const uint8_t advances[LAST - FIRST + 1] = {
        32, 40, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
        64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 78, 75, 30, 30, 66, 56, 86, 75, 79,
        60, 79, 70, 64, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 64, 55, 64, 62, 35, 64,
        63, 28, 28, 58, 28, 97, 63, 61, 64,  64, 41, 52, 39, 63, 59, 82, 59, 59, 53, 64, 34, 64, 84,
    };
    return letter >= FIRST && letter <= LAST ? (float)advances[letter - FIRST] / 100.0f : 0.0f;
}

// Reads one character; bytes that continue another are read with it.
static float character_em(const unsigned char **at, bool *is_wide)
{
    const unsigned char *byte = *at;
    *at = byte + 1;
    while ((**at & 0xc0) == 0x80)
        (*at)++;
    bool is_dot = byte[0] == 0xc2 && byte[1] == 0xb7; // U+00B7
    *is_wide = byte[0] >= 0xe3;                       // from U+3000 on: Chinese, full-width forms
    if (byte[0] < 0x80)
        return ascii_em(byte[0]);
    return *is_wide ? WIDE : is_dot ? DOT : OTHER;
}

float layout_text_width(const char *text, float text_px)
{
    const unsigned char *at = (const unsigned char *)text;
    float em = 0.0f;
    bool is_wide;
    while (*at)
        em += character_em(&at, &is_wide);
    return em * EM * HINTED * text_px;
}

// Fills lines as the renderer does: they end at spaces and beside Chinese characters.
float layout_line_count(const char *text, float text_px, float width)
{
    const float room = width / (EM * HINTED * WRAP_MARGIN * text_px);
    const unsigned char *at = (const unsigned char *)text;
    float lines = 1.0f;
    float line = 0.0f; // up to here
    float word = 0.0f; // since the last place where a line may end
    while (*at) {
        bool is_wide;
        bool is_space = *at == ' ';
        float em = character_em(&at, &is_wide);
        word = is_space || is_wide ? 0.0f : word;
        if (line + em > room && line > 0.0f && !is_space) {
            lines += 1.0f;
            line = word;
        }
        line += em;
        word += is_space || is_wide ? 0.0f : em;
    }
    return lines;
}
