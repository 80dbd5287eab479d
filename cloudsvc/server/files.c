#include "cloudsvc/server/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HTML   "text/html; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define STYLE  "text/css; charset=utf-8"
#define IMAGE  "image/svg+xml"

struct entry {
    const char *path; // in the URL
    const char *name; // in the folder
    const char *type;
};

/// Everything that is served.
static const struct entry entries[] = {
    {"/", "index.html", HTML},
    {"/index.html", "index.html", HTML},
    {"/style.css", "style.css", STYLE},
    {"/icon.svg", "icon.svg", IMAGE},
    {"/connection.js", "connection.js", SCRIPT},
    {"/decoder.js", "decoder.js", SCRIPT},
    {"/display.js", "display.js", SCRIPT},
    {"/hud.js", "hud.js", SCRIPT},
    {"/input.js", "input.js", SCRIPT},
    {"/main.js", "main.js", SCRIPT},
    {"/mapping.js", "mapping.js", SCRIPT},
    {"/painters.js", "painters.js", SCRIPT},
    {"/protocol.js", "protocol.js", SCRIPT},
    {"/status.js", "status.js", SCRIPT},
    {"/stream-worker.js", "stream-worker.js", SCRIPT},
    {"/surface.js", "surface.js", SCRIPT},
    {"/telemetry.js", "telemetry.js", SCRIPT},
    {"/viewport.js", "viewport.js", SCRIPT},
    {"/wire.js", "wire.js", SCRIPT},
    {"/words.js", "words.js", SCRIPT},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

struct files {
    struct file files[ENTRIES];
};

/// FNV-1a, 64 bits: two versions of a file differ in it all but surely.
static uint64_t hash(const uint8_t *data, size_t size)
{
    uint64_t value = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        value = (value ^ data[i]) * 1099511628211u;
    return value;
}

static bool read_content(struct file *file, FILE *in)
{
    uint8_t *room = malloc(FILES_PREFIX_SIZE + FILES_SIZE_MAX + 1);
    if (!room)
        return false;
    file->data = room + FILES_PREFIX_SIZE;
    file->size = fread(file->data, 1, FILES_SIZE_MAX + 1, in);
    if (ferror(in) || file->size > FILES_SIZE_MAX)
        return false;
    uint8_t *fitting = realloc(room, FILES_PREFIX_SIZE + file->size);
    if (fitting)
        file->data = fitting + FILES_PREFIX_SIZE;
    snprintf(file->etag, sizeof file->etag, "\"%016" PRIx64 "\"", hash(file->data, file->size));
    return true;
}

static bool read_file(struct file *file, const struct entry *entry, const char *directory, char *error)
{
    char name[4096];
    *file = (struct file){.path = entry->path, .type = entry->type};
    int length = snprintf(name, sizeof name, "%s/%s", directory, entry->name);
    FILE *in = length >= 0 && (size_t)length < sizeof name ? fopen(name, "rb") : NULL;
    if (!in) {
        snprintf(error, FILES_ERROR_MAX, "the page's file %s/%s: %s", directory, entry->name,
                 strerror(errno));
        return false;
    }
    bool is_read = read_content(file, in);
    if (!is_read)
        snprintf(error, FILES_ERROR_MAX, "the page's file %s/%s cannot be read or is above %d bytes",
                 directory, entry->name, FILES_SIZE_MAX);
    fclose(in);
    return is_read;
}

struct files *files_create(const char *directory, char *error)
{
    struct files *files = calloc(1, sizeof *files);
    if (!files) {
        snprintf(error, FILES_ERROR_MAX, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < ENTRIES; i++) {
        if (!read_file(&files->files[i], &entries[i], directory, error)) {
            files_destroy(files);
            return NULL;
        }
    }
    return files;
}

void files_destroy(struct files *files)
{
    if (!files)
        return;
    for (size_t i = 0; i < ENTRIES; i++) {
        if (files->files[i].data)
            free(files->files[i].data - FILES_PREFIX_SIZE);
    }
    free(files);
}

const struct file *files_find(const struct files *files, const char *path)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        if (strcmp(path, files->files[i].path) == 0)
            return &files->files[i];
    }
    return NULL;
}
