// UTF-8 as it comes from outside [RFC 3629]: which bytes are a character, and where a text may be cut.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Length of the character that `text` begins with: 1 to 4 bytes. Overlong forms, surrogates and what lies
/// above U+10FFFF are no characters.
/// @param size  bytes there are
/// @return 0 when there is no whole, valid character
size_t utf8_character_size(const char *text, size_t size);

/// Whether all of `text` is valid; the empty text is.
bool utf8_is_valid(const char *text, size_t size);

/// Cuts `text` to at most `size_max` bytes without cutting a character of a valid text in two.
/// @return bytes to keep
size_t utf8_cut(const char *text, size_t size, size_t size_max);
