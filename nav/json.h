// Checked access to JSON files written by people: every mistake becomes a problem in the report with
// file, JSON path and what to do.
//
// A `struct json` is a value together with the way to it from the root, so that a place is written
// down only when something is wrong there. Its parents must live as long as it does:
//
//     struct json root = json_root(&document, tree);
//     struct json name = json_require(&root, "name");
//     bool is_right = json_string(&name, scene->name, sizeof scene->name);
//
// A missing value has no item. Every reader below says false for it without a word, because
// json_require() has already reported it; json_member() is for values that may be missing.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "nav/geometry.h"
#include "nav/report.h"

enum {
    JSON_SIZE_MAX = 32 << 20,  // bytes of a file: 1,000,000 vertices fit
    JSON_VALUES_MAX = 4 << 20, // values in it; each takes about 80 bytes while it is read
    JSON_DEPTH_MAX = 16,       // brackets open at once; the format needs 6
};

/// A file being read, for messages.
struct json_document {
    const char *file; // relative to the pack's folder
    struct report *report;
};

/// A value and where it stands.
struct json {
    const struct json_document *document;
    const struct json *parent; // NULL at the root
    const cJSON *item;         // NULL when missing
    const char *key;           // in the parent; NULL for an element of an array
    size_t index;              // in the parent when it is an array
};

/// Reads the file at `path` whole. Folders, empty files and files above JSON_SIZE_MAX are problems.
/// @param[out] size_bytes  of the text, without the NUL that follows it
/// @return the text, for free(); NULL when there is a problem
char *json_file_read(const struct json_document *document, const char *path, size_t *size_bytes);

/// Parses JSON [RFC 8259] in UTF-8. Nesting and the number of values are bounded before
/// anything is allocated for them. The place of a syntax error is its line and column.
/// @return the tree, for cJSON_Delete(); NULL when there is a problem
cJSON *json_parse(const struct json_document *document, const char *text, size_t size_bytes);

/// The value that the whole file is.
struct json json_root(const struct json_document *document, const cJSON *tree);

/// Adds a problem with this value.
/// @param format  printf format of what is wrong and what to do
void json_fault(const struct json *value, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Member `key` of an object; its item is NULL when there is none.
struct json json_member(const struct json *object, const char *key);

/// Like json_member(), and a missing one is a problem.
struct json json_require(const struct json *object, const char *key);

/// Says whether the value is an object with none but these keys, each at most once.
/// @param keys       that it may have
/// @param key_count  of `keys`
bool json_object(const struct json *value, const char *const *keys, size_t key_count);

/// Says whether the value is an array of `count_min` to `count_max` elements.
/// @param[out] count  its elements; 0 when it is not
bool json_array(const struct json *value, size_t count_min, size_t count_max, size_t *count);

/// To walk an array that json_array() has found right, until the item is NULL:
///     for (struct json point = json_first(&points); point.item; point = json_next(&point))
struct json json_first(const struct json *array);
struct json json_next(const struct json *element);

/// To walk the members of an object likewise: no member when it is none. A key may come twice.
struct json json_first_member(const struct json *object);

/// Copies a string of at least one printable character.
/// @param room_bytes  of `out` with the NUL; longer strings are a problem
bool json_string(const struct json *value, char *out, size_t room_bytes);

/// Copies a name that programs use: a lower-case letter, then lower-case letters, digits, '_' and '-'.
/// @param room_bytes  of `out` with the NUL
bool json_word(const struct json *value, char *out, size_t room_bytes);

/// Reads metres with at most three decimals into whole millimetres.
bool json_length(const struct json *value, int32_t min_mm, int32_t max_mm, int32_t *out_mm);

/// Reads a number.
bool json_number(const struct json *value, double min, double max, double *out);

/// Reads a whole number.
bool json_count(const struct json *value, uint32_t min, uint32_t max, uint32_t *out);

/// Reads true or false.
bool json_flag(const struct json *value, bool *out);

/// Reads a place in plan, [x, z] in metres.
bool json_point(const struct json *value, struct geo_point *point);

/// Reads a colour, "#rrggbb".
bool json_color(const struct json *value, uint32_t *rgb);

/// Reads one of `count` names into its number.
bool json_choice(const struct json *value, const char *const *names, size_t count, size_t *choice);
