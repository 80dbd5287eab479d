#include "tests/data/world_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char world_file_text[] = "{\n"
                               "  \"name\": \"Test world\", \"scenes\": [\"scenes/a.json\"],\n"
                               "  \"spawn\": {\"scene\": \"first\", \"at\": [1, 1]},\n"
                               "  \"find\": [{\"label\": \"Smith\", \"type\": \"smith\"},\n"
                               "    {\"label\": \"Fish\", \"type\": \"merchant\", \"subtype\": \"fish\"}]\n"
                               "}\n";

const char scene_text[] =
    "{\n"
    "  \"name\": \"first\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},\n"
    "  \"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"},\n"
    "  \"regions\": [\n"
    "    {\"name\": \"ground\", \"surface\": \"grass\", \"height\": [0, 0, 0.5, 0.5],\n"
    "      \"outline\": [[0, 0], [20, 0], [20, 20], [0, 20]],\n"
    "      \"holes\": [[[12, 12], [18, 12], [18, 18], [12, 18]]],\n"
    "      \"hole_heights\": [[0.3, 0.3, 0.45, 0.45]]},\n"
    "    {\"name\": \"floor\", \"surface\": \"stone\", \"height\": 0.3,\n"
    "      \"outline\": [[12, 18], [18, 18], [18, 12], [12, 12]]}\n"
    "  ],\n"
    "  \"obstacles\": [\n"
    "    {\"kind\": \"house\", \"outline\": [[4, 4], [8, 4], [8, 8], [4, 8]], \"height\": 5, \"color\": "
    "\"#b5503a\"},\n"
    "    {\"kind\": \"tree\", \"center\": [10, 3], \"radius\": 0.5, \"height\": 4},\n"
    "    {\"kind\": \"fence\", \"line\": [[2, 14], [6, 14]], \"width\": 0.2, \"height\": 1},\n"
    "    {\"kind\": \"pond\", \"center\": [13.5, 13.5], \"radius\": 1}\n"
    "  ],\n"
    "  \"npcs\": [\n"
    "    {\"type\": \"smith\", \"name\": \"Bram\", \"dialogue\": \"Hello.\", \"at\": [2, 10]},\n"
    "    {\"type\": \"merchant\", \"subtype\": \"fish\", \"name\": \"Finn\", \"dialogue\": \"Fresh!\",\n"
    "      \"at\": [16, 16], \"facing\": [-1, 0.5]}\n"
    "  ]\n"
    "}\n";

void world_text_change(const char *text, const struct world_change *change, char out[WORLD_TEXT_MAX])
{
    const char *at = strstr(text, change->from);
    if (!at || strstr(at + 1, change->from))
        fail_msg("%s: what to replace does not stand once in the file", change->name);
    snprintf(out, WORLD_TEXT_MAX, "%.*s%s%s", (int)(at - text), text, change->to, at + strlen(change->from));
}

static const struct world_file small_world[] = {
    {WORLD_FILE, world_file_text}, {SCENE_FILE, scene_text}, {NULL, NULL}};

/// The text of a file; NULL when there is none.
static const char *find_text(const struct world_file *files, const char *name)
{
    while (files->name && strcmp(files->name, name) != 0)
        files++;
    return files->text;
}

static char *read_text(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    const char *text = find_text(context, file);
    if (!text)
        report_add(report, file, "", "cannot open it");
    *size_bytes = text ? strlen(text) : 0;
    return text ? strdup(text) : NULL;
}

struct pack *world_text_parse_changed(const struct world_file *files, const struct world_change *changes,
                                      size_t count, struct report *report)
{
    static char buffers[WORLD_FILES_MAX][WORLD_TEXT_MAX];
    static char changed[WORLD_TEXT_MAX];
    struct world_file copies[WORLD_FILES_MAX] = {{NULL, NULL}};
    for (size_t i = 0; files[i].name; i++) {
        assert_true(i + 1 < WORLD_FILES_MAX);
        copies[i] = (struct world_file){files[i].name, buffers[i]};
        snprintf(buffers[i], WORLD_TEXT_MAX, "%s", files[i].text);
        for (size_t k = 0; k < count; k++) {
            if (strcmp(changes[k].file, files[i].name) != 0)
                continue;
            world_text_change(buffers[i], &changes[k], changed);
            memcpy(buffers[i], changed, WORLD_TEXT_MAX);
        }
    }
    *report = (struct report){0};
    return pack_parse(read_text, copies, report);
}

struct pack *world_text_load_files(const struct world_file *files, const struct world_change *changes,
                                   size_t count)
{
    static struct report report;
    struct pack *pack = world_text_parse_changed(files, changes, count, &report);
    report_print(&report, stderr);
    assert_non_null(pack);
    return pack;
}

struct pack *world_text_load(const struct world_change *changes, size_t count)
{
    return world_text_load_files(small_world, changes, count);
}

bool world_text_is_named(const struct report *report, const char *file, const char *place, const char *text)
{
    for (size_t i = 0; i < report->count && i < REPORT_PROBLEMS_MAX; i++) {
        const struct report_problem *problem = &report->problems[i];
        if (strcmp(problem->file, file) == 0 && strncmp(problem->place, place, strlen(place)) == 0 &&
            strstr(problem->text, text))
            return true;
    }
    return false;
}

void world_text_expect_refused_files(const struct world_file *files, const struct world_change *changes,
                                     size_t count)
{
    static struct report report;
    for (size_t i = 0; i < count; i++) {
        const struct world_change *change = &changes[i];
        struct pack *pack = world_text_parse_changed(files, change, 1, &report);
        if (!pack && world_text_is_named(&report, change->file, change->place, change->text))
            continue;
        report_print(&report, stderr);
        fail_msg("%s: %s", change->name, pack ? "was taken" : "was not named");
    }
}

void world_text_expect_refused(const struct world_change *changes, size_t count)
{
    world_text_expect_refused_files(small_world, changes, count);
}
