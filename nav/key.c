#include "nav/key.h"

#include <endian.h>
#include <string.h>

/// Reads eight bytes, the first one as the lowest.
static inline uint64_t load_8(const char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return le64toh(word);
}

static inline uint64_t load_4(const char *text)
{
    uint32_t word;
    memcpy(&word, text, sizeof word);
    return le32toh(word);
}

/// The last bytes of a text, those that fill no whole word, padded with zeros. Where two loads overlap
/// they agree: so it takes no loop.
/// @param size  of the whole text, no multiple of eight
static inline uint64_t load_rest(const char *text, size_t size)
{
    unsigned rest = size % 8;
    if (size > 8)
        return load_8(text + size - 8) >> (64 - 8 * rest);
    if (size >= 4)
        return load_4(text) | load_4(text + size - 4) << (8 * (rest - 4));
    uint64_t first = (unsigned char)text[0];
    uint64_t middle = (unsigned char)text[size / 2];
    uint64_t last = (unsigned char)text[size - 1];
    return first | middle << (8 * (size / 2)) | last << (8 * (size - 1));
}

/// @return where the next words go
static inline uint64_t *read_words(uint64_t *words, const char *text, size_t size)
{
    for (size_t i = 0; i < size / 8; i++)
        *words++ = load_8(text + 8 * i);
    if (size % 8 != 0)
        *words++ = load_rest(text, size);
    return words;
}

struct key key_make(uint64_t *words, const char *type, const char *subtype)
{
    size_t type_size = strnlen(type, NPC_NAME_MAX + 1);
    size_t subtype_size = subtype ? strnlen(subtype, NPC_NAME_MAX + 1) : 0;
    if (type_size == 0 || type_size > NPC_NAME_MAX || subtype_size > NPC_NAME_MAX)
        return (struct key){NULL, 0};
    uint64_t *end = read_words(words, type, type_size);
    end = read_words(end, subtype, subtype_size);
    *end = 0;
    size_t count = ((size_t)(end - words) + 1) / 2 * 2;
    return (struct key){words, count << 16 | type_size << 8 | subtype_size};
}

int key_compare(struct key a, struct key b)
{
    if (a.shape != b.shape)
        return a.shape < b.shape ? -1 : 1;
    for (size_t i = 0; i < key_word_count(a); i++) {
        if (a.words[i] != b.words[i])
            return a.words[i] < b.words[i] ? -1 : 1;
    }
    return 0;
}

uint64_t key_seed(uint64_t seed, uint64_t step)
{
    uint64_t value = seed + (step + 1) * UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

struct key_function key_function_of(uint64_t seed)
{
    // The last multiplies alone: odd, so that it loses nothing.
    return (struct key_function){{key_seed(seed, 0), key_seed(seed, 1), key_seed(seed, 2) | 1}};
}
