#include "nav/import_text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_MAX = 24, // characters of a wrong word that a message repeats
    NUMBER_SIZE =
        384, // of a number with its NUL: the longest that a double is written as without an exponent
};

// ---- files -----------------------------------------------------------------------------------

/// @return the size, or -1
static long measure(FILE *file)
{
    if (fseek(file, 0, SEEK_END) != 0)
        return -1;
    long size = ftell(file);
    return fseek(file, 0, SEEK_SET) == 0 ? size : -1;
}

static char *read_all(FILE *file, const char *path, size_t *size_bytes, struct report *report)
{
    long size = measure(file);
    if (size < 0) {
        report_add(report, path, "", "is no file that can be read to its end; name a plain file");
        return NULL;
    }
    if (size > IMPORT_FILE_BYTES_MAX) {
        report_add(report, path, "", "has %ld bytes, more than %d; split it", size, IMPORT_FILE_BYTES_MAX);
        return NULL;
    }
    char *bytes = calloc((size_t)size + 1, 1);
    if (bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size) {
        *size_bytes = (size_t)size;
        return bytes;
    }
    report_add(report, path, "", bytes ? "cannot be read; look at the disk" : "does not fit the memory");
    free(bytes);
    return NULL;
}

char *import_text_load(const char *path, size_t *size_bytes, struct report *report)
{
    FILE *file = fopen(path, "rbe");
    if (!file) {
        report_add(report, path, "", "%s; check the name", strerror(errno));
        return NULL;
    }
    char *bytes = read_all(file, path, size_bytes, report);
    fclose(file);
    return bytes;
}

struct import_text import_text_begin(const char *file, const char *bytes, size_t size_bytes,
                                     struct report *report)
{
    assert(bytes[size_bytes] == '\0');
    return (struct import_text){
        .file = file, .at = bytes, .end = bytes + size_bytes, .line = 1, .report = report};
}

// ---- mistakes --------------------------------------------------------------------------------

__attribute__((format(printf, 3, 0))) static bool fault(struct import_text *text, size_t line,
                                                        const char *format, va_list arguments)
{
    char place[REPORT_PLACE_MAX];
    char message[REPORT_TEXT_MAX];
    if (text->has_failed)
        return false;
    text->has_failed = true;
    snprintf(place, sizeof place, "line %zu", line);
    vsnprintf(message, sizeof message, format, arguments);
    report_add(text->report, text->file, place, "%s", message);
    return false;
}

bool import_text_fault(struct import_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault(text, text->line, format, arguments);
    va_end(arguments);
    return false;
}

bool import_text_fault_at(struct import_text *text, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault(text, line, format, arguments);
    va_end(arguments);
    return false;
}

// ---- words -----------------------------------------------------------------------------------

static bool is_space(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static void skip_space(struct import_text *text)
{
    while (text->at < text->end && is_space(*text->at))
        text->line += *text->at++ == '\n';
}

static size_t word_size(const struct import_text *text)
{
    const char *end = text->at;
    while (end < text->end && !is_space(*end) && !(text->separator && *end == text->separator))
        end++;
    return (size_t)(end - text->at);
}

/// Reports that the next word is not what it should be.
static bool fault_word(struct import_text *text, const char *what)
{
    char shown[SHOWN_MAX + 1] = {0};
    size_t size = word_size(text);
    if (size == 0)
        return import_text_fault(text, "the file ends before %s; complete it", what);
    for (size_t i = 0; i < size && i < SHOWN_MAX; i++)
        shown[i] = text->at[i] < ' ' || text->at[i] > '~' ? '?' : text->at[i];
    return import_text_fault(text, "expected %s, not \"%s%s\"; write a number there", what, shown,
                             size > SHOWN_MAX ? "..." : "");
}

bool import_text_is_end(struct import_text *text)
{
    skip_space(text);
    return text->at == text->end;
}

bool import_text_is_line_end(struct import_text *text)
{
    while (text->at < text->end && *text->at != '\n' && is_space(*text->at))
        text->at++;
    return text->at == text->end || *text->at == '\n';
}

size_t import_text_words_left(const struct import_text *text)
{
    struct import_text rest = *text;
    size_t count = 0;
    for (; !import_text_is_line_end(&rest); count++)
        import_text_skip_word(&rest);
    return count;
}

void import_text_skip_word(struct import_text *text)
{
    if (!import_text_is_line_end(text))
        text->at += word_size(text);
}

void import_text_skip_line(struct import_text *text)
{
    while (text->at < text->end && *text->at != '\n')
        text->at++;
}

bool import_text_take(struct import_text *text, const char *word)
{
    skip_space(text);
    size_t size = word_size(text);
    if (size != strlen(word) || memcmp(text->at, word, size) != 0)
        return false;
    text->at += size;
    return true;
}

bool import_text_separator(struct import_text *text)
{
    if (text->has_failed)
        return false;
    if (import_text_is_line_end(text) || *text->at != text->separator)
        return import_text_fault(text, "a '%c' is missing; write every field of the line", text->separator);
    text->at++;
    return true;
}

/// The next word by itself, where it may be a decimal number: strtod() also reads words and hexadecimal
/// numbers, and a checking C library measures all that follows what it reads.
/// @param[out] decimal  the word
/// @return its size; 0 when it is no number
static size_t read_decimal(const struct import_text *text, char decimal[NUMBER_SIZE])
{
    size_t size = word_size(text);
    if (size >= NUMBER_SIZE)
        return 0;
    for (size_t i = 0; i < size; i++) {
        if (text->at[i] == '\0' || !strchr("0123456789+-.eE", text->at[i]))
            return 0;
    }
    memcpy(decimal, text->at, size);
    decimal[size] = '\0';
    return size;
}

bool import_text_number(struct import_text *text, const char *what, double *number)
{
    if (text->has_failed)
        return false;
    skip_space(text);
    char decimal[NUMBER_SIZE];
    size_t size = read_decimal(text, decimal);
    char *end = NULL;
    if (size > 0)
        *number = strtod(decimal, &end);
    if (end != decimal + size || !isfinite(*number))
        return fault_word(text, what);
    text->at += size;
    return true;
}

bool import_text_whole(struct import_text *text, const char *what, int64_t low, int64_t high, int64_t *number)
{
    if (text->has_failed)
        return false;
    skip_space(text);
    char decimal[NUMBER_SIZE];
    size_t size = read_decimal(text, decimal);
    char *end = NULL;
    errno = 0;
    if (size > 0)
        *number = strtoll(decimal, &end, 10);
    if (end != decimal + size)
        return fault_word(text, what);
    if (errno != 0 || *number < low || *number > high)
        return import_text_fault(text, "%s is %.*s, but may be %" PRId64 " to %" PRId64 "; correct it", what,
                                 size < SHOWN_MAX ? (int)size : SHOWN_MAX, text->at, low, high);
    text->at += size;
    return true;
}

size_t import_text_left(const struct import_text *text)
{
    return (size_t)(text->end - text->at);
}
