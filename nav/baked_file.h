// Baked worlds as files: what takes long is done once, and a world is loaded in the time of reading it.
//
// A file may come from anywhere. Loading one checks its checksum, and whoever made that: every count before
// memory is taken, every number before it is used, and every law that ways are found by: cells are convex,
// links lead both ways over sides that meet, steps are low enough. One that passes makes the same world as
// the pack it was baked from. The layout of the bytes is told in baked_wire.h, what sections hold in
// baked_file.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/baked.h"
#include "nav/report.h"

/// Makes a file's bytes.
/// @param baked             only read; with its meshes
/// @param[out] size_bytes   of the file
/// @param[out] report       what is wrong, when NULL is returned
/// @return for free()
unsigned char *baked_file_write(struct baked *baked, size_t *size_bytes, struct report *report);

/// Makes a world of a file's bytes.
/// @param file         its name, for messages
/// @param bytes        only read
/// @param[out] report  what is wrong and where, when NULL is returned
/// @return for baked_destroy()
struct baked *baked_file_read(const char *file, const unsigned char *bytes, size_t size_bytes,
                              struct report *report);

/// Writes a file.
/// @param[out] report  what is wrong, when false is returned: there is no file then
bool baked_file_save(struct baked *baked, const char *path, struct report *report);

/// Reads a file.
/// @param[out] report  what is wrong and where, when NULL is returned
/// @return for baked_destroy()
struct baked *baked_file_load(const char *path, struct report *report);
