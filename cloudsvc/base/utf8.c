#include "cloudsvc/base/utf8.h"

#include <stdint.h>

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/// The second byte's range is narrower after some first bytes [RFC 3629, section 4].
static bool is_second_byte(uint8_t first, uint8_t second)
{
    switch (first) {
    case 0xE0: // overlong below
        return second >= 0xA0 && second <= 0xBF;
    case 0xED: // surrogates above
        return second >= 0x80 && second <= 0x9F;
    case 0xF0: // overlong below
        return second >= 0x90 && second <= 0xBF;
    case 0xF4: // beyond U+10FFFF above
        return second >= 0x80 && second <= 0x8F;
    default:
        return is_continuation(second);
    }
}

static size_t size_by_first_byte(uint8_t first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return 2;
    if (first >= 0xE0 && first <= 0xEF)
        return 3;
    if (first >= 0xF0 && first <= 0xF4)
        return 4;
    return 0;
}

size_t utf8_character_size(const char *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    if (size == 0)
        return 0;
    size_t character_size = size_by_first_byte(bytes[0]);
    if (character_size > size)
        return 0;
    if (character_size > 1 && !is_second_byte(bytes[0], bytes[1]))
        return 0;
    for (size_t i = 2; i < character_size; i++)
        if (!is_continuation(bytes[i]))
            return 0;
    return character_size;
}

bool utf8_is_valid(const char *text, size_t size)
{
    size_t offset = 0;
    while (offset < size) {
        size_t character_size = utf8_character_size(text + offset, size - offset);
        if (character_size == 0)
            return false;
        offset += character_size;
    }
    return true;
}

size_t utf8_cut(const char *text, size_t size, size_t size_max)
{
    if (size <= size_max)
        return size;
    size_t cut = size_max;
    while (cut > 0 && is_continuation((uint8_t)text[cut]))
        cut--;
    return cut;
}
