// Breaking a text into lines that fit: at spaces, between Chinese characters, with an ellipsis where it ends
// early.
//
// Pure: knows characters' widths from a function, draws nothing.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_LINES_MAX = 32, TEXT_ELLIPSIS = 0x2026 };

/// @return the pen's advance for a character, in pixels
typedef float (*text_measure)(void *context, uint32_t codepoint);

struct text_line {
    size_t begin, end; // bytes of the text
    float width;       // of the line, ellipsis included
    bool is_cut;       // an ellipsis follows
};

/// Reads one character of UTF-8 [RFC 3629] and moves behind it; bytes that are none are read as U+FFFD, one
/// by one.
/// @param[in,out] at  byte of `text`, before its NUL
uint32_t text_decode(const char *text, size_t *at);

/// Whether a line may end at this character: a space, or one that is a word by itself, as in Chinese.
bool text_may_break(uint32_t codepoint);

/// Breaks a text into lines. Words wider than a line are broken where they must be.
/// @param lines_max   as many as fit the height, up to TEXT_LINES_MAX; with more text, the last one is cut
/// @param[out] lines  room for lines_max
/// @return lines written
size_t text_break(const char *text, float width_px, size_t lines_max, text_measure measure, void *context,
                  struct text_line *lines);
