#include "tests/data/world_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char world_text[] = "{\n"
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

/// The texts of both files.
struct texts {
    const char *world;
    const char *scene;
};

static char *read_text(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    const struct texts *texts = context;
    const char *text = strcmp(file, WORLD_FILE) == 0 ? texts->world : texts->scene;
    (void)report;
    *size_bytes = strlen(text);
    return strdup(text);
}

struct pack *world_text_parse(const char *world, const char *scene, struct report *report)
{
    struct texts texts = {world, scene};
    *report = (struct report){0};
    return pack_parse(read_text, &texts, report);
}

/// Both files with one change after another.
static struct texts change_all(const struct world_change *changes, size_t count,
                               char buffers[3][WORLD_TEXT_MAX])
{
    snprintf(buffers[0], WORLD_TEXT_MAX, "%s", world_text);
    snprintf(buffers[1], WORLD_TEXT_MAX, "%s", scene_text);
    for (size_t i = 0; i < count; i++) {
        char *text = buffers[strcmp(changes[i].file, WORLD_FILE) == 0 ? 0 : 1];
        world_text_change(text, &changes[i], buffers[2]);
        memcpy(text, buffers[2], WORLD_TEXT_MAX);
    }
    return (struct texts){buffers[0], buffers[1]};
}

struct pack *world_text_load(const struct world_change *changes, size_t count)
{
    static struct report report;
    static char buffers[3][WORLD_TEXT_MAX];
    struct texts texts = change_all(changes, count, buffers);
    struct pack *pack = world_text_parse(texts.world, texts.scene, &report);
    report_print(&report, stderr);
    assert_non_null(pack);
    return pack;
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

void world_text_expect_refused(const struct world_change *changes, size_t count)
{
    static struct report report;
    static char buffers[3][WORLD_TEXT_MAX];
    for (size_t i = 0; i < count; i++) {
        const struct world_change *change = &changes[i];
        struct texts texts = change_all(change, 1, buffers);
        struct pack *pack = world_text_parse(texts.world, texts.scene, &report);
        if (!pack && world_text_is_named(&report, change->file, change->place, change->text))
            continue;
        report_print(&report, stderr);
        fail_msg("%s: %s", change->name, pack ? "was taken" : "was not named");
    }
}
