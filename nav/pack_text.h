// Texts of a pack that are shown, in all its languages.
//
// A text is written down where it belongs, the same in every language, or as "@key", a key of the text
// files: one file for each language, text/LANGUAGE.json, which all have the same keys. Here a text is a row
// with a line for each language, found by its number in no time; a text written down in its place is a row
// that has one line for all.
//
// Every reader says false when there is a problem, which is in the report then.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/json.h"
#include "nav/pack.h"

struct pack_texts; // layout private to pack_text.c

/// Reads the member "languages" of world.json, the tags of languages [RFC 5646]. Without it there is one
/// language, "en", and no text file.
bool pack_text_read_languages(const struct json *root, struct pack *pack);

/// Makes room for the pack's texts, once its languages are known.
/// @return NULL when memory runs out
struct pack_texts *pack_text_create(const struct pack *pack);

/// Accepts NULL.
void pack_text_destroy(struct pack_texts *texts);

/// The name of a language's file, "text/en.json".
void pack_text_name_file(const struct pack *pack, size_t language, char name[PACK_NAME_MAX]);

/// Reads the file of a language; that of the first comes first. The others have the same keys.
bool pack_text_read_file(const struct json *root, struct pack *pack, size_t language);

/// Reads a shown text, plain or "@key".
/// @param room_bytes  of a line with its NUL, at most PACK_TEXT_MAX; longer lines are a problem in any
/// language
/// @param[out] text   its row
bool pack_text_read(const struct json *value, struct pack *pack, size_t room_bytes, pack_text_id *text);

/// Adds a text that no file has, the same in every language.
/// @return 0 when memory runs out
pack_text_id pack_text_add(struct pack *pack, const char *line);

/// Adds a problem for every key of the text files that nothing has been read with.
bool pack_text_check_used(const struct pack *pack, struct report *report);
