// The files of the page, from a fixed table: read when the server starts, so that no request ever reaches
// the file system.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct files; // layout private to files.c

enum {
    FILES_ERROR_MAX = 512,
    FILES_PREFIX_SIZE = 32,      // free bytes in front of the content
    FILES_ETAG_MAX = 24,         // with quotes and NUL
    FILES_SIZE_MAX = 1024 * 1024 // bytes of one file
};

struct file {
    const char *path; // in the URL: "/main.js"
    const char *type; // Content-Type
    uint8_t *data;    // FILES_PREFIX_SIZE bytes in front are free
    size_t size;
    char etag[FILES_ETAG_MAX]; // changes with the content
};

/// Reads every file of the table from `directory`.
/// @param[out] error  which one is missing, FILES_ERROR_MAX bytes, when NULL is returned
struct files *files_create(const char *directory, char *error);

/// Accepts NULL and half-built tables.
void files_destroy(struct files *files);

/// @param path  of the URL, without query
/// @return NULL when the table has no such path
const struct file *files_find(const struct files *files, const char *path);
