// A small right world as text, and what it takes to say that a change makes it, or another world, wrong.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/pack.h"

enum { WORLD_TEXT_MAX = 1 << 16 };

#define WORLD_FILE "world.json"
#define SCENE_FILE "scenes/a.json"

extern const char world_file_text[]; // of WORLD_FILE
extern const char scene_text[];      // of SCENE_FILE

/// One change of the right world: `from`, which stands once in the file, becomes `to`. For a world that
/// is wrong then, the problem that names it.
struct world_change {
    const char *name;
    const char *file;
    const char *from;
    const char *to;
    const char *place; // beginning of the JSON path
    const char *text;  // part of what the problem says
};

enum { WORLD_FILES_MAX = 8 };

/// A world: its files by name. The last one has none.
struct world_file {
    const char *name;
    const char *text;
};

/// Copies `text` with the change made.
void world_text_change(const char *text, const struct world_change *change, char out[WORLD_TEXT_MAX]);

/// Reads a world with some changes, right or not.
/// @param files  up to WORLD_FILES_MAX
struct pack *world_text_parse_changed(const struct world_file *files, const struct world_change *changes,
                                      size_t count, struct report *report);

/// Reads the right world with some changes; fails the test when it is not right.
/// @return the pack, for pack_destroy()
struct pack *world_text_load(const struct world_change *changes, size_t count);

/// Likewise of another world.
/// @param files  up to WORLD_FILES_MAX
struct pack *world_text_load_files(const struct world_file *files, const struct world_change *changes,
                                   size_t count);

/// Whether a problem is in the report.
bool world_text_is_named(const struct report *report, const char *file, const char *place, const char *text);

/// Fails the test when one of the changes, each alone, is taken or not named.
void world_text_expect_refused(const struct world_change *changes, size_t count);

/// Likewise of another world.
/// @param files  up to WORLD_FILES_MAX
void world_text_expect_refused_files(const struct world_file *files, const struct world_change *changes,
                                     size_t count);
