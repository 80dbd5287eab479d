// Reads the words of a text file one after another, for the readers of other programs' meshes and queries.
//
// Words are parted by spaces, tabs, line ends and a separator where the format has one. The first mistake is
// reported with file, line and remedy; from then on every read fails, so that a reader may ask once at the
// end of what it reads.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/report.h"

enum {
    IMPORT_FILE_BYTES_MAX = 1 << 28, // keeps every count below 2^28
};

/// A text and how far it has been read. The text belongs to the caller and ends with a NUL behind it.
struct import_text {
    const char *file; // for messages
    const char *at;
    const char *end; // the NUL
    size_t line;     // of `at`, from 1
    struct report *report;
    bool has_failed;
    char separator; // ends words too; 0: none
};

/// Reads a whole file.
/// @param[out] size_bytes  of the text, without the NUL behind it
/// @param[out] report      what is wrong, when NULL is returned
/// @return for free(); NULL when it cannot be read or is larger than IMPORT_FILE_BYTES_MAX
char *import_text_load(const char *path, size_t *size_bytes, struct report *report);

/// @param bytes  with a NUL at bytes[size_bytes]
struct import_text import_text_begin(const char *file, const char *bytes, size_t size_bytes,
                                     struct report *report);

/// Reports a mistake at the line read last, unless one has been reported before.
/// @param format  printf format of what is wrong and what to do
/// @return false, for the caller to return
bool import_text_fault(struct import_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Like import_text_fault(), at a line read earlier.
/// @param line    from 1
/// @param format  printf format of what is wrong and what to do
bool import_text_fault_at(struct import_text *text, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Says whether nothing but space is left.
bool import_text_is_end(struct import_text *text);

/// Says whether nothing but space is left on the line.
bool import_text_is_line_end(struct import_text *text);

/// Skips what is left of the line.
void import_text_skip_line(struct import_text *text);

/// How many words are left on the line.
size_t import_text_words_left(const struct import_text *text);

/// Skips the next word of the line, if there is one.
void import_text_skip_word(struct import_text *text);

/// Reads the next word if it is `word`; else nothing.
bool import_text_take(struct import_text *text, const char *word);

/// Reads the separator.
/// @return false when something else comes first, which has been reported
bool import_text_separator(struct import_text *text);

/// Reads a decimal number.
/// @param what  it is, for messages: "an x coordinate"
/// @return false when there is none, or none that a double holds
bool import_text_number(struct import_text *text, const char *what, double *number);

/// Reads a whole number from `low` to `high`.
/// @param what  it is, for messages: "a polygon's number"
bool import_text_whole(struct import_text *text, const char *what, int64_t low, int64_t high,
                       int64_t *number);

/// Bytes not read yet. A count of things that take so many bytes each can be no larger than this allows.
size_t import_text_left(const struct import_text *text);
